/** A list of any length of which only the rows in view, and a few around them, are in the document. */

import { arrange } from "./dom.js";

/** Up to so many rows, all are in the document: the browser's own search finds them. */
const wholeRowsMax = 200;
/** How far beyond the view rows are made, in pixels. */
const marginPixels = 400;
const estimatedPixels = 56;
/** What leads into a row by the keys; the rest of it is beside that. */
const wayIn = ".open, .fold, a";
/** How often a layout is mended at once. */
const roundsMax = 4;

/**
 * Rows lie where the heights of those before them put them: heights that were measured, or an estimate.
 *
 * The list is one stop of the tab key: arrows lead from row to row and, to the sides, through what a row has.
 *
 * `make` makes a row, `{element, update}`, for an element; `nearEnd` is called when the last rows come into view.
 * One of the elements may be a heading (`isHeading`), which is not counted among the others.
 */
export class WindowedList {
  /** Keys of rows that stay in the document wherever they are, besides the one with the focus. */
  pinned = new Set();
  #elements = [];
  /** Keys of rows by their elements in the document. */
  #keys = new WeakMap();
  #headingIndex = -1;
  /** The row that the tab key leads to: that which had the focus last. */
  #stop;
  #index = new Map();
  #offsets = new Float64Array(1);
  #heights = new Map();
  #rows = new Map();
  #held;
  #followed;
  #waiting = false;
  #printing = false;
  #width;
  #sizes = new ResizeObserver((entries) => this.#resized(entries));

  constructor(list, scroller, { make, nearEnd, signal }) {
    Object.assign(this, { list, scroller, make, nearEnd });
    scroller.addEventListener("scroll", () => this.#layOutSoon(), { passive: true, signal });
    this.#sizes.observe(scroller);
    // On paper there are all rows.
    for (const type of ["beforeprint", "afterprint"]) {
      addEventListener(type, () => {
        this.#printing = type === "beforeprint";
        this.#layOut();
      }, { signal });
    }
    list.addEventListener("transitionend", () => {
      const moving = list.getAnimations({ subtree: true }).length > 0;
      list.classList.toggle("gliding", moving);
    }, { signal });
    signal?.addEventListener("abort", () => this.#sizes.disconnect());
    list.addEventListener("focusin", ({ target }) => {
      this.#stop = this.#keys.get(target.closest("li"));
      this.#markStop();
    }, { signal });
    list.addEventListener("keydown", (event) => this.#stepAside(event), { signal });
  }

  /** Leads to what is beside the control of a row that has the focus. */
  #stepAside(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const controls = [...event.target.closest("li").querySelectorAll("input, button, a")];
    const usable = controls.filter((control) => control.checkVisibility({ visibilityProperty: true }));
    const next = usable[usable.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  #markStop() {
    const stop = this.#rows.has(this.#stop) ? this.#stop : this.#rows.keys().next().value;
    for (const [id, { element }] of this.#rows) element.querySelector(wayIn).tabIndex = id === stop ? 0 : -1;
  }

  /** Shows these elements; rows that stay move to their new places, or glide if the same ones change places. */
  show(elements) {
    const same = elements.length === this.length && elements.every(({ id }) => this.#index.has(id));
    const moved = same && elements.some(({ id }, index) => this.indexOf(id) !== index);
    // This also tells the browser where rows are now, so that they glide from there and from nowhere else.
    const before = this.#steady();
    this.#elements = elements;
    this.#index = new Map(elements.map(({ id }, index) => [id, index]));
    this.#headingIndex = elements.findIndex(({ isHeading }) => isHeading);
    if (moved) this.list.classList.add("gliding");
    else if (!same) this.list.classList.remove("gliding");
    for (const [id, row] of this.#rows) {
      if (this.#index.has(id)) row.update(elements[this.#index.get(id)]);
    }
    const { scrollTop } = this.scroller;
    this.#addUp();
    const drifts = before.filter(([id]) => this.#index.has(id)).sort(([, one], [, other]) => one - other)
      .map(([id, offset]) => this.#offsets[this.indexOf(id)] - offset);
    // What is first in view stays there, unless it alone was moved.
    const drift = drifts.find((one, index) => one === drifts[index + 1]) ?? drifts[0];
    if (drift) this.scroller.scrollTop = scrollTop + drift;
    this.#layOut();
  }

  /** Brings a row into view and keeps it there while others come in before it, until somebody scrolls away. */
  follow(id) {
    this.#followed = id;
    this.reveal(id);
  }

  /** The element of the row for a key, if it is in the document. */
  row(id) {
    return this.#rows.get(id)?.element;
  }

  /** How many elements are shown. */
  get length() {
    return this.#elements.length;
  }

  indexOf(id) {
    return this.#index.get(id) ?? -1;
  }

  at(index) {
    return this.#elements[index];
  }

  /** The index of a row, given its element. */
  indexOfRow(row) {
    return this.indexOf(this.#keys.get(row));
  }

  /** Brings a row into view, and answers its element. */
  reveal(id) {
    const index = this.indexOf(id);
    if (index < 0) return undefined;
    if (!this.row(id)) {
      this.scroller.scrollTop += this.#offsets[index] - this.#view().top - this.scroller.clientHeight / 2;
      this.#layOut();
    }
    this.row(id)?.scrollIntoView({ block: "nearest" });
    return this.row(id);
  }

  /** The index of the row at a height of the list. */
  indexAt(y) {
    let [low, high] = [0, Math.max(this.#elements.length - 1, 0)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#offsets[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Holds a row at a height wherever it belongs; the order in the document stays until it is let go. */
  hold(id, top) {
    this.#held = { id, top };
    this.#layOut();
  }

  letGo() {
    this.#held = undefined;
    this.#layOut();
  }

  /** Between which heights of the list its scroller shows it. */
  #view() {
    const { top } = this.list.getBoundingClientRect();
    const scroller = this.scroller.getBoundingClientRect();
    return { top: scroller.top - top, bottom: scroller.bottom - top };
  }

  /**
   * Rows in view, and where they begin, of which the one that moves least stays where it is.
   *
   * That is the one that is followed or worked on; or any, where the list begins above the view.
   */
  #steady() {
    const view = this.#view();
    const inView = (id) => {
      const offset = this.#offsetInView(id, view);
      return offset === undefined ? [] : [[id, offset]];
    };
    const chosen = [this.#followed, ...this.pinned].flatMap(inView);
    if (chosen.length > 0 || view.top <= 0) return chosen.slice(0, 1);
    return [...this.#rows.keys()].flatMap(inView);
  }

  /** Where a row begins, if that is in view. */
  #offsetInView(id, { top, bottom }) {
    const offset = this.#offsets[this.indexOf(id)];
    return offset >= top && offset < bottom ? offset : undefined;
  }

  #addUp() {
    const count = this.#elements.length;
    this.#offsets = new Float64Array(count + 1);
    for (let index = 0; index < count; index++) {
      const height = this.#heights.get(this.#elements[index].id) ?? estimatedPixels;
      this.#offsets[index + 1] = this.#offsets[index] + height;
    }
    this.list.style.height = `${this.#offsets[count]}px`;
  }

  #layOutSoon() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#layOut();
    });
  }

  #layOut({ resized = false } = {}) {
    // What is not shown has no heights; it is laid out when it is.
    if (this.scroller.clientHeight === 0) return;
    const view = this.#view();
    // As it was before another height of the list lets it end earlier.
    const { scrollTop } = this.scroller;
    const followed = this.#offsetInView(this.#followed, view) !== undefined;
    const anchor = followed ? this.indexOf(this.#followed) : this.indexAt(view.top);
    const was = this.#offsets[anchor];
    if (resized) {
      // Rows that glide to where heights of before put them would lie over each other.
      this.list.classList.remove("gliding");
      this.#addUp();
    }
    for (let round = 0; round < roundsMax && this.#place(view); round++) this.#addUp();
    // What is in view stays where it is when rows above it turn out taller or shorter than estimated.
    const drift = this.#offsets[anchor] - was;
    if (drift && view.top > 0) this.scroller.scrollTop = scrollTop + drift;
    const count = this.#elements.length;
    if (count > 0 && this.indexAt(view.bottom) > count - wholeRowsMax / 2) this.nearEnd?.();
  }

  /** Puts the rows of the view into the document; true if new ones differ from the estimate. */
  #place(view) {
    const count = this.#elements.length;
    const whole = this.#printing || count <= wholeRowsMax;
    const first = whole ? 0 : this.indexAt(view.top - marginPixels);
    const last = whole ? count - 1 : this.indexAt(view.bottom + marginPixels);
    const indices = new Set();
    for (let index = first; index <= last; index++) indices.add(index);
    for (const [id, { element }] of this.#rows) {
      const stays = this.pinned.has(id) || element.contains(document.activeElement);
      if (stays && this.#index.has(id)) indices.add(this.#index.get(id));
    }
    const rows = new Map();
    const fresh = [];
    for (const index of [...indices].sort((one, other) => one - other)) {
      const { id } = this.#elements[index];
      let row = this.#rows.get(id);
      if (!row) fresh.push([id, (row = this.make(this.#elements[index]))]);
      const held = this.#held?.id === id;
      row.element.style.transform = `translateY(${held ? this.#held.top : this.#offsets[index]}px)`;
      row.element.classList.toggle("held", held);
      this.#count(row.element, index);
      rows.set(id, row);
    }
    for (const [id, row] of this.#rows) if (!rows.has(id)) this.#sizes.unobserve(row.element);
    this.#rows = rows;
    for (const [id, row] of fresh) {
      this.#keys.set(row.element, id);
      row.update(this.#elements[this.#index.get(id)]);
    }
    const children = [...rows.values()].map(({ element }) => element);
    if (!this.#held) arrange(this.list, children);
    else this.list.append(...children.filter((child) => !child.isConnected));
    this.#markStop();
    return this.#measure(fresh);
  }

  /** Says which of how many a row is. */
  #count(element, index) {
    const heading = this.#headingIndex;
    if (index === heading) return;
    element.setAttribute("aria-setsize", this.length - (heading >= 0));
    element.setAttribute("aria-posinset", index + 1 - (heading >= 0 && index > heading));
  }

  #measure(rows) {
    let changed = false;
    for (const [id, { element }] of rows) {
      const height = Math.ceil(element.getBoundingClientRect().height);
      changed ||= height !== (this.#heights.get(id) ?? estimatedPixels);
      this.#heights.set(id, height);
      this.#sizes.observe(element);
    }
    return changed;
  }

  #resized(entries) {
    let changed = false;
    for (const { target } of entries) {
      if (target === this.scroller) {
        // Another width makes other heights, and another height shows other rows.
        if (this.#width !== this.list.clientWidth) this.#heights.clear();
        this.#width = this.list.clientWidth;
        this.#measure([...this.#rows]);
        changed = true;
      } else if (target.isConnected) {
        const id = this.#elements[this.indexOfRow(target)]?.id;
        const height = Math.ceil(target.getBoundingClientRect().height);
        changed ||= this.#heights.get(id) !== height;
        this.#heights.set(id, height);
      }
    }
    if (changed) this.#layOut({ resized: true });
  }
}
