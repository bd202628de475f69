// The menu of a phone: what the table offers this seat, settings of the device, and other pages.

import { attribute, button, element } from "./dom.js";
import { act } from "./phone-keys.js";
import { askForName, DEVICE } from "./phone-later.js";
import { AT_ONCE } from "./phone-tile.js";
import { isOn, turn } from "./settings.js";
import { soundKey } from "./sound.js";
import { say } from "./words.js";

const dialog = element("dialog", "menu");
let mine = null; // what the table offers now
let redraw = () => {};

document.body.append(dialog);
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close()); // beside the menu

export function offer(found, whenChanged) {
  mine = found;
  redraw = whenChanged;
  if (dialog.open) fill();
}

export function openMenu() {
  fill();
  dialog.showModal();
}

function fill() {
  const close = button("close", () => dialog.close(), "✕");
  close.setAttribute("aria-label", say("Close"));
  const title = element("h2", "", say("Menu"));
  dialog.replaceChildren(element("div", "head", title, close), list(offers()), list(settings()), list(pages()));
  dialog.setAttribute("aria-label", say("Menu"));
}

const list = (entries) => element("ul", "", ...entries.map((entry) => element("li", "", entry)));

function offers() {
  const found = [
    [mine?.undo?.act, mine?.undo?.label],
    [mine?.hint, say("Hint")],
    [mine?.info, say("Info")],
    [mine?.menu, say("Table menu")],
  ];
  return found.filter(([action]) => action).map(([action, label]) => entry(label, () => act(action)));
}

function settings() {
  const sound = soundKey();
  sound.classList.add("toggle");
  return [sound, toggle(AT_ONCE, say("Turn tiles up at once")), toggle(DEVICE, say("Small screen"))];
}

function pages() {
  const others = [["/rules", say("Rules")], ["/help", say("Help")], ["/guide", say("Guide")]];
  const fullScreen = document.getElementById("full-screen");
  return [entry(say("Name"), askForName), ...others.map(([path, label]) => link(path, label)), entry(say("Full screen"), () => fullScreen.click())];
}

function entry(label, action) {
  return button("", () => {
    dialog.close();
    action();
  }, label);
}

function link(path, label) {
  const made = element("a", "", label);
  return attribute(made, { href: `${path}?lang=${document.documentElement.lang}`, target: "_blank" });
}

function toggle(setting, label) {
  const made = button("toggle", () => {
    turn(setting, !isOn(setting));
    made.setAttribute("aria-pressed", String(isOn(setting)));
    if (setting === DEVICE) dialog.close();
    redraw();
  }, label);
  made.setAttribute("aria-pressed", String(isOn(setting)));
  return made;
}
