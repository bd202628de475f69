// The public view of the table and the TV: on felt for games with pictures, else as text.

import { load } from "./art.js";
import { forgetScene, hideFelt, showFelt } from "./felt.js";
import { showMove, showReveal, showWinner } from "./felt-motion.js";
import { lazily } from "./lazy.js";
import { cancelAll } from "./motion.js";

const loadText = lazily(["open"], () => import("./open.js"));
const moves = document.getElementById("moves");
let newest = null; // the last message
let asText = null; // the module of the text, once it is needed
let shown = null; // what is on the felt; null before the first message of a connection

addEventListener("relabel", () => {
  forgetScene();
  if (shown) showFelt(shown);
});

// Takes what the table sends to this page.
export function hear({ open }) {
  if (open) show(open);
}

// After a pause of the connection, the page must not show moves that were made meanwhile.
export function goAway() {
  shown = null;
}

async function show(open) {
  newest = open;
  const hasArt = Boolean(open.art) && (await isLoaded(open.art));
  if (!hasArt) asText = await loadText().catch(() => asText);
  if (open !== newest) return; // a newer message arrived meanwhile
  dress(hasArt);
  if (hasArt) showOnFelt(open);
  else showAsText(open);
}

// The size of everything on the felt depends on the font of the root: see felt.css and tv.css.
function dress(hasFelt) {
  const kind = document.body.classList.contains("watch") ? "watch" : "table";
  document.body.classList.toggle("felt", hasFelt);
  document.documentElement.classList.toggle(`${kind}-felt`, hasFelt);
}

const isLoaded = (art) =>
  load(art).then(
    () => true,
    () => false,
  );

function showOnFelt(open) {
  const before = shown;
  shown = open;
  if (!isOther(open, before)) return;
  cancelAll();
  asText?.hideOpen();
  const scene = showFelt(open);
  if (!before) return;
  const isNews = open.last && open.last.number !== before.last?.number;
  if (isNews && !wasTold(open.last.text)) moves.textContent = open.last.text;
  if (open.reveal && isOther(open.reveal, before.reveal)) showReveal(scene, open);
  else if (open.score && !before.score) showWinner(scene, open);
  else if (isNews) showMove(scene, before, open);
}

const isOther = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

function showAsText(open) {
  shown = null;
  hideFelt();
  asText?.showOpen(open);
}
