// Sounds, made by the browser without files. A device is silent until "Sound" is tapped, and remembers it.

import { button } from "./dom.js";
import { isOn, turn } from "./settings.js";
import { say } from "./words.js";

const SOUND = "sound"; // the name of the setting
const SCALE = [523, 587, 659, 784, 880, 1047, 1175, 1319, 1568, 1760];
const FANFARE = [[523, 0], [523, 0.14], [523, 0.28], [698, 0.42], [880, 0.6], [1047, 0.78], [1397, 0.78]];
const BELL = [[523, 0.2], [1444, 0.08], [2823, 0.03]];

// A sound must not tell a secret: drawing sounds the same whatever is drawn.
const SOUNDS = {
  turn: () => {
    tone(784, 0, 0.25);
    tone(1047, 0.12, 0.4);
  },
  draw: () => knock(420, 0, 0.25),
  place: () => {
    knock(240);
    knock(180, 0.07, 0.2);
  },
  keep: () => tone(330, 0, 0.3, { to: 220, rise: 0.05, loud: 0.15 }),
  shadow: () => {
    tone(110, 0, 0.9, { rise: 0.2, loud: 0.25 });
    tone(165, 0.1, 0.9, { rise: 0.25, loud: 0.15 });
  },
  take: (tiles = 3) => {
    const notes = SCALE.slice(0, tiles);
    notes.forEach((hz, index) => knock(260 + 40 * index, index * 0.08));
    notes.forEach((hz, index) => tone(hz, index * 0.08, 0.28, { type: "triangle", loud: 0.1 }));
  },
  three: () => [523, 659, 784, 1047].forEach((hz, index) => tone(hz, index * 0.09, 0.28, { type: "triangle" })),
  spoilt: () => {
    tone(330, 0, 0.25, { type: "triangle" });
    tone(311, 0.2, 0.5, { type: "triangle" });
  },
  round: () => BELL.forEach(([hz, loud]) => tone(hz, 0, 1.4, { loud })),
  flip: () => tone(700, 0, 0.08, { type: "triangle", to: 1200, loud: 0.12 }),
  win: () => FANFARE.forEach(([hz, at]) => tone(hz, at, 0.5, { type: "triangle", loud: 0.16 })),
};

const isPanel = window !== top; // the table page makes the sounds for the seats on it
let context = null;

// Browsers allow sound only after a tap or a key, also where it was switched on before.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => isOn(SOUND) && wake());

// Plays a sound by its name. More arguments: "take" has the number of tiles.
export function play(name, ...more) {
  if (!isOn(SOUND) || isPanel || !SOUNDS[name]) return;
  wake();
  if (context.state === "running") SOUNDS[name](...more);
}

// Rings for the player of this phone. Phones have a switch of their own for that.
export async function ring() {
  if (isPanel) return;
  await wake();
  if (context.state === "running") SOUNDS.turn();
}

// Returns a key that switches the sound of this device on and off.
export function soundKey() {
  const key = button("sound", () => {
    turn(SOUND, !isOn(SOUND));
    key.setAttribute("aria-pressed", String(isOn(SOUND)));
    if (isOn(SOUND)) wake().then(() => play("place"));
  });
  key.dataset.say = "Sound"; // words.js keeps it in the page's language
  key.textContent = say("Sound");
  key.setAttribute("aria-pressed", String(isOn(SOUND)));
  return key;
}

// Call this for a tap or a key: browsers allow sound only then.
export async function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume().catch(() => {});
}

// A note from `at` seconds on, which rises for 5 ms and fades for the rest.
function tone(hz, at = 0, long = 0.15, { type = "sine", loud = 0.2, rise = 0.005, to = hz } = {}) {
  const [oscillator, gain, start] = [context.createOscillator(), context.createGain(), context.currentTime + at];
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(hz, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + long);
}

// A knock on wood.
function knock(hz, at = 0, loud = 0.35) {
  tone(hz, at, 0.09, { type: "triangle", loud, to: hz * 0.6 });
  tone(hz * 2.7, at, 0.03, { loud: loud / 3 });
}
