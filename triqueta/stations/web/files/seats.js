// The strip of seats and their players, and panels for seats that are played on this machine.

import { element } from "./dom.js";
import { say } from "./words.js";

const strip = document.getElementById("seats");
const panels = document.getElementById("panels");
let shown = "";
let seats = [];

export function showSeats(found) {
  seats = found;
  seats.forEach(dropPanel);
  seats.forEach((seat, number) => retitle(number, nameOf(seat, number)));
  const state = JSON.stringify([seats, [...panels.children].map((panel) => panel.dataset.seat)]);
  if (state === shown) return;
  shown = state;
  const focused = document.activeElement?.dataset?.seat;
  strip.replaceChildren(...seats.map(chip));
  if (focused) strip.querySelector(`[data-seat="${focused}"]`)?.focus();
}

const nameOf = (seat, number) => seat.name || say("Seat {number}", { number: number + 1 });
const panelOf = (number) => panels.querySelector(`[data-seat="${number}"]`);

// Removes the panel of a free seat that has a new code, and so a new player or a new game.
function dropPanel(seat, number) {
  const panel = panelOf(number);
  if (seat.path && panel && panel.dataset.path !== seat.path) panel.remove();
}

function chip(seat, number) {
  const name = nameOf(seat, number);
  const made = element("li", `seat-${number + 1}`);
  if (seat.robot) made.append(element("span", "", say("{name}: robot", { name })));
  else if (panelOf(number)) made.append(element("span", "", say("{name}: here", { name })));
  else if (!seat.path) made.append(element("span", "", say("{name}: own display", { name })));
  else made.append(sitDown(number, seat.path, name));
  return made;
}

function sitDown(number, path, name) {
  const key = element("button", "", say("Open {name}'s screen", { name }));
  key.type = "button";
  key.dataset.seat = number;
  key.onclick = () => openPanel(number, path, name);
  return key;
}

function openPanel(number, path, name) {
  const frame = element("iframe");
  frame.src = path;
  frame.title = name;
  const close = element("button", "", say("Close"));
  close.type = "button";
  const panel = element("section", `panel seat-${number + 1}`, element("h2", "", name), close, frame);
  panel.dataset.seat = number;
  panel.dataset.path = path;
  panel.setAttribute("aria-label", name);
  close.onclick = () => {
    panel.remove();
    showSeats(seats);
    strip.querySelector(`[data-seat="${number}"]`)?.focus();
  };
  panels.append(panel);
  frame.focus();
  showSeats(seats);
}

function retitle(number, name) {
  const panel = panelOf(number);
  if (!panel || panel.getAttribute("aria-label") === name) return;
  panel.setAttribute("aria-label", name);
  panel.querySelector("h2").textContent = name;
  panel.querySelector("iframe").title = name;
}

addEventListener("relabel", () => {
  shown = "";
  showSeats(seats);
});
