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
export function animate(element, frames, { duration, delay = 0, easing = "ease-out", pseudo = null }) {
  if (isStill()) return;
  const animation = element.animate(frames, { duration, delay, easing, fill: "backwards", pseudoElement: pseudo });
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

// Adds an element that moves above the page for `duration` ms, placed at the top left by page.css.
export function fly(element, duration) {
  if (isStill()) return;
  element.classList.add("flying");
  element.setAttribute("aria-hidden", "true");
  document.body.append(element);
  flying.add(element);
  later(duration, () => land(element));
}

export function cancelAll() {
  timers.forEach(clearTimeout);
  timers.clear();
  running.forEach((animation) => animation.cancel());
  running.clear();
  flying.forEach(land);
}

function land(element) {
  flying.delete(element);
  element.remove();
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
