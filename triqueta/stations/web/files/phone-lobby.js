// Before a game: who sits at the table. Nothing here starts the game.

import { call, isCalling, switchCall } from "./call.js";
import { attribute, button, element, svg } from "./dom.js";
import { send } from "./link.js";
import { fan } from "./parts.js";
import { part } from "./patch.js";
import { heading, more } from "./phone-head.js";
import { askForName } from "./phone-later.js";
import { seatFlower } from "./seat-flower.js";
import { say } from "./words.js";

export function lobby({ open, seat, name, isNamed, redraw }) {
  const { lobby: found, art, language } = open;
  const { seats, present } = found;
  const main = part("lobby", [found, art, language, seat, name, isNamed, isCalling()], () => {
    const flower = element("div", "seats", seatFlower(seats, { own: seat, name: isNamed ? name : "" }));
    const dock = element("section", "dock", tip(found.aim, art), keys(isNamed, language), callSwitch(redraw));
    return element("div", "lobby", heads(present), flower, dock);
  });
  return { lines: [present], parts: [top(seats.length, seat, name, isNamed), main, more({ mine: { acts: true } })] };
}

function top(most, seat, name, isNamed) {
  return part("bar", [most, seat, name, isNamed], () => {
    const title = isNamed ? say("You sit, {name}", { name }) : say("You sit here");
    const place = element("span", "round", say("Seat {number} of {most}", { number: seat + 1, most }));
    return element("div", "bar acts", heading(title), place);
  });
}

const heads = (present) => element("div", "present", element("h2", "", present), element("p", "", say("It starts at the table when all are there.")));

function tip(aim, art) {
  const drawn = art && document.getElementById("bear") ? [fan("bear", 96)] : [];
  return element("p", "tip", ...drawn, element("span", "", aim));
}

function keys(isNamed, language) {
  const name = key("name", say("Name"), askForName);
  name.classList.toggle("wanted", !isNamed);
  return element("div", "trio", name, rules(language), key("stand", say("Stand up"), () => send({ stand: true })));
}

function key(focus, label, action) {
  const made = button("key2", action, label);
  made.dataset.focus = focus;
  return made;
}

function rules(language) {
  const made = element("a", "key2", say("Rules"));
  made.dataset.focus = "rules";
  return attribute(made, { href: `/rules?lang=${language}`, target: "_blank" });
}

function callSwitch(redraw) {
  const made = button("key2 call", () => turnCall(redraw), thumb(), say("Buzz and ring when it is my turn"));
  made.dataset.focus = "call";
  return attribute(made, { role: "switch", "aria-checked": String(isCalling()) });
}

function turnCall(redraw) {
  switchCall(!isCalling());
  call(); // as a sample, if it is on now
  redraw();
}

function thumb() {
  const track = svg("rect", { width: 44, height: 26, rx: 13 });
  return svg("svg", { class: isCalling() ? "thumb on" : "thumb", viewBox: "0 0 44 26", width: 44, height: 26, "aria-hidden": "true" }, track, svg("circle", { cx: isCalling() ? 31 : 13, cy: 13, r: 10 }));
}
