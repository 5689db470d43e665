/** The form in a row that changes an item in place. */

import * as api from "./api.js";
import { fill, stamp } from "./dom.js";
import { day, inputValue, moment, nextHour, t, temperature } from "./language.js";
import { knownLists } from "./lists.js";
import { may } from "./me.js";
import { membersOf } from "./members.js";

const placeFields = ["street", "postalCode", "city", "country"];

export class ItemEditor {
  #form;
  #parts;
  #before;
  #close;

  /** `draft` is a change that was refused, and why, to be mended. */
  constructor(item, { draft, close, remove }) {
    const { element, parts } = stamp("item-editor");
    Object.assign(this, { item, id: item.id, element });
    [this.#form, this.#parts, this.#close] = [element.elements, parts, close];
    for (const list of knownLists.values()) {
      if (list.id === item.checklistId || may("edit", list)) this.#form.checklistId.add(new Option(list.name, list.id));
    }
    this.#offerAssignees();
    this.#write(item);
    this.#before = this.#read();
    if (draft) {
      this.#write({ ...item, ...draft.change });
      this.#explain(draft.error);
    }
    this.#showPlace();
    this.#offerToSave();
    this.#listen(remove);
    if (may("edit", knownLists.get(item.checklistId))) return;
    for (const field of this.#form) field.disabled = field !== parts.cancel;
    parts.cancel.textContent = t("Close");
  }

  focus() {
    const field = this.#form.text;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** What was changed, field by field, as the service takes it. */
  change() {
    const [before, after] = [this.#before, this.#read()];
    const change = {};
    for (const field of Object.keys(after)) {
      if (!api.same(before[field], after[field])) change[field] = after[field];
    }
    if (!after.text) delete change.text;
    if (this.#lacksDate()) for (const field of ["dueDate", "shouldRemind"]) delete change[field];
    if (change.location) {
      const keeps = placeFields.some((field) => change.location[field]);
      // A place without an address has nothing to say; coordinates belong to the address before.
      change.location = keeps ? { ...change.location, latitude: null, longitude: null } : null;
    }
    return change;
  }

  #listen(remove) {
    const [form, parts] = [this.#form, this.#parts];
    this.element.onsubmit = (event) => {
      event.preventDefault();
      const field = !form.text.value.trim() ? form.text : this.#lacksDate() ? form.dueDate : undefined;
      if (!field) return this.#close({ save: true });
      fill(parts.error, field === form.text ? t("An item needs a text.") : t("A due date needs a day and a time."));
      field.focus();
    };
    this.element.onkeydown = (event) => {
      if (event.isComposing) return;
      const single = event.target === form.text && !event.shiftKey;
      if (event.key === "Enter" && (single || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.element.requestSubmit();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        this.#close();
      }
    };
    this.element.addEventListener("input", () => this.#offerToSave());
    form.hasDueDate.onchange = () => {
      if (form.hasDueDate.checked && !form.dueDate.value) form.dueDate.value = inputValue(nextHour());
      this.#showDue();
      this.#offerToSave();
    };
    parts.cancel.onclick = () => this.#close();
    parts.remove.onclick = remove;
  }

  #write(item) {
    const form = this.#form;
    form.text.value = item.text;
    form.notes.value = item.notes;
    form.important.checked = item.important;
    form.hasDueDate.checked = item.dueDate !== null;
    form.dueDate.value = item.dueDate ? inputValue(new Date(item.dueDate)) : "";
    form.shouldRemind.checked = item.shouldRemind;
    for (const field of placeFields) form[field].value = item.location?.[field] ?? "";
    form.checklistId.value = item.checklistId;
    form.assigneeId.value = item.assigneeId ?? "";
    fill(this.#parts.snoozed, item.snoozedUntil && t("Snoozed until {0}", moment(item.snoozedUntil)));
    this.#showDue();
  }

  #read() {
    const form = this.#form;
    const due = form.hasDueDate.checked && form.dueDate.value;
    const place = Object.fromEntries(placeFields.map((field) => [field, form[field].value.trim() || null]));
    return {
      // Lines that were pasted become one.
      text: form.text.value.trim().replace(/\s*\n\s*/g, " "),
      notes: form.notes.value,
      important: form.important.checked,
      dueDate: due ? new Date(due).toISOString() : null,
      shouldRemind: Boolean(due) && form.shouldRemind.checked,
      location: place,
      assigneeId: Number(form.assigneeId.value) || null,
      checklistId: Number(form.checklistId.value) || this.item.checklistId,
    };
  }

  /** An item can be given to whoever is on the list, where others are. */
  #offerAssignees() {
    const members = membersOf(this.item.checklistId);
    this.#parts.assignee.hidden = members.length < 2;
    const options = [new Option(t("Nobody"), ""), ...members.map(({ personId, name }) => new Option(name, personId))];
    this.#form.assigneeId.replaceChildren(...options);
  }

  /** Saving is off while nothing differs from what was there. */
  #offerToSave() {
    this.#parts.save.disabled = api.same(this.#before, this.#read()) && !this.#lacksDate();
  }

  /** Whether there shall be a due date, and it was not or only half given. */
  #lacksDate() {
    return this.#form.hasDueDate.checked && !this.#form.dueDate.value;
  }

  #showDue() {
    this.#parts.due.hidden = !this.#form.hasDueDate.checked;
  }

  #showPlace() {
    const { map, weather } = this.#parts;
    const place = this.item.location;
    this.#parts.address.open = Boolean(place) || placeFields.some((field) => this.#form[field].value);
    map.hidden = !place;
    weather.hidden = true;
    if (!place) return;
    const { latitude, longitude } = place;
    const words = placeFields.map((field) => place[field]).filter(Boolean).join(", ");
    const query = latitude === null || longitude === null ? words : `${latitude}, ${longitude}`;
    map.href = `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
    if (latitude !== null && longitude !== null) this.#showWeather();
  }

  /** The weather there on the day; nothing where the service has nobody to ask. */
  async #showWeather() {
    const { weather, picture, forecast, source } = this.#parts;
    try {
      const told = await api.read(`/v1/items/${this.id}/weather`);
      const { temperatureMin: low, temperatureMax: high, temperatureMean: mean } = told;
      const range = [low, high].filter(Number.isFinite).map(temperature).join(" – ");
      const words = [t(told.condition ?? ""), range, Number.isFinite(mean) && t("{0} on average", temperature(mean))];
      picture.textContent = told.icon ?? "";
      forecast.textContent = t("{0}: {1}", day(new Date(`${told.date}T00:00`)), words.filter(Boolean).join(" · "));
      fill(source, told.source);
    } catch ({ status, type }) {
      const unknown = type === "tag:checklistd,2026:no-forecast";
      if (!unknown && ![502, 504].includes(status)) return;
      forecast.textContent = unknown ? t("No forecast for that day.") : t("The weather cannot be told at present.");
    }
    weather.hidden = false;
  }

  #explain(error) {
    const about = error.errors?.[0]?.pointer.split("/").at(-1);
    fill(this.#parts.error, t("That was not possible. {0}", error.message));
    const fields = about === "location" ? placeFields.filter((field) => this.#form[field].value) : [about];
    for (const field of fields) this.#form[field]?.setAttribute("aria-invalid", "true");
  }
}
