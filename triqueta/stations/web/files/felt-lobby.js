// Before a game: who sits where, and the code to join.

import { use } from "./art.js";
import { element, svg } from "./dom.js";
import { FACE, RIM } from "./parts.js";
import { part } from "./patch.js";
import { say } from "./words.js";

const SEATS = 5;
const BOX = "-530 -530 1060 1030";
const SCALE = 5.05; // of a petal
const NAME_AT = 327; // distance of a name from the middle
const ROOM = 260; // for a name

export function lobby({ lobby, title, note }) {
  const { seats, ...texts } = lobby ?? { title, text: note, seats: [] };
  return [part("intro", texts, () => intro(texts)), ...(seats.length ? [part("seats", seats, () => seatFlower(seats))] : [])];
}

function intro({ title, text, aim, game, who, code }) {
  const made = element("section", "intro", ...(code ? [joinCode(code)] : []), element("h2", "", title));
  if (text || aim) made.append(element("p", "", text, " ", ...(aim ? [element("b", "", aim)] : [])));
  if (game) made.append(element("p", "game", game));
  if (who) made.append(element("p", "present", who));
  return made;
}

function joinCode(address) {
  const image = element("img", "code");
  image.src = address;
  image.alt = say("Code to join with a phone");
  return image;
}

function seatFlower(seats) {
  const petals = Array.from({ length: SEATS }, (_, index) => petal(index, seats[index]));
  const middle = [svg("circle", { class: "middle", r: 46 }), use("knot", false, { class: "knot", x: -34, y: -36, width: 68, height: 68 })];
  const made = svg("svg", { class: "seats", viewBox: BOX, role: "img" }, ...petals, ...middle);
  made.setAttribute("aria-label", say("Seats"));
  return made;
}

function petal(index, seat) {
  const [x, y] = around(index, 14);
  const shape = svg("g", { transform: `translate(${x} ${y}) rotate(${72 * index}) scale(${SCALE})` }, svg("path", { class: "rim", d: RIM }), svg("path", { class: "petal-face", d: FACE }));
  const state = !seat ? "none" : seat.free ? "free" : "taken";
  const made = svg("g", { class: `${state} seat-${index + 1}` }, shape);
  if (seat) made.append(...(seat.free ? freeSeat(index) : takenSeat(index, seat)));
  return made;
}

function around(index, distance) {
  const angle = (2 * Math.PI * index) / SEATS;
  return [distance * Math.sin(angle), -distance * Math.cos(angle)].map(Math.round);
}

function takenSeat(index, { name, here, robot }) {
  const [x, y] = around(index, NAME_AT);
  const size = Math.min(62, (1.7 * ROOM) / name.length);
  const made = [svg("text", { x, y: y - 8, "font-size": size }, name)];
  if (robot) made.push(svg("text", { class: "robot", x, y: y + 42 }, say("robot")));
  else if (here) made.push(svg("circle", { class: "here", cx: x, cy: y + 46, r: 28 }), svg("path", { class: "tick", d: `M${x - 13} ${y + 47}l9 10l17-20` }));
  return made;
}

function freeSeat(index) {
  const [x, y] = around(index, NAME_AT);
  return [svg("circle", { class: "dot", cx: x, cy: y - 34, r: 16 }), svg("text", { x, y: y + 22, "font-size": 40 }, say("free"))];
}
