/** A virtual list: only the rows in view, and some around them, are in the document. */

import { arrange } from "./dom.js";

/** Up to this length all rows are in the document, so that the browser's search finds them. */
const wholeRowsMax = 200;
/** Rows are made this many pixels beyond the view. */
const marginPixels = 400;
const estimatedPixels = 56;
/** The control of a row that Tab reaches; arrows lead to the others. */
const wayIn = ".open, .fold, .filter, a";
/** The limit of layout passes in a row. */
const roundsMax = 4;

/**
 * Rows are placed by measured or estimated heights. The list is one tab stop: arrows move between rows and within them.
 * `make` returns a row, `{element, update}`; `nearEnd` is called near the last rows. Elements with `isHeading` are not
 * counted.
 */
export class WindowedList {
  /** Keys of rows that always stay in the document. */
  pinned = new Set();
  #elements = [];
  /** Keys by row element. */
  #keys = new WeakMap();
  /** How many headings come before each element. */
  #headings = new Uint32Array(1);
  /** The row that Tab leads to: the last one with focus. */
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
    // Printing needs all rows.
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

  /** Moves the focus within a row. */
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

  /** Shows elements. Rows glide if the same elements change places. */
  show(elements) {
    const same = elements.length === this.length && elements.every(({ id }) => this.#index.has(id));
    const moved = same && elements.some(({ id }, index) => this.indexOf(id) !== index);
    // Reading the layout makes rows glide from where they are now.
    const before = this.#steady();
    this.#elements = elements;
    this.#index = new Map(elements.map(({ id }, index) => [id, index]));
    this.#headings = new Uint32Array(elements.length + 1);
    elements.forEach(({ isHeading }, index) => {
      this.#headings[index + 1] = this.#headings[index] + Boolean(isHeading);
    });
    if (moved) this.list.classList.add("gliding");
    else if (!same) this.list.classList.remove("gliding");
    for (const [id, row] of this.#rows) {
      if (this.#index.has(id)) row.update(elements[this.#index.get(id)]);
    }
    const { scrollTop } = this.scroller;
    this.#addUp();
    const drifts = before.filter(([id]) => this.#index.has(id)).sort(([, one], [, other]) => one - other)
      .map(([id, offset]) => this.#offsets[this.indexOf(id)] - offset);
    // The first row in view stays in place, unless only that one moved.
    const drift = drifts.find((one, index) => one === drifts[index + 1]) ?? drifts[0];
    if (drift) this.scroller.scrollTop = scrollTop + drift;
    this.#layOut();
  }

  /** Scrolls to a row and keeps it in view until the person scrolls. */
  follow(id) {
    this.#followed = id;
    this.reveal(id);
  }

  /** The first row in view, and how much of it is scrolled out; `undefined` at the top. */
  get place() {
    const { top } = this.#view();
    const index = this.indexAt(top);
    return top > 0 && this.at(index) ? { id: this.at(index).id, out: top - this.#offsets[index] } : undefined;
  }

  /** Scrolls to a place. */
  goTo({ id, out }) {
    if (!this.reveal(id)) return;
    this.scroller.scrollTop += this.#offsets[this.indexOf(id)] + out - this.#view().top;
    this.#layOut();
  }

  /** The element of a row, if it is in the document. */
  row(id) {
    return this.#rows.get(id)?.element;
  }

  /** The number of elements. */
  get length() {
    return this.#elements.length;
  }

  indexOf(id) {
    return this.#index.get(id) ?? -1;
  }

  at(index) {
    return this.#elements[index];
  }

  /** The index of a row element. */
  indexOfRow(row) {
    return this.indexOf(this.#keys.get(row));
  }

  /** Scrolls a row into view and returns its element. */
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

  /** The index of the row at a height. */
  indexAt(y) {
    let [low, high] = [0, Math.max(this.#elements.length - 1, 0)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#offsets[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Shows a row at a height while it is dragged. The order in the document does not change. */
  hold(id, top) {
    this.#held = { id, top };
    this.#layOut();
  }

  letGo() {
    this.#held = undefined;
    this.#layOut();
  }

  /** The visible range of heights. */
  #view() {
    const { top } = this.list.getBoundingClientRect();
    const scroller = this.scroller.getBoundingClientRect();
    return { top: scroller.top - top, bottom: scroller.bottom - top };
  }

  /**
   * Rows in view with their offsets, one of which stays in place: the followed or edited one, or any if the list starts
   * above the view.
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

  /** The offset of a row, if that is in view. */
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
    // Hidden lists have no heights.
    if (this.scroller.clientHeight === 0) return;
    const view = this.#view();
    // Read before a shorter list limits the scroll position.
    const { scrollTop } = this.scroller;
    const followed = this.#offsetInView(this.#followed, view) !== undefined;
    const anchor = followed ? this.indexOf(this.#followed) : this.indexAt(view.top);
    const was = this.#offsets[anchor];
    if (resized) {
      // Gliding rows would overlap with the new heights.
      this.list.classList.remove("gliding");
      this.#addUp();
    }
    for (let round = 0; round < roundsMax && this.#place(view); round++) this.#addUp();
    // Rows in view stay in place when rows above them turn out taller or shorter.
    const drift = this.#offsets[anchor] - was;
    if (drift && view.top > 0) this.scroller.scrollTop = scrollTop + drift;
    const count = this.#elements.length;
    if (count > 0 && this.indexAt(view.bottom) > count - wholeRowsMax / 2) this.nearEnd?.();
  }

  /** Puts the rows of the view into the document. Returns whether measured heights differ from the estimates. */
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

  /** Sets the row's position for screen readers. */
  #count(element, index) {
    if (this.#elements[index].isHeading) return;
    element.setAttribute("aria-setsize", this.length - this.#headings[this.length]);
    element.setAttribute("aria-posinset", index + 1 - this.#headings[index]);
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
        // Another width changes heights; another height shows other rows.
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
