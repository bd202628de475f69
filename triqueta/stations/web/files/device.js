// The device on the page: its small screen, its keys, and the fields for a name.

import { send } from "./link.js";
import { forgetSent, hearNamed, hearTyping, listenToNames, showAsked } from "./names.js";
import { blank, show } from "./screen.js";

export { askForName } from "./names.js";

listenToNames(send);

export function showFrame(frame) {
  show(frame);
  showAsked(frame.asks_name);
}

// Takes the table's answers about names.
export function hear({ typing, named }) {
  if (typing) hearTyping(typing);
  if (named) hearNamed(named);
}

export function goDark() {
  forgetSent();
  blank();
}
