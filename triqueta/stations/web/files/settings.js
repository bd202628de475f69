// What this device remembers. A browser may refuse storage in private windows: then a setting lasts
// until the page is closed.

const kept = new Map();

export function read(name) {
  try {
    return localStorage.getItem(name) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

export function keep(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // It lasts until the page is closed.
  }
}

export const isOn = (name) => read(name) === "on";
export const turn = (name, on) => keep(name, on ? "on" : "off");
