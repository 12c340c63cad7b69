/** A message on one line, as shown in replies and lists. */

import { plain } from "./markdown/render.js";
import { isThinking } from "./store.js";

/** @import { Component, Message } from "./wire.js" */
/** @import { Known } from "./markdown/render.js" */

const LONGEST = 120;

/**
 * The first words of a message; without words, what kind of message it is.
 * @param {Message} message
 * @param {Known} known
 */
export function preview(message, known) {
  if (isThinking(message)) return "…";
  const text =
    message.content || firstText(message.components) || message.embeds[0]?.title || message.embeds[0]?.description;
  const line = text ? plain(text.split("\n")[0], known) : "";
  if (line) return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return message.attachments.length ? "Press to see the picture" : "Press to see the message";
}

/**
 * @param {Component[]} components
 * @returns {string}
 */
function firstText(components) {
  for (const component of components) {
    if (component.type === 10 && component.content) return component.content;
    const text = "components" in component ? firstText(component.components) : "";
    if (text) return text;
  }
  return "";
}
