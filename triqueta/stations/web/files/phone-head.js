// The top of a phone's page: its title with the round and the menu, and the other players.

import { button, element } from "./dom.js";
import { dots, tile } from "./parts.js";
import { part } from "./patch.js";
import { openMenu } from "./phone-later.js";
import { say } from "./words.js";

const LONG = 19; // letters of a title: it may need two lines
const MANY = 4; // other players: their names get short

// The bar has the seat's colour while its player acts.
export function bar({ open, mine }, title = mine.title) {
  return part("bar", [title, mine.acts, open.round], () => element("div", mine.acts ? "bar acts" : "bar", heading(title), ...round(open)));
}

export function heading(title) {
  const made = element("h1", title.length > LONG ? "long" : "", title);
  made.tabIndex = -1; // a place for the focus when what had it is gone
  return made;
}

const round = ({ round }) => (round ? [dots(round)] : []);

// The key of the menu comes last on the page, and stands in the bar.
export const more = ({ mine }) =>
  part("more", mine.acts, () => {
    const made = button(mine.acts ? "more acts" : "more", openMenu, "⋮");
    made.dataset.focus = "more";
    made.setAttribute("aria-label", say("Menu"));
    return made;
  });

export function strip({ open, mine }) {
  const others = open.players.filter(({ seat }) => seat !== mine.seat);
  return part("strip", [others, open.pile?.text], () => {
    const left = others.length === 1 && open.pile ? [element("li", "left", open.pile.text)] : [];
    const made = element("ul", others.length >= MANY ? "strip many" : "strip", ...others.map(other), ...left);
    made.setAttribute("aria-label", say("Players"));
    return made;
  });
}

function other({ name, seat, score, out, tag_short, tokens }) {
  const tag = tag_short ? [element("small", "", tag_short)] : [];
  const rock = tokens.filter(({ art }) => art === "rock").map((token) => tile(token, { size: 18 }));
  const made = element("li", `seat-${seat + 1}${out ? " out" : ""}`, element("span", "", name), element("b", "", String(score)), ...tag, ...rock);
  made.dataset.seat = seat;
  return made;
}
