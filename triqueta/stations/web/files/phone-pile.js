// The choice of the next pile.

import { picture } from "./art.js";
import { element } from "./dom.js";
import { closedPile, usedPile } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { event } from "./phone-event.js";
import { bar, more } from "./phone-head.js";
import { chip, pressable } from "./phone-keys.js";

export function nextPile(state) {
  const { mine } = state;
  return {
    lines: [mine.title, mine.news?.title, mine.advice?.title],
    parts: [bar(state), event(mine.news, mine.seat), question(mine.advice), piles(mine.piles), dock(state), more(state)],
  };
}

function question(advice) {
  return part("question", advice, () => element("div", "question", element("h2", "", advice.title), ...advice.lines.map((line) => element("p", "", line))));
}

const piles = (found) => part("piles", found, () => element("div", "piles", ...found.map(pile)));

function pile(found) {
  if (found.state === "used") return element("div", "closed used", usedPile(), element("span", "", found.note || found.label));
  const tree = chip(found.text, "good");
  tree.prepend(picture("tree", { size: 20 }));
  const label = [found.label, found.note, found.text].filter(Boolean).join(", ");
  const of = { action: found.act, focus: `pile-${found.number}`, label };
  return pressable("closed", of, closedPile({ ...found, tree: true }), element("span", "", found.label, ...(found.text ? [tree] : [])));
}
