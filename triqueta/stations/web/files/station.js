// What all pages of a station share: the connection, the small screen's keys, names, and boards.

import { blankBoard, listenToBoard, showBoard, showCursors, showTappable } from "./board.js";
import { forgetAll, listen } from "./keys.js";
import { open, send } from "./link.js";
import { forgetSent, hearNamed, hearTyping, listenToNames, showAsked } from "./names.js";
import { stayAwake } from "./whose.js";
import { speak } from "./words.js";

const manifest = document.createElement("link");

// Connects a page to its station. `hear` takes the news of this kind of page, and `goDark` is called
// when the connection is lost or the page is hidden.
export function connect(address, { hear, goDark, hasKeys = true }) {
  document.body.classList.toggle("framed", window !== top);
  document.getElementById("full-screen").onclick = toggleFullScreen;
  if (hasKeys) listenToPlayer();
  speak(document.documentElement.lang);
  const receive = (news) => {
    hearStation(news);
    hear(news);
    stayAwake();
  };
  const leave = () => {
    forgetAll();
    forgetSent();
    blankBoard();
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

function listenToPlayer() {
  listen(send);
  listenToBoard((field) => send({ tap: field }));
  listenToNames(send);
}

function hearStation(news) {
  if (news.picture !== undefined) {
    speak(news.language);
    showAsked(news.asks_name);
  }
  if (news.board === "dark") blankBoard();
  else if (news.board !== undefined) showBoard(news.board);
  if (news.typing) hearTyping(news.typing);
  if (news.named) hearNamed(news.named);
  if (news.cursors) showCursors(news.cursors);
  if (news.tappable) showTappable(news.tappable);
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}
