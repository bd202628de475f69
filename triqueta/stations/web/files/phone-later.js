// What most phones never need, so it is loaded at the first use: the small screen, the dialog for a
// name, and the menu.

import { lazily } from "./lazy.js";
import { announce } from "./news.js";

export const DEVICE = "small-screen"; // the setting of a device that shows the table's small screen
const load = lazily(["name", "device"], () => import("./device.js"));
const loadMenu = lazily(["phone-menu"], () => import("./phone-menu.js"));
let device = null;
let menu = null;
let offered = [];

export const hasDevice = () => device !== null;

export async function loadDevice() {
  device = await load();
}

export const showFrame = (frame) => device.showFrame(frame);
export const hearNames = (news) => device?.hear(news);

export function goDark() {
  announce([]);
  device?.goDark();
}

export async function askForName() {
  await loadDevice();
  device.askForName();
}

// Takes what the table offers now, and what to call when a setting has changed.
export function offer(...found) {
  offered = found;
  menu?.offer(...found);
}

export async function openMenu() {
  menu = await loadMenu();
  menu.offer(...offered);
  menu.openMenu();
}
