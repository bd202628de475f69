// Before a game: who sits where, and the code to join.

import { use } from "./art.js";
import { element } from "./dom.js";
import { part } from "./patch.js";
import { seatFlower } from "./seat-flower.js";
import { say } from "./words.js";

export function lobby({ lobby, title, note }) {
  const { seats, ...texts } = lobby ?? { title, text: note, seats: [] };
  return [part("intro", texts, () => intro(texts)), ...(seats.length ? [part("seats", seats, () => flower(seats))] : [])];
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

function flower(seats) {
  const knot = use("knot", false, { class: "knot", x: -10.4, y: -11, width: 20.8, height: 20.8 });
  const made = seatFlower(seats, { middle: [knot] });
  made.classList.add("seats");
  return made;
}
