/** The form that edits an item. */

import * as api from "./api.js";
import { editItem } from "./changes.js";
import { fill, stamp } from "./dom.js";
import { explain, reasonOf } from "./errors.js";
import { dateOf, day, momentInText, t, temperature } from "./language.js";
import { loadRest } from "./later.js";
import { knownLists } from "./lists.js";
import { may } from "./me.js";
import { membersOf } from "./members.js";
import { subtasksOf } from "./arranging.js";
import { addSubtask } from "./structure.js";
import { StructureFields } from "./structure-fields.js";
import { TimeFields } from "./time-fields.js";

/** Left out of a change while the date is incomplete. */
const timeFields = ["dueDate", "dueOn", "recurrence", "shouldRemind", "alarms", "repeatEvery"];
/** The rows that open a panel each. */
const facts = ["date", "repeat", "remind"];
/** The address of map tiles, if the server has one. */
const { mapTiles } = document.body.dataset;
const placeFields = ["street", "postalCode", "city", "country"];

export class ItemEditor {
  #form;
  #parts;
  #time;
  #structure;
  #before;
  #close;
  #closing = new AbortController();
  /** Whether the server has refused what the fields have. */
  #isRefused = false;

  /** `draft` is a refused change and its error. */
  constructor(item, { draft, close, remove, skip, wake }) {
    const { element, parts } = stamp("item-editor");
    Object.assign(this, { item, id: item.id, element });
    [this.#form, this.#parts, this.#close] = [element.elements, parts, close];
    for (const list of knownLists.values()) {
      if (list.id === item.checklistId || may("edit", list)) this.#form.checklistId.add(new Option(list.name, list.id));
    }
    this.#offerAssignees();
    this.#time = new TimeFields(element.elements, parts, () => this.#showFacts());
    this.#structure = new StructureFields(element.elements, parts, () => this.#showFacts());
    this.#write(item);
    this.#before = this.#read();
    if (draft) {
      this.#write({ ...item, ...draft.change });
      this.#explain(draft.error);
      this.#isRefused = true;
    }
    this.#showPlace();
    this.#showFacts();
    this.#listen({ remove, skip, wake });
    document.addEventListener("visibilitychange", () => this.#keep(), { signal: this.#closing.signal });
    for (const fact of facts) parts[`${fact}Row`].onclick = () => this.#openPanel(fact);
    const list = knownLists.get(item.checklistId);
    if (!may("check", list)) parts.skip.hidden = parts.wake.hidden = true;
    parts.cancel.textContent = draft ? t("Discard changes") : t("Close");
    parts.cancel.hidden = !draft && may("edit", list);
    if (may("edit", list)) return;
    for (const field of this.#form) field.disabled = ![parts.cancel, parts.skip, parts.wake].includes(field);
    this.#leaveOut();
  }

  focus() {
    const field = this.#form.text;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** Hides empty fields from people who may not edit. */
  #leaveOut() {
    const [{ item }, form, parts] = [this, this.#form, this.#parts];
    const { notes, important, recurrence, repeatsInApp, shouldRemind, alarms = [], assigneeId, location } = item;
    form.notes.hidden = !notes;
    form.important.closest("label").hidden = !important;
    form.checklistId.closest("label").hidden = true;
    parts.assignee.hidden = !assigneeId;
    // The rows say in words what their panels would change.
    parts.dateRow.hidden = !item.dueOn && !item.dueDate;
    parts.repeatRow.hidden = !recurrence && !repeatsInApp;
    parts.remindRow.hidden = !shouldRemind && alarms.length === 0;
    parts.facts.hidden = facts.every((fact) => parts[`${fact}Row`].hidden);
    parts.address.hidden = !location;
    parts.tagged.hidden = !item.tags?.length;
    parts.counted.hidden = item.quantity == null;
    parts.starts.hidden = !item.startOn && !item.startDate;
    parts.section.hidden = parts.subtask.hidden = true;
    parts.extra.hidden = !parts.extra.open;
  }

  /** Continues with the item that the server made of a draft, keeping what was typed. */
  adopt(item) {
    const change = this.change();
    const { activeElement: field } = document;
    const { selectionStart, selectionEnd } = field;
    Object.assign(this, { item, id: item.id });
    this.#write(item);
    this.#before = this.#read();
    this.#write({ ...item, ...change });
    if (this.element.contains(field) && typeof selectionStart === "number") {
      field.setSelectionRange(selectionStart, selectionEnd);
    }
    this.#showFacts();
  }

  /** Saves what was changed and stays open: a phone may end the page once another app is shown. */
  #keep() {
    // The view that has opened the editor takes it from the page.
    if (!this.element.isConnected) return this.#closing.abort();
    const [item, change] = [this.item, this.change()];
    if (!document.hidden || this.#isRefused || Object.keys(change).length === 0) return;
    this.item = { ...item, ...change };
    this.#before = this.#read();
    editItem(item, change, { again: explain });
  }

  /** The changed fields, as a merge patch. */
  change() {
    const [before, after] = [this.#before, this.#read()];
    const change = {};
    for (const field of Object.keys(after)) {
      if (!api.same(before[field], after[field])) change[field] = after[field];
    }
    if (!after.text) delete change.text;
    if (this.#time.halfDate) for (const field of timeFields) delete change[field];
    else if (this.#time.half) delete change.recurrence;
    this.#time.place(change);
    this.#structure.complete(change);
    if (change.location) {
      const keeps = placeFields.some((field) => change.location[field]);
      // The server looks up coordinates for the new address.
      change.location = keeps ? { ...change.location, latitude: null, longitude: null } : null;
    }
    return change;
  }

  #listen({ remove, skip, wake }) {
    const [form, parts] = [this.#form, this.#parts];
    this.element.onsubmit = (event) => {
      event.preventDefault();
      const field = !form.text.value.trim() ? form.text : this.#half;
      if (!field) return this.#close({ save: true, isShown: true });
      parts.extra.open ||= field === form.quantity;
      const panel = facts.find((fact) => parts[`${fact}Panel`].contains(field));
      if (panel) this.#openPanel(panel, true);
      // A wrong number of a repeat is explained beside its field.
      const half = () => (field === form.quantity ? t("Enter a number.") : t("Enter a complete date."));
      const isExplained = field === form.interval || field === form.count;
      fill(parts.error, field === form.text ? t("Enter some text.") : isExplained ? "" : half());
      field.focus();
    };
    this.element.onkeydown = (event) => {
      if (event.isComposing || event.defaultPrevented) return;
      const single = event.target === form.text && !event.shiftKey;
      if (event.key === "Enter" && (single || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.element.requestSubmit();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        this.#leave();
      }
    };
    this.element.addEventListener("input", () => {
      this.#isRefused = false;
      this.#showLinks();
      this.#showFacts();
    });
    form.subtask.onkeydown = (event) => {
      const text = form.subtask.value.trim();
      if (event.key !== "Enter" || event.isComposing || !text) return;
      event.preventDefault();
      form.subtask.value = "";
      addSubtask(this.item, text);
      this.#showSubtasks();
    };
    parts.cancel.onclick = () => this.#close();
    parts.remove.onclick = remove;
    parts.skip.onclick = skip;
    parts.wake.onclick = wake;
  }

  /** Closes the editor and saves, with Undo. What the server has refused is not sent again. */
  #leave() {
    this.#close(this.#isRefused ? {} : { save: true, isShown: true });
  }

  #write(item) {
    const form = this.#form;
    form.text.value = item.text;
    form.notes.value = item.notes;
    form.important.checked = item.important;
    for (const field of placeFields) form[field].value = item.location?.[field] ?? "";
    form.checklistId.value = item.checklistId;
    form.assigneeId.value = item.assigneeId ?? "";
    this.#parts.putOff.hidden = !item.snoozedUntil;
    fill(this.#parts.snoozed, item.snoozedUntil && t("Snoozed until {0}", momentInText(item.snoozedUntil)));
    this.#time.write(item);
    this.#structure.write(item);
    this.#showLinks();
    this.#parts.subtask.hidden = Boolean(item.parentId);
    this.#parts.repeatRow.hidden = Boolean(item.parentId);
    this.#showSubtasks();
  }

  /** Shows the web addresses of the notes as links. */
  #showLinks() {
    const found = new Set(this.#form.notes.value.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g));
    this.#parts.links.replaceChildren(...[...found].map((href) => {
      const row = document.createElement("li");
      row.append(Object.assign(document.createElement("a"), {
        href, textContent: href, target: "_blank", rel: "noopener noreferrer", dir: "ltr",
      }));
      return row;
    }));
  }

  #showSubtasks() {
    this.#parts.subtasks.replaceChildren(...subtasksOf(this.id).map(({ text, checked }) => {
      const row = document.createElement("li");
      row.append(Object.assign(document.createElement("bdi"), { textContent: text }));
      row.classList.toggle("checked", checked);
      return row;
    }));
  }

  #read() {
    const form = this.#form;
    const place = Object.fromEntries(placeFields.map((field) => [field, form[field].value.trim() || null]));
    return {
      // Joins pasted lines.
      text: form.text.value.trim().replace(/\s*\n\s*/g, " "),
      notes: form.notes.value,
      important: form.important.checked,
      ...this.#time.read(),
      ...this.#structure.read(),
      location: place,
      assigneeId: Number(form.assigneeId.value) || null,
      checklistId: Number(form.checklistId.value) || this.item.checklistId,
    };
  }

  /** Offers the members of a shared list. */
  #offerAssignees() {
    const members = membersOf(this.item.checklistId);
    this.#parts.assignee.hidden = members.length < 2;
    const options = [new Option(t("Unassigned"), ""), ...members.map(({ personId, name }) => new Option(name, personId))];
    this.#form.assigneeId.replaceChildren(...options);
  }

  /** Shows in words what the panels have. */
  #showFacts() {
    const { date, repeat, remind } = this.#time.words;
    const { dateValue, repeatValue, remindValue } = this.#parts;
    dateValue.textContent = date || t("No date");
    repeatValue.textContent = repeat || t("Never");
    remindValue.textContent = remind || t("None");
  }

  /** Opens the panel of a row and closes the others; closes it if it is open. */
  #openPanel(name, stays = false) {
    const parts = this.#parts;
    for (const fact of facts) {
      const isOpen = fact === name && (stays || parts[`${fact}Panel`].hidden);
      parts[`${fact}Panel`].hidden = !isOpen;
      parts[`${fact}Row`].setAttribute("aria-expanded", isOpen);
      if (isOpen) parts[`${fact}Panel`].scrollIntoView({ block: "nearest" });
    }
  }

  /** An input that is half filled in. */
  get #half() {
    return this.#time.half ?? this.#structure.half;
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
    if (latitude === null || longitude === null) return;
    this.#showWeather();
    if (mapTiles) this.#showMap(place);
  }

  async #showMap(place) {
    const { tiles, mapSource } = this.#parts;
    const { showMap } = await loadRest();
    tiles.hidden = false;
    const { hostname } = new URL(mapTiles);
    fill(mapSource, hostname.endsWith("openstreetmap.org") ? "© OpenStreetMap contributors" : `© ${hostname}`);
    // The element has no size until it is visible.
    new ResizeObserver(() => tiles.clientWidth && showMap(tiles, mapTiles, place)).observe(tiles);
  }

  /** Shows the forecast for the day, unless the server has no weather service. */
  async #showWeather() {
    const { weather, picture, forecast, source } = this.#parts;
    try {
      const response = await api.read(`/v1/items/${this.id}/weather`);
      const { temperatureMin: low, temperatureMax: high, temperatureMean: mean } = response;
      const range = [low, high].filter(Number.isFinite).map(temperature).join(" – ");
      const words = [t(response.condition ?? ""), range, Number.isFinite(mean) && t("{0} on average", temperature(mean))];
      picture.textContent = response.icon ?? "";
      forecast.textContent = t("{0}: {1}", day(dateOf(response.date)), words.filter(Boolean).join(" · "));
      fill(source, response.source);
    } catch ({ status, type }) {
      const unknown = type === "tag:checklistd,2026:no-forecast";
      if (!unknown && ![502, 504].includes(status)) return;
      forecast.textContent = unknown ? t("No forecast for this day.") : t("Weather isn’t available right now.");
    }
    weather.hidden = false;
  }

  #explain(error) {
    const about = error.errors?.[0]?.pointer.split("/").at(-1);
    fill(this.#parts.error, t("That didn’t work. {0}", reasonOf(error)));
    const fields = about === "location" ? placeFields.filter((field) => this.#form[field].value) : [about];
    for (const field of fields) this.#form[field]?.setAttribute("aria-invalid", "true");
  }
}
