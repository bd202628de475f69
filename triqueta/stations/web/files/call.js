// Calls the player of a phone when their turn begins: it buzzes and rings, unless they switched it off.

import { keep, read } from "./settings.js";
import { ring, wake } from "./sound.js";

const SETTING = "call";

export const isCalling = () => read(SETTING) !== "off";
export const switchCall = (on) => keep(SETTING, on ? "on" : "off");

export function call() {
  if (!isCalling()) return;
  navigator.vibrate?.(200);
  ring();
}

// A phone may only ring after a tap on its page.
export function listenForTaps() {
  addEventListener("pointerdown", () => isCalling() && wake(), { once: true });
}
