/** As whom one acts in this tab: the panel at the bottom left, and its menu. */

import { change, reason } from "./api.js";
import { avatar } from "./avatar.js";
import { openDialog } from "./dialog.js";
import { find, h, icon, roving, set } from "./dom.js";
import { openPopup } from "./popup.js";

/** @import { User } from "./wire.js" */
/** @import { Session } from "./session.js" */

/**
 * @param {Session} session
 * @param {(id: string) => void} become switches to a person by id
 * @param {...Node} tools further buttons
 */
export function personPanel(session, become, ...tools) {
  const { me, signal } = session;
  const button = h(
    "button",
    {
      type: "button",
      class: "person",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": `You are ${me.username}. Switch person`,
      title: "Be somebody else",
    },
    h("span", { class: "presence online" }, avatar(me)),
    h(
      "span",
      { class: "person-text" },
      h("span", { class: "person-name" }, me.username),
      h("span", { class: "person-note" }, "Switch person"),
    ),
    icon("people"),
  );
  /** @type {import("./popup.js").Popup | null} */
  let popup = null;
  button.addEventListener("click", () => {
    if (popup) {
      popup.close();
      return;
    }
    const menu = peopleMenu(session, become, () => popup?.close());
    set(button, "aria-expanded", "true");
    popup = openPopup(button, menu, {
      above: true,
      signal,
      onClose() {
        popup = null;
        set(button, "aria-expanded", "false");
        if (button.isConnected) button.focus();
      },
    });
    find(menu, ".menu-item")?.focus();
  });
  return h("div", { class: "person-panel", role: "region", "aria-label": "You" }, button, tools);
}

/**
 * @param {Session} session
 * @param {(id: string) => void} become
 * @param {() => void} close
 */
function peopleMenu(session, become, close) {
  const { world, me } = session;
  const rows = world.people.map((user) => {
    const you = user.id === me.id;
    const be = h(
      "button",
      {
        type: "button",
        role: "menuitemradio",
        "aria-checked": String(you),
        class: "menu-item",
        onClick: () => (you ? close() : become(user.id)),
      },
      avatar(user),
      h("span", { class: "menu-text" }, user.username),
      you && icon("check"),
    );
    const tab = h(
      "a",
      {
        role: "menuitem",
        class: "menu-item menu-side",
        href: addressOf(user),
        target: "_blank",
        "aria-label": `Open as ${user.username} in a new tab`,
        title: "Open in a new tab",
        onClick: close,
      },
      icon("external"),
    );
    return h("div", { class: "menu-row", role: "none" }, be, tab);
  });
  const adding = () => {
    close();
    addPerson(session, become);
  };
  const add = h(
    "button",
    { type: "button", role: "menuitem", class: "menu-item", onClick: adding },
    icon("plus"),
    "Add a person …",
  );
  const menu = h(
    "div",
    { class: "menu", role: "menu", "aria-label": "People" },
    h("p", { class: "menu-head", role: "none" }, "Be somebody else in this tab"),
    rows,
    h("hr"),
    add,
  );
  roving(menu, ".menu-item");
  return menu;
}

/**
 * The page's address for acting as a person.
 * @param {User} user
 */
export function addressOf(user) {
  return `${location.pathname}?as=${encodeURIComponent(user.username)}`;
}

/**
 * Ask for a name, add a person of that name and switch to them.
 * @param {{world: import("./world.js").World, signal?: AbortSignal}} session an abort of its signal closes the dialog
 * @param {(id: string) => void} become
 */
export function addPerson({ world, signal }, become) {
  const name = h("input", {
    id: "new-person",
    type: "text",
    maxlength: "32",
    autocomplete: "off",
    spellcheck: "false",
  });
  const error = h("p", { class: "form-error", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, "Add");
  const form = h(
    "form",
    { class: "modal-form" },
    h("div", { class: "field" }, h("label", { for: "new-person" }, "Name"), name),
    error,
    h("div", { class: "dialog-foot" }, submit),
  );
  const dialog = openDialog({ title: "Add a person", class: "modal", signal }, form);
  name.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (!wanted) error.textContent = "A person needs a name.";
    else if (world.person(wanted)) error.textContent = `${wanted} is there already.`;
    else {
      try {
        const { id } = await change("user", { name: wanted });
        await world.refresh();
        dialog.close();
        become(id);
      } catch (refused) {
        error.textContent = reason(refused);
      }
    }
  });
}
