// The screen of a station: its pixels, the same in words, and what its keys do now.

import { draw } from "./pixels.js";
import { say } from "./words.js";

const canvas = document.getElementById("screen");
const words = document.getElementById("words");
const news = document.getElementById("news");
const NOTHING = { words: "", soft: ["", "", ""], petals: ["", "", "", "", ""] };
let shown = NOTHING;

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
  news.textContent = "";
  shown = NOTHING;
  label();
}

// Only lines that were not there before are news; a screen reader finds the others in the words.
function tellWords(text) {
  const before = new Set(words.textContent.split("\n"));
  const fresh = text.split("\n").filter((line) => line && !before.has(line));
  words.textContent = text;
  if (fresh.length) news.textContent = fresh.join("\n");
}

function label() {
  shown.soft.forEach((text, index) => {
    const key = document.querySelector(`[data-key="soft${index + 1}"]`);
    key.querySelector("span").textContent = text;
    name(key, text, "Key {number}", index + 1);
  });
  shown.petals.forEach((text, index) => {
    const key = document.querySelector(`[data-key="petal${index + 1}"]`);
    key.querySelector("small").textContent = text;
    name(key, text, "Petal {number}", index + 1);
  });
}

function name(key, text, phrase, number) {
  const which = say(phrase, { number });
  key.classList.toggle("idle", !text);
  key.setAttribute("aria-label", text ? `${text}, ${which}` : say("{key}, no use now", { key: which }));
}

addEventListener("relabel", label);
