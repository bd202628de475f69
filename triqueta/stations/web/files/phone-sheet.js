// A sheet over the page: the table's menus, hints and questions. Its keys are those of the small
// screen, so they can be held.

import { button, element } from "./dom.js";
import { listenTo, tapKey } from "./keys.js";
import { part, patch } from "./patch.js";

const content = element("div", "content");
const soft = [1, 2, 3].map(softKey);
export const sheet = element("section", "sheet", content, element("div", "softs", ...soft));
sheet.setAttribute("role", "dialog");
sheet.hidden = true;

export function showSheet(found) {
  const appears = sheet.hidden;
  sheet.hidden = false;
  sheet.setAttribute("aria-label", found.title);
  patch(content, [head(found), ...lines(found), ...answers(found)]);
  soft.forEach((key, index) => label(key, found.soft[index]));
  if (appears) content.querySelector("h2").focus({ preventScroll: true });
}

export function hideSheet() {
  sheet.hidden = true;
  content.replaceChildren();
  soft.forEach((key) => label(key, null));
}

function head({ title, corner }) {
  return part("head", [title, corner], () => {
    const heading = element("h2", "", title);
    heading.tabIndex = -1;
    return element("div", "head", heading, element("span", "corner", corner));
  });
}

function lines({ lines: found }) {
  if (!found.length) return [];
  return [part("lines", found, () => element("div", "lines", ...found.map((line) => element("p", "", line))))];
}

function answers({ answers: found }) {
  if (!found.length) return [];
  return [part("answers", found, () => element("ol", "answers", ...found.map((answer) => element("li", "", answerKey(answer)))))];
}

// The next sheet may replace an answer at once, so it is pressed and released in one go.
function answerKey({ key, label: text, detail }) {
  const made = button("answer", () => tapKey(key), element("b", "no", key.replace("petal", "")), element("span", "", text, ...(detail ? [element("small", "", detail)] : [])));
  made.dataset.focus = key;
  return made;
}

function softKey(number) {
  const made = element("button", "soft-key");
  made.type = "button";
  made.dataset.key = `soft${number}`;
  made.dataset.focus = `soft${number}`;
  listenTo(made);
  return made;
}

function label(made, found) {
  made.textContent = found?.label ?? "";
  made.hidden = !found;
}
