// The night sky: behind shadow tiles and the reveal, and on a page whose table is asleep.

import { svg } from "./dom.js";

const STARS = [[40, 60, 1.6], [60, 160, 1.2], [250, 30, 1.6], [366, 150, 1.2], [28, 240, 1.4], [110, 24, 1.2], [366, 250, 1.5], [330, 215, 1], [20, 130, 1]];

export function sky() {
  const stars = STARS.map(([cx, cy, r]) => svg("circle", { cx, cy, r }));
  const moon = svg("path", { d: `M334 34A34 34 0 1 0 362 84A29 29 0 0 1 334 34Z`, fill: "#f4e3ae" });
  const made = svg("svg", { class: "sky", viewBox: "0 0 390 400", "aria-hidden": "true" }, svg("g", { fill: "#dfe7ff" }, ...stars), moon);
  made.setAttribute("preserveAspectRatio", "xMidYMin slice");
  return made;
}
