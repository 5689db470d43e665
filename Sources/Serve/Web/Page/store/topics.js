/** What changed, told to the views that show it. */

const listeners = new Map();

/** Calls a view whenever a topic changed, until its signal says that the view is gone. */
export function when(topic, listener, signal) {
  if (signal?.aborted) return;
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  signal?.addEventListener("abort", () => all.delete(listener));
}

/** Says that topics changed: items, lists, counts, preferences, me, the time or, for all else, refresh; or that the
 *  open list is gone. Tells each view once. */
export function tell(...topics) {
  const told = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]));
  for (const listener of told) listener();
}
