// The player of this phone: name, colour, and whether it is their turn.

import { call, listenForTaps } from "./call.js";
import { say } from "./words.js";

const whose = document.getElementById("whose");
const turn = document.getElementById("turn");
let seat = null;

export function showWhose(found) {
  const begins = found.to_act && !seat?.to_act;
  const isFirst = seat === null;
  if (isFirst) listenForTaps();
  seat = found;
  document.body.classList.add(`seat-${seat.number}`);
  document.body.classList.toggle("to-act", seat.to_act);
  turn.hidden = !seat.to_act;
  label();
  if (begins && !isFirst) call();
}

function label() {
  if (!seat) return;
  const name = seat.name || say("Seat {number}", { number: seat.number });
  whose.textContent = name;
  document.title = seat.to_act ? say("{name}: your turn!", { name }) : `${name} · Triqueta`;
}

addEventListener("relabel", label);
