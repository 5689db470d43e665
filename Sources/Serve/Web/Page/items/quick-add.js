/** Parses the typed line through the server. */

import * as api from "./api.js";
import { isAway } from "./connection.js";
import { announce, folded, label, text } from "./dom.js";
import { dueWords, ownZone } from "./due.js";
import { isSent, numberOf } from "./ids.js";
import { spokenLanguage, t } from "./language.js";
import { knownLists } from "./lists.js";
import { readRule } from "./recurrence.js";

/** The pause in typing after which the server is asked. */
const parsePauseMilliseconds = 250;
/** Time zone and language of a line. English leaves open which day `03/12` is. */
const here = { timeZone: ownZone, language: spokenLanguage === "en" ? null : spokenLanguage };

/** Stems of time words in English, French and German, besides the names of days and months. */
const stems = [
  "afternoon", "annual", "biweek", "dail", "day", "each", "evening", "every", "fortnight", "half", "hour", "midnight",
  "minut", "month", "morning", "next", "night", "noon", "quart", "thurs?\\b", "tmr", "tod", "tomo", "week", "tonight",
  "workday", "year", "ans?\\b", "annee", "apres", "aprem", "heure", "aujourd", "chaque", "demain", "hebdo",
  "jour", "matin", "mensuel", "midi", "minuit", "mois", "proch", "quotid", "semaine", "semestr", "soir", "tous", "toutes", "trimestr",
  "abend", "alle", "fruh", "frueh", "halb", "heut", "jahr", "jede", "kommend", "maerz", "mittag", "mitter", "monat",
  "morg", "nachmit", "nachst", "nacht", "naechst", "sonnabend", "stund", "taegl", "tag", "uber", "ueber",
  "viertel", "vormit", "werktag", "woch", "woech", "[a-z]+tags", "jahrl", "jaehrl",
];

/** Matches lines that may have more than a text; made at the first keystroke. */
let hints;

/** Digits, signs, names of days and months, time words and Japanese time characters. */
function makeHints() {
  const names = ["en", "fr", "de"].flatMap((language) => ["long", "short"].flatMap((width) => {
    const [day, month] = ["weekday", "month"].map((part) =>
      new Intl.DateTimeFormat(language, { [part]: width, timeZone: "UTC" }));
    const days = Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2024, 0, index + 1)));
    return [...days, ...Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15)))];
  }));
  const words = [...names.map((name) => `${folded(name).replace(".", "")}s?\\b`), ...stems].join("|");
  const japanese = "[今明昨翌来毎隔週曜日月年時朝昼夜晩午末四半]|あした|あす|あさ|きょう";
  return new RegExp(`\\p{Nd}|!!|！！|[#＃@＠]|\\b(?:${words})|${japanese}`, "u");
}

/** Whether the server should parse a line. */
const mayHold = (line) => (hints ??= makeHints()).test(folded(line));

/** Replaces words that stay text by private-use characters, so that offsets do not change. */
const mask = (words, index) => String.fromCharCode(0xe000 + index).repeat(words.length);

export class QuickAdd {
  #input;
  #group;
  #listId;
  #changed;
  /** Words whose meaning the person has rejected. */
  #refused = [];
  #reading;
  #timer;
  #asking = new AbortController();

  /** `addLines` adds the lines of a pasted text; `changed` receives the fields that are recognized. */
  constructor(input, group, { listId, addLines, changed = () => {} }) {
    [this.#input, this.#group, this.#listId, this.#changed] = [input, group, listId, changed];
    input.addEventListener("input", () => this.#look());
    input.addEventListener("paste", (event) => {
      const { value, selectionStart: start, selectionEnd: end } = input;
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (!addLines || !/\S\s*[\n\r\t]\s*\S/.test(pasted)) return;
      event.preventDefault();
      const whole = value.slice(0, start) + pasted + value.slice(end);
      this.#clear();
      addLines(whole);
    });
  }

  /** Returns the line and its fields, and clears the input; `undefined` if it is empty. */
  take() {
    const text = this.#input.value.trim();
    if (!text) return undefined;
    const found = this.#fields(text);
    this.#clear();
    return { text, ...found };
  }

  #clear() {
    this.#input.value = "";
    this.#input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  /** The request body of a line, and the list named in it unless the server parses the line. */
  #fields(text) {
    if (!mayHold(text)) return { fields: { text } };
    // An offline line may be sent on a later day; `today` stays the day of typing.
    if (this.#refused.length === 0) return { fields: { quickAdd: text, ...here, typedAt: new Date().toISOString() } };
    const { masked, answer } = this.#reading ?? {};
    if (masked !== this.#masked(text) || answer.understood.length === 0) return { fields: { text } };
    const { understood, checklistId, timeZone, ...fields } = answer;
    fields.text = this.#unmasked(fields.text);
    if (fields.dueDate ?? fields.dueOn) fields.timeZone = timeZone;
    return { fields, listId: checklistId ?? undefined };
  }

  #masked(text) {
    return this.#refused.reduce((line, words, index) => line.replace(words, () => mask(words, index)), text);
  }

  #unmasked(text) {
    return this.#refused.reduce((line, words, index) => line.replace(mask(words, index), () => words), text);
  }

  #look() {
    const text = this.#input.value.trim();
    this.#refused = this.#refused.filter((words) => text.includes(words));
    clearTimeout(this.#timer);
    this.#asking.abort();
    if (!mayHold(text)) return this.#show(undefined);
    this.#timer = setTimeout(() => this.#ask(text), parsePauseMilliseconds);
  }

  async #ask(text) {
    if (isAway()) return this.#show(undefined);
    const { signal } = (this.#asking = new AbortController());
    const masked = this.#masked(text);
    // The server does not know a list that it was not sent.
    const list = numberOf(this.#listId());
    const body = { quickAdd: masked, ...here, checklistId: isSent(list) ? list : undefined };
    try {
      this.#show({ masked, answer: await api.preview("/v1/quick-add", body, { signal }) });
    } catch {
      // Adding the line reports the error.
      if (!signal.aborted) this.#show(undefined);
    }
  }

  #show(reading) {
    this.#reading = reading;
    const parts = reading?.answer.understood ?? [];
    this.#group.hidden = parts.length === 0;
    this.#changed(parts.map(({ field }) => field));
    const focused = this.#group.contains(document.activeElement);
    if (parts.length > 0) announce(parts.map((part) => this.#describe(part)).join(", "));
    this.#group.replaceChildren(...parts.map((part) => {
      const chip = text("button", `${this.#describe(part)} ×`);
      chip.type = "button";
      label(chip, t("{0}: keep “{1}” as text", this.#describe(part), part.part));
      chip.onclick = () => this.#refuse(part);
      return chip;
    }));
    if (focused) (this.#group.firstElementChild ?? this.#input).focus();
  }

  #describe({ field, value, part }) {
    if (field === "important") return t("Important");
    // With its unit, as it was typed.
    if (field === "quantity") return part;
    if (field === "tags") return value;
    if (field === "recurrence") {
      const { keptDay, kind } = readRule(value.rule);
      const isKept = keptDay || (kind === "lastday" && /31|三十一/.test(part));
      return t("{0}: {1}", t("Repeats"), isKept ? `${part} (${t("or the last day of the month")})` : part);
    }
    return field === "checklistId" ? knownLists.get(value)?.name ?? part : dueWords({ [field]: value });
  }

  #refuse({ offset, length }) {
    const text = this.#input.value.trim();
    this.#refused.push(text.slice(offset, offset + length));
    this.#ask(text);
  }
}
