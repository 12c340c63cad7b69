/** Requests to the playground. */

/** @import { About, State } from "./wire.js" */

/** The playground refused; the message says why and is for the person. */
export class Refused extends Error {}

/** The playground could not be reached. */
export class Unreachable extends Error {}

/**
 * One request with JSON in and out.
 * @param {string} method
 * @param {string} path below /playground
 * @param {object} [body]
 * @returns {Promise<any>}
 * @throws {Refused|Unreachable}
 */
export async function call(method, path, body) {
  /** @type {RequestInit} */
  const init = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/playground${path}`, init);
  } catch {
    throw new Unreachable("The playground cannot be reached.");
  }
  const text = await response.text();
  const data = parsed(text);
  if (!response.ok) throw new Refused(data?.message ?? `The playground answered ${response.status}.`);
  return data;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * An error as text for the person.
 * @param {unknown} error
 */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Act as a person; see playground/people/people.py for actions and arguments.
 * @param {string} userId
 * @param {string} action
 * @param {object} [body]
 */
export function act(userId, action, body) {
  return call("POST", `/people/${userId}/${action}`, body ?? {});
}

/**
 * Fetch the users, guilds and time of the playground.
 * @returns {Promise<State>}
 */
export const state = () => call("GET", "/state");

/**
 * Change the world: `user`, `dms`, `clock`, `gateway`, `delete_message`, …
 * @param {string} action
 * @param {object} body
 */
export const change = (action, body) => call("POST", `/world/${action}`, body);

/**
 * Fetch what is played here, and the shortcuts into it; without shortcuts if the playground does not say.
 * @returns {Promise<About>}
 */
export async function about() {
  try {
    return { shortcuts: [], ...(await call("GET", "/about")) };
  } catch {
    return { shortcuts: [] };
  }
}

/**
 * The address of a websocket of the playground.
 * @param {string} path
 */
export const socketUrl = (path) => `${location.origin.replace(/^http/, "ws")}/playground${path}`;

/**
 * Move the URL of a playground's file to this page's origin, whose host name may differ; others are unchanged.
 * @param {string} url
 */
export function local(url) {
  const found = /^[a-z]+:\/\/[^/]+(\/(?:attachments|emojis)\/.*)$/.exec(url);
  return found ? found[1] : url;
}
