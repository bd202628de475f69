// The large board next to the device, for games that have one: fields, pieces and cursors.
// A tap sends the name of the field; the table decides what it does.

import { element, svg } from "./dom.js";
import { send } from "./link.js";
import { corners, drawn } from "./paints.js";

const place = document.getElementById("board");
const STEPS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const MARGIN = 0.6; // in fields: room for the cursor at the edge

const over = svg("g", { class: "over", "aria-hidden": "true" }); // drawn above all fields
const tap = document.body.classList.contains("watch") ? null : (field) => send({ tap: field });
let fields = new Map(); // by name, each with its element
let outline = "";
let cursors = [];
let tappable = new Set();

// Takes what the table sends about the board.
export function hear(news) {
  if (news.board === "dark") blank();
  else if (news.board !== undefined) show(news.board);
  if (news.cursors) showCursors(news.cursors);
  if (news.tappable) showTappable(news.tappable);
}

function show(board) {
  document.body.classList.toggle("has-board", Boolean(board));
  place.hidden = !board;
  if (!board) return blank();
  fields = new Map(board.fields.map((field) => [field.name, { ...field, made: fields.get(field.name)?.made ?? button(field.name) }]));
  for (const field of fields.values()) redraw(field, board.paints);
  // Unchanged fields are kept, so that a screen reader keeps its position.
  const before = outline;
  outline = JSON.stringify([board.labels, board.fields.map(({ name, x, y }) => [name, x, y])]);
  if (outline !== before) place.replaceChildren(drawing(board), element("ul"));
  place.lang = board.language;
  place.firstChild.setAttribute("aria-label", board.name);
  place.lastChild.replaceChildren(...board.legend.map((line) => legendLine(line, board.paints)));
  mark();
}

// The board keeps its space, so that nothing moves while it is dark for a moment.
function blank() {
  fields.clear();
  outline = "";
  place.replaceChildren();
}

function showCursors(names) {
  cursors = names;
  mark();
}

function showTappable(names) {
  tappable = new Set(names);
  mark();
}

function button(name) {
  const made = svg("g", { role: tap ? "button" : "img" });
  made.dataset.field = name;
  if (!tap) return made;
  made.addEventListener("click", () => tap(name));
  made.addEventListener("keydown", (event) => pressed(event, name));
  made.addEventListener("focus", mark);
  made.addEventListener("blur", mark);
  return made;
}

const where = ({ x, y, size }) => `translate(${x} ${y}) scale(${size})`;

function redraw(field, paints) {
  field.made.setAttribute("transform", where(field));
  field.made.setAttribute("aria-label", field.words);
  field.cut = paints[field.ground].cut;
  field.made.replaceChildren(...drawn(paints[field.ground], paints[field.piece]));
}

function drawing(board) {
  const labels = board.labels.map(({ x, y, text }) => svg("text", { x, y, class: "label", "aria-hidden": "true" }, text));
  return svg("svg", { viewBox: extent([...board.fields, ...board.labels]), role: "group" }, ...labels, ...[...fields.values()].map((field) => field.made), over);
}

function extent(places) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(" ");
}

function legendLine(line, paints) {
  const viewBox = paints[line.ground].flag ? "-.75 -.9 1.5 1.5" : "-.6 -.6 1.2 1.2"; // with room for a flag
  const sample = svg("svg", { viewBox, "aria-hidden": "true" }, ...drawn(paints[line.ground], paints[line.piece]));
  return element("li", "", sample, line.words);
}

function mark() {
  for (const [name, { made }] of fields) {
    if (cursors.includes(name)) made.setAttribute("aria-current", "true");
    else made.removeAttribute("aria-current");
    if (tap) made.setAttribute("aria-disabled", String(!tappable.has(name)));
  }
  const focused = document.activeElement?.dataset?.field;
  over.replaceChildren(...around(focused, "focus"), ...cursors.flatMap((name) => [...around(name, "rim"), ...around(name, "cursor")]));
  if (tap && fields.size) stopAt(focused ?? cursors[0]);
}

function around(name, kind) {
  const field = fields.get(name);
  if (!field) return [];
  return [svg("polygon", { class: kind, points: corners(1, field.cut), transform: where(field) })];
}

// The Tab key stops at one field only; arrow keys move on from there.
function stopAt(name) {
  const stop = fields.has(name) ? name : fields.keys().next().value;
  for (const [other, { made }] of fields) made.setAttribute("tabindex", other === stop ? "0" : "-1");
}

function pressed(event, name) {
  const step = STEPS[event.key];
  if (step) neighbour(fields.get(name), step)?.made.focus();
  else if (event.key === "Enter" || event.key === " ") tap(name);
  else return;
  event.preventDefault();
}

// Returns the nearest field in a direction, preferring fields straight ahead.
function neighbour(from, [right, down]) {
  let found = null;
  let least = Infinity;
  for (const field of fields.values()) {
    const [dx, dy] = [field.x - from.x, field.y - from.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead <= aside || ahead + 3 * aside >= least) continue;
    found = field;
    least = ahead + 3 * aside;
  }
  return found;
}
