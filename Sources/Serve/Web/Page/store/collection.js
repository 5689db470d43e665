/** A collection of the API, read page by page. */

import { firstPage, pageSize } from "./addresses.js";
import { page, pageSoon, timeless } from "./api.js";
import { isAway } from "./connection.js";
import { cacheAnswer } from "./local-data.js";

const idOf = ({ id, itemId }) => id ?? itemId;

/** The elements read so far, the total, and the next page. */
export class Collection {
  elements = [];
  total = 0;
  loaded = false;
  /** Whether the elements are those of all pages, also while they are read again. */
  isWhole = false;
  #added = [];
  #address;
  #next;
  /** The request in progress. */
  #taking;
  /** Whether cached elements are shown while the server is asked. */
  #isLate = false;
  #stop = new AbortController();
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Reads the first page in place of all that was read. */
  async read(address) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#isLate = false;
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
    this.#isLate = false;
    this.#address = this.#next = this.#taking = undefined;
  }

  /** Whether all pages have been read. */
  get complete() {
    return this.loaded && this.#next === undefined && !this.isReading;
  }

  /** Whether a request is in progress. */
  get isReading() {
    return this.#isLate || this.#taking !== undefined;
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
    // The draft of a list has no address.
    if (!this.#address || !this.complete || this.elements.length > pageSize) return;
    cacheAnswer(timeless(this.#address), { content: this.elements, headers: [["X-Total-Count", this.elements.length]] });
  }

  async #take(address, before, { again = false } = {}) {
    const { signal } = this.#stop;
    const settled = () => {
      if (signal.aborted || !this.#isLate) return;
      this.#isLate = false;
      this.#changed();
    };
    try {
      if (again || before.length > 0) {
        const found = await page(address, { signal });
        if (signal.aborted) return this.#taking;
        // The elements are not older than a cached response.
        if (!again || !found.isCached) this.#place(found, before);
      } else {
        // Called again when a late response comes.
        await pageSoon(address, (found) => {
          if (signal.aborted) return;
          this.#isLate = found.isCached === true && !isAway();
          this.#place(found, before);
          if (this.#taking === undefined) this.#changed();
        }, { signal, settled });
        if (signal.aborted) return this.#taking;
      }
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

  /** Merges a response into the elements. */
  #place({ elements, total, next }, before) {
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
    this.isWhole = next === undefined;
  }
}
