// The pictures of a game: one sheet of symbols, which the page loads once and uses everywhere.

import { svg } from "./dom.js";

const SMALL = 80; // in pixels: below, the simpler drawings are clearer
const WIDTH = 96; // of a tile, for a height of 104
const HEIGHT = 104;
const sheets = new Map(); // promises by address

// Loads a sheet into the page. Always the whole sheet: a request must not tell which tile was drawn.
export function load(address) {
  if (!sheets.has(address)) sheets.set(address, include(address));
  sheets.get(address).catch(() => sheets.delete(address)); // it is asked for again
  return sheets.get(address);
}

async function include(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const drawings = document.importNode(sheet.querySelector("defs"), true);
  document.body.append(svg("svg", { class: "unseen", width: 0, height: 0, "aria-hidden": "true" }, drawings));
}

// Returns a picture of a height in pixels, which a style sheet may change. With a title, it is an
// image for screen readers; without one, it only decorates the words beside it.
export function picture(name, { size = 46, shadow = false, small = size < SMALL, title = "" } = {}) {
  const square = isSquare(name);
  const width = square ? size : Math.round((size * WIDTH) / HEIGHT);
  const made = svg("svg", { class: classes(square, shadow), width, height: size }, use(name, small));
  if (title) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", title);
  } else made.setAttribute("aria-hidden", "true");
  return made;
}

export function use(name, small = false, attributes = {}) {
  const id = small && document.getElementById(`${name}-s`) ? `${name}-s` : name;
  return svg("use", { href: `#${id}`, ...attributes });
}

function isSquare(name) {
  const box = document.getElementById(name)?.viewBox?.baseVal;
  return Boolean(box) && box.width === box.height;
}

const classes = (square, shadow) => ["t", square && "square", shadow && "shadow"].filter(Boolean).join(" ");
