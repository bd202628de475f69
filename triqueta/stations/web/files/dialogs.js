// Messages in a modal dialog, which blocks the page behind it.

import { say } from "./words.js";

const message = document.getElementById("message");
const text = message.querySelector("p");
const button = message.querySelector("button");
const title = message.querySelector("h2");
const picture = message.querySelector(".picture");
let said = null;
let illustrate = () => {};

message.addEventListener("cancel", (event) => event.preventDefault());
addEventListener("relabel", () => said && write(...said));

// A page that draws the kinds of messages is called with the kind, and with room for a picture and
// a heading.
export function onTell(listener) {
  illustrate = listener;
}

export function tell(kind, phrase, label, action) {
  if (said?.[0] === kind && said[1] === phrase) return;
  write(kind, phrase, label, action);
  if (!message.open) message.showModal();
  if (label) button.focus();
}

function write(kind, phrase, label, action) {
  said = [kind, phrase, label, action];
  message.dataset.kind = kind;
  illustrate(kind, picture, title);
  text.textContent = say(phrase);
  button.hidden = !label;
  button.textContent = label ? say(label) : "";
  button.onclick = action ?? null;
}

export function tellNothing() {
  said = null;
  if (message.open) message.close();
}

export const isTelling = () => message.open;

// Whether any dialog is open, also one to type a name in.
export const isBlocked = () => document.querySelector("dialog[open]") !== null;
