// The end of a round: the standings, how the round ended, and what comes next.

import { element } from "./dom.js";
import { lastMove } from "./felt-play.js";
import { belongings, playerItem, points, sets } from "./felt-players.js";
import { closedPile } from "./parts.js";
import { part } from "./patch.js";

export function round({ standing, players, piles, last }) {
  const pile = piles.find(({ state }) => state === "closed") ?? null;
  return [
    part("heading", standing, () => heading(standing)),
    part("standings", players, () => standings(players)),
    ...(last ? [part("last", last, () => lastMove(last))] : []),
    part("next", [standing, pile], () => nextPile(standing, pile)),
  ];
}

function heading({ title, note }) {
  return element("hgroup", "ended", element("h2", "", title), element("p", "", note));
}

// Players with equal points share a place, and keep the order of their seats.
function standings(players) {
  const sorted = [...players].sort((one, other) => one.place - other.place);
  const made = element("ol", "standings", ...sorted.map(standing));
  made.style.setProperty("--players", players.length);
  return made;
}

function standing(player) {
  const who = element("div", "who", element("h3", "", player.name), belongings(player));
  const made = playerItem(player, "card standing", element("b", "place", String(player.place)), who, sets(player), gain(player.gain), points(player));
  if (player.to_act) made.classList.add("to-act");
  return made;
}

function gain(found) {
  if (!found) return element("span", "gain");
  const tone = found.text.startsWith("+") ? "good" : found.text.startsWith("−") ? "bad" : "";
  return element("span", `gain ${tone}`, found.text, element("small", "", found.label));
}

function nextPile({ next, next_lines: lines }, pile) {
  const made = element("section", "next", element("h3", "", next), ...lines.map((line) => element("p", "", line)));
  if (pile) made.prepend(closedPile(pile));
  return made;
}
