// What has just happened, large, and what comes next.

import { picture } from "./art.js";
import { element } from "./dom.js";
import { darkBelow, each, flower, tile } from "./parts.js";
import { part } from "./patch.js";

const LONG = 26; // letters of a move: more than two large lines

// The last move of another player, or the pile before the first move.
export function lastMove({ last, pile, piles }, effect) {
  return part("last", [last, last ? effect : pile], () => {
    if (!last) return element("div", "news none", ...(pile ? [flower(pile.petals, { dark: darkBelow(piles) })] : []));
    const pieces = each(last.art).slice(0, 3);
    const art = element("div", pieces.length > 1 ? "art several" : "art", ...pieces.map((piece) => tile(piece, { size: 150 })));
    const words = element("div", "", element("h2", last.text.length > LONG ? "long" : "", last.text), element("p", "", effect || last.before));
    return element("div", `news seat-${last.seat + 1}`, ...(pieces.length ? [art] : []), words);
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

// Other news, in the colour of a seat.
export function event(news, seat) {
  return part("event", [news, seat], () => {
    const words = element("div", "", element("h2", "", news.title), element("p", "", news.text));
    return element("div", `event seat-${seat + 1}`, ...(news.art ? [picture(news.art, { size: 58 })] : []), words);
  });
}
