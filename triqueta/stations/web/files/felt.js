// The green felt of a game with pictures: a scene for each phase of the game.

import { element } from "./dom.js";
import { lobby } from "./felt-lobby.js";
import { over } from "./felt-over.js";
import { play } from "./felt-play.js";
import { reveal } from "./felt-reveal.js";
import { round } from "./felt-round.js";
import { dots } from "./parts.js";
import { patch } from "./patch.js";
import { soundKey } from "./sound.js";

const SCENES = { setup: lobby, play, round, reveal, over };
const NEEDED = { round: "standing", reveal: "reveal", over: "score" }; // else the scene of play
const place = document.getElementById("felt");
const header = document.querySelector("header");
const title = element("h2");
const corner = element("span", "corner");
const top = element("div", "top", title, corner);
let scene = null;

const isTv = () => document.body.classList.contains("watch");

// Draws the public view, and returns the element of its scene.
export function showFelt(open) {
  place.lang = open.language;
  place.hidden = false;
  if (!top.isConnected) furnish();
  const name = NEEDED[open.phase] && !open[NEEDED[open.phase]] ? "play" : open.phase;
  showTop(open);
  if (scene?.dataset.name !== name) begin(name);
  scene.dataset.players = open.players.length;
  patch(scene, SCENES[name](open));
  return scene;
}

// On a TV, the title is in the page's header.
function furnish() {
  (isTv() ? header : place).append(top);
  header.querySelector("nav").append(soundKey());
}

function showTop({ title: short, ask, round, reveal }) {
  title.textContent = (isTv() && ask) || short;
  if (reveal) corner.replaceChildren(reveal.corner);
  else corner.replaceChildren(...(round ? [dots(round, round.long)] : []));
}

function begin(name) {
  document.body.dataset.scene = name;
  scene?.remove();
  scene = element("div", `scene ${name}-scene`);
  scene.dataset.name = name;
  place.append(scene);
}

export function hideFelt() {
  place.hidden = true;
  forgetScene();
  delete document.body.dataset.scene;
}

// Draws everything again, because the page's own texts are in another language.
export function forgetScene() {
  scene?.remove();
  scene = null;
}
