// A round on the felt: the pile, the rows, the last move, and the players.

import { element } from "./dom.js";
import { playerCards } from "./felt-players.js";
import { closedPile, darkBelow, each, flower, lane, minus, rays, tile, usedPile } from "./parts.js";
import { part } from "./patch.js";

const SHORT_ROW = 3;
const large = matchMedia("(min-width: 1100px)");

export function play({ pile, piles, rows, rows_title, last, players, ask, title }) {
  const move = last ?? opening(players, ask || title);
  const played = last?.row ?? null;
  return [
    ...(move ? [part("last", move, () => lastMove(move))] : []),
    ...(pile ? [part("heap", [pile, piles], () => heap(pile, piles))] : []),
    part("rows", [rows, rows_title, played], () => rowList(rows, rows_title, played)),
    part("players", players, () => playerCards(players)),
  ];
}

// The pile of the round, and all piles of the game in small.

function heap(pile, piles) {
  return element("section", "heap", flower(pile.petals, { dark: darkBelow(piles) }), element("p", "", pile.text), element("ul", "piles", ...piles.map(smallPile)));
}

function smallPile(pile) {
  const drawing = pile.state === "closed" ? closedPile(pile) : usedPile();
  return element("li", pile.state, drawing, pile.text);
}

// The rows.

function rowList(rows, title, played) {
  const made = element("ol", "rows", ...rows.map((row) => (row.taker === null ? openRow(row, row.number === played) : takenRow(row))));
  made.setAttribute("aria-label", title);
  const longest = Math.max(SHORT_ROW, ...rows.map(({ taker, pieces }) => (taker === null ? each(pieces).length : 0)));
  made.style.setProperty("--longest", longest); // tiles are larger while rows are short
  return made;
}

function openRow(row, isPlayed) {
  const tiles = row.pieces.length ? lane(row.pieces, drawing()) : element("span", "note", row.note);
  const made = element("li", isPlayed ? "row played" : "row", number(row), tiles);
  if (row.change !== null) made.append(worth(row));
  made.dataset.row = row.number;
  return made;
}

function takenRow(row) {
  const made = element("li", "row taken", number(row), element("span", "note", row.note), lane(row.pieces, { size: 66, small: true }));
  made.dataset.row = row.number;
  return made;
}

// A TV shows the detailed drawings, which have the value of the tile.
const drawing = () => ({ size: 66, small: !(large.matches && document.body.classList.contains("watch")) });

const number = (row) => element("b", "number", String(row.number));

// Returns what the row would change for the player to act.
function worth({ change, for: who }) {
  const tone = change > 0 ? "good" : change < 0 ? "bad" : "";
  return element("span", `worth ${tone}`, element("small", "", who), signed(change));
}

const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? minus(change) : "±0");

// The last move, in the colour of its player. Before the first move, who begins.

function opening(players, text) {
  const first = players.find(({ to_act: acts }) => acts);
  return first ? { seat: first.seat, text, before: "", art: [{ art: "back" }] } : null;
}

export function lastMove({ seat, text, before, art }) {
  const amount = art.length > 4 ? "many" : art.length > 1 ? "several" : "single";
  const tiles = element("span", `tiles ${amount}`, ...art.map((piece) => tile(piece, { size: 100, title: "" })));
  const words = element("div", "words", element("h3", "", text));
  if (before) words.append(element("p", "", before));
  return element("section", `last seat-${seat + 1}`, element("div", "picture", rays(24), tiles), words);
}
