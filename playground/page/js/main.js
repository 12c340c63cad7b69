/** Starts the page: finds out who one is here, and keeps one session and its view. */

import { App } from "./app.js";
import { fill, h } from "./dom.js";
import { Inspector } from "./inspector/inspector.js";
import { addPerson, addressOf } from "./people.js";
import { recall, remember } from "./prefs.js";
import { Session } from "./session.js";
import { applyTheme } from "./theme.js";
import { keepTimes, now } from "./time.js";
import { World } from "./world.js";

const AGAIN = 1000;

const root = document.getElementById("app");
const world = new World();
const inspector = new Inspector(world);
let session = null;
let loaded = 0;

/** Be somebody: nothing of the person before stays on the page. */
function become(id) {
  const me = world.users.get(id);
  session?.close();
  root.replaceChildren();
  document.getElementById("layer").replaceChildren();
  history.replaceState(null, "", `${addressOf(me)}${location.hash}`);
  remember("person", me.id);
  session = new Session(me, world, loaded);
  inspector.follow(session);
  session.on("ready", () => refresh(me.id));
  session.on("lost", () => (root.dataset.state = "lost"));
  new App(root, session, { become, inspector });
}

/** After a connection was made again the playground may be another one, without this person. */
async function refresh(id) {
  const again = root.dataset.state === "lost";
  root.dataset.state = "ready";
  if (!again) return;
  await world.refresh().catch(() => {});
  if (!world.users.has(id)) location.reload();
}

/** To the message box without another address. */
function skip(event) {
  event.preventDefault();
  document.querySelector(".composer textarea, .composer input")?.focus();
}

async function start() {
  try {
    await world.refresh();
  } catch (error) {
    fill(root, h("p", { class: "starting", role: "status" }, `${error.message} Trying again …`));
    setTimeout(start, AGAIN);
    return;
  }
  loaded = now();
  const asked = new URLSearchParams(location.search).get("as");
  const me = world.person(asked) ?? world.person(recall("person")) ?? world.people[0];
  if (me) become(me.id);
  else {
    fill(root, h("p", { class: "starting" }, "Nobody is here yet."));
    addPerson({ world }, become);
  }
}

applyTheme();
keepTimes();
document.querySelector(".skip").addEventListener("click", skip);
start();
