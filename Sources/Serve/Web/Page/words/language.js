/** Texts, dates and numbers in the chosen language, or the browser's: English, French, German or Japanese. */

const spoken = ["en", "fr", "de", "ja"];
const language = (tag) => tag.split("-")[0];
/** The language chosen on this device. */
const chosen = localStorage.getItem("language");
const wanted = spoken.includes(chosen) ? [chosen] : spoken;

/** The browser's tag for the language, such as `en-GB`; it decides the formats of dates and numbers. */
export const locale = navigator.languages.find((tag) => wanted.includes(language(tag)))
  ?? (wanted.length === 1 ? chosen : "en");
document.documentElement.lang = locale;
/** The language without its region, as the API names it. */
export const spokenLanguage = language(locale);

/** Whether the system asks for reduced motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Translations by their English text. Dialogs that are loaded later add theirs. */
export const words = spokenLanguage === "en" ? {} : (await import(`./${spokenLanguage}.js`)).default;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Translates an English text and fills in `{0}` and `{1}`. Right-to-left values are isolated. */
export function t(english, ...values) {
  return (words[english] ?? english).replace(/\{(\d)\}/g, (_, index) => {
    const value = String(values[index]);
    return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
  });
}

const numbers = new Intl.NumberFormat(locale);
/** The 12- or 24-hour clock of the browser's region, independent of the language. */
const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: "numeric" }).resolvedOptions();
const times = new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle });
const relativeDays = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const temperatures = new Intl.NumberFormat(locale, { style: "unit", unit: "celsius", maximumFractionDigits: 0 });

export const number = (value) => numbers.format(value);
export const temperature = (value) => temperatures.format(value);

/** Capitalises a word. */
export const capital = (word) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);

/** The start of a day, some days later. */
export const midnight = (date, days = 0) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Formats of days. Making one takes as long as formatting a hundred days. */
const dayFormats = new Map();

/** A day as a label: Tomorrow, Saturday 21 November. */
export const day = (date, width) => capital(dayInText(date, width));

/** A day within a sentence: tomorrow, Saturday 21 November. An empty `weekday` leaves that out. */
export function dayInText(date, width = "short", weekday = width) {
  const now = new Date();
  const away = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  if (Math.abs(away) <= 1) return relativeDays.format(away, "day");
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  const key = `${width} ${weekday} ${year}`;
  const format = dayFormats.get(key)
    ?? new Intl.DateTimeFormat(locale, { weekday: weekday || undefined, day: "numeric", month: width, year });
  dayFormats.set(key, format);
  return format.format(date);
}

/** The start of a day of the API, in the browser's time zone. */
export const dateOf = (text) => new Date(`${text}T00:00`);

export const time = (timestamp) => times.format(new Date(timestamp));

/** The number of search results in words. */
export const results = (count) =>
  count === 0 ? t("No results") : count === 1 ? t("1 result") : t("{0} results", number(count));

/** A day and a time, as short as possible. */
export const moment = (timestamp) => t("{0}, {1}", day(new Date(timestamp)), time(timestamp));

const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });

/** A day of the month, as in "on the 15th". */
export function ordinal(value) {
  const kind = ordinals.select(value);
  if (kind === "one") return t("{0}st", value);
  if (kind === "two") return t("{0}nd", value);
  return kind === "few" ? t("{0}rd", value) : t("{0}th", value);
}

/** The name of a weekday, from 0 for Monday. */
export const weekdayName = (index, weekday = "long") =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format(Date.UTC(2024, 0, index + 1));

/** The first day of the week, from 0 for Monday. */
export const firstWeekday = ((new Intl.Locale(navigator.language).getWeekInfo?.().firstDay ?? 1) + 6) % 7;

/** The same within a sentence. */
export const momentInText = (timestamp) => t("{0}, {1}", dayInText(new Date(timestamp)), time(timestamp));

/** A duration: 1 day 30 min. */
export function duration(seconds) {
  const parts = [["day", Math.floor(seconds / 86_400)], ["hour", Math.floor(seconds / 3600) % 24]];
  parts.push(["minute", Math.floor(seconds / 60) % 60], ["second", seconds % 60]);
  const write = ([unit, value]) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
  return parts.filter(([, value]) => value > 0).map(write).join(" ");
}

/** The next full hour. */
export function nextHour() {
  const date = new Date();
  date.setHours(date.getHours() + 1, 0, 0, 0);
  return date;
}

const two = (value) => String(value).padStart(2, "0");

/** A date as in queries of the API, in the browser's time zone. */
export const isoDate = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A date and time as `<input type="datetime-local">` takes it. */
export const inputValue = (date) => `${isoDate(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/** The open items of a list in words, and its members if there are several. */
export function summary({ itemsCount, uncheckedItemsCount }, { membersCount = 1 } = {}) {
  const remaining = itemsCount === 0 ? t("No items")
    : uncheckedItemsCount === 0 ? t("All done") : t("{0} left", number(uncheckedItemsCount));
  return membersCount > 1 ? [remaining, t("{0} members", number(membersCount))].join(" · ") : remaining;
}
