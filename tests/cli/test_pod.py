"""Tests of `triqueta pod` on simulated pods, with the real firmware on a real MicroPython."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.firmware.pod_code import link as pod_link
from triqueta.journal.journal import Journal
from triqueta.stations.pods import port, tools
from triqueta.stations.pods.link import KeyChange
from triqueta.stations.pods.messages import unpacked
from triqueta.stations.pods.port import open_port
from triqueta.stations.pods.simulator import Board, SimulatedPod
from triqueta.stations.pods.tools import KeyTest

VERSION = ".".join(map(str, pod_link.FIRMWARE))
PATIENCE = 60.0  # seconds; only a failing test waits so long


@pytest.fixture(autouse=True)
def nothing_on_usb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(port, "usb_ports", list)
    monkeypatch.setenv("TRIQUETA_CONFIG", str(tmp_path / "table.toml"))
    plugged_in(tmp_path)


@pytest.fixture
def pod(micropython: str, tmp_path: Path) -> Iterator[SimulatedPod]:
    with SimulatedPod(Board(pod_id="e661385283613701")) as pod:
        plugged_in(tmp_path, pod)
        yield pod


def plugged_in(tmp_path: Path, *pods: SimulatedPod) -> None:
    ports = json.dumps([pod.port for pod in pods])
    (tmp_path / "table.toml").write_text(f"[pods]\nports = {ports}\n", "utf-8")


def remember(path: Path, seats: dict[str, int]) -> None:
    journal = Journal(path)
    journal.remember_pods(seats)
    journal.close()


# --- list


def test_nothing_is_plugged_in(triqueta: Command) -> None:
    assert triqueta("pod", "list") == (0, "No pod is plugged in.\n", "")


def test_a_pod_is_listed_with_its_seat(
    triqueta: Command, pod: SimulatedPod, tmp_path: Path
) -> None:
    known = f"{pod.port}  pod e661385283613701, firmware {VERSION}, protocol 1, "
    assert triqueta("pod", "list").out == f"{known}no seat yet\n"
    remember(tmp_path / "journal.db", {"e661385283613701": 2})
    listed = triqueta("pod", "list", "--journal", tmp_path / "journal.db")
    assert listed.out == f"{known}seat 3\n"


def test_a_pod_that_a_table_uses_is_listed_as_such(triqueta: Command, pod: SimulatedPod) -> None:
    used = open_port(pod.port)
    assert triqueta("pod", "list").out == (
        f"{pod.port}  another program uses this port, perhaps a table\n"
    )
    used.close()


def test_a_port_that_does_not_answer_is_listed_as_such(
    triqueta: Command, pod: SimulatedPod, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triqueta.stations.pods.tools.PodTalk.greet", lambda _: None)
    assert "no answer" in triqueta("pod", "list").out


# --- test


def test_the_key_test_ends_when_all_keys_were_pressed(
    triqueta: Command, pod: SimulatedPod
) -> None:
    pictures: list[bytes] = []
    at_first = pod.picture()

    def press_all() -> None:
        changed(at_first)
        for key in range(8):
            before = pod.picture()
            pod.press(key)
            pressed = changed(before)
            pictures.append(pressed)
            pod.release(key)
            until_other_than(pressed)

    def until_other_than(shown: bytes) -> None:
        wait(lambda: pod.picture() != shown)

    def changed(before: bytes) -> bytes:
        wait(lambda: pod.picture() not in (before, bytes(1024)))
        return pod.picture()

    person = threading.Thread(target=press_all)
    person.start()
    result = triqueta("pod", "test", "--seconds", "60")
    person.join()
    assert result.code == 0
    assert result.out.endswith("soft3 works\nAll eight keys work.\n")
    assert len(set(pictures)) > 4


def test_keys_that_were_not_pressed_are_named(triqueta: Command, pod: SimulatedPod) -> None:
    result = triqueta("pod", "test", pod.port, "--seconds", "1")
    assert result.code == 1
    assert "Not pressed: petal1, petal2, " in result.out


def test_the_test_picture_has_an_edge_and_a_box_for_each_key() -> None:
    test = KeyTest()
    empty = unpacked(test.picture())
    edge = [empty.getpixel(place) for place in ((0, 0), (127, 0), (0, 63), (127, 63))]
    assert all(edge)
    shown = {test.picture()}
    for key in range(8):
        test.take(KeyChange(key, True))
        shown.add(test.picture())
        assert bool(test.take(KeyChange(key, False)))
    assert len(shown) == 9
    assert not test.missing
    assert test.take(KeyChange(8, False)) is None


# --- which port


def test_the_port_must_be_given_if_there_are_several(
    triqueta: Command, pod: SimulatedPod, tmp_path: Path
) -> None:
    with SimulatedPod() as other:
        plugged_in(tmp_path, pod, other)
        for action in ("flash", "test"):
            failure = triqueta.fails("pod", action)
            assert (
                failure
                == f"triqueta pod: there are several pods; name one: {pod.port}, {other.port}"
            )


@pytest.mark.parametrize("action", ["flash", "test"])
def test_no_pod_no_action(triqueta: Command, action: str) -> None:
    assert "no pod found" in triqueta.fails("pod", action)
    assert "No such file" in triqueta.fails("pod", action, "/dev/ttyNothing")
    assert triqueta.fails("pod", action, "/dev/null").endswith("/dev/null: not a serial port")


# --- flash


@pytest.fixture
def mpremote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for mpremote that records its arguments; it fails if the file `fails` exists."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "mpremote.py").write_text(
        "import json, pathlib, sys\n"
        "here = pathlib.Path(__file__).parent\n"
        "if (here / 'fails').exists():\n"
        "    sys.exit('mpremote: no device found')\n"
        "(here / 'called').write_text(json.dumps(sys.argv[1:]))\n",
        "utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "tools"))
    monkeypatch.syspath_prepend(str(tmp_path / "tools"))
    monkeypatch.setattr(tools, "GONE_SECONDS", 0.3)  # a pseudo terminal does not disappear
    return tmp_path / "tools"


def test_a_running_pod_goes_to_the_prompt_and_gets_its_program(
    triqueta: Command, pod: SimulatedPod, mpremote: Path
) -> None:
    ends: list[int] = []

    def reset_as_a_board_does() -> None:
        ends.append(pod.wait(PATIENCE))
        pod.restart()
        ends.append(pod.wait(PATIENCE))
        wait((mpremote / "called").exists)
        pod.restart()

    board = threading.Thread(target=reset_as_a_board_does)
    board.start()
    result = triqueta("pod", "flash")
    board.join()
    assert (result.code, result.err) == (0, "")
    assert ends == [3, 0]  # first it reset itself, then it was at the prompt
    assert result.out.endswith(f"pod e661385283613701, firmware {VERSION}, protocol 1\n")
    called = json.loads((mpremote / "called").read_text("utf-8"))
    assert called[:3] == ["connect", pod.port, "cp"]
    assert called[-3:] == [":", "+", "reset"]
    copied = [Path(file).name for file in called[3:-3]]
    assert copied[-2:] == ["boot.py", "main.py"]
    assert "pins.py" not in copied  # it keeps its own wiring


def test_mpremotes_error_is_printed(triqueta: Command, pod: SimulatedPod, mpremote: Path) -> None:
    (mpremote / "fails").touch()
    failure = triqueta.fails("pod", "flash")
    assert "mpremote: no device found; hold the pod's first soft key" in failure


def test_without_mpremote_it_says_how_to_get_it(
    triqueta: Command, pod: SimulatedPod, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "find_spec", lambda name: None)
    assert "-m pip install mpremote" in triqueta.fails("pod", "flash")


def wait(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.01)
