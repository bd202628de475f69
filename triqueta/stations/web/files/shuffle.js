// The key that checks the shuffle of a finished game, and the dialog with the result.

import { element } from "./dom.js";
import { say } from "./words.js";

const dialog = document.getElementById("shuffle");
const title = dialog.querySelector("h2");
const place = dialog.querySelector("div");

dialog.querySelector("button").onclick = () => dialog.close();

export function shuffleKey(path, language) {
  const key = element("button", "", say("Check the shuffle"));
  key.type = "button";
  key.onclick = () => check(`${path}?lang=${language}`);
  return key;
}

async function check(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) show(await answer.json());
  else if (answer) show({ title: say("This game is no longer on the table."), lines: [] });
}

function show(found) {
  dialog.classList.toggle("proved", Boolean(found.proved));
  title.textContent = found.title;
  place.replaceChildren(...found.lines.map(({ text, code }) => element("p", "", code ? element("code", "", text) : text)));
  if (!dialog.open) dialog.showModal();
}
