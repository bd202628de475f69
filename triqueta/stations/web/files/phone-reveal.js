// The end of the game: add a kept tile, or return it. Nothing is public yet.

import { picture } from "./art.js";
import { element } from "./dom.js";
import { tile } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { bar, more } from "./phone-head.js";
import { keys } from "./phone-keys.js";

export function reveal(state) {
  const { mine } = state;
  const { decide, shadow } = mine;
  const shown = decide ? [lead(decide), keptTile(decide)] : [];
  const answers = decide ? [decide.add, decide.return] : mine.keys;
  return {
    lines: [mine.title, decide?.title, decide?.tile.title],
    parts: [bar(state), ...shown, ...(shadow ? [shadowNote(shadow)] : []), keys(answers), dock(state), more(state)],
  };
}

const lead = ({ title, text }) => part("lead", [title, text], () => element("div", "lead", element("h2", "", title), element("p", "", text)));

function keptTile({ tile: kept, number, of }) {
  return part("kept", [kept, number, of], () => {
    const count = of > 1 ? [element("span", "tab", `${number} / ${of}`)] : [];
    const made = element("div", "hero kept", ...count, tile(kept, { size: 240 }), element("div", "", element("h2", "", kept.title), element("p", "", kept.text)));
    made.dataset.art = kept.art;
    return made;
  });
}

const shadowNote = ({ tiles, text }) =>
  part("must", [tiles, text], () => element("p", "must", ...tiles.map(({ art }) => picture(art, { size: 40, shadow: true })), element("span", "", text)));
