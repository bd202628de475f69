// The keys of a station, pressed by pointer, keyboard or screen reader.

import { isBlocked, isTelling } from "./dialogs.js";

const keys = [...document.querySelectorAll("[data-key]")];
const held = new Set();
let send = () => {};
let isLocked = false;

// Locks the keys of the keyboard, for example while they would place a tile that lies face down.
export function lock(locked) {
  isLocked = locked;
}

export function releaseAll() {
  [...held].forEach(release);
}

// Forgets all held keys without sending a release, because the link is gone.
export function forgetAll() {
  held.clear();
  typed.clear();
  keys.forEach((key) => key.classList.remove("down"));
}

// Presses a key for a moment.
export function tapKey(key) {
  if (held.has(key)) return;
  press(key);
  release(key);
}

function press(key) {
  if (held.has(key) || isTelling()) return;
  held.add(key);
  mark(key);
  send({ down: key });
}

function release(key) {
  if (!held.delete(key)) return;
  mark(key);
  send({ up: key });
}

function mark(key) {
  for (const element of document.querySelectorAll(`[data-key="${key}"]`)) element.classList.toggle("down", held.has(key));
}

// Makes an element with a `data-key` press that key, as long as it is held.
export function listenTo(element) {
  const key = element.dataset.key;
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    press(key);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, () => release(key));
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    // Screen readers click without a pointer: treat that as a short press.
    if (event.detail === 0 && !held.has(key)) {
      press(key);
      release(key);
    }
  });
}

function keyOf(event) {
  if (isBlocked() || event.target instanceof HTMLInputElement) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.code === "Space" || event.code === "Enter") return event.target.dataset?.key || null;
  if (isLocked) return null;
  const code = event.code.replace("Numpad", "Digit");
  return keys.find((found) => found.dataset.code === code)?.dataset.key || null;
}

// Maps held keys of the keyboard to keys of the station: the focus may move before the release.
const typed = new Map();

export function listen(sender) {
  send = sender;
  keys.forEach(listenTo);
  addEventListener("keydown", (event) => {
    // A held key must not write into a field that gets the focus meanwhile.
    if (event.repeat && typed.has(event.code)) event.preventDefault();
    const key = keyOf(event);
    if (!key) return;
    event.preventDefault();
    if (event.repeat) return;
    typed.set(event.code, key);
    press(key);
  });
  addEventListener("keyup", (event) => {
    if (!typed.has(event.code)) return;
    event.preventDefault();
    release(typed.get(event.code));
    typed.delete(event.code);
  });
  addEventListener("blur", releaseAll);
  addEventListener("focusin", (event) => event.target instanceof HTMLInputElement && releaseAll());
}
