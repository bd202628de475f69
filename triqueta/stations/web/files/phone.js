// The page of a seat as a game page, for games with a sheet of drawings. It draws what the table sends;
// each view is a file. Other games keep the small screen, and so does a device that prefers it.

import { load } from "./art.js";
import { element } from "./dom.js";
import { lock } from "./keys.js";
import { lazily } from "./lazy.js";
import { send } from "./link.js";
import { announce } from "./news.js";
import { patch, refocus } from "./patch.js";
import { away, asleep } from "./phone-away.js";
import { bar } from "./phone-head.js";
import { DEVICE, goDark, hasDevice, hearNames, loadDevice, offer, showFrame } from "./phone-later.js";
import { forgetMotion, lookAround, showChange } from "./phone-motion.js";
import { nextPile } from "./phone-pile.js";
import { roundEnd } from "./phone-round.js";
import { hideSheet, sheet, showSheet } from "./phone-sheet.js";
import { drawnTile, liesFaceDown, turnDown } from "./phone-tile.js";
import { turn, wait } from "./phone-turn.js";
import { isOn, turn as turnSetting } from "./settings.js";
import { say } from "./words.js";

const loadLobby = lazily(["seat-flower", "phone-lobby"], () => import("./phone-lobby.js"));
const loadEnding = lazily(["shuffle", "phone-ending"], () => import("./phone-ending.js"));
const loadPair = lazily(["phone-tiles"], () => import("./phone-tiles.js"));
const LATER = { lobby: loadLobby, pair: loadPair, reveal: loadEnding, turned: loadEnding, end: loadEnding };
const views = { turn, wait, tile: drawnTile, pile: nextPile, round: roundEnd }; // and those of LATER, once loaded
const root = document.getElementById("phone");
const page = element("div", "page");
const notice = element("p", "notice"); // what the table says for a moment
const now = { open: null, frame: null, mine: undefined, seat: null, isAway: true };
let isDue = false;
let isReady = false;
const told = { page: [], sheet: [] }; // what was announced last
let lastMove = null;
let last = null; // the page below a sheet
let focus = ""; // what had the focus before the sheet

notice.role = "status";
notice.ariaLive = "off"; // it is announced with everything else that is new
root.append(page, sheet, notice);
addEventListener("relabel", () => {
  page.replaceChildren();
  drawSoon();
});
document.getElementById("game-page").addEventListener("click", () => {
  turnSetting(DEVICE, false);
  send({ small: false });
  draw();
});

// Takes what the table sends to a seat.
export function hear(news) {
  if (news.picture !== undefined) hearFrame(news);
  if (news.seat) now.seat = news.seat;
  if (news.open) hearOpen(news.open);
  hearNames(news);
  if (now.open) drawSoon();
}

// The frame of a small screen has no page.
function hearFrame(frame) {
  now.frame = frame;
  now.mine = frame.mine;
  now.isAway = false;
}

function hearOpen(open) {
  now.open = open;
  if (open.art) load(open.art).then(haveArt, haveArt); // without pictures, their names are left
}

function haveArt() {
  isReady = true;
  drawSoon();
}

// Forgets everything secret, because the table is gone or the page is out of sight.
export function goAway() {
  now.frame = null;
  now.mine = undefined;
  now.isAway = true;
  goDark();
  last = null;
  turnDown();
  forgetMotion();
  if (now.open) draw();
}

// A frame and the public view are two messages: draw when both are here.
function drawSoon() {
  if (isDue || !now.open) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    draw();
  });
}

function draw() {
  const hasPage = Boolean(now.open.art || now.open.lobby);
  const isDrawn = hasPage && !isOn(DEVICE);
  lock(isDrawn && now.mine?.mode === "tile" && liesFaceDown(now.mine)); // a key would place a tile that was not seen
  const load = missing(isDrawn);
  if (load) return drawAfter(load);
  if (isDrawn && root.hidden) goDark(); // the small screen would tell a tile that lies face down
  document.body.classList.remove("starting");
  document.body.classList.toggle("phone", isDrawn);
  document.body.classList.toggle("small-screen", hasPage && !isDrawn);
  root.hidden = !isDrawn;
  if (!isDrawn) showSmallScreen();
  else if (isReady || !now.open.art) drawPage();
}

// Returns the function that loads what the page needs now, if it is not here yet.
function missing(isDrawn) {
  if (!isDrawn) return hasDevice() ? null : loadDevice;
  const name = now.mine ? viewOf(now.mine) : now.open.lobby && "lobby";
  return views[name] ? null : LATER[name];
}

const viewOf = ({ mode, tiles }) => (mode === "tile" && tiles.length > 1 ? "pair" : mode);

// Until everything is here, the page stays as it was, but for secrets.
function drawAfter(load) {
  if (now.isAway) page.replaceChildren();
  load().then((found) => {
    Object.assign(views, found);
    drawSoon();
  }, () => {});
}

function showSmallScreen() {
  page.replaceChildren();
  hideSheet();
  if (now.mine && now.mine !== "dark") send({ small: true }); // the table left out the small picture
  else if (now.frame) showFrame(now.frame);
}

function drawPage() {
  const { mine, open } = now;
  const hasSheet = mine === null && Boolean(now.frame?.sheet) && !isLobby();
  if (mine && mine !== "dark") last = mine;
  if (open.lobby) last = null;
  const shown = view();
  if (shown) {
    lookAround(page);
    page.className = ["page", `view-${shown.name}`, shown.className].filter(Boolean).join(" ");
    root.classList.toggle("night", shown.className === "night");
    patch(page, shown.parts);
    if (mine?.mode) showChange(page, now.open, mine);
  }
  offer(mine === "dark" ? null : mine, drawSoon);
  drawSheet(hasSheet);
  drawNotice(now.frame?.notice);
  if (shown) tell("page", shown.lines);
  if (hasSheet) tell("sheet", [now.frame.sheet.title, ...now.frame.sheet.lines]);
  else told.sheet = [];
}

// Returns the parts of the page, and what to tell about them, or null to leave it as it is.
function view() {
  const { open, mine, seat, isAway } = now;
  const own = { open, seat: seat ? seat.number - 1 : null, name: seat?.name || say("Seat {number}", { number: seat?.number ?? "" }) };
  if (open.lobby && !seat) return null; // until the table says which seat it is
  if (isAway) return { name: "away", ...(open.lobby ? views.lobby({ ...own, isNamed: Boolean(seat.name) }) : away(own)) };
  if (mine === "dark") return { name: "dark", ...asleep(own) };
  if (mine && !isWhole(open, mine)) return null;
  if (mine) return { name: mine.mode, ...views[viewOf(mine)]({ open, mine, redraw: draw }) };
  if (open.lobby) return { name: "lobby", ...views.lobby({ ...own, isNamed: Boolean(seat.name), redraw: draw }) };
  return mine === null && !last ? { name: "alone", lines: [own.name], parts: [bar({ open, mine: { title: own.name, acts: true } })] } : null;
}

// What all may see comes in a message of its own, a moment later. Until then, the page stays.
function isWhole({ players, pile, score }, { mode, seat }) {
  const needed = { turn: pile, end: score };
  return seat < players.length && (!(mode in needed) || Boolean(needed[mode]));
}

// Before a game, a seat has nothing to press on most screens: then its page shows who is there.
function isLobby() {
  const { open, frame } = now;
  return Boolean(open.lobby) && !frame.sheet.answers.length && !frame.sheet.soft.some(Boolean);
}

function drawSheet(hasSheet) {
  const changes = hasSheet === sheet.hidden;
  if (changes && hasSheet) focus = document.activeElement?.dataset?.focus ?? "";
  const isCovered = hasSheet && (last !== null || Boolean(now.open.lobby));
  if (hasSheet) showSheet(now.frame.sheet);
  else hideSheet();
  root.classList.toggle("covered", isCovered);
  page.inert = isCovered;
  if (changes && !hasSheet) refocus(page, focus);
}

function drawNotice(text) {
  notice.hidden = !text;
  if (text && text !== notice.textContent) announce([text]);
  notice.textContent = text ?? "";
}

// Tells screen readers what is new: the last move, and lines that were not there before.
function tell(where, lines) {
  const { last: move } = now.open;
  const moves = move && lastMove !== null && move.number !== lastMove ? [move.text] : [];
  const fresh = [...moves, ...lines.filter((line) => line && !told[where].includes(line))];
  lastMove = move?.number ?? 0;
  told[where] = lines;
  if (fresh.length) announce(fresh);
}
