// What a finished game leaves: its record, the check of its shuffle, the coach's reviews, the chart.

import { element } from "./dom.js";
import { shuffleKey } from "./shuffle.js";
import { say } from "./words.js";

export function afterKeys(score, language) {
  return element("p", "after", saveKey(score.record), shuffleKey(score.check, language));
}

export function saveKey(path) {
  const made = element("a", "", say("Save the record of this game"));
  made.href = path;
  made.download = "";
  return made;
}

// Returns the decisions that cost a player the most points, the worst first.
export function review({ name, lines }) {
  const told = lines.length ? lines : [say("No decision has cost any points. Well played!")];
  return element("li", "", element("b", "", name), element("ol", "", ...told.map((line) => element("li", "", line))));
}

export function chart(path) {
  const image = element("img", "plot");
  image.src = `${path}?${Date.now()}`; // not from the cache: it changes with each game
  image.alt = say("Chart of everyone's wins and points at this table");
  image.onerror = () => image.remove();
  return image;
}

// Makes a wide part scroll by itself, also with the keyboard.
export function scrolling(label, child) {
  const made = element("div", "scrolls", child);
  made.tabIndex = 0;
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", label);
  return made;
}
