// Two drawn tiles: the amber card is the one to decide about, the other waits, is done, or stays.

import { picture } from "./art.js";
import { element, svg } from "./dom.js";
import { tile } from "./parts.js";
import { part } from "./patch.js";
import { ownSets } from "./phone-dock.js";
import { bar, more, strip } from "./phone-head.js";
import { box, keys, pressable } from "./phone-keys.js";
import { ask, rowsToPlace } from "./phone-rows.js";
import { drawnTile } from "./phone-tile.js";

export const pair = (state) => drawnTile(state, twoTiles);

function twoTiles(state) {
  const { mine } = state;
  const now = mine.tiles.find((drawn) => drawn.now);
  return {
    lines: [now.tag, now.title, now.secret],
    className: "paired",
    parts: [bar(state), strip(state), cards(mine), ownSets(state), ask(mine), rowsToPlace(state), keys(mine.keys), more(state)],
  };
}

function cards({ tiles, undo }) {
  return part("pair", [tiles, undo], () => {
    const isFirst = tiles[0].now;
    return element("div", isFirst ? "pair" : "pair second", ...tiles.map((drawn) => (drawn.now ? cardNow(drawn) : cardOther(drawn, undo))));
  });
}

function cardNow(drawn) {
  const words = [element("h2", "", drawn.title), element("p", "eye", drawn.secret)];
  return element("section", "one now", element("span", "tab", drawn.tag), tile(drawn, { size: 218 }), ...words, ...fates(drawn));
}

// A tap on a tile that is decided takes the decision back.
function cardOther(drawn, undo) {
  const isDone = drawn.state === "done";
  const of = { action: isDone ? undo?.act : null, focus: "other", label: isDone && undo ? [drawn.tag, drawn.note, undo.label].join(", ") : "" };
  const words = [element("h2", "", drawn.title), element("p", "", drawn.note), ...(isDone && undo ? [element("p", "undo", undo.label)] : [])];
  const className = `one other ${drawn.state}${drawn.shadow ? " dark" : ""}`;
  const face = drawn.art ? tile(drawn, { size: 138 }) : picture("back", { size: 138, title: drawn.name });
  return pressable(className, of, ...(isDone ? [tick()] : []), element("span", "tab", drawn.tag || drawn.title), face, ...words, ...fates(drawn));
}

// What can become of a tile. What the other one got is struck out.
function fates({ fates: found = [] }) {
  if (!found.length) return [];
  return [element("ul", "fates", ...found.map(({ kind, name, used }) => element("li", used ? "used" : "", icon(kind), name)))];
}

function icon(kind) {
  if (kind === "keep") return picture("back", { size: 22 });
  return kind === "box" ? box() : row();
}

function row() {
  return svg(
    "svg",
    { viewBox: "0 0 22 22", width: 22, height: 22, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 6, width: 20, height: 11, rx: 4, fill: "#fffaf0", stroke: "#8a7d66", "stroke-width": 1.6 }),
    svg("path", { d: `M6 9v5M11 9v5M16 9v5`, stroke: "#8a7d66", "stroke-width": 2, "stroke-linecap": "round" }),
  );
}

function tick() {
  return svg(
    "svg",
    { class: "tick", viewBox: "-17 -17 34 34", "aria-hidden": "true" },
    svg("circle", { r: 16, fill: "#2b6e35", stroke: "#fffaf0", "stroke-width": 2.5 }),
    svg("path", { d: `M-7 0l5 6l9-11`, fill: "none", stroke: "#fff", "stroke-width": 4, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}
