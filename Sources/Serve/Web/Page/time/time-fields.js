/** The date fields of the item editor. */

import { AlarmFields } from "./alarm-fields.js";
import { same } from "./api.js";
import { fill, text } from "./dom.js";
import { dueWords, elsewhere, ownZone } from "./due.js";
import { isoDate, midnight, nextHour, t } from "./language.js";
import { RepeatFields } from "./repeat-fields.js";

const eveningHour = 20;
const clock = (date) => `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;

export class TimeFields {
  #form;
  #parts;
  #item;
  #repeat;
  #alarms;
  /** Whether the inputs for day and time are shown. */
  #asks = { day: false, time: false };
  /** The previous day and time. */
  #last = { day: "", time: "" };

  /** `changed` is called for changes that cause no event of the form. */
  constructor(form, parts, changed) {
    [this.#form, this.#parts] = [form, parts];
    const set = (day, time = "") => {
      this.#set(day, time);
      changed();
    };
    this.#repeat = new RepeatFields(form, parts, () => set(isoDate(new Date())));
    this.#alarms = new AlarmFields(form, parts, changed);
    for (const [name, choice] of this.#choices()) this.#addChip(name, choice, () => set(...choice));
    this.other = this.#addChip(t("Choose date…"), undefined, () => {
      this.#asks.day = true;
      this.#show();
      form.dueDay.focus();
      // Fails without a click: keyboard users type the day.
      try {
        form.dueDay.showPicker();
      } catch {
        // The input works without its picker.
      }
    });
    this.none = this.#addChip(t("No date"), undefined, () => {
      set("");
      this.other.focus();
    });
    parts.addTime.onclick = () => {
      const hour = nextHour();
      // In the last hour of a day the next full hour is tomorrow.
      const day = form.dueDay.value === isoDate(new Date()) ? isoDate(hour) : form.dueDay.value;
      set(day, clock(hour));
      form.dueTime.focus();
    };
    parts.noTime.onclick = () => {
      set(form.dueDay.value);
      parts.addTime.focus();
    };
    form.dueDay.oninput = form.dueTime.oninput = () => this.#show();
  }

  /** The suggested days and times. */
  #choices() {
    const now = new Date();
    const nextWeek = midnight(now, 7 - ((now.getDay() + 6) % 7));
    const all = [
      [t("Today"), [isoDate(now)]], [t("Tonight"), [isoDate(now), `${eveningHour}:00`]],
      [t("Tomorrow"), [isoDate(midnight(now, 1))]], [t("Next week"), [isoDate(nextWeek)]],
    ];
    return all.filter(([, [, time]]) => !time || now.getHours() < eveningHour);
  }

  #addChip(name, choice, onclick) {
    const chip = Object.assign(text("button", name), { type: "button", onclick, choice });
    this.#parts.days.append(chip);
    return chip;
  }

  write(item) {
    this.#item = item;
    const date = item.dueDate ? new Date(item.dueDate) : undefined;
    this.#last = { day: "", time: "" };
    this.#repeat.write(item);
    this.#alarms.write(item);
    this.#set(item.dueOn ?? (date ? isoDate(date) : ""), date && !item.dueOn ? clock(date) : "");
  }

  /** The fields as the API takes them. */
  read() {
    const [day, time] = [this.#form.dueDay.value, this.#time];
    const isDue = Boolean(day);
    return {
      dueDate: isDue && time ? new Date(`${day}T${time}`).toISOString() : null,
      dueOn: isDue && !time ? day : null,
      recurrence: isDue ? this.#repeat.read(day) : null,
      ...this.#alarms.read(isDue),
    };
  }

  /** Adds the time zone to a change of the date. */
  place(change) {
    const isSet = change.dueDate || change.dueOn || change.recurrence;
    if (isSet && ownZone !== this.#item.timeZone) change.timeZone = ownZone;
  }

  /** An input that is half filled in. */
  get half() {
    return this.halfDate ?? this.#repeat.half;
  }

  /** An input of the date that is half filled in. */
  get halfDate() {
    const { dueDay, dueTime } = this.#form;
    return [dueDay, this.#asks.time && dueTime].find((field) => field?.validity?.badInput);
  }

  /** The date, the repeat and the reminders in words; empty where there is none. */
  get words() {
    const date = this.halfDate ? "…" : dueWords(this.read(), "short");
    return { date, repeat: this.#repeat.words, remind: this.#alarms.words };
  }

  get #time() {
    return this.#asks.time ? this.#form.dueTime.value : "";
  }

  #set(day, time = "") {
    const { dueDay, dueTime } = this.#form;
    [dueDay.value, dueTime.value] = [day, time];
    this.#asks = { day: Boolean(day), time: Boolean(time) };
    this.#show();
  }

  #show() {
    const { days, when, timed, addTime, zone } = this.#parts;
    const [day, time] = [this.#form.dueDay.value, this.#time];
    for (const chip of days.querySelectorAll("button")) {
      const { choice } = chip;
      if (choice) chip.setAttribute("aria-pressed", choice[0] === day && (choice[1] ?? "") === time);
    }
    const isDue = Boolean(day);
    this.other.hidden = isDue || this.#asks.day;
    this.none.hidden = !isDue && !this.#asks.day;
    when.hidden = !isDue && !this.#asks.day;
    timed.hidden = !this.#asks.time;
    addTime.hidden = this.#asks.time || !isDue;
    const { dueDate, dueOn } = this.read();
    const isAsBefore = same(dueOn, this.#item.dueOn) && same(dueDate, this.#item.dueDate);
    fill(zone, isAsBefore ? elsewhere(this.#item) : "");
    const before = this.#last;
    this.#last = { day, time };
    this.#repeat.show(day, time, before.day);
    this.#alarms.show(day, time, before);
  }
}
