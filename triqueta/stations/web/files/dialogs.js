// Messages in a modal dialog, which blocks the page behind it.

import { say } from "./words.js";

const message = document.getElementById("message");
const text = message.querySelector("p");
const button = message.querySelector("button");
let said = null;

message.addEventListener("cancel", (event) => event.preventDefault());
addEventListener("relabel", () => said && write(...said));

export function tell(phrase, label, action) {
  if (said?.[0] === phrase) return;
  write(phrase, label, action);
  if (!message.open) message.showModal();
  if (label) button.focus();
}

function write(phrase, label, action) {
  said = [phrase, label, action];
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
