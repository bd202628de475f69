// The cards of the players: points, sets, and what lies face down.

import { element } from "./dom.js";
import { backs, setsRow, tokens } from "./parts.js";
import { say } from "./words.js";

export function playerCards(players) {
  const isActing = players.some(({ to_act: acts }) => acts);
  const made = element("ul", `players of-${players.length}${isActing ? " acting" : ""}`, ...players.map(card));
  made.style.setProperty("--players", players.length);
  made.setAttribute("aria-label", say("Players"));
  return made;
}

function card(player) {
  const made = playerItem(player, "card", name(player), points(player), sets(player), belongings(player));
  if (!player.to_act) return made;
  made.classList.add("to-act");
  made.setAttribute("aria-current", "true");
  return made;
}

// Returns a list item in the colour of a player's seat. Tiles that the player takes fly to it.
export function playerItem(player, className, ...children) {
  const made = element("li", `${className} seat-${player.seat + 1}`, ...children);
  made.dataset.seat = player.seat;
  return made;
}

function name(player) {
  const made = element("h3", "", element("span", "name", player.name));
  if (player.tag) made.append(element("em", "tag", player.tag), element("em", "tag short", player.tag_short));
  else if (player.robot) made.append(element("em", "tag", say("robot")));
  return made;
}

// Returns the points as a large number, and in words for screen readers.
export function points(player) {
  const number = element("span", "", String(player.score ?? ""));
  number.setAttribute("aria-hidden", "true");
  return element("b", "points", number, element("span", "unseen", player.points));
}

export const sets = (player) => setsRow(player.sets, { size: 54, holes: true });

// Returns the tiles that lie face down, and the Rock and Trees.
export function belongings(player) {
  const hidden = element("span", "backs", ...backs(player.backs, 46));
  return element("div", "belongings", hidden, element("span", "tokens", ...tokens(player.tokens, 46)));
}
