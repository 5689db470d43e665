/** What follows the first view: a shared text, the shortcut of the installed app, and the first run. */

import { attempt } from "./errors.js";
import { t } from "./language.js";
import { load } from "./later.js";
import { listsInOrder } from "./list-order.js";
import { knownLists, lists } from "./lists.js";
import { isAdmin, may, me } from "./me.js";
import { notice } from "./notices.js";
import { open } from "./open-list.js";

/** Begins what the address or a new server asks for. */
export async function begin() {
  const query = new URLSearchParams(location.search);
  const shared = sharedText(query);
  if (shared || query.has("new")) history.replaceState(null, "", `/${location.hash}`);
  if (shared) await attempt(async () => (await load("more")).addShared(shared, listsToFill()));
  else if (query.has("new")) openComposer();
  else if (isFirstRun()) await attempt(greet);
  tellOfHTTPS();
}

/** Tells a phone once what the page cannot do at an address without HTTPS. */
function tellOfHTTPS() {
  if (isSecureContext || !matchMedia("(pointer: coarse)").matches || localStorage.getItem("plain")) return;
  notice(t("This address is not encrypted: no offline use and no reminders on this phone."), {
    action: t("How to change that"), undoable: false, stays: true,
    act: () => globalThis.open("/docs/AtHome"), closed: () => localStorage.setItem("plain", "1"),
  });
}

/** Opens the first run, which uses words and dialogs of the account. */
async function greet() {
  await load("people");
  await (await load("welcome")).welcome();
}

/** What another app has shared. Many apps put an address into the text. */
function sharedText(query) {
  const [title, content, url] = ["title", "text", "url"].map((name) => query.get(name)?.trim() ?? "");
  const parts = [title, content, content.includes(url) ? "" : url];
  return parts.filter((part, index) => part && parts.indexOf(part) === index).join("\n");
}

/** The lists that a person can add to, the open one first. */
function listsToFill() {
  const all = [open.list, ...listsInOrder().used, ...knownLists.values()].filter((list) => list && may("edit", list));
  return [...new Map(all.map((list) => [list.id, list])).values()];
}

function openComposer() {
  const [list] = listsToFill();
  if (list) location.hash = `#/lists/${list.id}/add`;
}

/** The server's names of the first person and the first list. */
const first = { person: "Me", list: "List", itemsCount: 2 };

/** Whether the owner has not begun: the owner has no name, and there is only the list that the server made. */
function isFirstRun() {
  if (localStorage.getItem("welcomed") || !isAdmin() || me.person?.name !== first.person) return false;
  const [list, ...others] = lists.elements;
  const isUntouched = list?.name === first.list && list.itemsCount === first.itemsCount
    && list.uncheckedItemsCount === first.itemsCount;
  return isUntouched && others.length === 0;
}
