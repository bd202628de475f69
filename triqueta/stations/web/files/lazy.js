// Modules that only some pages need, with their style sheets, loaded when they are.

import { element } from "./dom.js";

const first = document.querySelector("link[rel=stylesheet]");

// Returns a function that loads a module and its styles once. After a failure, it tries again.
export function lazily(styles, load) {
  let loading = null;
  return () => {
    loading ??= Promise.all([load(), ...styles.map(addStyle)]).then(([module]) => module);
    loading.catch(() => (loading = null));
    return loading;
  };
}

// The styles of the page itself come later, so they prevail.
function addStyle(name) {
  const link = element("link");
  link.rel = "stylesheet";
  link.href = `/${name}.css`;
  first.after(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(link.remove());
  });
}
