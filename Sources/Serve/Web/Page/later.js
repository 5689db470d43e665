/** Loads what the page does not need at its start: bundles with their words and templates. */

import { untilReachable } from "./connection.js";
import { attempt } from "./errors.js";
import { translate } from "./dom.js";
import { spokenLanguage, t, words } from "./language.js";
import { canShow, hasChannel, loadMe } from "./me.js";
import { notice } from "./notices.js";

/** Bundles that are loaded or loading, by name. */
const bundles = new Map();
let tries = 0;

/** The address of a file of this version of the page. */
const addressOf = (file) => new URL(file, import.meta.url);

/** Loads a bundle, retrying until the server answers. */
export function load(name) {
  if (!bundles.has(name)) {
    bundles.set(name, loadOnce(name).catch(async (error) => {
      tries++;
      bundles.delete(name);
      // A lost connection is a `TypeError`; another one is a bug of the script.
      if (error instanceof SyntaxError || error instanceof ReferenceError) throw error;
      if (await offerReload(`${name}.js`)) return new Promise(() => {});
      await untilReachable();
      return load(name);
    }));
  }
  return bundles.get(name);
}

/** Whether the page says that there is a new version. */
let offersReload = false;

/** Whether a response is a file of another version, or none. */
const isOutdated = ({ status, headers }) => status === 404 || headers.get("Cache-Control") === "no-store";

/** Offers to reload the page if the server no longer has a file of this version. Returns whether that is so. */
export async function offerReload(file) {
  const answer = await fetch(addressOf(file), { method: "HEAD" }).catch(() => undefined);
  if (!answer || !isOutdated(answer)) return false;
  if (offersReload) return true;
  offersReload = true;
  notice(t("A new version is available."), { alert: true, action: t("Reload"), act: () => location.reload() });
  return true;
}

export const loadRest = () => load("rest");

async function loadOnce(name) {
  // Browsers cache a failed module import, but not under another address.
  const again = tries ? `?${tries}` : "";
  const isFirst = name === "rest";
  const hasWords = !isFirst && spokenLanguage !== "en";
  const [bundle, templates, own] = await Promise.all([
    isFirst ? import(`./rest.js${again}`) : loadRest().then(() => import(`./${name}.js${again}`)),
    readTemplates(name, isFirst), hasWords && import(`./${name}-${spokenLanguage}.js${again}`), isFirst && loadStyle(name),
  ]);
  Object.assign(words, own.default);
  translate(templates);
  document.body.append(templates);
  return bundle;
}

/** Loads a style sheet. */
export function loadStyle(name) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: addressOf(`${name}.css`) });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new TypeError());
    };
  });
}

/** Loads the templates of a bundle, and its drawings. An open tab takes none of another version. */
async function readTemplates(name, isFirst) {
  const answer = await fetch(addressOf(`${name}.html`));
  if (!answer.ok || (!isFirst && isOutdated(answer))) throw new Error(`${answer.status}`);
  const file = new DOMParser().parseFromString(await answer.text(), "text/html");
  const templates = new DocumentFragment();
  templates.append(...file.querySelectorAll("template, body > svg"));
  return templates;
}

/** A function that loads a bundle, then calls one of its functions. */
export const doLater = (name, bundle = "rest") => (...values) =>
  attempt(async () => (await load(bundle))[name](...values));

/** Turns on notifications. Browsers ask for permission only during a click. */
export const showRemindersHere = () => attempt(async () => {
  const permission = Notification.requestPermission();
  await (await loadRest()).enablePush(permission);
});

/** Whether the offer was made in this tab. */
let hasOffered = false;

/** Offers once to set up reminders, if the person has no channel. */
export async function offerChannels() {
  if (hasOffered || hasChannel()) return;
  // Another device may have set up a channel.
  await loadMe().catch(() => {});
  if (hasChannel()) return;
  hasOffered = true;
  const ways = () => {
    location.hash = "#/reminders";
  };
  notice(t("Reminders are off. Choose how to get them."), {
    action: canShow() ? t("Show on this device") : t("Set up"),
    act: canShow() ? showRemindersHere : ways, undoable: false,
  });
}
