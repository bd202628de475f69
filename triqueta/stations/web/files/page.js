// A page of the table, by path: the table station, a seat, or the spectator view.

import { blankBoard, listenToBoard, showBoard, showCursors, showTappable } from "./board.js";
import { forgetAll, listen } from "./keys.js";
import { move, open, send } from "./link.js";
import { forgetSent, hearNamed, hearTyping, listenToNames, showAsked } from "./names.js";
import { showOpen } from "./open.js";
import { blank, show } from "./screen.js";
import { showSeats } from "./seats.js";
import { showWhose, stayAwake } from "./whose.js";
import { speak } from "./words.js";

const KINDS = { "/": "table", "/watch": "watch" };
const kind = KINDS[location.pathname] ?? "seat";
const address = kind === "seat" ? seatCode() : kind;
const phone = kind === "seat" ? import("./phone.js") : null; // a promise
const manifest = document.createElement("link");

function receive(news) {
  if (news.picture !== undefined) {
    speak(news.language);
    if (!phone) show(news);
    showAsked(news.asks_name);
  }
  if (news.board === "dark") blankBoard();
  else if (news.board !== undefined) showBoard(news.board);
  if (news.typing) hearTyping(news.typing);
  if (news.named) hearNamed(news.named);
  if (news.cursors) showCursors(news.cursors);
  if (news.tappable) showTappable(news.tappable);
  if (news.seats) showSeats(news.seats);
  if (news.seat) showWhose(news.seat);
  if (news.session) stay(news.session, news.code);
  if (phone) phone.then(({ hear }) => hear(news));
  else if (news.open) {
    if (kind === "watch") speak(news.open.language);
    showOpen(news.open);
  }
  stayAwake();
}

function goDark() {
  forgetAll();
  forgetSent();
  blank();
  blankBoard();
  phone?.then(({ goAway }) => goAway());
}

function seatCode() {
  return location.pathname.split("/")[2];
}

// A seat's code is valid for one game. The table sends the next code to the seated phone. With its
// session, the phone can return even if it was asleep when the code changed.
function stay(session, code) {
  if (code && code !== seatCode()) {
    history.replaceState(null, "", `/S/${code}`);
    installAs(`${location.pathname}/manifest.webmanifest`);
  }
  move(`${seatCode()}/${session}`);
}

function installAs(path) {
  manifest.rel = "manifest";
  manifest.href = path;
  document.head.append(manifest);
}

document.body.classList.add(kind);
document.body.classList.toggle("starting", kind === "seat");
document.body.classList.toggle("framed", window !== top);
if (kind === "seat") installAs(`${location.pathname}/manifest.webmanifest`);
else installAs("/manifest.webmanifest");
if (kind !== "watch") {
  listen(send);
  listenToBoard((field) => send({ tap: field }));
  listenToNames(send);
}
document.getElementById("full-screen").onclick = () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
};
speak(document.documentElement.lang);
open(address, receive, goDark);
