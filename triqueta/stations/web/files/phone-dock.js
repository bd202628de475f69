// A player's own tiles at the bottom of their phone: the sets, and what lies face down.

import { picture } from "./art.js";
import { button, element } from "./dom.js";
import { setsRow, tile, tokens } from "./parts.js";
import { part } from "./patch.js";
import { act } from "./phone-keys.js";
import { say } from "./words.js";

const SMALL = 30;
const GLANCE = 3000; // how long a screen reader's tap shows the kept tiles

export function dock({ open, mine }) {
  const player = open.players.find(({ seat }) => seat === mine.seat);
  const data = [mine.sets_title, mine.points, mine.points_text, mine.sets, mine.kept, mine.shadow, player?.tokens, mine.undo];
  return part("dock", data, () => {
    const made = element("section", "dock", head(mine), setsRow(mine.sets, { points: true }), side(mine, player?.tokens ?? []));
    made.setAttribute("aria-label", mine.sets_title);
    return made;
  });
}

// The own sets alone, where there is little room.
export const ownSets = ({ mine }) =>
  part("line", mine.sets, () => {
    const made = element("section", "line", setsRow(mine.sets, { size: 36, points: true }));
    made.setAttribute("aria-label", mine.sets_title);
    return made;
  });

function head({ sets_title, points, points_text, undo }) {
  const sum = element("span", "sum", element("b", "", String(points)), ` ${points_text}`);
  return element("div", "head", element("h2", "", sets_title), ...(undo ? [undoKey(undo)] : []), sum);
}

function undoKey(undo) {
  const made = button("undo", () => act(undo.act), undo.label);
  made.dataset.focus = "undo";
  return made;
}

function side({ kept, shadow }, ownTokens) {
  const isFull = Boolean(shadow) || ownTokens.length > 1;
  const made = element("div", isFull ? "side full" : "side");
  if (kept) made.append(keptTiles(kept));
  if (shadow) made.append(hidden(shadow, shadow.tiles.map(() => picture("back-shadow", { size: SMALL }))));
  made.append(...tokens(ownTokens, 24));
  return made;
}

function keptTiles(kept) {
  const holes = Array.from({ length: Math.max(0, kept.most - kept.tiles.length) }, () => picture("hole", { size: SMALL }));
  return hidden(kept, [...kept.tiles.map(() => picture("back", { size: SMALL })), ...holes]);
}

// Tiles that lie face down, and that their owner sees while holding them.
function hidden(found, downs) {
  const tiles = element("span", "downs", ...downs);
  const words = element("span", "", found.text, ...(found.hold ? [element("small", "", ` ${found.hold}`)] : []));
  if (!found.tiles.length) return element("span", "hidden", tiles, words);
  const made = button("hidden", null, tiles, words);
  made.dataset.focus = found.hold ? "kept" : "shadow";
  made.setAttribute("aria-label", `${found.text}, ${found.hold || say("hold to look")}`);
  letLook(made, (isSeen) => {
    const faces = found.tiles.map((piece) => tile(piece, { size: SMALL }));
    tiles.replaceChildren(...(isSeen ? [...faces, ...downs.slice(faces.length)] : downs));
    made.setAttribute("aria-pressed", String(isSeen));
  });
  return made;
}

function letLook(made, show) {
  const hide = () => show(false);
  made.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    made.setPointerCapture(event.pointerId);
    show(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) made.addEventListener(end, hide);
  made.addEventListener("keydown", (event) => {
    if (event.code !== "Space" && event.code !== "Enter") return;
    event.preventDefault();
    show(true);
  });
  made.addEventListener("click", (event) => {
    if (event.detail) return; // the pointer has shown them already
    show(true);
    setTimeout(hide, GLANCE);
  });
  made.addEventListener("contextmenu", (event) => event.preventDefault());
}
