/** Open menus: their keys, taps beside the sheet of a phone, and lists that the server does not have yet. */

import { narrow } from "./back.js";
import { text } from "./dom.js";
import { t } from "./language.js";

/** The entry that a key leads to, from the entry at an index; -1 is the last one. */
const targets = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index) => Math.max(index, 0) - 1,
  Home: () => 0,
  End: () => -1,
};

const openMenu = () => document.querySelector(".menu:popover-open");

/** Moves the focus in the open menu, or into it from its button. */
function moveInMenu(event) {
  const menu = openMenu();
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (!menu || !isPlain || !Object.hasOwn(targets, event.key)) return;
  event.preventDefault();
  // The row below the menu must not move as well.
  event.stopPropagation();
  const entries = [...menu.querySelectorAll("button:enabled")].filter((entry) => entry.checkVisibility());
  entries.at(targets[event.key](entries.indexOf(document.activeElement), entries.length))?.focus();
}

/** The open sheet at the last `pointerdown` outside of it. A touch that becomes a scroll makes no click. */
let missed;

/** A tap on the dimmed page closes the sheet and does nothing else: the browser passes it on to the page. */
function tapBeside(event) {
  const { type, target } = event;
  const menu = openMenu();
  if (type !== "click") missed = type === "pointerdown" && narrow.matches && !menu?.contains(target) ? menu : undefined;
  if (!missed) return;
  event.stopPropagation();
  if (type !== "click") return;
  event.preventDefault();
  missed.hidePopover();
  missed = undefined;
}

/** Says why a menu has few entries while the server does not have its list. */
function explainUnsent({ target: menu }) {
  if (!menu.matches(".menu")) return;
  menu.querySelector(".hint")?.remove();
  if (menu.closest(".unsent")) menu.append(text("p", t("More options once this list is synced."), "hint"));
}

addEventListener("keydown", moveInMenu, { capture: true });
for (const type of ["pointerdown", "pointercancel", "click"]) addEventListener(type, tapBeside, { capture: true });
addEventListener("beforetoggle", explainUnsent, { capture: true });
