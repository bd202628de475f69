// Modules that only some pages need, with their style sheets, loaded when they are.

import { element } from "./dom.js";

// Returns a function that loads a module and its styles once. After a failure, it tries again.
export function lazily(styles, load) {
  let loading = null;
  return () => {
    loading ??= Promise.all([load(), ...styles.map(addStyle)]).then(([module]) => module);
    loading.catch(() => (loading = null));
    return loading;
  };
}

function addStyle(name) {
  const link = element("link");
  link.rel = "stylesheet";
  link.href = `/${name}.css`;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(link.remove());
  });
}
