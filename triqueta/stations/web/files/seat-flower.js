// The seats of a table before a game, as the petals of a flower in the players' colours.

import { svg } from "./dom.js";
import { FACE, RIM, becomeButton } from "./parts.js";
import { say } from "./words.js";

const PETALS = 5;
const GAP = 6; // of a petal from the middle
const SCALE = 1.55;
const NAME_AT = 103; // distance of a name from the middle
const NAME_SIZE = 19;
const ROOM = 104; // for a name
const pen = document.createElement("canvas").getContext("2d");

// Returns the flower. `own` is the seat of this phone, shown under `name`. A free seat is a button if
// there is an `onTap`, which is called with its number. `middle` is drawn in the middle.
export function seatFlower(seats, { own = null, name = "", onTap = null, middle = [] } = {}) {
  const petals = Array.from({ length: PETALS }, (_, seat) => {
    const found = seats.find((other) => other.seat === seat);
    if (!found) return noSeat(seat);
    return seat === own ? ownSeat({ ...found, name }) : found.free ? freeSeat(found, onTap) : takenSeat(found);
  });
  const flower = svg("svg", { class: "seat-flower", viewBox: "-170 -166 340 332", role: "group" }, ...petals, svg("circle", { class: "middle", r: 15 }), ...middle);
  flower.setAttribute("aria-label", say("Seats"));
  return flower;
}

function ownSeat({ seat, name }) {
  if (!name) return labelled(petal(seat, "own", [word(seat, say("you"))]), say("Seat {number}, you", { number: seat + 1 }));
  return labelled(petal(seat, "own", named(seat, name, [small(seat, say("you"))])), say("Seat {number}: {name}, you", { number: seat + 1, name }));
}

function takenSeat({ seat, name, here, robot }) {
  const mark = robot ? [small(seat, say("robot"))] : here ? tick(seat) : [];
  const label = robot ? say("{name}: robot", { name }) : say("Seat {number}: {name}", { number: seat + 1, name: name || "…" });
  return labelled(petal(seat, here || robot ? "taken" : "taken coming", named(seat, name || "…", mark)), label);
}

// A free seat may have a name: that of a player whose phone is away, or who plays at the table.
function freeSeat({ seat, name }, onTap) {
  const texts = name ? named(seat, name, [small(seat, say("free"))]) : [word(seat, say("free"))];
  const made = petal(seat, onTap ? "free key" : "free", texts);
  const label = name ? say("Seat {number}: {name}, free", { number: seat + 1, name }) : say("Seat {number}, free", { number: seat + 1 });
  if (!onTap) return labelled(made, label);
  becomeButton(made, label, () => onTap(seat));
  made.dataset.focus = `seat-${seat}`;
  return made;
}

const noSeat = (seat) => svg("g", { class: "none", "aria-hidden": "true" }, ...shape(seat, 0, RIM));

function labelled(made, label) {
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  return made;
}

function petal(seat, state, texts) {
  const edge = shape(seat, 4, RIM);
  edge[0].classList.add("edge");
  return svg("g", { class: `petal ${state} seat-${seat + 1}` }, ...edge, ...shape(seat, 0, RIM, FACE), ...texts);
}

function shape(seat, down, ...paths) {
  const [x, y] = around(seat, GAP);
  const transform = `translate(${x.toFixed(1)} ${(y + down).toFixed(1)}) rotate(${(360 / PETALS) * seat}) scale(${SCALE})`;
  return paths.map((d) => svg("path", { class: d === FACE ? "petal-face" : "rim", d, transform }));
}

function around(seat, distance) {
  const angle = (2 * Math.PI * seat) / PETALS;
  return [distance * Math.sin(angle), -distance * Math.cos(angle)];
}

const named = (seat, name, below) => [text(seat, "word", 2, fitting(name), name), ...below];
const word = (seat, words) => text(seat, "word", 7, NAME_SIZE, words);
const small = (seat, words) => text(seat, "small", 20, 14, words);

function text(seat, className, down, size, words) {
  const [x, y] = around(seat, NAME_AT);
  return svg("text", { class: className, x: x.toFixed(1), y: (y + down).toFixed(1), "font-size": size }, words);
}

function fitting(name) {
  pen.font = `800 ${NAME_SIZE}px system-ui, sans-serif`;
  return Math.min(NAME_SIZE, (NAME_SIZE * ROOM) / pen.measureText(name).width);
}

function tick(seat) {
  const [x, y] = around(seat, NAME_AT);
  const disc = svg("circle", { class: "disc", cx: (x + 0.5).toFixed(1), cy: (y + 17).toFixed(1), r: 9 });
  return [disc, svg("path", { class: "tick", d: `M${(x - 6).toFixed(1)} ${(y + 17).toFixed(1)}l5 5l8-10` })];
}
