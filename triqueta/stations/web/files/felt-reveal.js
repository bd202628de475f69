// The reveal: what was kept is turned up, tile by tile, and changes the points.

import { use } from "./art.js";
import { element, svg } from "./dom.js";
import { playerItem, points } from "./felt-players.js";
import { backs, rays, tile } from "./parts.js";
import { part } from "./patch.js";

const APART = 58; // degrees between the tiles of a fan
const TILE = { x: -48, y: -102, width: 96, height: 104 };

export function reveal({ reveal: step, players }) {
  const sets = players.find(({ seat }) => seat === step.seat)?.sets ?? [];
  const mark = sets.find(({ art }) => art === step.art)?.mark ?? "";
  return [
    part("who", [step.name, step.note], () => who(step)),
    part("shown", [step, mark], () => fan(step, mark)),
    part("change", step, () => change(step)),
    part("players", [players, step.seat], () => revealed(players, step.seat)),
  ];
}

function who({ name, note }) {
  return element("section", "who", element("h3", "", name), element("p", "", note));
}

// Returns the tile with those like it. The decisive one is in the middle, and is drawn last.
function fan({ art, shadow, count, side }, mark) {
  const made = svg("svg", { class: shadow ? "fan shadow" : "fan", viewBox: count > 3 ? "-112 -106 224 150" : "-106 -106 212 136", "aria-hidden": "true" });
  const angles = Array.from({ length: Math.max(1, count) }, (_, index) => APART * (index - (count - 1) / 2));
  const [middle] = angles.splice(Math.floor(count / 2), 1);
  made.append(...[...angles, middle].map((angle) => turned(art, angle, angle !== middle)));
  if (side === "face" && mark === "full") made.append(knot());
  return element("section", "shown", rays(), made);
}

// The group around a picture stays turned while the picture moves in it.
function turned(art, angle, small) {
  return svg("g", { transform: `rotate(${angle})` }, use(art, small, { ...TILE, class: "turns" }));
}

function knot() {
  const ring = svg("circle", { r: 19, fill: "#1b243d", stroke: "#eeb234", "stroke-width": 1.7 });
  return svg("g", { transform: "translate(0 8)" }, svg("g", { class: "knot" }, ring, use("knot", false, { x: -16, y: -17, width: 32, height: 32 })));
}

function change({ headline, change: points, tone, before, total, points: text }) {
  const made = element("section", `change ${tone}`);
  if (!points) return made;
  made.append(element("h3", "", headline), element("b", "", points));
  made.append(element("p", "", `${before} → `, ...counted(text, total)));
  return made;
}

// Returns "30 points" with a large number, in whatever order the language has.
function counted(text, number) {
  const [start, ...rest] = text.split(String(number));
  return rest.length ? [start, element("b", "", String(number)), rest.join(String(number))] : [text];
}

function revealed(players, seat) {
  const made = element("ul", "turning", ...players.map((player) => turning(player, player.seat === seat)));
  made.style.setProperty("--players", players.length);
  return made;
}

function turning(player, isNow) {
  const tiles = element("div", "tiles", ...player.turned.map((piece) => tile(piece, { size: 84 })), ...backs(player.backs, 84));
  const made = playerItem(player, isNow ? "card now" : "card", element("h4", "", player.name), points(player), element("p", "", player.summary), tiles);
  if (isNow) made.setAttribute("aria-current", "true");
  return made;
}
