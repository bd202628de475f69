// The rows on a phone: to take one, to place a tile in one, or to watch them.

import { element } from "./dom.js";
import { lane } from "./parts.js";
import { part } from "./patch.js";
import { chip, pressable } from "./phone-keys.js";

const MANY = 5; // rows: they get lower

// What the rows below are for.
export const ask = ({ rows_title, rows_note }) =>
  part("ask", [rows_title, rows_note], () => element("p", "ask", rows_title, element("small", "", rows_note)));

export const rowsToTake = ({ open, mine }) => list(open, mine, (row, own) => [lane(row.pieces, { aside: reason(own) }), takeKey(own)]);
export const rowsToWatch = ({ open, mine }) => list(open, mine, (row, own) => [lane(row.pieces), worth(own)], open.last?.kind === "place" ? open.last.row : null);
export const rowsToSee = ({ open }) => list(open, { rows: [] }, (row) => [lane(row.pieces)]);

// The rows that a tile can be placed in are keys as a whole.
export function rowsToPlace({ open, mine }) {
  return part("rows", [open.rows, mine.rows], () => ordered(open.rows.map((row, index) => placeKey(row, mine.rows[index]))));
}

function placeKey(row, own) {
  if (!own?.act) return flat(row, [lane(row.pieces)]);
  const of = { action: own.act, focus: `row-${row.number}`, label: own.label };
  return pressable("row", of, number(row), lane(row.pieces, { hole: true }), chip(own.text, own.tone));
}

// `hit` is the number of the row that the last tile was placed in.
function list(open, mine, content, hit = null) {
  const row = (found, index) => flat(found, content(found, mine.rows[index]), found.number === hit);
  return part("rows", [open.rows, mine.rows, hit], () => ordered(open.rows.map(row)));
}

const ordered = (rows) => element("ol", rows.length >= MANY ? "rows many" : "rows", ...rows.map((row) => element("li", "", row)));

function flat(row, content, isHit = false) {
  if (row.taker !== null && row.taker !== undefined) return gone(row);
  const empty = row.pieces.length ? [] : [element("span", "empty", row.note)];
  const made = element("div", isHit ? "row hit" : "row", number(row), ...content.filter(Boolean));
  made.querySelector(".lane").prepend(...empty);
  made.dataset.row = row.number;
  return made;
}

function gone(row) {
  const made = element("div", "row gone", element("span", "", `${row.label} · ${row.note}`), lane(row.pieces, { size: 24 }));
  made.dataset.row = row.number;
  return made;
}

function number(row) {
  const made = element("span", "no", String(row.number));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", row.label);
  return made;
}

const reason = (own) => (own?.reason ? element("span", `why ${own.tone}`, own.reason) : null);

function takeKey(own) {
  if (!own?.act) return own ? chip(own.text, own.tone) : null;
  return pressable("take", { action: own.act, focus: `row-${own.number}`, label: own.label }, own.short, chip(own.text, own.tone));
}

function worth(own) {
  return own ? element("span", `worth ${own.tone}`, element("small", "", own.short), own.text) : null;
}
