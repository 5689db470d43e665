/** What comes with the page, before its scripts: it looks as was chosen, and what they ask for first is on its way. */

import {
  firstPage, itemsAddress, listAddress, listsAddress, meAddress, membershipAddress, preferencesAddress,
} from "./addresses.js";
import { showTheme } from "./theme.js";

const answerMillisecondsMax = 20_000;
/** Answers that are on their way, by address, for whoever asks first. */
const early = new Map();
const token = localStorage.getItem("token");

/** What the scripts find here. */
globalThis.early = {
  /** The answer that is on its way from an address to who shows a token, if there is one. */
  take(address, shown) {
    const answer = early.get(address);
    early.delete(address);
    return shown === token ? answer : undefined;
  },

  /** Forgets what nobody has asked for: it is no longer how things are. */
  forget: () => early.clear(),
};

function ask(address) {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const answer = fetch(address, { headers, signal: AbortSignal.timeout(answerMillisecondsMax) });
  // Who takes it finds out what went wrong.
  answer.catch(() => {});
  early.set(address, answer);
  return answer;
}

/** Asks for what is shown of a list: its items as they were seen here last, or else as lists are wanted. */
function askForList(id, view, isGuest) {
  const seen = localStorage.getItem("items") ?? "";
  const isSeen = seen.startsWith(`${listAddress(id)}/`);
  ask(firstPage(isSeen ? seen : itemsAddress(id, { itemSort: "position", showChecked: true, ...view })));
  ask(listAddress(id));
  if (!isGuest) ask(membershipAddress(id));
}

async function begin() {
  // Who holds the link to a list has no preferences.
  const isGuest = localStorage.getItem("owner")?.startsWith("/");
  const [place, id] = location.hash.slice(2).split("/");
  ask(meAddress);
  ask(firstPage(listsAddress()));
  if (place === "lists") askForList(Number(id), {}, isGuest);
  if (isGuest) return;
  const answer = await ask(preferencesAddress);
  const { selectedChecklistId, ...view } = await answer.clone().json();
  if (answer.ok && selectedChecklistId && !place) askForList(selectedChecklistId, view, isGuest);
}

showTheme();
// The app asks by itself where it was quicker; it also takes the secret of a sign-in link out of the address. Until
// that link is exchanged, no request has a token.
if (!globalThis.appHasStarted && !location.hash.startsWith("#join=")) begin().catch(() => {});
