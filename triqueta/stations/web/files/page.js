"use strict";
// A station in a page: shows the frames it is sent, and sends its keys, down and up.
// Whenever the link is gone or the page is out of sight, it goes dark at once.

const isTable = location.pathname === "/";
document.body.className = isTable ? "table" : "seat";
document.title = isTable ? "Triqueta: the table" : "Triqueta: your seat";

const address = isTable ? "table" : location.pathname.split("/").pop();
const screen = document.getElementById("screen");
const words = document.getElementById("words");
const message = document.getElementById("message");
const seats = document.getElementById("seats");
const keys = [...document.querySelectorAll("[data-key]")];
const lit = [191, 233, 255];
const SILENCE = 2200;
const RETRY = 700;

let socket = null;
let lastBeat = 0;
let takenOver = false;
let refused = false;
const held = new Set();

function connect() {
  if (document.hidden || takenOver || refused || socket) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const link = new WebSocket(`${scheme}://${location.host}/socket/${address}`);
  socket = link;
  lastBeat = performance.now();
  link.onmessage = (event) => socket === link && receive(JSON.parse(event.data));
  link.onclose = (event) => socket === link && disconnected(event.code);
}

function disconnected(code) {
  socket = null;
  held.clear();
  blank();
  takenOver = code === 4001;
  if (takenOver) say("This seat is now on another phone.", "Take it back", takeBack);
  else if (!document.hidden) {
    if (!refused) say("Connecting ...");
    setTimeout(connect, RETRY);
    isStillValid();
  }
}

// A table that was started anew has new codes: then there is no use in trying on.
async function isStillValid() {
  if (isTable) return;
  const answer = await fetch(location.pathname).catch(() => null);
  refused = answer?.status === 404;
  if (refused) say("This seat's code is no longer valid. Scan it anew at the table.");
}

function hangUp() {
  const link = socket;
  socket = null;
  held.clear();
  blank();
  if (link) link.close();
}

function receive(news) {
  lastBeat = performance.now();
  if (news.taken) say("Somebody sits here already.", "Take over", () => send({ take: true }));
  if (news.seats) showSeats(news.seats);
  if (news.picture !== undefined) show(news);
}

function send(news) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(news));
}

function takeBack() {
  takenOver = false;
  say("Connecting ...");
  connect();
}

// The screen.

function show(frame) {
  message.hidden = true;
  draw(Uint8Array.from(atob(frame.picture), (char) => char.charCodeAt(0)));
  screen.dataset.light = frame.light;
  words.textContent = frame.words;
  document.documentElement.lang = frame.language;
  label(frame.soft);
}

function label(soft) {
  soft.forEach((text, number) => {
    const button = keys.find((key) => key.dataset.key === `soft${number + 1}`);
    button.setAttribute("aria-label", text || `Soft key ${number + 1}, no use now`);
  });
}

function draw(bits) {
  const context = screen.getContext("2d");
  const image = context.createImageData(128, 64);
  for (let pixel = 0; pixel < 128 * 64; pixel++) {
    if (bits[pixel >> 3] & (128 >> (pixel & 7))) image.data.set([...lit, 255], 4 * pixel);
  }
  context.putImageData(image, 0, 0);
}

function blank() {
  screen.getContext("2d").clearRect(0, 0, 128, 64);
  words.textContent = "";
  label(["", "", ""]);
  keys.forEach((key) => key.classList.remove("down"));
}

function say(text, label, action) {
  blank();
  message.querySelector("p").textContent = text;
  const button = message.querySelector("button");
  button.hidden = !label;
  button.textContent = label || "";
  button.onclick = action || null;
  message.hidden = false;
}

// The keys.

function press(key) {
  if (held.has(key)) return;
  held.add(key);
  keys.find((button) => button.dataset.key === key).classList.add("down");
  send({ down: key });
}

function release(key) {
  if (!held.delete(key)) return;
  keys.find((button) => button.dataset.key === key).classList.remove("down");
  send({ up: key });
}

function releaseAll() {
  [...held].forEach(release);
}

for (const button of keys) {
  const key = button.dataset.key;
  if (key.startsWith("petal")) button.setAttribute("aria-label", `Petal ${key.slice(-1)}`);
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    button.setPointerCapture(event.pointerId);
    press(key);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, () => release(key));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    // Screen readers click without a pointer: that is a short press.
    if (event.detail === 0 && !held.has(key)) {
      press(key);
      release(key);
    }
  });
}

function keyOf(event) {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  if (event.code === "Space" || event.code === "Enter") return event.target.dataset?.key || null;
  const code = event.code.replace("Numpad", "Digit");
  return keys.find((button) => button.dataset.code === code)?.dataset.key || null;
}

// What is down is let go by the same key of the keyboard, wherever the focus went meanwhile.
const typed = new Map();

addEventListener("keydown", (event) => {
  const key = keyOf(event);
  if (!key) return;
  event.preventDefault();
  if (event.repeat) return;
  typed.set(event.code, key);
  press(key);
});
addEventListener("keyup", (event) => {
  if (!typed.has(event.code)) return;
  event.preventDefault();
  release(typed.get(event.code));
  typed.delete(event.code);
});
addEventListener("blur", releaseAll);
addEventListener("focusin", (event) => event.target instanceof HTMLInputElement && releaseAll());

// A page out of sight shows nothing and holds nothing; back in sight it is back by itself.

document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : connect()));
addEventListener("pagehide", hangUp);
addEventListener("offline", hangUp);
addEventListener("online", connect);

setInterval(() => {
  if (!socket) connect();
  else if (performance.now() - lastBeat > SILENCE) {
    hangUp();
    say("Connecting ...");
    connect();
  } else send({ alive: true });
}, 500);

// The seats beside the table, for one person who tries a game alone.

function showSeats(paths) {
  paths.forEach((path, number) => {
    const panel = seats.children[number] || seats.appendChild(document.createElement("div"));
    if (panel.querySelector("iframe")) return;
    const open = panel.querySelector("button") || panel.appendChild(document.createElement("button"));
    open.type = "button";
    open.disabled = !path;
    open.textContent = path ? `Sit at seat ${number + 1}` : `Seat ${number + 1} is taken`;
    open.onclick = () => {
      const frame = document.createElement("iframe");
      frame.src = path;
      frame.title = `Seat ${number + 1}`;
      panel.replaceChildren(frame);
    };
  });
}

// A name typed on a phone.

const form = document.getElementById("name");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send({ name: form.elements.name.value });
  document.activeElement?.blur();
});

say("Connecting ...");
connect();
