// The page where a phone picks a free seat, and its player types a name.

import { button, element } from "./dom.js";
import { move, open, send } from "./link.js";
import { NameField } from "./name-field.js";
import { part, patch } from "./patch.js";
import { seatFlower } from "./seat-flower.js";
import { say, speak } from "./words.js";

const seats = document.getElementById("seats");
const known = document.getElementById("known");
const news = document.getElementById("news");
const form = document.getElementById("sitting");
const input = form.elements.name;
const sit = form.querySelector(".sit");
const field = new NameField(form, { check, submit, accepted: () => {} });
const TOO_LATE = ["This code is no longer valid: the game has begun, or it was an earlier one.", "Watch the table", () => location.replace("/watch")];
let join = null; // what the table sent last
let seat = null; // the seat that was picked
let isChecking = false; // the table has not answered yet: it reads slowly

function receive(found) {
  if (found.join) show(found.join);
  if (found.typing) hearTyping(found.typing);
  if (found.named) field.hearNamed(found.named);
}

function show(found) {
  join = found;
  speak(join.language);
  follow(join.path);
  if (!isFree(seat)) lose();
  const free = join.seats.filter((other) => other.free);
  if (seat === null && free.length === 1) seat = free[0].seat;
  draw();
}

// The code changes when another player stands up.
function follow(path) {
  if (path !== location.pathname) history.replaceState(null, "", path);
  move(`join/${path.split("/")[2]}`);
}

const isFree = (number) => join.seats.some((other) => other.seat === number && other.free);

// Another phone was faster.
function lose() {
  if (seat === null) return;
  seat = null;
  news.textContent = say("This seat is already taken.");
}

function draw() {
  if (!join) return;
  const name = input.value.trim();
  document.getElementById("game").textContent = [join.title, join.game].filter(Boolean).join(" · ");
  const own = { own: seat, name, onTap: pick };
  patch(seats, [part("flower", [join.seats, own], () => seatFlower(join.seats, own))]);
  drawKnown();
  sit.textContent = name ? say("Sit down, {name}", { name }) : say("Sit down");
  sit.classList.toggle("ready", seat !== null && Boolean(name));
}

// Players who have played here before need not type.
function drawKnown() {
  known.hidden = join.names.length === 0;
  patch(known, join.names.length ? [part("known", join.names, () => element("div", "names", element("span", "", say("Played here before:")), ...join.names.map(knownName)))] : []);
}

function knownName(name) {
  const made = button("key", () => write(name), name);
  made.dataset.focus = `known-${name}`;
  return made;
}

function write(name) {
  field.write(name);
  draw();
}

function pick(number) {
  seat = number;
  const { name } = join.seats.find((other) => other.seat === number);
  news.textContent = say("You have picked seat {number}.", { number: number + 1 });
  if (name && !input.value) field.write(name);
  else if (input.value) field.check();
  else field.show("");
  draw();
  if (!input.value) input.focus();
}

function check(name) {
  draw();
  if (seat === null || !name || isChecking) return;
  isChecking = true;
  send({ typing: { seat, name } });
}

function hearTyping(answer) {
  isChecking = false;
  if (answer.typed === input.value) field.hearTyping(answer);
  else field.check();
}

function submit(name) {
  if (seat !== null) send({ sit: { seat, name } });
  else {
    field.sent = null;
    field.show(say("Tap a free petal first"));
  }
}

// Forgets a wish without an answer, because the connection is gone. The field keeps the name.
function goDark() {
  field.sent = null;
  isChecking = false;
}

addEventListener("relabel", draw);
speak(document.documentElement.lang);
open(`join/${location.pathname.split("/")[2]}`, receive, goDark, TOO_LATE);
