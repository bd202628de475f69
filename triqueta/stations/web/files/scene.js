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
    this.drawn = parts.map((next) => this.kept(next) ?? { ...next, made: next.draw(...next.data) });
    this.arrange(this.drawn.map(({ made }) => made));
  }

  kept({ draw, key }) {
    return this.drawn.find((old) => old.draw === draw && old.key === key);
  }

  // Never moves an element that stays: it would lose the focus.
  arrange(elements) {
    const { children } = this.place;
    for (const child of [...children]) if (!elements.includes(child)) child.remove();
    elements.forEach((made, index) => made !== children[index] && this.place.insertBefore(made, children[index] ?? null));
  }
}
