// A drawn tile: it lies face down until it is tapped, so that no neighbour sees it by chance.

import { picture } from "./art.js";
import { button, element } from "./dom.js";
import { tile } from "./parts.js";
import { part } from "./patch.js";
import { dock } from "./phone-dock.js";
import { bar, more } from "./phone-head.js";
import { keys } from "./phone-keys.js";
import { ask, rowsToPlace, rowsToSee } from "./phone-rows.js";
import { sky } from "./phone-sky.js";
import { isOn } from "./settings.js";
import { say } from "./words.js";

export const AT_ONCE = "tiles-at-once"; // the setting of a device that shows tiles at once
let turnedUp = ""; // the draw whose tiles have been turned up

export const liesFaceDown = ({ tile_id }) => tile_id !== turnedUp && !isOn(AT_ONCE);

// Turns all tiles down again, because the page was out of sight.
export function turnDown() {
  turnedUp = "";
}

export function drawnTile(state, faceUp = oneTile) {
  const { mine } = state;
  if (liesFaceDown(mine)) return faceDown(state);
  if (mine.tiles.every(staysDark)) return shadowTiles(state);
  return faceUp(state);
}

const staysDark = ({ shadow }) => shadow;
const title = ({ tiles }) => (tiles.length > 1 ? say("Your two tiles") : say("Your tile"));

// Nothing here may depend on the tile, but for its back, which all players have seen.
function faceDown(state) {
  const { mine, redraw } = state;
  const turn = () => {
    turnedUp = mine.tile_id;
    redraw();
  };
  const [call, after] = faceDownWords(mine.tiles);
  return {
    lines: [title(mine), call],
    parts: [
      bar(state, title(mine)),
      part("down", [mine.tile_id, mine.tiles.map(staysDark)], () => element("div", "hero", backsToTurn(mine.tiles, turn), words(call, say("Is anyone looking over your shoulder?")))),
      part("ask", "down", () => element("p", "ask", say("The rows"))),
      rowsToSee(state),
      part("keys", "down", () => element("div", "keys", element("div", "key off", picture("hole", { size: 38 }), after))),
      more(state),
    ],
  };
}

function faceDownWords(tiles) {
  const after = tiles.every(staysDark) ? say("Look first, then put it away.") : say("Look first, then place or keep it.");
  return tiles.length > 1 ? [say("Tap to turn them up"), say("Look at them first.")] : [say("Tap to turn it up"), after];
}

function backsToTurn(tiles, turn) {
  const backs = tiles.map(({ shadow }) => picture(shadow ? "back-shadow" : "back", { size: 270 }));
  const made = button(tiles.length > 1 ? "backs several" : "backs", turn, ...backs);
  made.dataset.focus = "tile";
  made.setAttribute("aria-label", say("Turn up what you drew: only you may see it"));
  return made;
}

function words(heading, ...lines) {
  return element("div", "", element("h2", "", heading), ...lines.map((line) => element("p", "", line)));
}

function oneTile(state) {
  const { mine } = state;
  const [drawn] = mine.tiles;
  return {
    lines: [drawn.title, drawn.text, drawn.secret],
    parts: [
      bar(state),
      part("tile", drawn, () => hero(drawn, [`${drawn.text} `, element("span", "eye", drawn.secret)])),
      ask(mine),
      rowsToPlace(state),
      keys(mine.keys),
      more(state),
    ],
  };
}

function hero(drawn, lines) {
  const drawing = tile(drawn, { size: 270 });
  drawing.dataset.focus = "tile";
  drawing.tabIndex = -1; // the focus stays here when the tile is turned up
  const made = element("div", "hero", drawing, element("div", "", element("h2", "", drawn.title), element("p", "", ...lines)));
  made.dataset.art = drawn.art;
  return made;
}

// One or two shadow tiles: there is nothing to decide.
function shadowTiles(state) {
  const { mine } = state;
  const lines = mine.tiles.flatMap((drawn) => [drawn.title, drawn.note]);
  return {
    lines: [mine.title, ...lines, mine.tiles[0].secret],
    className: "night",
    parts: [bar(state), part("dark", mine.tiles, () => night(mine.tiles)), keys(mine.keys), dock(state), more(state)],
  };
}

function night(tiles) {
  const made = element("div", tiles.length > 1 ? "hero several" : "hero", sky(), element("div", "darks", ...tiles.map((drawn) => tile(drawn, { size: 262 }))));
  const texts = tiles.map((drawn) => element("div", "", element("h2", "", drawn.title), element("p", "", drawn.note)));
  made.append(element("div", "", element("div", "texts", ...texts), element("p", "eye", tiles[0].secret)));
  return made;
}
