// A field for a name. The table checks a name while it is being typed, so the page has no copy of the rule.

import { say } from "./words.js";

export class NameField {
  sent = null; // the name that the table has not answered yet
  answer = {}; // the table's last answer about the text in the field

  // The listener sends names to the table, to check or to take, and hears which one was taken.
  constructor(form, listener) {
    this.form = form;
    this.input = form.elements.name;
    this.listener = listener;
    this.input.addEventListener("input", () => this.check());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    addEventListener("relabel", () => this.answer.most && this.check()); // the reason in another language
  }

  check() {
    this.listener.check(this.input.value);
  }

  submit() {
    if (this.sent !== null) return; // Enter was pressed twice
    this.sent = this.input.value;
    this.listener.submit(this.sent);
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
      this.listener.accepted();
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
