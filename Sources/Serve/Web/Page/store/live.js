/** What is changed elsewhere: followed while the page is seen, and shown in place. */

import { itemAddress, listAddress } from "./addresses.js";
import * as api from "./api.js";
import { placeItems } from "./edits.js";
import { cacheAnswer } from "./local-data.js";
import { isoDate } from "./language.js";
import { counts, knownLists, lists, loadCounts, loadLists } from "./lists.js";
import { loadMembers } from "./members.js";
import { items, open, refresh, reloadItems, showList } from "./open-list.js";
import { publish, subscribe } from "./topics.js";
import { isWaiting } from "./outbox.js";

/** The service says something at least every fifteen seconds; what is silent for longer is dead. */
const silentMillisecondsMax = 40_000;
/** How long nothing more is done before it is counted what reminds. */
const countMilliseconds = 300;
const pauseMilliseconds = 1000;
/** How often it is looked at what is due by now. */
const tickMilliseconds = 60_000;

/** Up to where everything has been heard; nothing is known of what was before the first time. */
let cursor;
let stop = new AbortController();
/** What was heard and is not shown yet. */
let heard = [];
/** Whether more may have changed than was heard. */
let isStale = false;

/** Follows what happens from now on, whenever the page is seen. */
export function followChanges() {
  const look = () => {
    stop.abort();
    if (document.hidden) return;
    // What is due changes with the time.
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

let today = isoDate(new Date());

/** Lets what is shown be true by now; on another day, places that show days are read again. */
function tick() {
  if (document.hidden) return;
  const before = today;
  today = isoDate(new Date());
  publish("time");
  if (today !== before) showLater();
}

/** Listens again and again, from where it was left, until nobody looks any more. */
async function follow(signal) {
  while (!signal.aborted) {
    try {
      const address = cursor ? `/v1/events?since=${cursor}` : "/v1/events";
      await api.listen(address, (answer) => hear(answer.body.getReader()), signal);
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof api.Unreachable) await api.untilReachable(error.seconds);
      // Too much has happened since: everything is read again.
      else if (error.status === 410) cursor = undefined;
      else if (error.status >= 500) await new Promise((resolve) => setTimeout(resolve, silentMillisecondsMax));
      // This service tells nothing.
      else return;
    }
  }
}

/** Takes what an event stream says, line by line, until it ends. */
async function hear(reader) {
  const decoder = new TextDecoder();
  let [rest, entries, silent] = ["", []];
  for (;;) {
    clearTimeout(silent);
    silent = setTimeout(() => reader.cancel(), silentMillisecondsMax);
    // What breaks off is asked for again.
    const { value, done } = await reader.read().catch(() => ({ done: true }));
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith("data: ")) entries.push(JSON.parse(line.slice(6)));
      if (!line.startsWith("id: ")) continue;
      // The last of those that belong together says where that leads.
      take(entries, line.slice(4));
      entries = [];
    }
  }
  clearTimeout(silent);
}

function take(entries, next) {
  // Nobody can tell what happened between the first answers and now.
  isStale ||= cursor === undefined;
  cursor = next;
  heard.push(...entries);
  showSoon();
}

let keeping;

/** Keeps what is shown as it is by now. */
function keepSoon() {
  keeping ??= setTimeout(() => {
    keeping = undefined;
    lists.keep();
    items.keep();
    if (open.list) cacheAnswer(listAddress(open.list.id), { content: open.list, headers: [] });
  });
}

/** Reads again what is shown: it may be from before. */
export function catchUp() {
  isStale = true;
  showSoon();
}

let showing;

/** Shows what was heard, once no answer to this window is on its way: it may be what was heard. */
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
  showLists(entries.filter(({ type }) => type === "checklist"));
  const ofItems = entries.filter(({ type }) => type === "item");
  // What this window did itself it knows from the answer.
  const news = ofItems.filter(({ id, item }) => !api.isAnswered(itemAddress(id), item));
  if (!open.query) placeItems(ofItems);
  else if (news.some(isHere)) reloadItems();
  if (news.length > 0) showLater();
  else if (ofItems.some(({ item }) => counts.reminders > 0 || item?.shouldRemind || item?.alarms?.length)) countSoon();
}

let counting;

/** Reads again how much there is, once for what is done in quick succession. */
function countSoon() {
  clearTimeout(counting);
  counting = setTimeout(() => loadCounts().catch(() => {}), countMilliseconds);
}

const isHere = ({ id, item }) =>
  item?.checklistId === open.list?.id || items.elements.some((element) => element.id === id);

/** Has everything read again that depends on more than single items. */
function showLater() {
  loadCounts().catch(() => {});
  publish("refresh");
}

function showLists(entries) {
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
  // Which lists are looked for, and in which order, the service knows.
  if (!moves) return;
  loadLists().catch(() => {});
  showLater();
}
