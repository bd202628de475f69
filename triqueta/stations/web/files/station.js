// What all pages of a station share: the connection, the language, and the board of some games.

import { lazily } from "./lazy.js";
import { open } from "./link.js";
import { speak } from "./words.js";

const loadBoard = lazily(["board"], () => import("./board.js"));
const manifest = document.createElement("link");
let hasBoard = false; // since the first board
let lock = null;
let isAsking = false;

// Connects a page to its station. `hear` takes the news of this kind of page, and `goDark` is called
// when the connection is lost or the page is hidden.
export function connect(address, { hear, goDark }) {
  document.body.classList.toggle("framed", window !== top);
  document.getElementById("full-screen").onclick = toggleFullScreen;
  speak(document.documentElement.lang);
  const receive = (news) => {
    if (news.picture !== undefined) speak(news.language);
    hearBoard(news);
    hear(news);
    stayAwake();
  };
  const leave = () => {
    hearBoard({ board: "dark" });
    goDark();
  };
  open(address, receive, leave);
}

// Names the page that is opened when the page was added to a home screen.
export function installAs(path) {
  manifest.rel = "manifest";
  manifest.href = path;
  document.head.append(manifest);
}

// What arrives while the module is being loaded waits, and keeps its order.
function hearBoard(news) {
  hasBoard ||= Boolean(news.board) && news.board !== "dark";
  if (hasBoard) loadBoard().then((board) => board.hear(news), () => {});
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

// Keeps the screen on. Browsers allow this only for secure pages (localhost or HTTPS).
async function stayAwake() {
  if (lock || isAsking || document.hidden) return;
  isAsking = true;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  isAsking = false;
  lock?.addEventListener("release", () => (lock = null));
}
