// Motion and sound on a phone, from the page before to the new one, which is already drawn. Nothing
// here depends on a tile before its player has made the choice that all may see.

import { picture } from "./art.js";
import { animate, at, cancelAll, centre, fly, flyToPlayer, newTile, popIn, slideIn, SPRING, squash, tilesIn, TO_PLAYER, turnUp } from "./motion.js";
import { play } from "./sound.js";

const LIFT = 300; // ms: a tile comes from the pile,
const FLIP = 180; // is turned up,
const DROP = 320; // and lands in its row
const CROWN = 800;

let shown = null; // the state on the page; null before the first one of a connection
let pile = null; // where the pile was last
let hand = null; // where the drawn tile was last

// Notes where things are, before the next state is drawn.
export function lookAround(page) {
  const drawn = page.querySelector(".draw .pile");
  const tile = page.querySelector(".hero .t, .pair .now > .t");
  if (drawn) pile = centre(drawn);
  if (tile) hand = centre(tile);
}

// After a pause of the connection, the page must not show moves that were made meanwhile.
export function forgetMotion() {
  cancelAll();
  shown = null;
}

export function showChange(page, open, mine) {
  const state = { open, mine, isDown: page.querySelector(".backs") !== null };
  const before = shown;
  if (JSON.stringify(state) === JSON.stringify(before)) return;
  shown = state;
  cancelAll();
  if (!before) return;
  if (mine.acts && !before.mine.acts) slideIn(page.querySelector(".bar")); // call.js rings
  if (mine.mode === "tile") showDraw(page, before, state);
  if (mine.mode === "end" && before.mine.mode !== "end") crown(page);
  if (mine.mode === "turned") showStep(page, open.reveal, before.open.reveal);
  if (open.last && open.last.number !== before.open.last?.number) showMove(page, open.last, mine);
}

// A draw makes no sound on a phone, and moves the same way whatever was drawn.
function showDraw(page, before, { mine, isDown }) {
  const tiles = [...page.querySelectorAll(".hero .t, .pair .one > .t")];
  const isNew = mine.tile_id !== before.mine.tile_id;
  if (isNew) tiles.forEach(comeFromPile);
  if (before.isDown && !isDown && !isNew) tiles.forEach((tile) => animate(tile, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: FLIP, easing: SPRING }));
}

function comeFromPile(tile) {
  if (!pile) return;
  const { x, y } = centre(tile);
  animate(tile, [{ transform: `translate(${pile.x - x}px, ${pile.y - y}px) scale(.3)` }, { transform: "none" }], { duration: LIFT });
}

const MOVES = { place, take, keep: keepSecretly };

function showMove(page, last, mine) {
  const event = page.querySelector(".news .art");
  if (event) popIn(event);
  MOVES[last.kind]?.(page, last, last.seat === mine.seat);
  if (mine.mode !== "tile") play(last.sound, last.art.length);
}

function place(page, { art, row }, isOwn) {
  const tile = newTile(page, row, art[0]);
  if (!tile) return;
  const delay = isOwn && hand ? DROP : 0;
  if (delay) drop(art[0], tile);
  squash(tile, delay);
}

// The own tile falls from the hand into its row.
function drop({ art, shadow }, tile) {
  const { height } = tile.getBoundingClientRect();
  fly(picture(art, { size: height, shadow }), [at(hand, 4), at(centre(tile), 1)], { duration: DROP, easing: "cubic-bezier(.5,0,.8,.6)" });
  animate(tile, [{ opacity: 0 }, { opacity: 0 }], { duration: DROP });
}

function take(page, { seat, row }, isOwn) {
  flyToPlayer(tilesIn(page, row), page.querySelector(isOwn ? ".dock .sets" : `.strip [data-seat="${seat}"]`));
}

function keepSecretly(page, last, isOwn) {
  const place = page.querySelector(".dock .downs");
  if (!isOwn || !place || !hand) return;
  fly(picture("back", { size: 60 }), [at(hand, 3), at(centre(place), 0.5)], { duration: TO_PLAYER, easing: "ease-in-out" });
}

// A kept tile is turned up for all to see.
function showStep(page, step, before) {
  if (!step || JSON.stringify(step) === JSON.stringify(before)) return;
  turnUp(page.querySelector(".hero .t"));
  if (step.side !== "face") return;
  play("flip");
  page.querySelectorAll(".change > *").forEach((part) => popIn(part, CROWN));
}

function crown(page) {
  animate(page.querySelector(".crown > .t"), [{ transform: "translateY(-60vh)" }, { transform: "none" }], { duration: CROWN, easing: SPRING });
}
