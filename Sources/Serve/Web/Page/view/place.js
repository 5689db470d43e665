/** Shared by agenda, reminders, webhooks and trash: a heading, and rows that stay up to date. */

import { Collection } from "./collection.js";
import { arrange, fill, stamp } from "./dom.js";
import { t } from "./language.js";
import { subscribe } from "./topics.js";

/**
 * Shows an empty view with a title in `main`, and returns its parts. `drawing` is shown while the view has no rows.
 * Throws once `signal` aborts.
 */
export async function openPlace(main, title, signal, drawing = "done") {
  signal?.throwIfAborted();
  const { element, parts } = stamp("place-view");
  fill(parts.name, title);
  parts.drawing.setAttribute("href", `#blank-${drawing}`);
  document.title = title;
  main.replaceChildren(element);
  return parts;
}

/** Shows a collection as rows. Returns a function that reads it again. */
export function showCollection({ content, nothing, later }, { addressOf, key, make, empty, changed }) {
  const rows = new KeyedChildren(content, key, make);
  const collection = new Collection(() => {
    const { elements } = collection;
    const goesOn = () => elements === collection.elements && content.isConnected;
    showInSlices(elements.length, rows.size, (count) => rows.show(elements.slice(0, count)), goesOn);
    fill(nothing, collection.elements.length ? "" : empty);
    fill(later, collection.complete ? "" : t("Show more"));
    changed?.(collection);
  });
  later.onclick = () => collection.more();
  return () => collection.read(addressOf());
}

/** Rows made per frame. */
const sliceRows = 80;

/** Shows rows in slices, starting with as many as were `shown`, while `goesOn` returns true. */
export async function showInSlices(total, shown, show, goesOn) {
  for (let count = Math.max(shown, sliceRows); goesOn(); count += sliceRows) {
    show(count);
    if (count >= total) return;
    await new Promise(requestAnimationFrame);
  }
}

/** Reads a view now and after each `refresh`, until `signal` aborts. */
export function keepFresh(load, signal) {
  // Offline, what was shown stays.
  subscribe("refresh", () => load().catch(() => {}), signal);
  return load();
}

/** Children that are updated in place, by key. */
export class KeyedChildren {
  #rows = new Map();

  /** `make` returns a row: `{element, update}`. */
  constructor(parent, key, make) {
    Object.assign(this, { parent, key, make });
  }

  get size() {
    return this.#rows.size;
  }

  show(elements) {
    const rows = new Map(elements.map((element) => {
      const key = this.key(element);
      const row = this.#rows.get(key) ?? this.make(element);
      if (row.shown !== element) row.update(element);
      row.shown = element;
      return [key, row];
    }));
    this.#rows = rows;
    arrange(this.parent, [...rows.values()].map(({ element }) => element));
  }
}
