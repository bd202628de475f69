// The small screen of a seat, and the dialog for a name. Most phones never need them, so they are
// loaded at the first use.

import { lazily } from "./lazy.js";
import { announce } from "./news.js";

const load = lazily(["name", "device"], () => import("./device.js"));
let device = null;

export const hasDevice = () => device !== null;

export async function loadDevice() {
  device = await load();
}

export async function askForName() {
  await loadDevice();
  device.askForName();
}

export const showFrame = (frame) => device.showFrame(frame);
export const hearNames = (news) => device?.hear(news);

export function goDark() {
  announce([]);
  device?.goDark();
}
