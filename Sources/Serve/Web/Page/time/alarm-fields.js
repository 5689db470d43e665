/** The reminder fields of the item editor. */

import * as api from "./api.js";
import { label, text } from "./dom.js";
import { dateOf, duration, inputValue, moment, nextHour, t, time } from "./language.js";
import { showRemindersHere } from "./later.js";
import { canShow, hasChannel, loadMe } from "./me.js";

/** Stands for `shouldRemind`: a reminder when the item is due. */
const whenDue = "PT0S";
const timedOffsets = [whenDue, "-PT10M", "-PT30M", "-PT1H", "-P1D"];
/** 9:00 on the day, and 18:00 on the day before. */
const dayOffsets = ["PT9H", "-PT6H"];
const alarmsMax = 5;
const repeatDefault = "PT10M";

/** The seconds of an offset; negative before the due time. */
function secondsOf(offset) {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([-+]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(offset) ?? [];
  const parts = [[weeks, 604_800], [days, 86_400], [hours, 3600], [minutes, 60], [seconds, 1]];
  return parts.reduce((sum, [count, unit]) => sum + (Number(count) || 0) * unit, 0) * (sign === "-" ? -1 : 1);
}

/** An offset in words. */
export function offsetWords(offset, isTimed) {
  const seconds = secondsOf(offset);
  const clock = time(new Date(2024, 0, 1, 0, 0, ((seconds % 86_400) + 86_400) % 86_400));
  if (!isTimed && seconds >= 0 && seconds < 86_400) return t("Same day, {0}", clock);
  if (!isTimed && seconds < 0 && seconds >= -86_400) return t("Day before, {0}", clock);
  if (seconds === 0) return t("When due");
  return seconds < 0 ? t("{0} before", duration(-seconds)) : t("{0} after", duration(seconds));
}

export class AlarmFields {
  #form;
  #parts;
  #changed;
  #chosen = new Set();
  /** Reminders of calendar apps that count from the start. They stay as they are. */
  #ofStart = [];
  #offered = [];
  #isTimed = true;
  #repeatEvery;
  /** The moment from which offsets count, if the item has a date. */
  #due;
  #before;
  #asked;

  constructor(form, parts, changed) {
    [this.#form, this.#parts, this.#changed] = [form, parts, changed];
    parts.addAlarm.onclick = () => {
      this.#addMoment(nextHour()).focus();
      this.#show();
      changed();
    };
    form.again.oninput = () => this.#show();
    // The permission is asked for only when a reminder is wanted.
    parts.showHere.onclick = async () => {
      await showRemindersHere();
      this.#warn();
    };
  }

  write({ shouldRemind, alarms = [], repeatEvery, dueOn }) {
    this.#isTimed = !dueOn;
    this.#ofStart = alarms.filter(({ from }) => from === "start");
    this.#chosen = new Set(alarms.filter(({ offset, from }) => offset && from !== "start").map(({ offset }) => offset));
    if (shouldRemind) this.#chosen.add(whenDue);
    this.#repeatEvery = repeatEvery;
    this.#form.again.checked = Boolean(repeatEvery);
    this.#parts.againText.textContent =
      t("Nag every {0} until done", duration(secondsOf(repeatEvery ?? repeatDefault)));
    this.#parts.moments.replaceChildren();
    for (const { at } of alarms) if (at) this.#addMoment(new Date(at));
    this.#before = undefined;
    this.#offer();
  }

  read(isDue) {
    const offsets = isDue ? [...this.#chosen] : [];
    const alarms = [...this.#ofStart, ...offsets.filter((offset) => offset !== whenDue).map((offset) => ({ offset }))];
    for (const field of this.#moments) if (field.value) alarms.push({ at: new Date(field.value).toISOString() });
    const shouldRemind = offsets.includes(whenDue);
    const again = this.#form.again.checked && (shouldRemind || alarms.length > 0);
    return { shouldRemind, alarms, repeatEvery: again ? this.#repeatEvery ?? repeatDefault : null };
  }

  /** The reminders in words. */
  get words() {
    const offsets = this.#due ? this.#offered.filter((offset) => this.#chosen.has(offset)) : [];
    const words = offsets.map((offset) => offsetWords(offset, this.#isTimed));
    for (const { value } of this.#moments) if (value) words.push(moment(value));
    return words.join(" · ");
  }

  /** Offers offsets for a day or for a time. When one replaces the other, so do the reminders. */
  show(day, clock, before) {
    const isTimed = Boolean(clock);
    if (day && isTimed !== this.#isTimed) {
      const had = before.day && this.#offered.some((offset) => this.#chosen.has(offset));
      if (before.day) for (const offset of this.#offered) this.#chosen.delete(offset);
      this.#isTimed = isTimed;
      if (had) this.#chosen.add(isTimed ? whenDue : dayOffsets[0]);
      this.#offer();
    }
    for (const chip of this.#parts.alarms.querySelectorAll("label")) chip.hidden = !day;
    this.#due = day ? (isTimed ? new Date(`${day}T${clock}`) : dateOf(day)) : undefined;
    this.#before ??= this.#times;
    this.#show();
  }

  /** The times of all reminders in order. */
  get #times() {
    const times = this.#moments.map(({ value }) => new Date(value).getTime());
    if (this.#due) for (const offset of this.#chosen) times.push(this.#due.getTime() + secondsOf(offset) * 1000);
    return times.filter(Number.isFinite).sort((one, other) => one - other);
  }

  /** Warns of a time that has passed, and of missing channels. */
  async #warn() {
    const times = this.#times;
    const { past, unreached, showHere: offer } = this.#parts;
    past.hidden = !times.some((time) => time < Date.now()) || api.same(times, this.#before);
    unreached.hidden = true;
    if (times.length === 0) return;
    // Another device may have set up a channel.
    await (this.#asked ??= loadMe().catch(() => {}));
    unreached.hidden = this.#times.length === 0 || hasChannel();
    offer.hidden = !canShow();
  }

  get #moments() {
    return [...this.#parts.moments.querySelectorAll("input")];
  }

  #offer() {
    const usual = this.#isTimed ? timedOffsets : dayOffsets;
    this.#offered = [...new Set([...usual, ...this.#chosen])];
    this.#offered.sort((one, other) => secondsOf(other) - secondsOf(one));
    const { alarms, addAlarm } = this.#parts;
    const chips = this.#offered.map((offset) => {
      const [option, box] = ["label", "input"].map((name) => document.createElement(name));
      Object.assign(box, { type: "checkbox", checked: this.#chosen.has(offset), value: offset });
      box.oninput = () => {
        if (box.checked) this.#chosen.add(offset);
        else this.#chosen.delete(offset);
        this.#show();
      };
      option.className = "chip";
      option.append(box, text("span", offsetWords(offset, this.#isTimed)));
      return option;
    });
    alarms.replaceChildren(alarms.firstElementChild, ...chips, addAlarm);
  }

  #addMoment(date) {
    const line = document.createElement("div");
    line.className = "line";
    const field = Object.assign(document.createElement("input"), { type: "datetime-local", value: inputValue(date) });
    field.setAttribute("aria-label", t("Reminder time"));
    field.oninput = () => this.#show();
    const remove = text("button", "×", "round");
    remove.type = "button";
    label(remove, t("Remove reminder"));
    remove.onclick = () => {
      line.remove();
      this.#show();
      this.#parts.addAlarm.focus();
      this.#changed();
    };
    line.append(field, remove);
    this.#parts.moments.append(line);
    return field;
  }

  #show() {
    const count = [...this.#chosen].filter((offset) => offset !== whenDue).length + this.#moments.length;
    const isFull = count >= alarmsMax;
    for (const box of this.#parts.alarms.querySelectorAll("input")) {
      box.disabled = isFull && !box.checked && box.value !== whenDue;
    }
    this.#parts.addAlarm.disabled = isFull;
    this.#parts.again.hidden = this.#chosen.size === 0 && count === 0;
    this.#warn();
  }
}
