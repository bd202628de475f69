// Motion that leads to a state which is already drawn. A page draws first, then animates; when the
// next state arrives, it calls cancelAll(), and nothing has waited for the motion.

export const SPRING = "cubic-bezier(.3,1.4,.5,1)";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();
const timers = new Set();
const flying = new Set();

export const isStill = () => reduced.matches;

// Animates transform, opacity, translate, rotate or scale; other properties would cost a layout.
// `pseudo` is "::before" or "::after". During `delay`, the element already has its first frame.
export function animate(element, frames, { duration, delay = 0, easing = "ease-out", fill = "backwards", pseudo = null }) {
  if (isStill()) return;
  const animation = element.animate(frames, { duration, delay, easing, fill, pseudoElement: pseudo });
  running.add(animation);
  animation.onfinish = () => running.delete(animation);
}

// Calls an action within the motion, for example a sound. It is dropped if a new state arrives.
export function later(delay, action) {
  const timer = setTimeout(() => {
    timers.delete(timer);
    action();
  }, delay);
  timers.add(timer);
}

// Moves a copy of something above the page, from the top left corner of the window.
export function fly(copy, frames, options) {
  if (isStill()) return;
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  document.body.append(copy);
  flying.add(copy);
  animate(copy, frames, { ...options, fill: "both" });
  later((options.delay ?? 0) + options.duration, () => land(copy));
}

export function cancelAll() {
  timers.forEach(clearTimeout);
  timers.clear();
  running.forEach((animation) => animation.cancel());
  running.clear();
  flying.forEach(land);
}

function land(copy) {
  flying.delete(copy);
  copy.remove();
}

reduced.addEventListener("change", cancelAll);

// Motions that several pages share.

export function popIn(element, delay = 0) {
  animate(element, [{ transform: "scale(.3) rotate(-20deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 450, delay, easing: SPRING });
}

export function slideIn(element) {
  animate(element, [{ transform: "translateY(-100%)" }, { transform: "none" }], { duration: 250 });
}

// Turns a card up around its vertical axis.
export function turnUp(element, delay = 0) {
  animate(element, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 380, delay, easing: SPRING });
}

// A tile that has landed in its row.
export function squash(element, delay = 0) {
  animate(element, [{ transform: "scale(1.18,.82)" }, { transform: "none" }], { duration: 260, delay, easing: SPRING });
}

// Tiles of rows.

export const TO_PLAYER = 500;
const TILE_BY_TILE = 80;

export const tilesIn = (page, row) => [...page.querySelectorAll(`[data-row="${row}"] .lane .t`)];

// Returns the last tile of its kind in a row: alike tiles lie together.
export const newTile = (page, row, { name }) => tilesIn(page, row).filter((tile) => tile.getAttribute("aria-label") === name).at(-1);

export function centre(found) {
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

export const at = ({ x, y }, scale) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})` });

// Copies of tiles fly to a player, one after the other.
export function flyToPlayer(tiles, player) {
  if (player) tiles.forEach((tile, index) => flyCopy(tile, player, TILE_BY_TILE * index));
}

function flyCopy(tile, player, delay) {
  const copy = tile.cloneNode(true);
  const { width, height } = tile.getBoundingClientRect();
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  fly(copy, [at(centre(tile), 1.5), at(centre(player), 0.7)], { duration: TO_PLAYER, delay, easing: "cubic-bezier(.6,-.2,.8,.6)" });
}
