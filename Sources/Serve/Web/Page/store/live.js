/** Follows the event stream while the page is visible, and shows changes from elsewhere. */

import { itemAddress, listAddress } from "./addresses.js";
import * as api from "./api.js";
import { untilReachable } from "./connection.js";
import { placeItems } from "./edits.js";
import { doLater } from "./later.js";
import { cacheAnswer } from "./local-data.js";
import { isoDate } from "./language.js";
import { counts, knownLists, lists, loadCounts, loadLists } from "./lists.js";
import { loadMembers } from "./members.js";
import { items, open, refresh, reloadItems, showList } from "./open-list.js";
import { publish, subscribe } from "./topics.js";
import { isWaiting, resume } from "./outbox.js";

/** The server sends something every 15 seconds; after 40 seconds of silence the connection is dead. */
const silentMillisecondsMax = 40_000;
/** The pause after which reminders are counted again. */
const countMilliseconds = 300;
const retryPauseMilliseconds = 1000;
/** How often overdue items are marked. */
const tickMilliseconds = 60_000;

/** The cursor of the last event; undefined before the first one. */
let cursor;
let stop = new AbortController();
/** Shows what assistants propose. The event is no change of the feed. */
const showProposals = doLater("showProposals", "people");
/** Events that were received and not shown. */
let heard = [];
/** Whether events may have been missed. */
let isStale = false;

/** Follows the event stream whenever the page is visible. */
export function followChanges() {
  const look = () => {
    stop.abort();
    if (document.hidden) return;
    resume().catch(() => {});
    // Items become overdue.
    publish("time");
    if (cursor) showLater();
    stop = new AbortController();
    follow(stop.signal);
  };
  addEventListener("visibilitychange", look);
  setInterval(tick, tickMilliseconds);
  for (const topic of ["items", "lists"]) {
    subscribe(topic, showSoon);
    subscribe(topic, keepSoon);
  }
  look();
}

let shownDay = isoDate(new Date());

/** Updates what depends on the time; on a new day, reads the views again. */
function tick() {
  if (document.hidden) return;
  resume().catch(() => {});
  const before = shownDay;
  shownDay = isoDate(new Date());
  publish("time");
  if (shownDay !== before) showLater();
}

/** Listens from the last cursor until `signal` aborts. */
async function follow(signal) {
  while (!signal.aborted) {
    try {
      const address = cursor ? `/v1/events?since=${cursor}` : "/v1/events";
      await api.listen(address, (answer) => hear(answer.body.getReader()), signal);
      await new Promise((resolve) => setTimeout(resolve, retryPauseMilliseconds));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof api.Unreachable && !error.isForeign) await untilReachable(error);
      // The cursor is too old: everything is read again.
      else if (error.status === 410) cursor = undefined;
      else if (error.status >= 500 || error.isForeign) await new Promise((resolve) => setTimeout(resolve, silentMillisecondsMax));
      // The server has no event stream.
      else return;
    }
  }
}

/** Reads an event stream until it ends. */
async function hear(reader) {
  const decoder = new TextDecoder();
  let [rest, entries, silent] = ["", [], undefined];
  for (;;) {
    clearTimeout(silent);
    silent = setTimeout(() => reader.cancel(), silentMillisecondsMax);
    // A broken connection is opened again.
    const { value, done } = await reader.read().catch(() => ({ done: true }));
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith("data: ")) {
        const entry = JSON.parse(line.slice(6));
        if ("open" in entry) showProposals();
        else entries.push(entry);
      }
      if (!line.startsWith("id: ")) continue;
      // The id closes a group of events and is the new cursor.
      take(entries, line.slice(4));
      entries = [];
    }
  }
  clearTimeout(silent);
}

function take(entries, next) {
  // Changes between the first responses and the first event are unknown.
  isStale ||= cursor === undefined;
  cursor = next;
  heard.push(...entries);
  showSoon();
}

let keeping;

/** Caches what is shown. */
function keepSoon() {
  keeping ??= setTimeout(() => {
    keeping = undefined;
    lists.keep();
    items.keep();
    if (open.list) cacheAnswer(listAddress(open.list.id), { content: open.unchanged, headers: [] });
  });
}

/** Reads everything again, as after being offline, and sends what a closed tab has left. */
export function catchUp() {
  resume().catch(() => {});
  isStale = true;
  showSoon();
}

let showing;

/** Shows received events, unless a response in progress may be older. */
export function showSoon() {
  if (isStale || heard.length > 0) showing ??= setTimeout(show);
}

function show() {
  showing = undefined;
  if (isWaiting() || items.isReading || lists.isReading) return;
  const entries = heard;
  heard = [];
  if (isStale) {
    isStale = false;
    refresh().catch(() => {});
    return;
  }
  showEntries(entries.filter(({ type }) => type === "checklist"));
  const ofItems = entries.filter(({ type }) => type === "item");
  // This tab knows its changes from their responses.
  const news = ofItems.filter(({ id, item }) => !api.isAnswered(itemAddress(id), item));
  if (!open.query) placeItems(ofItems);
  else if (news.some(isHere)) reloadItems();
  if (news.length > 0) showLater();
  else if (ofItems.some(({ item }) => counts.reminders > 0 || item?.shouldRemind || item?.alarms?.length)) countSoon();
}

let counting;

/** Reads the counts once after several changes. */
function countSoon() {
  clearTimeout(counting);
  counting = setTimeout(() => loadCounts().catch(() => {}), countMilliseconds);
}

const isHere = ({ id, item }) =>
  item?.checklistId === open.list?.id || items.elements.some((element) => element.id === id);

/** Reads again what depends on several items. */
function showLater() {
  loadCounts().catch(() => {});
  publish("refresh");
}

function showEntries(entries) {
  let moves = false;
  for (const { id, checklist } of entries) {
    const known = knownLists.get(id);
    api.outdate(listAddress(id));
    if (checklist) {
      moves ||= checklist.name !== known?.name;
      if (!api.same(checklist, known)) showList(checklist);
      if (id === open.list?.id) loadMembers(checklist).catch(() => {});
    } else if (known) {
      if (id === open.list?.id) publish("gone");
      knownLists.delete(id);
      moves = true;
    }
  }
  // Search results and their order come from the server.
  if (!moves) return;
  loadLists().catch(() => {});
  showLater();
}
