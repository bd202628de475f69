// The spectator view: everything that is public, in texts and images from the table.

import { afterKeys, chart, review, scrolling } from "./after-game.js";
import { element } from "./dom.js";
import { say } from "./words.js";

const place = document.getElementById("open");
let shown = "";

addEventListener("relabel", () => shown && draw(JSON.parse(shown)));

// Redraws only after a change, so that a screen reader keeps its position.
export function showOpen(open) {
  const text = JSON.stringify(open);
  if (text === shown) return;
  shown = text;
  place.hidden = false;
  draw(open);
}

export function hideOpen() {
  shown = "";
  place.hidden = true;
  place.replaceChildren();
}

function draw(open) {
  place.lang = open.language;
  place.replaceChildren(
    heading(open),
    ...(open.score ? [element("div", "score", ...score(open.score, open.language))] : []),
    ...part("reviews", say("Review"), open.reviews.map(review)),
    ...part("rows", open.rows_title, open.rows.map(row)),
    ...part("players", say("Players"), open.players.map(player)),
    ...part("log", say("What happened"), open.log.map(line).reverse()), // newest first
  );
}

function heading(open) {
  return element("hgroup", "", element("h2", "", open.title), element("p", "", open.note));
}

function part(name, title, lines) {
  if (!lines.length) return [];
  return [element("div", `${name}-part`, element("h3", "", title), element("ul", name, ...lines))];
}

const line = (text) => element("li", "", text);

function row(found) {
  const pieces = found.pieces.map(piece);
  const note = found.note ? [element("span", "note", found.note)] : [];
  return element("li", pieces.length || !found.note ? "" : "over", element("b", "", found.label), ...pieces, ...note);
}

// Returns the image of a piece, with its number of copies if there are several.
function piece(found) {
  const image = element("img");
  image.src = found.image;
  image.alt = found.name;
  image.title = found.name;
  const count = found.count > 1 ? [element("span", "count", String(found.count))] : [];
  return element("span", "piece", image, ...count);
}

function player(found) {
  const made = element(
    "li",
    `seat-${found.seat + 1}${found.to_act ? " to-act" : ""}`,
    element("b", "", found.name),
    element("span", "points", found.points),
    element("div", "", ...found.pieces.map(piece)),
    element("p", "notes", ...found.notes.flatMap((note, number) => [number ? " · " : "", element("span", "", note)])),
  );
  if (found.to_act) made.setAttribute("aria-current", "true");
  return made;
}

function score(found, language) {
  const head = element("tr", "", ...found.head.map((text) => heading_cell(text, "col")));
  const lines = found.lines.map(([first, ...others]) =>
    element("tr", "", heading_cell(first, "row"), ...others.map((text) => element("td", "", text))),
  );
  const table = element("table", "", element("thead", "", head), element("tbody", "", ...lines));
  const made = [element("p", "verdict", found.verdict), scrolling(say("Points"), table)];
  if (found.record) made.push(afterKeys(found, language));
  if (found.plot) made.push(chart(found.plot));
  return made;
}

function heading_cell(text, scope) {
  const cell = element("th", "", text);
  cell.scope = scope;
  return cell;
}
