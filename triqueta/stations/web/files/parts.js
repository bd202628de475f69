// The parts that phones, the table and the TV share: tiles, lanes, sets, piles and rounds.

import { picture, use } from "./art.js";
import { element, svg } from "./dom.js";
import { say } from "./words.js";

// Tiles.

export const each = (pieces) => pieces.flatMap((piece) => Array(piece.count ?? 1).fill(piece));

export function tile(piece, options = {}) {
  return picture(piece.art, { shadow: piece.shadow, title: piece.name, ...options });
}

// Returns tiles that lie face down, and the other things a player has, each with its number.
export function backs(pieces, size) {
  return each(pieces).map((piece) => tile(piece, { size }));
}

export function tokens(pieces, size) {
  return pieces.map((piece) => {
    const title = piece.count > 1 ? `${piece.count} × ${piece.name}` : piece.name;
    return element("span", "token", tile(piece, { size, title }), ...(piece.count > 1 ? [count(piece.count)] : []));
  });
}

function count(number) {
  const made = element("b", "", String(number));
  made.setAttribute("aria-hidden", "true");
  return made;
}

// Returns three tiles of an animal, tied by a knot: a complete set.
export function fan(art, width = 84, shadow = false) {
  const place = { x: -48, y: -102, width: 96, height: 104 };
  const turned = (degrees, small) => use(art, small, { ...place, transform: `rotate(${degrees})` });
  return svg(
    "svg",
    { class: shadow ? "t fan shadow" : "t fan", viewBox: "-106 -106 212 132", width, height: Math.round((width * 132) / 212), "aria-hidden": "true" },
    turned(-58, true),
    turned(58, true),
    turned(0, false),
    svg("circle", { cy: 4, r: 17, fill: "#24403a", stroke: "#eeb234", "stroke-width": 3 }),
    use("knot", false, { x: -14, y: -11.5, width: 28, height: 28 }),
  );
}

// Lanes.

const STACKED = 19 / 42; // of a tile's width: what stays in sight of a tile below one like it
const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));

// Returns the tiles of a row. If they don't fit, alike ones are stacked. `aside` is shown at the end
// while there is room for it.
export function lane(pieces, { size = 46, small, aside = null, hole = false } = {}) {
  const shown = each(pieces);
  const made = element("div", "lane", ...shown.map((piece, index) => laid(piece, shown[index - 1], { size, small })));
  if (hole) made.append(picture("hole", { size }));
  if (aside) made.append(aside);
  observer.observe(made);
  return made;
}

function laid(piece, before, options) {
  const made = tile(piece, options);
  made.classList.toggle("alike", before?.art === piece.art && Boolean(before?.shadow) === Boolean(piece.shadow));
  return made;
}

function fit(made) {
  const tiles = [...made.querySelectorAll(".t")];
  made.classList.remove("stacked");
  if (tiles.length < 2) return;
  const width = pixels(tiles[0], "width");
  const step = width + pixels(tiles[1], "margin-left");
  const room = made.clientWidth;
  if (width + step * (tiles.length - 1) <= room) return;
  const alike = tiles.filter((found) => found.classList.contains("alike")).length;
  const even = (room - width) / (tiles.length - 1);
  const stacked = Math.min(even, STACKED * width);
  const apart = Math.min(step, (room - width - stacked * alike) / (tiles.length - 1 - alike));
  made.style.setProperty("--alike", `${stacked - width}px`);
  made.style.setProperty("--apart", `${apart - width}px`);
  made.classList.add("stacked");
}

const pixels = (found, property) => parseFloat(getComputedStyle(found).getPropertyValue(property)) || 0;

// Sets.

const COMPLETE = 3;

// Returns a dot for each tile of a set: a complete one is golden, a spoilt one red.
export function pips({ count, mark }) {
  const dots = Array.from({ length: Math.max(COMPLETE, count) }, (_, index) => element("i", index < count ? "on" : ""));
  const made = element("span", `pips ${mark}`, ...dots);
  made.setAttribute("aria-hidden", "true");
  return made;
}

// Returns a place for each animal, always in the same order, so that players are compared at a glance.
export function setsRow(sets, { size = 42, small, points = false, holes = false } = {}) {
  return element("ul", "sets", ...sets.map((set) => setPlace(set, { size, small, points, holes })));
}

function setPlace(set, { size, small, points, holes }) {
  const isEmpty = set.count === 0;
  const drawing = isEmpty && holes ? picture("hole", { size }) : picture(set.art, { size, small });
  const made = element("li", ["set", set.mark, isEmpty && "none", set.new && "new"].filter(Boolean).join(" "), drawing);
  if (!isEmpty || !holes) made.append(pips(set));
  if (points) made.append(element("b", "", isEmpty ? "·" : minus(set.points)));
  made.setAttribute("aria-label", setLabel(set));
  made.dataset.art = set.art;
  return made;
}

function setLabel({ name, count, points, mark }) {
  const marks = { full: say("complete"), spoilt: say("spoilt") };
  const what = say("{name}: {count}, points: {points}", { name, count, points: minus(points) });
  return marks[mark] ? `${what}, ${marks[mark]}` : what;
}

export const minus = (number) => String(number).replace("-", "−");

// Piles.

// In backquotes, because texts in quotes are phrases to translate.
export const FACE = `M2-9.6L37.4-58.2A24 24 0 0 0 0-88.2A24 24 0 0 0-37.4-58.2L-2-9.6Q0-6.8 2-9.6Z`;
export const RIM = `M3.2-4.5L40.6-55.9A28 28 0 0 0 0-93.7A28 28 0 0 0-40.6-55.9L-3.2-4.5A4 4 0 0 0 3.2-4.5Z`;
const MOON = `M6-9A10 10 0 1 0 9 6A8 8 0 0 1 6-9Z`;
const LIGHT = { edge: "#b9a77c", rim: "#fffaf0", face: "#c83c5b" };
const DARK = { edge: "#0b0f1d", rim: "#10162a", face: "#2f3c61" };
const PETALS = 5;
const NUMBERS = [1, 2, 3, 4, 5];
const FROM_BACK = [1, 5, 2, 4, 3]; // the petals in front are drawn last
const THICK = 7; // a tile's thickness
const EDGE = 3.9;
const GAP = 3; // between the petals
const BOX = "-108 -126 216 236";

// Returns the pile as a flower that is as high as its tiles. `dark` is the number of dark tiles below
// each petal. A petal with a label is a button, which calls `onTap` with its number.
export function flower(petals, { dark = 0, title = "", labels = [], onTap = null } = {}) {
  const drawn = FROM_BACK.map((number) => petalOf(number, petals[number - 1], dark));
  const tapped = NUMBERS.filter((number) => labels[number - 1]);
  const buttons = tapped.map((number) => petalButton(number, petals[number - 1], labels[number - 1], () => onTap(number)));
  const made = svg("svg", { class: "pile", viewBox: BOX }, ...FROM_BACK.map(ground), ...drawn, ...buttons);
  return named(made, title, buttons.length ? "group" : "img");
}

// Each of the five petals of the pile that is played began with the same number of dark tiles.
export const darkBelow = (piles) => (piles.find(({ state }) => state === "now")?.shadow ?? 0) / PETALS;

// Returns a pile that is still closed, with its Tree.
export function closedPile({ tiles, shadow, tree }, title = "") {
  const petal = { tiles: tiles / PETALS };
  const drawn = FROM_BACK.map((number) => layers(number, petal, shadow / PETALS));
  if (tree) drawn.push([use("tree", false, { x: -46, y: -98, width: 92, height: 92 })]);
  return named(svg("svg", { class: "pile", viewBox: BOX }, ...drawn.flat()), title, "img");
}

// Returns the outline of a pile that is used up.
export function usedPile(title = "") {
  return named(svg("svg", { class: "pile used", viewBox: BOX }, ...FROM_BACK.map(ground)), title, "img");
}

function named(made, title, role) {
  if (title) {
    made.setAttribute("role", role);
    made.setAttribute("aria-label", title);
  } else made.setAttribute("aria-hidden", "true");
  return made;
}

function place(number, radius) {
  const angle = (2 * Math.PI * (number - 1)) / PETALS;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

function moved(number, down) {
  const [x, y] = place(number, GAP);
  return `translate(${x.toFixed(1)} ${(y + down).toFixed(1)}) rotate(${(360 / PETALS) * (number - 1)})`;
}

const ground = (number) => svg("path", { class: "ground", d: FACE, transform: moved(number, THICK) });

function petalOf(number, petal, dark) {
  const made = svg("g", {}, ...layers(number, petal, dark), ...(petal.tiles ? topOf(number, petal) : []));
  made.dataset.petal = number;
  return made;
}

function layers(number, { tiles, shadow = false }, dark) {
  const paint = (index) => (index < dark && (index < tiles - 1 || shadow) ? DARK : LIGHT);
  const made = Array.from({ length: tiles }, (_, index) => [
    svg("path", { d: RIM, transform: moved(number, EDGE - THICK * index), fill: paint(index).edge }),
    svg("path", { d: RIM, transform: moved(number, -THICK * index), fill: paint(index).rim }),
  ]);
  const height = -THICK * (tiles - 1);
  if (tiles) made.push([svg("path", { d: FACE, transform: moved(number, height), fill: (shadow ? DARK : LIGHT).face })]);
  return made.flat();
}

// Draws the number of tiles on a petal, and a moon if the top one is dark.
function topOf(number, { tiles, shadow }) {
  const [x, y] = place(number, 62 + GAP);
  const down = -THICK * (tiles - 1);
  const made = [svg("text", { class: "n", x: x.toFixed(1), y: (y + down + 11).toFixed(1) }, String(tiles))];
  const [left, top] = place(number, 88 + GAP);
  if (shadow) made.push(svg("path", { d: MOON, transform: `translate(${left.toFixed(1)} ${(top + down).toFixed(1)}) scale(.7)`, fill: "#f0d27a" }));
  return made;
}

// Returns the top of a petal as a button. The buttons are apart from the drawings, because they come
// in the order of their numbers.
function petalButton(number, { tiles }, label, tap) {
  const made = svg("path", { class: "petal", d: RIM, transform: moved(number, -THICK * (tiles - 1)) });
  made.dataset.petal = number;
  return becomeButton(made, label, tap);
}

// Makes a drawing a button for pointers, keys and screen readers.
export function becomeButton(made, label, tap) {
  made.setAttribute("role", "button");
  made.setAttribute("tabindex", "0");
  made.setAttribute("aria-label", label);
  made.addEventListener("click", tap);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) tap();
  });
  return made;
}

// Rounds.

// Returns the round with a dot for each: full up to the present one.
export function dots(round, text = round.text) {
  const made = element("span", "round", text, ...Array.from({ length: round.of }, (_, index) => element("i", index < round.number ? "on" : "")));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", round.long);
  return made;
}

// Rays behind a picture.
export function rays(number = 20) {
  const at = (degrees) => `${(900 * Math.sin((degrees * Math.PI) / 180)).toFixed(0)} ${(-900 * Math.cos((degrees * Math.PI) / 180)).toFixed(0)}`;
  const half = 90 / number;
  const beam = (_, index) => svg("path", { d: `M0 0L${at((360 / number) * index - half)}L${at((360 / number) * index + half)}Z` });
  return svg("svg", { class: "rays", viewBox: "-500 -500 1000 1000", "aria-hidden": "true" }, ...Array.from({ length: number }, beam));
}
