/** Starts the page: the language, the lists, and the view that the address names or the list opened last. */

import "./storage.js";
import { Unreachable } from "./api.js";
import { connection } from "./connection.js";
import { fill, text, translate } from "./dom.js";
import { reasonOf } from "./errors.js";
import { showItems } from "./items-view.js";
import { allPending, isOtherOwner } from "./local-data.js";
import { isSent, numberOf } from "./ids.js";
import { listenToKeys } from "./keys.js";
import { capital, t } from "./language.js";
import { load, loadRest } from "./later.js";
import { listsInOrder } from "./list-order.js";
import { loadCountsSoon, loadLists } from "./lists.js";
import { markPlace, showLists } from "./lists-view.js";
import { isGuest, loadMe, loadMeSoon, me } from "./me.js";
import { notice } from "./notices.js";
import { refresh } from "./open-list.js";
import { loadPreferences, preferences, setPreference } from "./preferences.js";
import { hasToken, rights, session } from "./session.js";
import { subscribe } from "./topics.js";

const main = document.getElementById("main");
const sidebar = document.getElementById("sidebar");
const narrow = matchMedia("(width < 45em)");
/** A mouse implies a keyboard. On a touch screen, focus would open the on-screen keyboard over half of the screen. */
const hasMouse = matchMedia("(hover: hover)");
/** The bundles of views that are loaded when they are opened. */
const places = {
  agenda: "more", views: "rest", reminders: "more", settings: "more", shop: "more", webhooks: "more", trash: "more",
};
/** The address of a sign-in or share link with its secret, or of a sign-in that failed with its reason. */
const link = /^#(join|sign-in-failed)=(.*)/;
let leaving = new AbortController();
/** Whether the person has navigated. */
let hasMoved = false;
/** Whether a view has replaced the placeholder. */
let hasShown = false;

// MARK: Views

/** Shows the view of the address: `#/lists/1`, its `/items/2`, `/add`, `/agenda` and `/shop`; `#/agenda`; `#/` for the lists. */
async function showPlace() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  hasShown = true;
  const [place, id, part, itemId] = location.hash.slice(2).split("/");
  // The server has made a list of the draft.
  if (id < 0 && isSent(numberOf(Number(id)))) return location.replace(`#/lists/${numberOf(Number(id))}`);
  arrangePanes();
  markPlace();
  main.scrollTop = 0;
  try {
    if (Object.hasOwn(places, place)) await showLoaded(place, signal, place === "views" ? id : undefined);
    else if (place !== "lists") showNothing();
    else if (Object.hasOwn(places, part)) await showLoaded(part, signal, Number(id));
    else {
      const types = part === "add";
      // Coming back in the history must not open the keyboard again.
      if (types) history.replaceState(null, "", `#/lists/${id}`);
      if (!(await showItems(main, signal, Number(id), { itemId: Number(itemId), types }))) location.replace("#/");
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === 403) return showRefusal(place, error);
    if (error.status !== 404) return notice(reasonOf(error), { alert: true });
    // The server does not have this feature: remove its link.
    sidebar.querySelector(`[href="#/${place}"]`)?.closest("li").remove();
    location.replace("#/");
  }
  markPlace();
}

async function showLoaded(place, signal, id) {
  const bundle = await load(places[place]);
  if (!signal.aborted) await (bundle.places ?? bundle.morePlaces)[place](main, signal, id);
}

/** Shows why the token does not allow a view, with a way back. */
async function showRefusal(place, { message }) {
  const { openPlace } = await loadRest();
  const { nothing } = await openPlace(main, t(capital(place)));
  fill(nothing, message);
}

function showNothing() {
  document.title = t("Checklists");
  main.replaceChildren(text("p", t("Select a list or add one."), "empty"));
}

/** On a narrow screen, either the lists or the open view is shown; the visible one is the main landmark. */
function arrangePanes() {
  const onlyLists = narrow.matches && location.hash.length <= 2;
  document.body.classList.toggle("lists-open", onlyLists);
  sidebar.role = onlyLists ? "main" : "navigation";
}

/** Moves the focus to the pane that has replaced the other. */
function moveFocus() {
  if (!narrow.matches) return;
  const open = document.body.classList.contains("lists-open") ? sidebar : main;
  if (!open.contains(document.activeElement)) open.querySelector("h1")?.focus({ preventScroll: true });
}

// MARK: Events

function listenToService() {
  // The worker may tell something before the rest of the page listens.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => connection.told(data));
}

function listenToPerson() {
  addEventListener("hashchange", async () => {
    // A sign-in or share link that was opened in this tab starts the page anew.
    if (link.test(location.hash)) return location.reload();
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
  forget.onclick = async () => (await load("people")).signOut();
  // Another tab signed out, or signed in as another person: this tab must not show the data.
  addEventListener("storage", ({ key, newValue }) => {
    if ((key === "token" && newValue === null) || (key === "owner" && newValue !== null && isOtherOwner())) {
      location.reload();
    }
  });
  session.rightsChanged = () => {
    document.body.classList.toggle("reading", !rights.write);
    if (hasShown) showPlace();
  };
  // A device that the server knows signs out in the list of devices instead.
  subscribe("me", () => {
    forget.hidden = !hasToken() || me.device !== null;
  });
  session.askForToken = async (refused, check) => {
    // The session at the proxy is over.
    if (me.signedInByProxy) throw new Unreachable({ isSignedOut: true });
    return (await load("people")).askForToken(refused, check);
  };
  session.tokenChanged = () => loadMe().catch(() => {});
}

/** Signs in by the link in the address, and removes its secret from there. */
async function followLink() {
  const [, kind, value] = link.exec(location.hash) ?? [];
  if (!kind) return;
  // A page of another version offers to reload, which follows the link again.
  const { join, showFailure } = await load("people");
  history.replaceState(null, "", "#/");
  await (kind === "join" ? join : showFailure)(value);
}

async function start() {
  globalThis.appHasStarted = true;
  translate();
  listenForTokens();
  // The token decides what every other request returns.
  await followLink();
  listenToService();
  listenToPerson();
  const beHandy = showLists();
  const counting = loadCountsSoon();
  // Views need the names of the lists. Without a token the caller is the first person, who has preferences.
  const known = hasToken() ? loadMeSoon().then(loadPreferences) : Promise.all([loadMeSoon(), loadPreferences()]);
  await Promise.all([loadLists(), known]);
  // Only the owner of the outbox sends it.
  const waiting = await allPending().catch(() => []);
  if (waiting.length > 0) await (await loadRest()).resume();
  loadRest().then((rest) => {
    rest.showConnection();
    rest.followChanges();
    rest.showViews();
    rest.showTabs();
    rest.letBackClose();
    beHandy(rest);
    rest.prefetchLists();
  });
  // A wide screen always shows a list: the one opened last, or else the first.
  const first = narrow.matches ? undefined : listsInOrder().used[0]?.id;
  const openId = (isGuest() ? me.checklistId : preferences.selectedChecklistId) ?? first;
  const stays = location.hash.length <= 2 && !hasMoved;
  // The person did not navigate, so what they are doing stays open. With a keyboard, the focus goes to the input for a
  // new item.
  const types = hasMouse.matches && document.activeElement === document.body ? "/add" : "";
  if (stays && openId) history.replaceState(null, "", `#/lists/${openId}${types}`);
  await showPlace();
  globalThis.early?.forget();
  await counting;
  const { makePullable, begin } = await loadRest();
  for (const pane of [main, sidebar]) makePullable(pane, document.getElementById("pull"), refresh);
  begin();
  // Without HTTPS there are no service workers; then the page loads from the server each time.
  await navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (globalThis.Notification?.permission === "granted") (await loadRest()).renewPush();
}

start().catch((error) => notice(reasonOf(error), { alert: true }));
