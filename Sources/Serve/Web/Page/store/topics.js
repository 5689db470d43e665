/** Topics on which the data layer publishes changes to the views. */

const listeners = new Map();

/** Calls `listener` whenever a topic is published, until `signal` aborts. */
export function subscribe(topic, listener, signal) {
  if (signal?.aborted) return;
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  signal?.addEventListener("abort", () => all.delete(listener));
}

/**
 * Publishes topics, calling each listener once. They are: items, lists, counts, preferences, views, me, time, gone (the open
 * list was deleted) and refresh (anything may have changed).
 */
export function publish(...topics) {
  const called = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]));
  for (const listener of called) listener();
}
