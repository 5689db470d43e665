/** Words, dates and numbers in the language that was chosen, or the browser's: English, French, German or Japanese. */

const spoken = ["en", "fr", "de", "ja"];
const language = (tag) => tag.split("-")[0];
/** The language that somebody has chosen on this device. */
const chosen = localStorage.getItem("language");
const wanted = spoken.includes(chosen) ? [chosen] : spoken;

/** The browser's own tag for the language, such as `en-GB`: it decides how dates and numbers look. */
export const locale = navigator.languages.find((tag) => wanted.includes(language(tag)))
  ?? (wanted.length === 1 ? chosen : "en");
document.documentElement.lang = locale;
/** The language alone, as the service names it. */
export const spokenLanguage = language(locale);

/** Whether somebody wants nothing to move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const words = spokenLanguage === "en" ? {} : (await import(`./${spokenLanguage}.js`)).default;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** An English text in the language, with values in the places `{0}`, `{1}`: they keep their own direction. */
export function t(english, ...values) {
  return (words[english] ?? english).replace(/\{(\d)\}/g, (_, index) => {
    const value = String(values[index]);
    return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
  });
}

const numbers = new Intl.NumberFormat(locale);
/** Clocks show twelve hours or twenty-four as they do where somebody lives, whatever the language. */
const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: "numeric" }).resolvedOptions();
const times = new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle });
const relativeDays = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const temperatures = new Intl.NumberFormat(locale, { style: "unit", unit: "celsius", maximumFractionDigits: 0 });

export const number = (value) => numbers.format(value);
export const temperature = (value) => temperatures.format(value);

/** The first letter as at the beginning of a sentence. */
export const capital = (word) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);

/** Midnight at the beginning of the day, so many days on. */
export const midnight = (date, days = 0) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Formats of days, by width and whether the year is told: one is made in the time in which it writes a hundred. */
const dayFormats = new Map();

/** A day as a label: Tomorrow, Saturday 21 November. */
export const day = (date, width) => capital(dayInText(date, width));

/** A day within a sentence: tomorrow, Saturday 21 November. */
export function dayInText(date, width = "short") {
  const now = new Date();
  const away = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  if (Math.abs(away) <= 1) return relativeDays.format(away, "day");
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  const key = `${width} ${year}`;
  const format = dayFormats.get(key)
    ?? new Intl.DateTimeFormat(locale, { weekday: width, day: "numeric", month: width, year });
  dayFormats.set(key, format);
  return format.format(date);
}

/** Midnight at the beginning of a day that the service names, here. */
export const dateOf = (text) => new Date(`${text}T00:00`);

export const time = (timestamp) => times.format(new Date(timestamp));

/** How many results a search has, in words. */
export const results = (count) =>
  count === 0 ? t("No results") : count === 1 ? t("1 result") : t("{0} results", number(count));

/** A day and a time, both as short as they can be. */
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

/** The weekday with which weeks begin, from 0 for Monday. */
export const firstWeekday = ((new Intl.Locale(navigator.language).getWeekInfo?.().firstDay ?? 1) + 6) % 7;

/** The same within a sentence. */
export const momentInText = (timestamp) => t("{0}, {1}", dayInText(new Date(timestamp)), time(timestamp));

/** A length of time in seconds: 1 day 30 min. */
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

/** A date as the service's queries take it, in the time zone of the browser. */
export const isoDate = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A date and time as `<input type="datetime-local">` has it. */
export const inputValue = (date) => `${isoDate(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/** What remains of a list, and how many are on it where those are many, in words. */
export function summary({ itemsCount, uncheckedItemsCount }, { membersCount = 1 } = {}) {
  const remaining = itemsCount === 0 ? t("No items")
    : uncheckedItemsCount === 0 ? t("All done") : t("{0} left", number(uncheckedItemsCount));
  return membersCount > 1 ? [remaining, t("{0} members", number(membersCount))].join(" · ") : remaining;
}
