// The connection to the table. The page goes dark at once when the connection is lost or the page
// is hidden, and reconnects when it is visible again.

import { tell, tellNothing } from "./dialogs.js";

const SILENCE = 2200;
const RETRY = 700;
const PATIENCE = 4000; // before "Connecting ..." changes to an error message
const LONG = 60000; // until the table seems to be switched off
const GOING_AWAY = 1001; // the table stops
const TAKEN_OVER = 4001;
const SCAN_AGAIN = 4003;
const IS_HERE = location.hostname === "localhost"; // the table runs on this device

let path = "";
let receive = () => {};
let goDark = () => {};
let old = []; // what to say when the code of the page is no longer valid
let socket = null;
let lastBeat = 0;
let goneSince = 0;
let takenOver = false;
let refused = false;
let isOff = false;
let isLeaving = false;
let takesBack = false;
let wasOpen = false;
let isFull = false;

const OLD_SEAT = ["This seat's code is no longer valid. Scan the new one: at the table, “Menu > Settings > Phones”."];

export function open(address, whenNews, whenGone, whenOld = OLD_SEAT) {
  path = address;
  receive = whenNews;
  goDark = whenGone;
  old = whenOld;
  goneSince = performance.now();
  missing();
  connect();
}

// Sets the address for reconnecting.
export function move(address) {
  path = address;
}

export function send(news) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(news));
}

function connect() {
  if (document.hidden || takenOver || refused || isLeaving || socket) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  wasOpen = false;
  const link = new WebSocket(`${scheme}://${location.host}/socket/${path}`);
  socket = link;
  lastBeat = performance.now();
  link.onopen = () => (wasOpen = true);
  link.onmessage = (event) => socket === link && hear(JSON.parse(event.data));
  link.onclose = (event) => socket === link && disconnected(event.code);
}

function hear(news) {
  lastBeat = performance.now();
  goneSince = 0;
  isFull = false;
  isOff = false;
  if (news.go) leave(news.go);
  else if (news.taken && takesBack) send({ take: true });
  else if (news.taken) tell("taken", "This seat is already taken.", "Take over", () => send({ take: true }));
  else if (!news.beat) tellNothing();
  takesBack &&= Boolean(news.beat);
  receive(news);
}

// Goes to another page of the table, for example from picking a seat to the seat.
function leave(address) {
  isLeaving = true;
  location.replace(address);
}

function disconnected(code) {
  hangUp();
  takenOver = code === TAKEN_OVER;
  isOff ||= code === GOING_AWAY;
  if (isLeaving) return;
  if (code === SCAN_AGAIN) refuse();
  else if (takenOver) tell("moved", "This seat is now on another phone.", "Take it back", takeBack);
  else if (!document.hidden) {
    missing();
    setTimeout(connect, RETRY);
    if (!wasOpen) findReason();
  }
}

// Finds out why the socket was refused. If the page is gone, its code has expired (a new game has
// new codes), and retrying is pointless. If the page still loads, too many pages are open.
async function findReason() {
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.status === 404) refuse();
  else isFull = Boolean(answer?.ok);
}

function refuse() {
  refused = true;
  tell("old", ...old);
}

function missing() {
  if (takenOver || refused || isLeaving) return;
  goneSince ||= performance.now();
  const gone = performance.now() - goneSince;
  if (isOff) tell("off", "The table is switched off. When it is on again, this page will continue by itself.", "Try now", connect);
  else if (!navigator.onLine && !IS_HERE) tell("offline", "This device has no network. Connect it to the network of the table, and this page will continue by itself.");
  else if (gone <= PATIENCE) tell("connecting", "Connecting ...");
  else if (isFull) tell("full", "Too many pages are open. Close one, and this page will continue.");
  else tell(gone > LONG ? "asleep" : "missing", "The table isn't responding. Is it switched on, and is this device on the same network? This page will reconnect by itself.");
}

function hangUp() {
  const link = socket;
  socket = null;
  goDark();
  link?.close();
}

function takeBack() {
  takenOver = false;
  takesBack = true;
  missing();
  connect();
}

document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : connect()));
addEventListener("pagehide", hangUp);
addEventListener("offline", () => {
  hangUp();
  missing();
});
addEventListener("online", connect);

setInterval(() => {
  if (!path) return;
  if (goneSince && !document.hidden) missing();
  if (!socket) connect();
  else if (performance.now() - lastBeat > SILENCE) {
    hangUp();
    missing();
    connect();
  } else send({ alive: true });
}, 500);
