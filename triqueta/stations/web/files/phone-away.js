// A phone without its table: no connection, another phone at its seat, or a table that sleeps.

import { onTell } from "./dialogs.js";
import { button, element, svg } from "./dom.js";
import { RIM, setsRow } from "./parts.js";
import { part } from "./patch.js";
import { bar, heading, strip } from "./phone-head.js";
import { act } from "./phone-keys.js";
import { rowsToSee } from "./phone-rows.js";
import { sky } from "./phone-sky.js";
import { say } from "./words.js";

const PINK = "#c83c5b";
const WAKE = { tap: "wake" }; // the first tap only lights a dark table; this one would do nothing else

// The last public state, grey: nothing of it can be pressed, and nothing of it is secret.
export function away({ open, seat }) {
  const player = open.players.find((found) => found.seat === seat);
  const mine = { acts: true, seat, rows: [] };
  return {
    lines: [],
    parts: [bar({ open, mine }, player?.name ?? open.title), strip({ open, mine }), rowsToSee({ open }), ...(player ? [openTiles(player)] : [])],
  };
}

const openTiles = (player) =>
  part("dock", player.sets, () => {
    const sum = element("span", "sum", element("b", "", String(player.score)));
    return element("section", "dock", element("div", "head", element("h2", "", player.name), sum), setsRow(player.sets, { points: true }));
  });

// The displays of the table are off, because no key was pressed for a while.
export function asleep({ name }) {
  return {
    lines: [say("Good night")],
    className: "night",
    parts: [
      part("bar", ["asleep", name], () => element("div", "bar", heading(name))),
      part("asleep", name, () => element("div", "asleep", nightFlower(), element("h2", "", say("Good night")), element("p", "", say("The table is asleep, and the game is saved.")))),
      part("keys", "wake", () => element("div", "keys", wakeKey())),
    ],
  };
}

function wakeKey() {
  const made = button("key go", () => act(WAKE), say("Wake it up"));
  made.dataset.focus = "wake";
  return made;
}

// The message of a phone without its table has a heading and a picture, by the kind of the message.

const HEADINGS = {
  connecting: () => say("No connection"),
  missing: () => say("No connection"),
  offline: () => say("No network"),
  asleep: () => say("The table is away"),
  off: () => say("Good night"),
  full: () => say("No connection"),
  taken: () => say("Another phone sits here"),
  moved: () => say("Another phone sits here now"),
  old: () => say("A new game"),
};
const PICTURES = {
  ...{ connecting: noSignal, missing: noSignal, full: noSignal, offline: noSignal },
  ...{ taken: twoPhones, moved: twoPhones, old: twoPhones },
  ...{ asleep: nightFlower, off: nightFlower },
};

// Of the connection, while the page behind still shows the rows.
const BANNERS = ["connecting", "missing", "offline", "full"];

onTell((kind, place, title) => {
  place.parentElement.classList.toggle("banner", BANNERS.includes(kind));
  title.textContent = HEADINGS[kind]();
  place.replaceChildren(PICTURES[kind]());
});

function noSignal() {
  const line = { fill: "none", "stroke-width": 4.5, "stroke-linecap": "round" };
  return svg(
    "svg",
    { viewBox: "0 0 48 40", width: 48, height: 40 },
    svg("path", { ...line, d: `M4 14Q24-4 44 14M11 22Q24 10 37 22M18 30Q24 25 30 30`, stroke: "#8d857b" }),
    svg("path", { ...line, d: `M6 36L42 4`, stroke: "#fff" }),
  );
}

// The phone in front has the tile.
function twoPhones() {
  const phone = (x, y, width, height, fill, glass) => [
    svg("rect", { x, y, width, height, rx: 12, fill }),
    svg("rect", { x: x + 6, y: y + 8, width: width - 12, height: height - 22, rx: 5, fill: glass }),
  ];
  const tile = svg("path", { d: RIM, fill: PINK, stroke: "#fffaf0", "stroke-width": 6, transform: "translate(104 88) scale(.48)" });
  return svg(
    "svg",
    { viewBox: "0 0 150 130", width: 170, height: 147 },
    svg("g", { transform: "rotate(-8 45 70)" }, ...phone(14, 20, 62, 106, "#d6c7a0", "#efe4c8")),
    svg("g", { transform: "rotate(7 105 66)" }, ...phone(72, 8, 64, 112, "#2b2622", "var(--seat)"), tile),
  );
}

function nightFlower() {
  const petals = [0, 72, 144, 216, 288].map((degrees) => svg("path", { d: RIM, transform: `translate(190 190) rotate(${degrees}) translate(0 -2)`, fill: "#2f3c61", stroke: "#151b2f", "stroke-width": 5 }));
  const made = sky();
  made.setAttribute("class", "night-flower");
  made.setAttribute("viewBox", "0 0 380 300");
  made.setAttribute("preserveAspectRatio", "xMidYMid meet");
  made.append(...petals, svg("circle", { cx: 190, cy: 190, r: 17, fill: "#3c4a70" }));
  return made;
}
