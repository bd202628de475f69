// Motion on the felt, from the state before to the new one, which is already drawn.

import { picture } from "./art.js";
import { element, svg } from "./dom.js";
import { animate, at, centre, fly, flyToPlayer, later, newTile, popIn, SPRING, squash, tilesIn, TO_PLAYER, turnUp } from "./motion.js";
import { RIM } from "./parts.js";
import { play } from "./sound.js";

const LIFT = 300; // ms: a tile leaves the pile,
const FLIP = 180; // is turned up,
const HOLD = 250; // is shown,
const DROP = 320; // and lands in its row
const LANDED = LIFT + FLIP + HOLD + DROP;
const TURN = 380; // at the reveal
const PAUSE = 500;
const FALL = 3000;
const PETALS = 60;
const COLOURS = ["#c83c5b", "#eeb234", "#fffaf0", "#1f7c86", "#5f4796", "#e98c52", "#ea7c92"];
const MARKS = { full: "three", spoilt: "spoilt" };

const MOVES = { place, take, keep: toHand, shadow: toHand };

// Shows a public move on a scene, once.
export function showMove(scene, before, { last, players }) {
  const picture = scene.querySelector(".last .tiles");
  if (picture) popIn(picture, last.kind === "place" ? LIFT : 0);
  MOVES[last.kind]?.(scene, last);
  if (last.kind !== "place") play(last.sound, last.art.length);
  if (last.kind === "take") later(TO_PLAYER, () => showSets(scene, before.players, players));
}

// Moves.

function place(scene, { art, row, sound }) {
  const target = newTile(scene, row, art[0]);
  if (!target) return play(sound);
  play("draw");
  later(LIFT, () => play("flip"));
  later(LANDED, () => play(sound));
  const [from, to] = [centre(pileOf(scene)), target.getBoundingClientRect()];
  flyToRow(art[0], from, to, middleOf(scene));
  animate(target, [{ opacity: 0 }, { opacity: 0 }], { duration: LANDED });
  squash(target, LANDED);
  animate(target.closest(".row"), [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: LANDED, pseudo: "::after" });
}

// On the table page, the device is the pile.
const pileOf = (scene) => [...scene.querySelectorAll(".heap .pile"), document.getElementById("device")].find((found) => found.getClientRects().length) ?? scene;

function middleOf(scene) {
  const { x } = centre(scene);
  return { x, y: innerHeight * 0.4 };
}

// A tile flies from the pile face down, is turned up on the way, and lands where it lies now.
function flyToRow({ art, shadow }, from, { left, top, width, height }, middle) {
  const back = picture(shadow ? "back-shadow" : "back", { size: height });
  const face = picture(art, { size: height, shadow });
  const put = ({ x, y }, scale) => `translate(${x - width / 2}px, ${y - height / 2}px) scale(${scale})`;
  const larger = 180 / height;
  const frames = [
    { transform: put(from, 1), offset: 0, easing: "ease-out" },
    { transform: `${put(middle, larger)} scaleX(0)`, offset: LIFT / LANDED, easing: SPRING },
    { transform: put(middle, larger), offset: (LIFT + FLIP) / LANDED },
    { transform: put(middle, larger), offset: (LANDED - DROP) / LANDED, easing: "cubic-bezier(.5,0,.8,.6)" },
    { transform: `translate(${left}px, ${top}px)`, offset: 1 },
  ];
  fly(element("div", "", back, face), frames, { duration: LANDED, easing: "linear" });
  animate(back, swap(1, 0), { duration: LANDED });
  animate(face, swap(0, 1), { duration: LANDED });
}

// At the edge-on moment of the turn, one side is hidden and the other shown.
const swap = (first, then) => [first, first, then, then].map((opacity, index) => ({ opacity, offset: [0, LIFT / LANDED, LIFT / LANDED, 1][index] }));

// The tiles of a row fly to the player who took it, one after the other.
function take(scene, { seat, row }) {
  flyToPlayer(tilesIn(scene, row), cardOf(scene, seat));
}

// A tile that stays hidden flies to its player face down.
function toHand(scene, { seat, kind }) {
  const card = cardOf(scene, seat);
  if (!card) return;
  const back = picture(kind === "shadow" ? "back-shadow" : "back", { size: 60 });
  const [from, to] = [centre(pileOf(scene)), centre(card)];
  fly(back, [at(from, 1.6), at(to, 0.8)], { duration: TO_PLAYER, easing: "ease-in-out" });
}

const cardOf = (scene, seat) => scene.querySelector(`li[data-seat="${seat}"]`);

// Shows which sets are complete or spoilt since the state before.
function showSets(scene, before, players) {
  const marks = new Set();
  for (const player of players) {
    const old = before.find(({ seat }) => seat === player.seat)?.sets ?? [];
    for (const { art, mark } of player.sets) {
      if (!mark || old.find((set) => set.art === art)?.mark === mark) continue;
      marks.add(mark);
      const set = cardOf(scene, player.seat)?.querySelector(`[data-art="${art}"]`);
      if (set) animate(set, [{ transform: "scale(.6)" }, { transform: "none" }], { duration: 400, easing: SPRING });
    }
  }
  marks.forEach((mark) => play(MARKS[mark]));
}

// The reveal: the tiles are turned up one after the other, and the decisive one is last.
export function showReveal(scene, { reveal, last }) {
  const tiles = [...scene.querySelectorAll(".shown .turns")];
  tiles.forEach((tile, index) => {
    turnUp(tile, (TURN + PAUSE) * index);
    later((TURN + PAUSE) * index, () => play("flip"));
  });
  const done = (TURN + PAUSE) * tiles.length;
  if (reveal.side === "back") return;
  later(done, () => play(last?.sound));
  for (const found of scene.querySelectorAll(".change > *, .knot")) popIn(found, done);
}

// The end: the crown drops on the winner, and petals fall.
export function showWinner(scene, { last }) {
  const crown = scene.querySelector(".crown");
  animate(crown, [{ transform: "translateY(-60vh)" }, { transform: "none" }], { duration: 800, easing: SPRING });
  play(last?.sound);
  const petals = Array.from({ length: PETALS }, fallingPetal);
  const still = [{ opacity: 1 }, { opacity: 1 }];
  fly(svg("svg", { class: "petals", viewBox: "0 0 1920 1080", preserveAspectRatio: "xMidYMid slice" }, ...petals), still, { duration: FALL });
  petals.forEach(fall);
}

function fallingPetal(_, index) {
  const transform = `translate(${random(0, 1920)} ${random(-120, 0)}) rotate(${random(0, 360)}) scale(${random(0.2, 0.4)})`;
  return svg("g", {}, svg("path", { d: RIM, transform, fill: COLOURS[index % COLOURS.length] }));
}

function fall(petal) {
  const frames = [{ transform: "none" }, { transform: `translate(${random(-90, 90)}px, 600px)` }, { transform: `translate(${random(-120, 120)}px, 1250px)` }];
  const delay = random(0, 0.4 * FALL);
  animate(petal, frames, { duration: FALL - delay, delay, easing: "linear" });
}

const random = (least, most) => least + Math.random() * (most - least);
