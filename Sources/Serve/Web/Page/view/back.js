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

/** How many entries of the history stand for open parts. The state of such an entry has its number. */
let entries = 0;
/** Whether the page itself goes back, past entries whose part was closed otherwise. */
let isReturning = false;
let following, leaving;
/** A part that closes may lead to another view, or to another part. */
const leavingMilliseconds = 200;

/** Adds an entry for each part that was opened. */
function matchEntries() {
  following = undefined;
  if (!narrow.matches || isReturning) return;
  const count = openParts().length;
  while (entries < count) history.pushState({ entries: ++entries }, "");
  if (entries > count) leaving ??= setTimeout(leave, leavingMilliseconds);
}

/** Leaves the entries of parts that were closed, unless a link has led away from them. */
function leave() {
  leaving = undefined;
  const count = openParts().length;
  if (isReturning || entries <= count) return;
  isReturning = history.state?.entries === entries;
  if (isReturning) history.go(count - entries);
  entries = count;
}

function matchSoon() {
  following ??= setTimeout(matchEntries);
}

function wentBack({ state }) {
  const left = state?.entries ?? 0;
  if (isReturning) {
    isReturning = false;
    return matchSoon();
  }
  const parts = openParts();
  entries = left;
  // Its part was closed before a link led away.
  if (left > parts.length) {
    entries = 0;
    history.back();
  }
  for (const close of parts.slice(left).reverse()) close();
}

/** Starts following. */
export function letBackClose() {
  // After a reload nothing is open.
  if (history.state?.entries) history.replaceState(null, "");
  addEventListener("popstate", wentBack);
  for (const type of ["click", "toggle", "close", "input", "focusin", "focusout"]) addEventListener(type, matchSoon, true);
  const observer = new MutationObserver(matchSoon);
  observer.observe(sheet, { attributes: true, attributeFilter: ["hidden"] });
  observer.observe(document.body, { childList: true });
}
