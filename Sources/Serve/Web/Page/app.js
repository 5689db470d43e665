/** Starts the page: the language, the lists, and the place that the address names or where it was left. */

import * as api from "./api.js";
import { reasonOf, resume } from "./changes.js";
import { announce, fill, text, translate } from "./dom.js";
import { showItems } from "./items-view.js";
import { isOtherOwner } from "./local-data.js";
import { listenToKeys } from "./keys.js";
import { capital, number, t } from "./language.js";
import { readEditing } from "./later.js";
import { catchUp, followChanges, showSoon } from "./live.js";
import { lists, loadCounts, loadLists } from "./lists.js";
import { markPlace, showLists } from "./lists-view.js";
import { isGuest, loadMe, me } from "./me.js";
import { notice } from "./notices.js";
import { refresh } from "./open-list.js";
import { loadPreferences, preferences, setPreference } from "./preferences.js";
import { subscribe } from "./topics.js";
import { wouldLoseChanges, outbox } from "./outbox.js";

const main = document.getElementById("main");
const sidebar = document.getElementById("sidebar");
const narrow = matchMedia("(max-width: 719px)");
/** Who has a mouse has keys as well; a finger would be shown some, over half of the screen. */
const hasMouse = matchMedia("(hover: hover)");
/** Places that are read when they are opened. */
const places = ["agenda", "reminders", "webhooks", "trash"];
/** What the address of a link ends with, before its secret. */
const joining = "#join=";
let leaving = new AbortController();
/** Whether somebody has gone to a place already. */
let hasMoved = false;
/** Whether a place was shown, in place of its sketch. */
let hasShown = false;

// MARK: Places

/** Shows the place that the address names: `#/lists/1`, its `/items/2`, `/add`, `/agenda`; `#/agenda`; `#/` is lists. */
async function showPlace() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  hasShown = true;
  const [place, id, part, itemId] = location.hash.slice(2).split("/");
  arrangePanes();
  markPlace();
  main.scrollTop = 0;
  try {
    if (places.includes(place)) await showLater(place, signal);
    else if (place !== "lists") showNothing();
    else if (part === "agenda") await showLater(part, signal, Number(id));
    else {
      const types = part === "add";
      // Whoever comes back here does not begin to type again.
      if (types) history.replaceState(null, "", `#/lists/${id}`);
      if (!(await showItems(main, signal, Number(id), { itemId: Number(itemId), types }))) location.replace("#/");
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === 403) return showRefusal(place, error);
    if (error.status !== 404) return notice(reasonOf(error), { alert: true });
    // A service without this part has no place for it.
    sidebar.querySelector(`[href="#/${place}"]`)?.closest("li").remove();
    location.replace("#/");
  }
  markPlace();
}

async function showLater(place, signal, listId, tries = 0) {
  let view;
  try {
    // A browser that could not read a module may answer so for good, but not for another address.
    view = await import(`./${place}-view.js${tries ? `?${tries}` : ""}`);
  } catch {
    await api.untilReachable();
    return signal.aborted || showLater(place, signal, listId, tries + 1);
  }
  if (!signal.aborted) await view.show(main, signal, listId);
}

/** A place that the token does not lead to says so, and leads back. */
async function showRefusal(place, { message }) {
  const { openPlace } = await import("./place.js");
  const { nothing } = await openPlace(main, t(capital(place)));
  fill(nothing, message);
}

function showNothing() {
  document.title = t("Checklists");
  main.replaceChildren(text("p", t("Select a list or add one."), "empty"));
}

/** On a narrow screen lists and what is open take turns; what is there is the main part of the page. */
function arrangePanes() {
  const onlyLists = narrow.matches && location.hash.length <= 2;
  document.body.classList.toggle("lists-open", onlyLists);
  sidebar.role = onlyLists ? "main" : "navigation";
}

/** Where one pane takes the place of the other, the focus goes along. */
function moveFocus() {
  if (!narrow.matches) return;
  const open = document.body.classList.contains("lists-open") ? sidebar : main;
  if (!open.contains(document.activeElement)) open.querySelector("h1")?.focus();
}

// MARK: What happens meanwhile

function listenToService() {
  const banner = document.getElementById("offline");
  const waiting = text("p", "");
  api.host.connectionChanged = (reachable, seconds) => {
    const again = text("button", t("Try again"));
    again.onclick = api.tryAgain;
    const away = seconds
      ? t("Too many requests. Changes are saved here and sync in {0} s.", number(seconds))
      : t("Offline. Changes are saved here and sync later.");
    banner.replaceChildren(...(reachable ? [] : [text("p", away), waiting, again]));
    if (!reachable) return;
    announce(t("Back online."));
    catchUp();
  };
  outbox.changed = (count, kept) => {
    document.body.dataset.waiting = count;
    fill(waiting, kept > 1 ? t("{0} changes waiting", number(kept)) : kept ? t("1 change waiting") : "");
    showSoon();
  };
  addEventListener("beforeunload", (event) => {
    if (wouldLoseChanges()) event.preventDefault();
  });
  followChanges();
}

function listenToPerson() {
  addEventListener("hashchange", async () => {
    // A link that was opened in place of this page is dealt with from the start.
    if (location.hash.startsWith(joining)) return location.reload();
    hasMoved = true;
    if (location.hash.length <= 2) setPreference({ selectedChecklistId: null });
    await showPlace();
    moveFocus();
  });
  narrow.addEventListener("change", arrangePanes);
  listenToKeys();
  document.getElementById("skip").onclick = () => main.focus();
}

function listenForTokens() {
  const forget = document.getElementById("forget");
  forget.onclick = async () => (await import("./sign-in.js")).signOut();
  // What one tab forgets no other shows any longer, nor to somebody else what was there.
  addEventListener("storage", ({ key, newValue }) => {
    if ((key === "token" && newValue === null) || (key === "owner" && newValue !== null && isOtherOwner())) {
      location.reload();
    }
  });
  api.host.rightsChanged = () => {
    document.body.classList.toggle("reading", !api.rights.write);
    if (hasShown) showPlace();
  };
  // A device that the service knows is forgotten among the others.
  subscribe("me", () => {
    forget.hidden = !api.hasToken() || me.device !== null;
  });
  api.host.askForToken = async (refused, check) => {
    const { askForToken } = await import("./token.js");
    return askForToken(refused, check);
  };
  api.host.tokenChanged = () => loadMe().catch(() => {});
}

/** Lets somebody in by the link that the address is of; its secret does not stay there. */
async function followLink() {
  if (!location.hash.startsWith(joining)) return;
  const secret = location.hash.slice(joining.length);
  history.replaceState(null, "", "#/");
  const { join } = await import("./sign-in.js");
  await join(secret);
}

async function start() {
  globalThis.appHasStarted = true;
  translate();
  listenForTokens();
  // Nothing else is asked of the service before it is clear who asks.
  await followLink();
  listenToService();
  listenToPerson();
  showLists();
  const counting = loadCounts();
  // Places name the lists that their items are of.
  // Who shows no token is somebody, and so has preferences.
  const known = api.hasToken() ? loadMe().then(loadPreferences) : Promise.all([loadMe(), loadPreferences()]);
  await Promise.all([loadLists(), known]);
  // What somebody did is sent by nobody else.
  await resume();
  // Where there is room beside the lists one of them is open: the first, where none was.
  const first = narrow.matches ? undefined : lists.elements[0]?.id;
  const openId = (isGuest() ? me.checklistId : preferences.selectedChecklistId) ?? first;
  const stays = location.hash.length <= 2 && !hasMoved;
  // Nobody went there, so that what somebody has begun meanwhile stays open. Where there are keys, the first goes
  // to the line for a new item.
  const types = hasMouse.matches && document.activeElement === document.body ? "/add" : "";
  if (stays && openId) history.replaceState(null, "", `#/lists/${openId}${types}`);
  await showPlace();
  globalThis.early?.forget();
  await counting;
  const { makePullable } = await readEditing();
  for (const pane of [main, sidebar]) makePullable(pane, document.getElementById("pull"), refresh);
  // Where there is none, as without a certificate, the page needs the service to be opened.
  await navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (globalThis.Notification?.permission === "granted") (await import("./push.js")).renewPush();
}

start().catch((error) => notice(reasonOf(error), { alert: true }));
