// The end of a round: the standings of what lies open.

import { element } from "./dom.js";
import { backs, setsRow, tokens } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { bar, more } from "./phone-head.js";
import { keys } from "./phone-keys.js";
import { event } from "./phone-pile.js";
import { next } from "./phone-wait.js";

export function roundEnd(state) {
  const { open, mine } = state;
  const news = mine.news ?? { title: open.standing.title, text: open.standing.note, art: "" };
  const seat = open.players.find((player) => player.tokens.some(({ art }) => art === "rock"))?.seat ?? mine.seat;
  return {
    lines: [mine.title, news.title, open.standing?.next],
    parts: [bar(state), event(news, seat), standings(open, mine), next(open.standing?.next ?? "", "", seat), keys(mine.keys), dock(state), more(state)],
  };
}

function standings({ players }, { seat }) {
  const best = [...players].sort((one, other) => (one.place ?? 0) - (other.place ?? 0) || one.seat - other.seat);
  return part("standings", [best, seat], () => element("ol", `standings of-${best.length}`, ...best.map((player) => standing(player, player.seat === seat))));
}

function standing(player, isOwn) {
  const name = element("h3", "", ...place(player), element("span", "name", player.name), ...tokens(player.tokens, 20), element("span", "downs", ...backs(player.backs, 23)));
  const made = element("li", `seat-${player.seat + 1}${isOwn ? " own" : ""}`, name, ...gain(player), element("b", "points", String(player.score)), setsRow(player.sets, { size: 27 }));
  made.dataset.seat = player.seat;
  return made;
}

const place = ({ place: number }) => (number ? [element("span", "place", `${number}.`)] : []);

function gain({ gain: found }) {
  if (!found) return [];
  const tone = found.text.startsWith("+") ? "good" : found.text.startsWith("−") ? "bad" : "";
  return [element("span", `gain ${tone}`, found.text, element("small", "", found.label))];
}
