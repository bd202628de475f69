"use strict";
// Simulated pods: their screens as they are, and their keys as contacts to close and open.

const note = document.getElementById("note");
const template = document.querySelector("template");
const lit = [191, 233, 255];
const pods = new Map();
const RETRY = 700;
let socket = null;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/socket/pods`);
  socket.onopen = () => { note.textContent = ""; };
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => {
    note.textContent = "Connecting ...";
    for (const pod of pods.values()) pod.remove();
    pods.clear();
    setTimeout(connect, RETRY);
  };
}

function show(news) {
  const pod = pods.get(news.pod) ?? make(news.pod);
  pod.classList.toggle("stopped", Boolean(news.stopped));
  if (news.picture === undefined) return;
  const bits = Uint8Array.from(atob(news.picture), (char) => char.charCodeAt(0));
  const canvas = pod.querySelector("canvas");
  const context = canvas.getContext("2d");
  const image = context.createImageData(128, 64);
  for (let pixel = 0; pixel < 128 * 64; pixel++) {
    if (bits[pixel >> 3] & (128 >> (pixel & 7))) image.data.set([...lit, 255], 4 * pixel);
  }
  context.putImageData(image, 0, 0);
  canvas.dataset.light = news.light;
}

function make(number) {
  const pod = template.content.cloneNode(true).firstElementChild;
  pod.querySelector("h2").textContent = `Pod ${number + 1}`;
  pod.setAttribute("aria-label", `Pod ${number + 1}`);
  pod.querySelectorAll("button").forEach((button) => wire(button, number));
  pods.set(number, pod);
  document.body.append(pod);
  return pod;
}

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

connect();
