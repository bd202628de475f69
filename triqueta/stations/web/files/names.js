// Fields for a name: above the table's screen while it asks for one, and in a dialog of a seat.
// The table checks a name while it is being typed, so the page has no copy of the rule.

import { isBlocked } from "./dialogs.js";
import { say } from "./words.js";

class NameField {
  sent = null; // the name that the table has not answered yet
  answer = {}; // the table's last answer about the text in the field

  constructor(form, send, whenAccepted) {
    this.form = form;
    this.input = form.elements.name;
    this.send = send;
    this.whenAccepted = whenAccepted;
    this.input.addEventListener("input", () => this.check());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    addEventListener("relabel", () => this.answer.most && this.check()); // the reason in another language
  }

  check() {
    this.send({ typing: this.input.value });
  }

  submit() {
    if (this.sent !== null) return; // Enter was pressed twice
    this.sent = this.input.value;
    this.send({ name: this.sent });
  }

  write(text) {
    this.input.value = text;
    this.check();
  }

  hearTyping(answer) {
    if (answer.typed !== this.input.value) return; // more letters were typed in the meantime
    this.answer = answer;
    this.show(answer.letters ? answer.reason : "");
  }

  hearNamed({ typed, reason }) {
    if (typed !== this.sent) return;
    this.sent = null;
    const { value } = this.input;
    if (reason) this.show(reason);
    else {
      this.write(value.startsWith(typed) ? value.slice(typed.length) : ""); // the next name may have begun
      this.whenAccepted();
    }
  }

  show(reason) {
    const { letters = 0, most = 0, room = 0 } = this.answer;
    const [hint, count, why] = ["hint", "count", "reason"].map((name) => this.form.querySelector(`.${name}`));
    hint.textContent = most ? say("Up to {most} letters", { most }) : "";
    hint.hidden = Boolean(reason);
    count.textContent = letters ? `${letters}/${most}` : "";
    if (why.textContent !== reason) why.textContent = reason;
    this.form.style.setProperty("--used", Math.min(room, 1));
    this.form.classList.toggle("refused", Boolean(reason));
    this.input.setAttribute("aria-invalid", String(Boolean(reason)));
  }
}

const asking = document.getElementById("asking");
const naming = document.getElementById("naming");
const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)");
const fields = [];
let player = null; // the player whose name the table asked for last
let prefersKeys = false; // after Escape, Tab or a tap beside the keys, until a name is typed

export function listenToNames(send) {
  fields.push(
    new NameField(asking, send, () => {}),
    new NameField(naming.querySelector("form"), send, () => naming.close()),
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
