// The page of simulated pods, with the screen and the keys of each.

import { draw } from "./pixels.js";
import { say, speak } from "./words.js";

const note = document.getElementById("note");
const template = document.querySelector("template");
const pods = new Map();
const RETRY = 700;
let socket = null;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/socket/pods`);
  socket.onopen = () => { note.hidden = true; };
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => {
    note.hidden = false;
    for (const pod of pods.values()) pod.remove();
    pods.clear();
    setTimeout(connect, RETRY);
  };
}

function show(news) {
  const pod = pods.get(news.pod) ?? make(news.pod);
  pod.classList.toggle("stopped", Boolean(news.stopped));
  if (news.picture === undefined) return;
  const canvas = pod.querySelector("canvas");
  draw(canvas, news.picture);
  canvas.dataset.light = news.light;
}

function make(number) {
  const pod = template.content.cloneNode(true).firstElementChild;
  pod.querySelectorAll("button").forEach((button) => wire(button, number));
  pods.set(number, pod);
  document.querySelector("main").append(pod);
  label(pod, number);
  return pod;
}

function label(pod, number) {
  const name = say("Pod {number}", { number: number + 1 });
  pod.querySelector("h2").textContent = name;
  pod.setAttribute("aria-label", name);
  pod.querySelector("canvas").setAttribute("aria-label", say("The screen of the pod"));
  for (const button of pod.querySelectorAll("button")) {
    const which = { number: button.dataset.key.slice(-1) };
    const isPetal = button.dataset.key.startsWith("petal");
    button.setAttribute("aria-label", isPetal ? say("Petal {number}", which) : say("Key {number}", which));
  }
}

addEventListener("relabel", () => pods.forEach(label));

function wire(button, number) {
  const move = (down) => {
    if (button.classList.contains("down") === down) return;
    button.classList.toggle("down", down);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ pod: number, key: button.dataset.key, down }));
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    button.setPointerCapture(event.pointerId);
    move(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
    button.addEventListener(end, () => move(false));
  }
  const isKey = (event) => event.key === " " || event.key === "Enter";
  button.addEventListener("keydown", (event) => isKey(event) && move(true));
  button.addEventListener("keyup", (event) => isKey(event) && move(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

speak(document.documentElement.lang);
connect();
