"use strict";

// The page shows frames as they come and tells the phone what the person's hands do. It decides nothing.

const canvas = document.getElementById("screen");
const cross = document.getElementById("cross");
const state = document.getElementById("state");
const refused = document.getElementById("refused");
const keyboard = document.getElementById("keyboard");
const behind = document.getElementById("behind");
const drawing = canvas.getContext("2d");

const RECONNECT_MS = 1000;
const BEHIND_MS = 300;
const CROSS_POINTER = -2;
const STEP = 0.04;
const SMALL_STEP = 0.005;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const KEYS = {
  ArrowUp: "DPAD_UP", ArrowDown: "DPAD_DOWN", ArrowLeft: "DPAD_LEFT", ArrowRight: "DPAD_RIGHT",
  Backspace: "DEL", Delete: "FORWARD_DEL", End: "MOVE_END", Enter: "ENTER", Escape: "BACK", Home: "MOVE_HOME",
};

let socket = null;
let announced = null;
let newest = null;
let drawingNow = false;
const progress = { asked: [], taken: 0, drawn: 0, since: null, timer: 0 };
const pressed = new Set();
const point = { x: 0.5, y: 0.5 };

// -- frames ---------------------------------------------------------------------------------------

function connect() {
  const address = new URL("screen", window.location.href);
  address.protocol = "ws:";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") hear(JSON.parse(data));
    else takeFrame(data, announced);
  });
  socket.addEventListener("close", () => {
    pressed.clear();
    cross.classList.remove("pressed");
    Object.assign(progress, { asked: [], taken: progress.drawn, since: null });
    tellBehind();
    state.textContent = "The phone does not answer. This page tries again every second.";
    window.setTimeout(connect, RECONNECT_MS);
  });
}

function hear(message) {
  if (message.type === "screen") announced = message;
  else if (message.type === "refused") refused.textContent = message.why;
  else if (message.type === "taken") hearTaken(message.version);
}

// Only the newest frame is drawn: one that came while another was being drawn takes the place of those that wait.
async function takeFrame(data, about) {
  newest = { data, about };
  if (drawingNow) return;
  drawingNow = true;
  while (newest !== null) {
    const next = newest;
    newest = null;
    await drawFrame(next.data, next.about);
    hearDrawn(next.about.version);
  }
  drawingNow = false;
}

// -- whether the picture is behind what was asked for ---------------------------------------------------

function hearTaken(version) {
  const asked = progress.asked.shift();
  progress.taken = version;
  if (progress.drawn >= version) progress.since = null;
  else if (progress.since === null) progress.since = asked;
  tellBehind();
}

function hearDrawn(version) {
  progress.drawn = version;
  progress.since = version >= progress.taken ? null : performance.now();
  tellBehind();
}

function tellBehind() {
  window.clearTimeout(progress.timer);
  const waits = [progress.asked[0], progress.since].filter((at) => at !== undefined && at !== null);
  const lateMs = waits.length ? performance.now() - Math.min(...waits) : 0;
  behind.hidden = lateMs < BEHIND_MS;
  if (waits.length && behind.hidden) progress.timer = window.setTimeout(tellBehind, BEHIND_MS - lateMs);
}

async function drawFrame(data, about) {
  const picture = await createImageBitmap(new Blob([data], { type: "image/png" }));
  if (canvas.width !== picture.width || canvas.height !== picture.height) {
    canvas.width = picture.width;
    canvas.height = picture.height;
  }
  drawing.drawImage(picture, 0, 0);
  picture.close();
  canvas.dataset.version = about.version;
  canvas.dataset.keyboard = about.keyboard;
  tell(about);
  placeCross();
}

function tell(about) {
  let text = `In front: ${about.front || "nothing"}`;
  if (!about.awake) text = "The screen is off. Power switches it on.";
  else if (about.secure) text += ". This screen is not to be captured: its picture is black.";
  if (state.textContent !== text) state.textContent = text;
}

function send(message) {
  if (socket.readyState !== WebSocket.OPEN) return;
  refused.textContent = "";
  socket.send(JSON.stringify(message));
  progress.asked.push(performance.now());
  tellBehind();
}

// -- pointers -------------------------------------------------------------------------------------

function sampleOf(event) {
  const box = canvas.getBoundingClientRect();
  const share = (value) => Math.max(-8, Math.min(8, value));
  return [
    share((event.clientX - box.left) / box.width),
    share((event.clientY - box.top) / box.height),
    Math.max(0, event.timeStamp),
  ];
}

canvas.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" && event.button !== 0) return;
  canvas.setPointerCapture(event.pointerId);
  pressed.add(event.pointerId);
  cross.hidden = true;
  send({ type: "touch", id: event.pointerId, phase: "down", samples: [sampleOf(event)] });
});

canvas.addEventListener("pointermove", (event) => {
  if (!pressed.has(event.pointerId)) return;
  const parts = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
  const samples = (parts.length ? parts : [event]).map(sampleOf).slice(-512);
  send({ type: "touch", id: event.pointerId, phase: "move", samples });
});

function lift(event) {
  if (!pressed.delete(event.pointerId)) return;
  send({ type: "touch", id: event.pointerId, phase: "up", samples: [sampleOf(event)] });
}

canvas.addEventListener("pointerup", lift);
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

// -- the cross, for those who point with the keyboard ------------------------------------------------

function placeCross() {
  cross.style.left = `${canvas.offsetLeft + point.x * canvas.offsetWidth}px`;
  cross.style.top = `${canvas.offsetTop + point.y * canvas.offsetHeight}px`;
}

function crossTouch(phase) {
  send({ type: "touch", id: CROSS_POINTER, phase, samples: [[point.x, point.y, performance.now()]] });
}

function liftCross() {
  if (!pressed.delete(CROSS_POINTER)) return;
  cross.classList.remove("pressed");
  crossTouch("up");
}

function pointWith(event) {
  const arrow = ARROWS[event.key];
  const presses = event.key === "Enter" || event.key === " ";
  if (!arrow && !presses) return;
  event.preventDefault();
  cross.hidden = false;
  if (arrow) {
    const step = event.shiftKey ? SMALL_STEP : STEP;
    point.x = Math.max(0.001, Math.min(0.999, point.x + arrow[0] * step));
    point.y = Math.max(0.001, Math.min(0.999, point.y + arrow[1] * step * (canvas.width / canvas.height)));
    if (pressed.has(CROSS_POINTER)) crossTouch("move");
  } else if (!pressed.has(CROSS_POINTER)) {
    pressed.add(CROSS_POINTER);
    cross.classList.add("pressed");
    crossTouch("down");
  }
  placeCross();
}

// -- keys -----------------------------------------------------------------------------------------

function typeWith(event) {
  if (KEYS[event.key]) send({ type: "key", name: KEYS[event.key] });
  else if ([...event.key].length === 1) send({ type: "text", text: event.key });
  else return;
  event.preventDefault();
}

canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key === "Tab") return;
  (keyboard.checked ? typeWith : pointWith)(event);
});

canvas.addEventListener("keyup", (event) => {
  if (event.key === "Enter" || event.key === " ") liftCross();
});

canvas.addEventListener("blur", () => {
  liftCross();
  cross.hidden = true;
});

function tellKeys() {
  liftCross();
  cross.hidden = true;
  document.getElementById("keys-pointing").hidden = keyboard.checked;
  document.getElementById("keys-typing").hidden = !keyboard.checked;
}

keyboard.addEventListener("change", () => {
  tellKeys();
  if (keyboard.checked) canvas.focus();
});

for (const button of document.querySelectorAll("button")) {
  const { navigate, key } = button.dataset;
  button.addEventListener("click", () => {
    send(navigate ? { type: "navigate", button: navigate } : { type: "key", name: key });
  });
}

window.addEventListener("resize", placeCross);
tellKeys();
connect();
