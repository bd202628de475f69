// The own turn: take a row, or draw from the pile. And the turn of another player.

import { element } from "./dom.js";
import { darkBelow, flower } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { lastMove, next } from "./phone-event.js";
import { bar, more, strip } from "./phone-head.js";
import { act } from "./phone-keys.js";
import { rowsToTake, rowsToWatch } from "./phone-rows.js";

export function turn(state) {
  return {
    lines: [state.mine.title, state.mine.advice?.title],
    parts: [bar(state), strip(state), rowsToTake(state), pile(state), dock(state), more(state)],
  };
}

function pile({ open, mine }) {
  const dark = darkBelow(open.piles);
  return part("draw", [open.pile, mine.petals, mine.advice, dark], () => element("div", "draw", drawing(open.pile, mine, dark), advice(mine.advice)));
}

function drawing(found, { petals, advice }, dark) {
  const labels = petals.map(({ act: action, label }) => (action ? label : ""));
  const made = flower(found.petals, { dark, title: advice?.title, labels, onTap: (number) => act(petals[number - 1].act) });
  for (const petal of made.querySelectorAll(".petal")) petal.dataset.focus = `petal-${petal.dataset.petal}`;
  return made;
}

function advice(found) {
  if (!found) return "";
  const over = found.over ? [element("p", "over", found.over)] : [];
  return element("div", "advice", ...over, element("h2", "", found.title), ...found.lines.map((line) => element("p", "", line)));
}

// The last move, large, and what comes next.
export function wait(state) {
  const { open, mine } = state;
  const acting = open.players.find(({ to_act }) => to_act);
  return {
    lines: [mine.title, mine.next],
    parts: [bar(state), strip(state), lastMove(open, mine.effect), next(mine.next, mine.left, acting?.seat), rowsToWatch(state), dock(state), more(state)],
  };
}
