// Modal dialogs: messages and the question for a name. They block the page behind them.

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

// The dialog to type a name.

const naming = document.getElementById("naming");
const form = naming.querySelector("form");

export function askForNames(send) {
  document.getElementById("name-key").addEventListener("click", () => {
    form.reset();
    naming.showModal();
  });
  naming.addEventListener("close", () => {
    const name = form.elements.name.value.trim();
    if (naming.returnValue && name) send(name);
    naming.returnValue = "";
  });
}

export const isAsking = () => naming.open;
