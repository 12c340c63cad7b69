/** Starts the page: finds out as whom one acts here, and keeps one session and its view. */

import { reason } from "./api.js";
import { App } from "./app.js";
import { fill, find, fixed, h } from "./dom.js";
import { Inspector } from "./inspector/inspector.js";
import { addPerson, addressOf } from "./people.js";
import { recall, remember } from "./prefs.js";
import { Session } from "./session.js";
import { applyTheme } from "./theme.js";
import { keepTimes, now } from "./time.js";
import { World } from "./world.js";

const AGAIN = 1000;

const root = fixed("app");
const world = new World();
const inspector = new Inspector(world);
/** @type {Session | null} */
let session = null;
let loaded = 0;

/**
 * Switch to a person; nothing of the previous one stays on the page.
 * @param {string} id
 */
function become(id) {
  const me = world.users.get(id);
  if (!me) return;
  session?.close();
  root.replaceChildren();
  fixed("layer").replaceChildren();
  history.replaceState(null, "", `${addressOf(me)}${location.hash}`);
  remember("person", me.id);
  session = new Session(me, world, loaded);
  inspector.follow(session);
  session.on("ready", () => refresh(me.id));
  session.on("lost", () => {
    root.dataset.state = "lost";
  });
  new App(root, session, { become, inspector });
}

/**
 * After a reconnection, reload the page if the playground is another one, without this person.
 * @param {string} id
 */
async function refresh(id) {
  const again = root.dataset.state === "lost";
  root.dataset.state = "ready";
  if (!again) return;
  await world.refresh().catch(() => {});
  if (!world.users.has(id)) location.reload();
}

/**
 * Move the focus to the message box without changing the address.
 * @param {Event} event
 */
function skip(event) {
  event.preventDefault();
  find(document, ".composer textarea, .composer input")?.focus();
}

async function start() {
  try {
    await world.refresh();
  } catch (error) {
    fill(root, h("p", { class: "starting", role: "status" }, `${reason(error)} Trying again …`));
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
find(document, ".skip")?.addEventListener("click", skip);
start();
