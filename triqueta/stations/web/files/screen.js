// The screen of a station: its picture, its text, and the labels of its keys.

import { announce } from "./news.js";
import { draw } from "./pixels.js";
import { say } from "./words.js";

const canvas = document.getElementById("screen");
const words = document.getElementById("words");
const NOTHING = { words: "", soft: ["", "", ""], petals: ["", "", "", "", ""] };
const LATELY = 3;
let shown = NOTHING;
let lately = [];

export function show(frame) {
  draw(canvas, frame.picture);
  canvas.dataset.light = frame.light;
  tellWords(frame.words);
  shown = { ...NOTHING, ...frame };
  label();
}

export function blank() {
  canvas.getContext("2d").clearRect(0, 0, 128, 64);
  words.textContent = "";
  announce([]);
  shown = NOTHING;
  label();
}

// Announces the first line, and other lines only if they were not on the last few screens: after a
// menu, a screen reader should not repeat the table. The full text is in `words`.
function tellWords(text) {
  if (text === words.textContent) return;
  words.textContent = text;
  const known = new Set(lately.flat());
  const lines = text.split("\n");
  announce(lines.filter((line, number) => !number || !known.has(line)));
  lately = [lines, ...lately].slice(0, LATELY);
}

function label() {
  shown.soft.forEach((text, index) => {
    const key = document.querySelector(`#device [data-key="soft${index + 1}"]`);
    key.querySelector("span").textContent = text;
    name(key, text, "Key {number}", index + 1);
  });
  shown.petals.forEach((text, index) => {
    const key = document.querySelector(`#device [data-key="petal${index + 1}"]`);
    key.querySelector("small").textContent = shortened(text, index + 1);
    name(key, text, "Petal {number}", index + 1);
  });
}

// Removes the key's own number, which is on the petal, and keeps numbers together with their units.
function shortened(text, number) {
  const rest = text.replace(new RegExp(`^\\D*${number}\\s*:\\s*`), "");
  return rest.replace(/(\d|→) (?=\S)/g, "$1\u00a0");
}

function name(key, text, phrase, number) {
  const which = say(phrase, { number });
  key.classList.toggle("idle", !text);
  key.setAttribute("aria-label", text ? `${text}, ${which}` : say("{key}, not in use", { key: which }));
}

addEventListener("relabel", label);
