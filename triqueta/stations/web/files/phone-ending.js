// The views at the end of a game, which are loaded when it comes: the kept tiles, one by one for their
// player and then for all, and the result.

export { end } from "./phone-end.js";
export { reveal } from "./phone-reveal.js";
export { turned } from "./phone-turned.js";
