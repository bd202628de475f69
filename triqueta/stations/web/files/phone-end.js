// The result of a game, with its score sheet.

import { saveKey } from "./after-game.js";
import { picture } from "./art.js";
import { element } from "./dom.js";
import { fan, minus, rays } from "./parts.js";
import { part } from "./patch.js";
import { heading, more } from "./phone-head.js";
import { pressable } from "./phone-keys.js";
import { shuffleKey } from "./shuffle.js";
import { say } from "./words.js";

export function end(state) {
  const { open, mine } = state;
  return {
    lines: [mine.verdict?.title, mine.verdict?.text],
    parts: [crown(open, mine), sheet(open, mine), actions(open, mine), more({ mine: { acts: true } })],
  };
}

function crown({ score }, mine) {
  const winner = score.columns.find(({ seat, won }) => won && seat === mine.seat) ?? score.columns[0];
  return part("crown", [mine.verdict, mine.title, winner, score.table], () => {
    const verdict = mine.verdict ?? { title: mine.title, text: score.verdict };
    const words = [heading(verdict.title), element("h2", "", verdict.text)];
    const fans = element("div", "fans", ...completeOf(score, winner).map((art) => fan(art)));
    return element("div", `crown seat-${winner.seat + 1}`, rays(), picture("crown", { size: 72 }), ...words, fans);
  });
}

function completeOf({ table, columns }, winner) {
  const column = columns.indexOf(winner);
  return table.filter(({ cells }) => cells[column].mark === "full").map(({ art }) => art);
}

function sheet({ score }, { seat }) {
  return part("sheet", [score.columns, score.table, seat], () => {
    const head = element("tr", "", element("td"), ...score.columns.map((column) => columnHead(column, seat)));
    const lines = score.table.map((line) => scoreLine(line, score.columns, seat));
    return element("div", score.columns.length > 4 ? "score five" : "score", element("table", "", element("thead", "", head), element("tbody", "", ...lines)));
  });
}

function columnHead(column, seat) {
  const made = element("th", `seat-${column.seat + 1}${column.seat === seat ? " own" : ""}`, element("small", "", `${column.place}.`), element("span", "", column.name));
  made.scope = "col";
  return made;
}

function scoreLine({ art, name, cells }, columns, seat) {
  const head = element("th", "", art ? picture(art, { size: 30, title: name }) : name);
  head.scope = "row";
  const made = element("tr", art ? "" : "sum", head, ...cells.map((cell, index) => scoreCell(cell, columns[index].seat === seat)));
  return made;
}

function scoreCell({ name, count, points, mark }, isOwn) {
  const value = element("b", mark || (points ? "" : "zero"), minus(points));
  const made = element("td", isOwn ? "own" : "", value);
  if (count !== null && count !== undefined) value.setAttribute("aria-label", say("{name}: {count}, points: {points}", { name, count, points: minus(points) }));
  return made;
}

function actions({ score, language }, { again }) {
  return part("actions", [again, score.check, score.record], () => {
    const made = element("div", "actions");
    if (again) made.append(pressable("key go", { action: again.act, focus: "again" }, again.label));
    if (score.record) made.append(shuffleKey(score.check, language), saveKey(score.record));
    return made;
  });
}
