// A page in parts. A part is made again only when its data changed: so focus, a held finger and
// motion survive what happens elsewhere on the page.

const shown = new WeakMap(); // the data of each part's element

export const part = (name, data, make) => ({ name, data: JSON.stringify(data), make });

export function patch(root, parts) {
  const focus = document.activeElement?.closest?.("[data-focus]");
  const held = focus && root.contains(focus) ? focus.dataset.focus : "";
  const names = new Set(parts.map(({ name }) => name));
  [...root.children].filter((child) => !names.has(child.dataset.part)).forEach((child) => child.remove());
  parts.forEach((wanted, index) => place(root, wanted, index));
  if (held && !root.contains(document.activeElement)) refocus(root, held);
}

function place(root, wanted, index) {
  const before = [...root.children].find((child) => child.dataset.part === wanted.name);
  const made = before && shown.get(before) === wanted.data ? before : remade(wanted, before);
  if (root.children[index] !== made) root.insertBefore(made, root.children[index] ?? null);
}

function remade({ name, data, make }, before) {
  const made = make();
  made.dataset.part = name;
  shown.set(made, data);
  before?.replaceWith(made);
  return made;
}

// What had the focus may be gone. The page's title then keeps a screen reader's place.
export function refocus(root, name) {
  const same = root.querySelector(`[data-focus="${name}"]`);
  (same ?? root.querySelector("h1"))?.focus({ preventScroll: true });
}
