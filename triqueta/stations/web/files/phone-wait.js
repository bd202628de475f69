// Another player's turn: the last move, large, and what comes next.

import { element } from "./dom.js";
import { each, tile } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { bar, more, strip } from "./phone-head.js";
import { rowsToWatch } from "./phone-rows.js";

export function wait(state) {
  const { open, mine } = state;
  const acting = open.players.find(({ to_act }) => to_act);
  return {
    lines: [mine.title, mine.next],
    parts: [bar(state), strip(state), lastMove(open.last, mine.effect), next(mine.next, mine.left, acting?.seat), rowsToWatch(state), dock(state), more(state)],
  };
}

function lastMove(last, effect) {
  return part("last", [last, effect], () => {
    if (!last) return element("main", "news none");
    const pieces = each(last.art).slice(0, 3);
    const art = element("div", pieces.length > 1 ? "art several" : "art", ...pieces.map((piece) => tile(piece, { size: 150 })));
    const words = element("div", "", element("h2", "", last.text), element("p", "", effect || last.before));
    return element("main", `news seat-${last.seat + 1}`, ...(pieces.length ? [art] : []), words);
  });
}

// What comes next, in the colour of the seat that does it.
export function next(text, left, seat) {
  return part("next", [text, left, seat], () => {
    const made = element("p", "next", element("span", "", text), ...(left ? [element("b", "", left)] : []));
    if (seat !== undefined) made.classList.add(`seat-${seat + 1}`);
    return made;
  });
}
