// Draws the fields and pieces of a board: a shape with cut corners, colour, marks and text.
// A field has width 1 and is centred on the origin.

import { svg } from "./dom.js";

const FIELD = 0.96;
const PIECE = 0.76;
const BOLD = 0.12; // line width of the marks in the middle
const DARK = "#2b2622";
const PALE = "#ffffff";

export function drawn(ground, piece) {
  return [...form(ground, FIELD, "ground"), ...(piece ? form(piece, PIECE, "piece") : [])];
}

function form(paint, size, name) {
  const ink = inkOn(paint.colour);
  const made = [svg("polygon", { class: name, points: corners(size, paint.cut), fill: paint.colour })];
  made.push(...paint.marks.flatMap((mark) => MARKS[mark]?.(size, paint.cut, ink) ?? []));
  if (paint.text) made.push(svg("text", { y: 0.03 * size, "font-size": 0.72 * size, fill: ink }, paint.text));
  if (paint.flag) made.push(...flag(paint.flag));
  return made;
}

// Draws the flag above the piece, where it covers nothing.
function flag(text) {
  const y = -0.56;
  return [svg("circle", { class: "flag", cy: y, r: 0.27 }), svg("text", { y, class: "flag-text", "font-size": 0.42 }, text)];
}

export function corners(size, cut) {
  const [half, rest] = [size / 2, size / 2 - cut * size];
  const around = [[-rest, -half], [rest, -half], [half, -rest], [half, rest], [rest, half], [-rest, half], [-half, rest], [-half, -rest]];
  return around.map((point) => point.map((value) => value.toFixed(3)).join()).join(" ");
}

// The marks by the names that the table uses (BoardMark).
const MARKS = {
  dots: (size, cut, ink) => {
    const at = 0.42 * size;
    return [[-at, -at], [at, -at], [-at, at], [at, at]].map(([cx, cy]) => svg("circle", { cx, cy, r: 0.05, fill: ink }));
  },
  ring: (size, cut, ink) => [line("circle", { r: 0.43 * size }, ink)],
  frame: (size, cut, ink) => [line("polygon", { points: corners(0.82 * size, cut) }, ink)],
  notches: (size) =>
    [-1, 1].flatMap((side) =>
      [-0.24, 0.24].map((y) => svg("circle", { class: "notch", cx: (side * size) / 2, cy: y * size, r: 0.12 * size })),
    ),
  cross: (size, cut, ink) => bars(size, ink, [45, 0], [135, 0]),
  plus: (size, cut, ink) => bars(size, ink, [0, 0], [90, 0]),
  bars: (size, cut, ink) => bars(size, ink, [0, -0.22], [0, 0], [0, 0.22]),
  disc: (size, cut, ink) => [svg("circle", { r: 0.27 * size, fill: ink })],
  circle: (size, cut, ink) => [svg("circle", { r: 0.23 * size, fill: "none", stroke: ink, "stroke-width": BOLD * size })],
};

// Each bar is given by its rotation in degrees and its distance below the centre.
const bars = (size, fill, ...each) =>
  each.map(([degrees, y]) =>
    svg("rect", { x: -0.3 * size, y: (y - BOLD / 2) * size, width: 0.6 * size, height: BOLD * size, fill, transform: `rotate(${degrees})` }),
  );

const line = (tag, attributes, stroke) => svg(tag, { ...attributes, fill: "none", stroke, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" });

// Returns a text colour with enough contrast to the background.
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => (parseInt(colour.slice(place, place + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? DARK : PALE;
}
