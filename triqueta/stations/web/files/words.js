// The page's own texts, translated to the language of its station. The English phrase is the key.

let words = {};
let language = "en";

export function say(phrase, values = {}) {
  const text = words[phrase] ?? phrase;
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

// Loads a language. Until it has arrived, the page keeps its current language.
export async function speak(wanted) {
  if (wanted === language) return;
  language = wanted;
  const answer = await fetch(`/words/${wanted}.json`).catch(() => null);
  if (!answer?.ok || language !== wanted) return;
  words = await answer.json();
  document.documentElement.lang = wanted;
  relabel();
}

function relabel() {
  for (const element of document.querySelectorAll("[data-say]")) {
    element.dataset.say ||= element.textContent.trim();
    element.textContent = say(element.dataset.say);
  }
  for (const element of document.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
  }
  for (const link of document.querySelectorAll("a[data-in-language]")) {
    link.search = `?lang=${language}`;
  }
  dispatchEvent(new Event("relabel"));
}
