// Before the game: who sits at the table, as the petals of a flower.

import { element, svg } from "./dom.js";
import { RIM } from "./parts.js";
import { part } from "./patch.js";
import { bar, more } from "./phone-head.js";

const PETALS = 5;
const OUT = 62; // from the middle to a name

export function lobby({ open, seat, name }) {
  const mine = { title: name, acts: true };
  const flower = open.lobby ? [seats(open.lobby, seat)] : [];
  return { lines: [name], parts: [bar({ open, mine }), ...flower, more({ mine })] };
}

const seats = ({ seats: found, who }, own) =>
  part("lobby", [found, who, own], () => element("main", "lobby", element("p", "", who), svg("svg", { class: "seats", viewBox: "-118 -118 236 228", role: "img", "aria-label": who }, ...found.map((seat) => petal(seat, own)))));

function petal({ seat, name, free }, own) {
  const degrees = (360 / PETALS) * seat;
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [OUT * Math.sin(angle), -OUT * Math.cos(angle)].map((value) => value.toFixed(1));
  return svg(
    "g",
    { class: `seat-${seat + 1}${free ? " free" : ""}${seat === own ? " own" : ""}` },
    svg("path", { d: RIM, transform: `rotate(${degrees}) translate(0 -6)` }),
    svg("text", { x, y }, name),
  );
}
