/** Arrow keys, Home and End in an open menu. */

/** The entry that a key leads to, from the entry at an index; -1 is the last one. */
const targets = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index) => Math.max(index, 0) - 1,
  Home: () => 0,
  End: () => -1,
};

/** Moves the focus in the open menu, or into it from its button. */
function moveInMenu(event) {
  const menu = document.querySelector(".menu:popover-open");
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (!menu || !isPlain || !Object.hasOwn(targets, event.key)) return;
  event.preventDefault();
  // The row below the menu must not move as well.
  event.stopPropagation();
  const entries = [...menu.querySelectorAll("button:enabled")].filter((entry) => entry.checkVisibility());
  entries.at(targets[event.key](entries.indexOf(document.activeElement), entries.length))?.focus();
}

addEventListener("keydown", moveInMenu, { capture: true });
