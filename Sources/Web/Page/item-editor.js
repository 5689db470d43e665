/** The form in a row that changes an item in place. */

import { fill, stamp, text } from "./dom.js";
import { inputValue, moment, t, temperature } from "./language.js";
import * as api from "./api.js";
import { lists } from "./state.js";

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
    for (const { id, name } of lists.elements) {
      const option = text("option", name);
      option.value = id;
      this.#form.checklistId.append(option);
    }
    this.#write(item);
    this.#before = this.#read();
    if (draft) {
      this.#write({ ...item, ...draft.change });
      this.#explain(draft.error);
    }
    this.#showPlace();
    this.#listen(remove);
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
      if (form.text.value.trim()) return this.#close({ save: true });
      fill(parts.error, t("An item needs a text."));
      form.text.focus();
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
    form.hasDueDate.onchange = () => {
      if (form.hasDueDate.checked && !form.dueDate.value) form.dueDate.value = inputValue(new Date());
      this.#showDue();
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
    fill(this.#parts.snoozed, item.snoozedUntil && t("Snoozed until {0}", moment(item.snoozedUntil)));
    this.#showDue();
  }

  #read() {
    const form = this.#form;
    const due = form.hasDueDate.checked && form.dueDate.value;
    const place = Object.fromEntries(placeFields.map((field) => [field, form[field].value.trim() || null]));
    return {
      text: form.text.value.trim(),
      notes: form.notes.value,
      important: form.important.checked,
      dueDate: due ? new Date(due).toISOString() : null,
      shouldRemind: Boolean(due) && form.shouldRemind.checked,
      location: place,
      checklistId: Number(form.checklistId.value) || this.item.checklistId,
    };
  }

  #showDue() {
    this.#parts.due.hidden = !this.#form.hasDueDate.checked;
  }

  #showPlace() {
    const { map, weather } = this.#parts;
    const place = this.item.location;
    this.#parts.address.open = place !== null;
    map.hidden = !place;
    weather.hidden = true;
    if (!place) return;
    const { latitude, longitude } = place;
    const words = placeFields.map((field) => place[field]).filter(Boolean).join(", ");
    const query = latitude === null || longitude === null ? words : `${latitude}, ${longitude}`;
    map.href = `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
    api.read(`/v1/items/${this.id}/weather`).then(({ condition, temperatureMin, temperatureMax, source }) => {
      const degrees = [temperatureMin, temperatureMax].filter(Number.isFinite).map(temperature).join(" – ");
      fill(weather, [condition, degrees, source].filter(Boolean).join(" · "));
    }).catch(() => {
      // No weather service, none for this place, or not now: the address stands without it.
    });
  }

  #explain(error) {
    const first = error.errors?.[0];
    const about = first?.pointer.split("/").at(-1);
    fill(this.#parts.error, t("That was not possible: {0}", first?.detail ?? error.message));
    this.#form[about]?.setAttribute("aria-invalid", "true");
  }
}
