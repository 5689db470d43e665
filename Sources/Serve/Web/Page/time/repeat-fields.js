/** The repeat fields of the item editor. */

import * as api from "./api.js";
import { fill, text } from "./dom.js";
import { dueWords, ownZone } from "./due.js";
import { isSent } from "./ids.js";
import {
  dateOf, day, dayInText, firstWeekday, isoDate, midnight, moment, number, ordinal, t, weekdayName,
} from "./language.js";
import { keptRule, leadDays, nthOf, readRule, ruleOf, weekdayOf, weekdays } from "./recurrence.js";

/** How many next dates are shown. */
const timesShown = 3;
/** The default length of a series with an end date. */
const daysToBegin = 30;

/** Fills a group with check boxes for the weekdays; those in `days` are checked. */
export function showWeekdays(group, days) {
  for (let place = 0; place < 7; place++) {
    const index = (firstWeekday + place) % 7;
    const [option, box] = ["label", "input"].map((name) => document.createElement(name));
    const value = weekdays[index];
    Object.assign(box, { type: "checkbox", value, checked: days.includes(value) });
    box.setAttribute("aria-label", weekdayName(index));
    option.className = "chip";
    option.append(box, text("span", weekdayName(index, "short")));
    group.append(option);
  }
}

/** The checked weekdays. */
export const tickedDays = (group) => [...group.querySelectorAll(":checked")].map(({ value }) => value);

export class RepeatFields {
  #form;
  #parts;
  #item;
  #choice;
  #day = "";
  #time = "";
  /** Whether the person has chosen another day than the rule's. */
  #moved = false;
  #asked;
  #asking = new AbortController();

  #needsDay;

  /** `needsDay` is called when a repeat is chosen for an item without a date. */
  constructor(form, parts, needsDay) {
    [this.#form, this.#parts, this.#needsDay] = [form, parts, needsDay];
    showWeekdays(parts.weekdays, []);
    const fields = [form.interval, form.unit, form.from, form.ends, form.until, form.count];
    for (const field of fields) field.oninput = () => this.#show();
    form.repeat.oninput = () => (this.#day ? this.#show() : this.#needsDay());
    form.ends.oninput = () => {
      const { until, ends } = form;
      if (ends.value === "until" && !until.value) until.value = isoDate(midnight(dateOf(this.#day), daysToBegin));
      this.#show();
    };
    parts.weekdays.oninput = () => this.#show();
  }

  write(item) {
    [this.#item, this.#moved] = [item, false];
    const [form, parts] = [this.#form, this.#parts];
    const choice = (this.#choice = item.recurrence ? readRule(item.recurrence.rule, leadDays(item)) : undefined);
    form.interval.value = choice?.interval > 1 ? choice.interval : 3;
    form.unit.value = choice?.unit ?? "DAILY";
    for (const box of parts.weekdays.querySelectorAll("input")) box.checked = Boolean(choice?.days.includes(box.value));
    form.from.value = item.recurrence?.from ?? "due";
    form.ends.value = choice?.count ? "count" : choice?.until ? "until" : "";
    form.count.value = choice?.count ?? 10;
    form.until.value = choice?.until ?? "";
    this.#offer("2024-01-01", choice?.kind ?? "");
    const { completionsCount: count, lastCompletedAt: last } = item;
    const many = () => t("Done {0} times, last: {1}", number(count), moment(last));
    fill(parts.done, count && (count === 1 ? t("Done once: {0}", moment(last)) : many()));
    parts.skip.hidden = !item.recurrence || item.checked;
  }

  /** The `recurrence` of an item due on a day. */
  read(day) {
    if (!this.#kind) return null;
    const [choice, before, from] = [this.#chosen(day), this.#item.recurrence, this.#form.from.value];
    const rule = before?.from === from ? keptRule(this.#choice, choice, day) : undefined;
    if (!rule) return { rule: ruleOf(choice, day), from };
    // Without the lead, the rule names due days.
    return { rule, from, ...(before.lead && { lead: before.lead }) };
  }

  /** The chosen kind of repeat. */
  get #kind() {
    return this.#form.repeat.value;
  }

  /** The field whose number is missing or out of range. */
  get half() {
    const { interval, count, ends } = this.#form;
    if (!this.#kind || !this.#day) return undefined;
    const asked = [this.#kind === "every" && interval, this.#kind !== "other" && ends.value === "count" && count];
    return asked.find((field) => field && (field.value === "" || !field.validity.valid || field.value.includes(".")));
  }

  /** The repeat in words. */
  get words() {
    const form = this.#form;
    if (!this.#day || !this.#kind) return this.#item.repeatsInApp ? t("Repeats in your calendar app") : "";
    if (this.half) return "…";
    const chosen = this.#chosen(this.#day);
    const days = chosen.days.map((name) => weekdayName(weekdays.indexOf(name), "short")).join(", ");
    const many = number(chosen.interval);
    const every = {
      DAILY: () => t("Every {0} days", many), WEEKLY: () => t("Every {0} weeks", many),
      MONTHLY: () => t("Every {0} months", many), YEARLY: () => t("Every {0} years", many),
    }[form.unit.value];
    const label = form.repeat.selectedOptions[0]?.text;
    const base = {
      weekly: () => t("Weekly: {0}", days), fortnightly: () => t("Every 2 weeks: {0}", days), every,
    }[chosen.kind]?.() ?? label;
    const end = chosen.count ? t("{0} times", number(chosen.count))
      : chosen.until ? t("until {0}", dayInText(dateOf(chosen.until), "short", "")) : "";
    return [base, end].filter(Boolean).join(" · ");
  }

  /** The choice in the form. */
  #chosen(day) {
    const form = this.#form;
    const kind = this.#kind;
    const at = dateOf(day).getDate();
    const [monthday, nth] = [this.#kept("monthday") ?? at, this.#kept("nth") ?? nthOf(day)];
    return {
      kind, rule: this.#choice?.rule, unit: kind === "every" ? form.unit.value : undefined, monthday, nth,
      from: form.from.value,
      interval: Math.max(Math.trunc(Number(form.interval.value)) || 1, 1), days: tickedDays(this.#parts.weekdays),
      count: form.ends.value === "count" ? Math.max(Math.trunc(Number(form.count.value)) || 1, 1) : null,
      until: form.ends.value === "until" ? form.until.value || null : null,
    };
  }

  /** The rule's day of the month, unless the person has chosen another day. */
  #kept(kind) {
    const isKept = this.#choice?.kind === kind || (kind === "monthday" && this.#choice?.keptDay);
    return isKept && !this.#moved ? this.#choice[kind] || undefined : undefined;
  }

  /** Shows the options for a due day. */
  show(day, time, before) {
    [this.#day, this.#time] = [day, time];
    this.#moved ||= Boolean(before) && before !== day;
    if (day) {
      const ticked = tickedDays(this.#parts.weekdays);
      // Another rule would drop the app's exceptions. A rule without weekdays moves with the day.
      const keeps = this.#item.recurrence?.lead && this.#choice.days.length > 0;
      const follows = before && !keeps && ticked.length === 1 && ticked[0] === weekdayOf(before);
      if (follows || ticked.length === 0) this.#tick(weekdayOf(day));
      this.#offer(day, this.#kind);
    }
    this.#show();
  }

  #tick(day) {
    for (const box of this.#parts.weekdays.querySelectorAll("input")) box.checked = box.value === day;
  }

  /** Offers the choices for a due day. */
  #offer(day, kind) {
    const nth = this.#kept("nth") ?? nthOf(day);
    const name = weekdayName(weekdays.indexOf(nth.slice(-2)));
    const which = {
      1: () => t("Every month on the first {0}", name), 2: () => t("Every month on the second {0}", name),
      3: () => t("Every month on the third {0}", name), 4: () => t("Every month on the fourth {0}", name),
      "-1": () => t("Every month on the last {0}", name),
    }[nth.slice(0, -2)];
    const ways = [
      ["", this.#item.repeatsInApp ? t("Repeats in your calendar app") : t("Does not repeat")],
      ["daily", t("Every day")], ["weekdays", t("Every weekday")], ["weekly", t("Every week on…")],
      ["fortnightly", t("Every 2 weeks on…")],
      ["monthday", t("Every month on the {0}", ordinal(this.#kept("monthday") ?? dateOf(day).getDate()))],
      ["lastday", t("Every month on the last day")], ["nth", which()], ["yearly", t("Every year")],
      ["every", t("Custom…")],
    ];
    if (this.#choice?.kind === "other") ways.push(["other", t("Custom ({0})", this.#choice.rule)]);
    const { repeat } = this.#form;
    repeat.replaceChildren(...ways.map(([value, words]) => new Option(words, value)));
    repeat.value = kind;
  }

  #show() {
    const [form, parts] = [this.#form, this.#parts];
    const kind = this.#day && this.#kind;
    const weekly = ["weekly", "fortnightly"].includes(kind) || (kind === "every" && form.unit.value === "WEEKLY");
    parts.weekdays.hidden = !weekly;
    parts.every.hidden = kind !== "every";
    parts.series.hidden = !kind;
    parts.ends.hidden = kind === "other";
    form.until.hidden = form.ends.value !== "until";
    parts.times.hidden = form.ends.value !== "count";
    this.#explain();
    this.#preview();
  }

  /** Says beside the fields which number is missing or out of range. */
  #explain() {
    const { interval, count } = this.#form;
    const field = this.half;
    for (const one of [interval, count]) {
      for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", "number-error"]]) {
        if (one === field) one.setAttribute(name, value);
        else one.removeAttribute(name);
      }
    }
    fill(this.#parts.numberError, field && t("Enter a whole number from 1 to {0}.", number(Number(field.max))));
  }

  /** The address of the next dates. */
  #question(day, time) {
    const due = time ? { dueDate: new Date(`${day}T${time}`).toISOString() } : { dueOn: day };
    const { rule } = this.read(day);
    const timeZone = (rule === this.#item.recurrence?.rule && this.#item.timeZone) || ownZone;
    // The series of the item has the app's exceptions.
    const item = isSent(this.#item.id) ? { itemId: this.#item.id } : {};
    return `/v1/occurrences?${new URLSearchParams({ rule, ...due, timeZone, ...item, limit: timesShown })}`;
  }

  /** Shows the next dates. */
  async #preview() {
    const { next } = this.#parts;
    const [begin, time] = [this.#day, this.#time];
    const asked = begin && this.#kind && !this.half ? this.#question(begin, time) : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    if (!asked) return fill(next, "");
    try {
      const times = await api.read(asked, { signal });
      const words = times.map((one) => (one.dueOn ? day(dateOf(one.dueOn)) : dueWords(one, "short")));
      fill(next, words.length ? t("Next: {0}", words.join(" · ")) : t("No further dates."));
    } catch (error) {
      if (!signal.aborted) fill(next, error.message);
    }
  }
}
