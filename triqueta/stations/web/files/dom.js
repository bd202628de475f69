// Elements of HTML and SVG. Pages build everything with these, because the policy forbids HTML texts.

const NAMESPACE = "http://www.w3.org/2000/svg";

export function element(tag, className = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(className, action, ...children) {
  const made = element("button", className, ...children);
  made.type = "button";
  made.onclick = action;
  return made;
}

// Sets attributes, except those without a value.
export function attribute(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== "" && value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  return made;
}
