/** Moves items of the agenda to another day: by dragging, by Alt and an arrow key, or by a menu. */

import { changeItem } from "./changes.js";
import { ask } from "./dialogs.js";
import { announce, label, openMenuBy, stamp } from "./dom.js";
import { dateFields, dueDay } from "./due.js";
import { dateOf, dayInText, isoDate, midnight, t } from "./language.js";
import { knownLists } from "./lists.js";
import { may } from "./me.js";
import { notice } from "./notices.js";

/** How many of the next days an item can be dropped on; days without items show while it is dragged. */
const targetDays = 7;
/** A mouse drags from this distance on; a finger after holding the row. */
const grabPixels = 6;
const grabMilliseconds = 450;
/** The page scrolls while an item is dragged near its edges. */
const rimPixels = 70;
const scrollPixels = 12;

/** Whether the person may move an item. */
const isMovable = ({ checked, checklistId }) => !checked && may("edit", knownLists.get(checklistId));

const dateIn = (days) => isoDate(midnight(new Date(), days));

/** The date fields of an item on another day. Its time of day stays. */
export function fieldsOn({ dueOn, dueDate }, date) {
  if (dueOn) return { dueOn: date };
  const [before, on] = [new Date(dueDate), dateOf(date)];
  on.setHours(before.getHours(), before.getMinutes(), before.getSeconds());
  return { dueDate: on.toISOString() };
}

export class DayMoves {
  #content;
  #scroller;
  #menu;
  #press;
  #drag;

  /** `items` returns the shown items, `change` shows one as it is now, and `show` shows all again. */
  constructor(content, scroller, { items, change, show, signal }) {
    [this.#content, this.#scroller] = [content, scroller];
    Object.assign(this, { items, change, show });
    this.#menu = stamp("day-menu").element;
    content.after(this.#menu);
    const on = (target, type, act, options) => target.addEventListener(type, act, { signal, ...options });
    on(content, "pointerdown", (event) => this.#pressed(event));
    on(content, "keydown", (event) => this.#keyPressed(event));
    on(content, "dragstart", (event) => event.preventDefault());
    on(content, "contextmenu", (event) => this.#press?.timer && event.preventDefault());
    // A held row moves instead of scrolling.
    on(content, "touchmove", (event) => this.#drag && event.preventDefault(), { passive: false });
    on(window, "pointermove", (event) => this.#moved(event));
    for (const type of ["pointerup", "pointercancel"]) on(window, type, (event) => this.#dropped(event));
    on(window, "keydown", ({ key }) => key === "Escape" && this.#end());
    signal.addEventListener("abort", () => this.#end());
  }

  /** Adds the menu of days to a row. */
  movable(row) {
    const { element, update } = row;
    const { element: button } = stamp("day-button");
    element.append(button);
    let item;
    openMenuBy(button, this.#menu, ({ value }) => this.#choose(item, value));
    row.update = (now) => {
      item = now;
      element.dataset.item = item.id;
      button.hidden = !isMovable(item);
      label(button, t("Move “{0}” to another day", item.text));
      update(now);
    };
    return row;
  }

  /** The days to show: while an item is dragged, also those of the coming week without items. */
  withTargets(days) {
    if (!this.#drag) return days;
    const dates = Array.from({ length: targetDays }, (_, index) => dateIn(index));
    const missing = dates.filter((date) => !days.some((one) => one.date === date)).map((date) => ({ date, items: [] }));
    return [...days, ...missing].sort((one, other) => (one.date < other.date ? -1 : 1));
  }

  /** Focuses a control of the row of an item. */
  focus({ id }, control) {
    const row = this.#content.querySelector(`[data-item="${id}"]`);
    const target = row?.querySelector(`[data-part="${control}"]`);
    (target?.checkVisibility() ? target : row?.querySelector("a"))?.focus();
  }

  #itemOf(row) {
    return this.items().find(({ id }) => id === Number(row?.dataset.item));
  }

  async #choose(item, days) {
    if (days) return this.#move(item, dateIn(Number(days)));
    const { element, parts } = stamp("day-field");
    parts.day.value = dueDay(item);
    const sure = await ask({ title: t("Choose date…"), body: element, action: t("Save"), ready: () => parts.day.value !== "" });
    return sure && this.#move(item, parts.day.value);
  }

  /** Moves an item to a day, with Undo. */
  async #move(item, date) {
    const fields = fieldsOn(item, date);
    let now = { ...item, ...fields, updatedAt: null };
    this.change({ ...item, ...fields });
    const moving = changeItem(item, fields);
    notice(t("Moved “{0}” to {1}", item.text, dayInText(dateOf(date), "long")), {
      action: t("Undo"), act: async () => {
        this.change(item);
        this.change(await changeItem(now, dateFields(item)));
      },
    });
    now = await moving;
    this.change(now);
  }

  // MARK: Keys

  #keyPressed(event) {
    const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const item = step && this.#itemOf(event.target.closest(".row"));
    if (!item || !isMovable(item)) return;
    event.preventDefault();
    const [before, today] = [dueDay(item), dateIn(0)];
    const date = before < today ? today : isoDate(midnight(dateOf(before), step));
    if (date < today || (before < today && step < 0)) return announce(t("Overdue"));
    this.#move(item, date);
  }

  // MARK: Dragging

  #pressed(event) {
    const row = event.target.closest(".row");
    const item = this.#itemOf(row);
    if (!item || !isMovable(item) || event.button !== 0 || event.target.closest("input, button")) return;
    this.#press = { row, item, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch") return;
    this.#press.timer = setTimeout(() => this.#begin(), grabMilliseconds);
  }

  #moved({ pointerId, pointerType, clientX, clientY }) {
    if (this.#drag?.pointer === pointerId) Object.assign(this.#drag, { x: clientX, y: clientY });
    if (this.#press?.pointer !== pointerId) return;
    if (Math.hypot(clientX - this.#press.x, clientY - this.#press.y) < grabPixels) return;
    if (pointerType !== "touch") return this.#begin();
    // The finger scrolls.
    this.#release();
  }

  #release() {
    clearTimeout(this.#press?.timer);
    this.#press = undefined;
  }

  #begin() {
    const { row, ...press } = this.#press;
    this.#release();
    const { left, top, width } = row.getBoundingClientRect();
    const ghost = row.cloneNode(true);
    ghost.inert = true;
    ghost.classList.add("held", "ghost");
    Object.assign(ghost.style, { left: `${left}px`, width: `${width}px` });
    this.#drag = { ...press, ghost, grip: press.y - top };
    this.#scroller.append(ghost);
    this.#content.classList.add("dragging");
    this.show();
    this.#frame();
  }

  /** Follows the pointer, marks the day below it, and scrolls at the edges. */
  #frame() {
    if (!this.#drag) return;
    const { ghost, grip, x, y } = this.#drag;
    const view = this.#scroller.getBoundingClientRect();
    if (y < view.top + rimPixels) this.#scroller.scrollTop -= scrollPixels;
    if (y > view.bottom - rimPixels) this.#scroller.scrollTop += scrollPixels;
    ghost.style.top = `${y - grip}px`;
    const target = this.#dayAt(x, y);
    for (const one of this.#content.children) one.classList.toggle("target", one === target);
    requestAnimationFrame(() => this.#frame());
  }

  /** The day at a position; items cannot become overdue. */
  #dayAt(x, y) {
    const found = document.elementFromPoint(x, y)?.closest(".day");
    return found?.dataset.date ? found : undefined;
  }

  #dropped({ type, pointerId, clientX, clientY }) {
    if (this.#press?.pointer === pointerId) this.#release();
    if (this.#drag?.pointer !== pointerId) return;
    const { item } = this.#drag;
    const date = type === "pointerup" ? this.#dayAt(clientX, clientY)?.dataset.date : undefined;
    this.#end();
    // The click that follows must not open the item.
    const stop = (event) => event.preventDefault();
    this.#content.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => this.#content.removeEventListener("click", stop, { capture: true }));
    if (date && date !== dueDay(item)) this.#move(item, date);
  }

  #end() {
    this.#release();
    if (!this.#drag) return;
    this.#drag.ghost.remove();
    this.#drag = undefined;
    this.#content.classList.remove("dragging");
    for (const one of this.#content.children) one.classList.remove("target");
    this.show();
  }
}
