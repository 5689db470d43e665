/** On a phone, Back closes what is open before it leaves the view: a menu, a dialog, the editor, a search. */

export const narrow = matchMedia("(width < 45em)");
const sheet = document.getElementById("sheet");

/** What is open, innermost last, as functions that close it. */
function openParts() {
  const searches = [...document.querySelectorAll("[type=search]")].filter((field) =>
    field.checkVisibility() && !field.closest("dialog") && (field.value || field === document.activeElement));
  return [
    ...searches.map((field) => () => {
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.blur();
    }),
    ...(sheet.hidden ? [] : [closeSheet]),
    ...[...document.querySelectorAll("dialog[open]")].map((dialog) => () => {
      if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
    }),
    ...[...document.querySelectorAll(":popover-open")].map((menu) => () => menu.hidePopover()),
  ];
}

/** Closes the editor as Escape does, which saves. */
const closeSheet = () =>
  sheet.firstElementChild?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));

/** How many open parts the entries of the history stand for, up to the present one. */
const entries = () => history.state?.entries ?? 0;
/** Where the page was before the last step through the history. */
let lastPlace = { address: location.href, entries: 0 };
let following;

/**
 * Adds an entry for each part that was opened. The entry of a part that is closed otherwise stays, for the part that
 * opens next or until Back passes it: a step back would reach the browser after a link that is followed meanwhile.
 */
function matchEntries() {
  following = undefined;
  const count = narrow.matches ? openParts().length : 0;
  while (entries() < count) {
    history.pushState({ entries: entries() + 1 }, "");
    rememberPlace();
  }
}

function matchSoon() {
  following ??= setTimeout(matchEntries);
}

function rememberPlace() {
  lastPlace = { address: location.href, entries: entries() };
}

function wentThrough() {
  const before = lastPlace;
  rememberPlace();
  const parts = openParts();
  const closed = parts.slice(lastPlace.entries);
  for (const close of closed.reverse()) close();
  // The entry that Back has left, or has come to, is of a part that was closed otherwise.
  const leftOne = before.address === lastPlace.address && before.entries > lastPlace.entries;
  if (closed.length === 0 && (leftOne || lastPlace.entries > parts.length)) {
    if (!leftOne) lastPlace.entries = 0;
    history.back();
  }
}

/** Starts following. */
export function letBackClose() {
  // After a reload nothing is open.
  if (entries()) history.replaceState(null, "");
  addEventListener("popstate", wentThrough);
  for (const type of ["click", "toggle", "close", "input", "focusin", "focusout"]) addEventListener(type, matchSoon, true);
  const observer = new MutationObserver(matchSoon);
  observer.observe(sheet, { attributes: true, attributeFilter: ["hidden"] });
  observer.observe(document.body, { childList: true });
}
