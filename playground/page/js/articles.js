/** How articles of the log relate to their neighbours. */

import { compareIds, madeAt } from "./ids.js";
import { isEphemeral } from "./store.js";

/** @import { Message } from "./wire.js" */

const TOGETHER = 7 * 60 * 1000;

/**
 * The id of the message that an article shows.
 * @param {HTMLElement} article
 */
export const idOf = (article) => article.dataset.messageId ?? "";

/**
 * Whether a message is grouped with the one above it under one header.
 * @param {Message} message
 * @param {Message} before
 */
export function belongs(message, before) {
  const alone = message.local || message.interaction_metadata || message.message_reference;
  const alike = isEphemeral(message) === isEphemeral(before) && message.author.id === before.author.id;
  return !alone && alike && madeAt(message.id) - madeAt(before.id) < TOGETHER && compareIds(before.id, message.id) < 0;
}

/**
 * The divider with the day above an article, or null.
 * @param {HTMLElement} article
 */
export function dividerOf(article) {
  const before = article.previousElementSibling;
  return before?.matches(".day") ? before : null;
}

/**
 * The article above, or null.
 * @param {HTMLElement} article
 */
export function previousArticle(article) {
  let before = article.previousElementSibling;
  while (before && !before.matches("article")) before = before.previousElementSibling;
  return /** @type {HTMLElement | null} */ (before);
}

/**
 * The article below, or null.
 * @param {HTMLElement} article
 */
export function nextArticle(article) {
  let next = article.nextElementSibling;
  while (next && !next.matches("article")) next = next.nextElementSibling;
  return /** @type {HTMLElement | null} */ (next);
}
