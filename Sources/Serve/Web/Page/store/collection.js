/** A collection of the API, read page by page. */

import { firstPage, pageSize } from "./addresses.js";
import { page } from "./api.js";
import { cacheAnswer } from "./local-data.js";

const idOf = ({ id, itemId }) => id ?? itemId;

/** The elements read so far, the total, and the next page. */
export class Collection {
  elements = [];
  total = 0;
  loaded = false;
  #added = [];
  #address;
  #next;
  /** The request in progress. */
  #taking;
  #stop = new AbortController();
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Reads the first page in place of all that was read. */
  async read(address) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#added = [];
    const before = this.#address;
    this.#address = firstPage(address);
    this.#taking = this.#take(this.#address, [], { again: this.loaded && this.#address === before });
    await this.#taking;
  }

  /** Discards the elements and the request in progress. */
  clear() {
    this.#stop.abort();
    Object.assign(this, { elements: [], loaded: false });
    this.#next = this.#taking = undefined;
  }

  /** Whether all pages have been read. */
  get complete() {
    return this.loaded && this.#next === undefined && !this.isReading;
  }

  /** Whether a request is in progress. */
  get isReading() {
    return this.#taking !== undefined;
  }

  /** Reads the next page, or waits for the one in progress. Returns whether there is another one. */
  async more() {
    const next = this.#next;
    this.#next = undefined;
    if (next) await (this.#taking = this.#take(next, this.elements));
    // The caller of that request handles its error.
    else await this.#taking?.catch(() => {});
    return this.#next !== undefined;
  }

  /** Adds an element that a response in progress may not have yet. */
  add(element) {
    this.elements = [...this.elements, element];
    this.#added.push(element);
  }

  /** Caches the elements for offline use, unless there are several pages. */
  keep() {
    if (!this.complete || this.elements.length > pageSize) return;
    cacheAnswer(this.#address, { content: this.elements, headers: [["X-Total-Count", this.elements.length]] });
  }

  async #take(address, before, { again = false } = {}) {
    const { signal } = this.#stop;
    try {
      const { elements, total, next, isCached } = await page(address, { signal });
      if (signal.aborted) return this.#taking;
      if (again && isCached) {
        // The elements are not older than the cached response.
        this.#taking = undefined;
        this.#changed();
        return undefined;
      }
      const known = new Map(this.elements.map((element) => [idOf(element), element]));
      const all = new Map(before.map((element) => [idOf(element), element]));
      // Added elements come last until a response has them.
      for (const element of this.#added) all.delete(idOf(element));
      for (const element of [...elements, ...this.#added]) {
        const ours = known.get(idOf(element));
        // The response to a change is newer than this page.
        all.set(idOf(element), ours?.updatedAt > element.updatedAt ? ours : element);
      }
      Object.assign(this, { elements: [...all.values()], total, loaded: true });
      this.#next = next;
      this.#taking = undefined;
      this.#changed();
      return undefined;
    } catch (error) {
      // A newer request has replaced this one, and its error counts.
      if (signal.aborted) return this.#taking;
      this.#taking = undefined;
      throw error;
    }
  }
}
