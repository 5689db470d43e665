/** A collection of the service, read page by page. */

import { firstPage, pageSize } from "./addresses.js";
import { page } from "./api.js";
import { cacheAnswer } from "./local-data.js";

const keyOf = ({ id, itemId }) => id ?? itemId;

/** Pages of a collection as they arrive: what was read so far, how much there is, and where it goes on. */
export class Collection {
  elements = [];
  total = 0;
  loaded = false;
  #added = [];
  #address;
  #next;
  /** The page that is on its way. */
  #taking;
  #stop = new AbortController();
  #told;

  constructor(told) {
    this.#told = told;
  }

  /** Reads the first page, in place of whatever was read or is being read. */
  async read(address) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#added = [];
    const before = this.#address;
    this.#address = firstPage(address);
    this.#taking = this.#take(this.#address, [], { again: this.loaded && this.#address === before });
    await this.#taking;
  }

  /** Forgets what was read, and what is on its way. */
  clear() {
    this.#stop.abort();
    Object.assign(this, { elements: [], loaded: false });
    this.#next = this.#taking = undefined;
  }

  /** Whether everything has been read. */
  get complete() {
    return this.loaded && this.#next === undefined && !this.isReading;
  }

  /** Whether a page is on its way. */
  get isReading() {
    return this.#taking !== undefined;
  }

  /** Reads the next page, or waits for the one that is on its way. Answers whether there is another one. */
  async more() {
    const next = this.#next;
    this.#next = undefined;
    if (next) await (this.#taking = this.#take(next, this.elements));
    // Whoever reads that page is told what goes wrong with it.
    else await this.#taking?.catch(() => {});
    return this.#next !== undefined;
  }

  /** Adds what was made here, even where a page that is on its way does not have it yet. */
  add(element) {
    this.elements = [...this.elements, element];
    this.#added.push(element);
  }

  /** Keeps what is known by now for when the service cannot be reached; what has many pages stays as it was read. */
  keep() {
    if (!this.complete || this.elements.length > pageSize) return;
    cacheAnswer(this.#address, { content: this.elements, headers: [["X-Total-Count", this.elements.length]] });
  }

  async #take(address, before, { again = false } = {}) {
    const { signal } = this.#stop;
    try {
      const { elements, total, next, isCached } = await page(address, { signal });
      if (signal.aborted) return;
      if (again && isCached) {
        // What is here is not older than what was kept of it.
        this.#taking = undefined;
        this.#told();
        return;
      }
      const known = new Map(this.elements.map((element) => [keyOf(element), element]));
      const all = new Map(before.map((element) => [keyOf(element), element]));
      // What was added here comes last, until the page that has it is read.
      for (const element of this.#added) all.delete(keyOf(element));
      for (const element of [...elements, ...this.#added]) {
        const ours = known.get(keyOf(element));
        // An answer that was overtaken by that to a change is not news.
        all.set(keyOf(element), ours?.updatedAt > element.updatedAt ? ours : element);
      }
      Object.assign(this, { elements: [...all.values()], total, loaded: true });
      this.#next = next;
      this.#taking = undefined;
      this.#told();
    } catch (error) {
      if (signal.aborted) return;
      this.#taking = undefined;
      throw error;
    }
  }
}
