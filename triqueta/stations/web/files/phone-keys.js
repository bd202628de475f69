// What can be pressed on a phone. An action of the table presses a key, or taps a part of the page.

import { picture } from "./art.js";
import { attribute, button, element, svg } from "./dom.js";
import { tapKey } from "./keys.js";
import { send } from "./link.js";
import { part } from "./patch.js";

export function act(action) {
  if (action.press) tapKey(action.press);
  else send({ tap: action.tap });
}

// Returns a button for an action, or the same without a button if there is none. `focus` is its name
// when the page is drawn again.
export function pressable(className, { action, focus, label }, ...children) {
  if (!action) return element("div", `${className} off`, ...children);
  const made = button(className, () => act(action), ...children);
  made.dataset.focus = focus;
  return attribute(made, { "aria-label": label });
}

// A change of points, with its sign.
export const chip = (text, tone = "") => element("span", `chip ${tone}`, text);

// The decisions at the bottom of a page: one wide key, or several in two columns.
export const keys = (found) => part("keys", found, () => element("div", found.length > 1 ? "keys two" : "keys", ...found.map(key)));

function key(found) {
  const words = element("span", "words", found.label, ...(found.detail ? [element("small", "", found.detail)] : []));
  const change = found.text ? [chip(found.text, found.tone)] : [];
  const label = [found.label, found.text, found.detail].filter(Boolean).join(", ");
  return pressable(`key ${found.kind}`, { action: found.act, focus: `key-${found.kind}`, label }, ...icon(found.kind), words, ...change);
}

function icon(kind) {
  if (kind === "keep") return [picture("back", { size: 38 })];
  return kind === "box" ? [box()] : [];
}

export function box() {
  const line = { stroke: "#7a5a2c", "stroke-width": 2.5, "stroke-linejoin": "round" };
  return svg(
    "svg",
    { class: "box", viewBox: "-24 -24 48 48", width: 34, height: 34, "aria-hidden": "true" },
    svg("path", { ...line, d: `M-19-6L0-14L19-6V12L0 20L-19 12Z`, fill: "#c9a36a" }),
    svg("path", { ...line, d: `M-19-6L0 2L19-6M0 2V20`, fill: "none" }),
    svg("path", { ...line, d: `M-19-6L-23-15L-4-22L0-14L4-22L23-15L19-6`, fill: "#e2c592" }),
  );
}
