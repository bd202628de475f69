// The end of a game: the winner, the score sheet, and what the game leaves.

import { afterKeys, chart, review, scrolling } from "./after-game.js";
import { picture } from "./art.js";
import { element } from "./dom.js";
import { fan, minus, pips, rays } from "./parts.js";
import { part } from "./patch.js";
import { say } from "./words.js";

export function over({ score, players, reviews, language }) {
  const complete = score.winners.length === 1 ? completeSets(players[score.winners[0]]) : [];
  return [
    part("winner", [score.headline, score.wins, score.detail, complete], () => winner(score, complete)),
    part("sheet", [score.columns, score.table], () => sheet(score.columns, score.table)),
    ...(score.record ? [part("after", [score.record, score.check], () => afterKeys(score, language))] : []),
    ...(reviews.length ? [part("reviews", reviews, () => reviewList(reviews))] : []),
    ...(score.plot ? [part("chart", score.plot, () => chart(score.plot))] : []),
  ];
}

const completeSets = ({ sets }) => sets.filter(({ mark }) => mark === "full").map(({ art }) => art);

function winner({ headline, wins, detail }, complete) {
  const words = [element("h2", "", headline), element("p", "verdict", wins), element("p", "", detail)];
  const sets = element("div", "complete", ...complete.map((art) => fan(art, 168)));
  const crown = element("div", "crown", picture("crown", { size: 220 }));
  const made = element("section", "winner", rays(), crown, ...words, sets);
  made.style.setProperty("--letters", longest(headline.split(" "))); // a long name is smaller
  return made;
}

const longest = (words) => Math.max(...words.map((word) => word.length));

// The score sheet: a column for each player, the best first.

function sheet(columns, lines) {
  const head = element("tr", "", element("td"), ...columns.map((column) => headCell(column)));
  const body = lines.map((line) => element("tr", line.art ? "" : "sum", rowHead(line), ...line.cells.map((cell, index) => scoreCell(cell, columns[index], line.art))));
  const table = element("table", "", element("thead", "", head), element("tbody", "", ...body));
  const made = element("section", "card sheet", scrolling(say("Points"), table));
  made.style.setProperty("--players", columns.length);
  made.style.setProperty("--letters", longest(columns.map(({ name }) => name)));
  return made;
}

function headCell({ seat, name, won }) {
  const made = element("th", `seat-${seat + 1}${won ? " won" : ""}`, name);
  made.scope = "col";
  return made;
}

function rowHead({ art, name }) {
  const made = element("th", "", ...(art ? [picture(art, { size: 70, small: true })] : []), element("span", "", name));
  made.scope = "row";
  return made;
}

function scoreCell({ count, points, mark }, { won }, isPart) {
  const number = element("b", points < 0 ? "bad" : points || !isPart ? "" : "nothing", minus(points));
  const made = element("td", won ? "won" : "", element("span", "", ...(count === null ? [] : [pips({ count, mark })]), number));
  return made;
}

function reviewList(reviews) {
  return element("section", "reviews-part", element("h3", "", say("Review")), element("ul", "reviews", ...reviews.map(review)));
}
