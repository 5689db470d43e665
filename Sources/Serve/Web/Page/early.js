/** Runs inline before the other scripts: applies the theme and sends their first requests. */

import "./storage.js";
import {
  firstPage, itemsAddress, listAddress, listsAddress, meAddress, membershipAddress, preferencesAddress,
} from "./addresses.js";
import { showTheme } from "./theme.js";

const answerMillisecondsMax = 20_000;
/** Pending responses by address, for the first request of the app to that address. */
const early = new Map();
const token = localStorage.getItem("token");

/** The interface to the other scripts. */
globalThis.early = {
  /** The pending response of an address, if it was requested with the same token. */
  take(address, shown) {
    const answer = early.get(address);
    early.delete(address);
    return shown === token ? answer : undefined;
  },

  /** Drops responses that were not used; they are outdated by then. */
  forget: () => early.clear(),
};

function ask(address) {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const answer = fetch(address, { headers, redirect: "manual", signal: AbortSignal.timeout(answerMillisecondsMax) });
  // The script that uses the response handles the error.
  answer.catch(() => {});
  early.set(address, answer);
  return answer;
}

/** Requests an open list and its items, with the query that the page used last if it is of this list. */
function askForList(id, view, isGuest) {
  const seen = localStorage.getItem("items") ?? "";
  const isSeen = seen.startsWith(`${listAddress(id)}/`);
  ask(firstPage(isSeen ? seen : itemsAddress(id, { itemSort: "position", showChecked: true, ...view })));
  ask(listAddress(id));
  if (!isGuest) ask(membershipAddress(id));
}

async function begin() {
  // Guests have no preferences.
  const isGuest = localStorage.getItem("owner")?.startsWith("/");
  const [place, id] = location.hash.slice(2).split("/");
  ask(meAddress);
  ask(firstPage(listsAddress()));
  if (place === "lists" && id > 0) askForList(Number(id), {}, isGuest);
  if (isGuest) return;
  const answer = await ask(preferencesAddress);
  const { selectedChecklistId, ...view } = await answer.clone().json();
  if (answer.ok && selectedChecklistId && !place) askForList(selectedChecklistId, view, isGuest);
}

showTheme();
// Saved views are shown later; the lists below them must not move then.
document.documentElement.style.setProperty("--views", localStorage.getItem("views") ?? "0px");
// The app may have started first, and takes the secret of a link out of the address. Until the secret is exchanged for
// a token, requests have none.
if (!globalThis.appHasStarted && !location.hash.startsWith("#join=")) begin().catch(() => {});
