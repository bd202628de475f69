// Fields for a name: above the table's screen while it asks for one, and in a dialog of a seat.

import { isBlocked } from "./dialogs.js";
import { NameField } from "./name-field.js";
import { say } from "./words.js";

const asking = document.getElementById("asking");
const naming = document.getElementById("naming");
const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)");
const fields = [];
let player = null; // the player whose name the table asked for last
let prefersKeys = false; // after Escape, Tab or a tap beside the keys, until a name is typed

export function listenToNames(send) {
  const listener = { check: (typing) => send({ typing }), submit: (name) => send({ name }) };
  fields.push(
    new NameField(asking, { ...listener, accepted: () => {} }),
    new NameField(naming.querySelector("form"), { ...listener, accepted: () => naming.close() }),
  );
  asking.elements.name.addEventListener("keydown", leave);
  asking.elements.name.addEventListener("focus", () => (prefersKeys = false));
  addEventListener("keydown", begin);
  addEventListener("pointerdown", leaveByTap);
  addEventListener("pointerup", (event) => isKey(event.target) && !asking.hidden && focus());
  addEventListener("relabel", label);
  document.getElementById("name-key").addEventListener("click", askForName);
  naming.querySelector(".cancel").addEventListener("click", () => naming.close());
}

export function askForName() {
  naming.showModal();
  fields[1].check();
}

export function hearTyping(answer) {
  fields.forEach((field) => field.hearTyping(answer));
}

export function hearNamed(answer) {
  fields.forEach((field) => field.hearNamed(answer));
}

// Forgets names without an answer, because the connection is gone. The fields keep them.
export function forgetSent() {
  fields.forEach((field) => (field.sent = null));
}

// Shows the field while the table asks for the name of a player, and hides it if that is null.
export function showAsked(found) {
  const appears = found && asking.hidden;
  const isNext = found && found !== player;
  asking.hidden = !found;
  document.body.classList.toggle("asks-name", Boolean(found));
  if (!appears && !isNext) return;
  player = found;
  label();
  if (isNext && fields[0].sent === null) fields[0].write("");
  else fields[0].check();
  focus();
}

// A touch screen would open its keyboard and cover the keys, so there the player taps the field.
function focus() {
  const isElsewhere = document.activeElement?.matches("iframe, dialog *");
  if (!prefersKeys && !isElsewhere && hasKeyboard.matches) asking.elements.name.focus();
}

function label() {
  const text = say("Name of player {number}", { number: player });
  asking.elements.name.placeholder = text;
  asking.elements.name.setAttribute("aria-label", text);
}

function leave(event) {
  if (event.key !== "Escape" && event.key !== "Tab") return;
  prefersKeys = true;
  if (event.key === "Escape") asking.elements.name.blur();
}

const isKey = (target) => target.closest("[data-key]") !== null;

function leaveByTap({ target }) {
  if (document.activeElement !== asking.elements.name) return;
  if (!isKey(target) && !asking.contains(target)) prefersKeys = true;
}

// A letter that is not the name of a key begins a name, wherever the focus is.
function begin(event) {
  if (asking.hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || isBlocked()) return;
  if (/^\p{L}$/u.test(event.key) || event.key === "Dead") asking.elements.name.focus();
}
