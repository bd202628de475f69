// A scene consists of parts. A part is drawn again only when its data has changed, so that the focus
// and a screen reader keep their position.

import { element } from "./dom.js";

// A part of a scene: `draw` gets the data and returns an element.
export const part = (draw, ...data) => ({ draw, data, key: JSON.stringify(data) });

export class Scene {
  drawn = []; // the parts, each with its element

  constructor(name) {
    this.name = name;
    this.place = element("div", `scene ${name}-scene`);
  }

  show(parts) {
    const isSame = parts.length === this.drawn.length && parts.every(({ draw }, index) => draw === this.drawn[index].draw);
    if (isSame) parts.forEach((next, index) => this.update(next, index));
    else this.redraw(parts);
  }

  update(next, index) {
    const { key, made } = this.drawn[index];
    if (next.key === key) return;
    this.drawn[index] = { ...next, made: next.draw(...next.data) };
    made.replaceWith(this.drawn[index].made);
  }

  redraw(parts) {
    this.drawn = parts.map((next) => ({ ...next, made: next.draw(...next.data) }));
    this.place.replaceChildren(...this.drawn.map(({ made }) => made));
  }
}
