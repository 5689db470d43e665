/** The names of formats, and counts and reasons in words. */

import { locale, number, t } from "./language.js";

// MARK: Formats

/** Pairs of the formats that can be imported and their names. */
export const formatNames = () => [
  ["todoist", "Todoist"], ["ticktick", "TickTick"], ["google-tasks", "Google Tasks"], ["google-keep", "Google Keep"],
  ["microsoft-to-do", "Microsoft To Do"], ["ics", t("Calendar (.ics)")], ["vikunja", "Vikunja"], ["trello", "Trello"],
  ["taskwarrior", "Taskwarrior"], ["todo.txt", "todo.txt"], ["markdown", t("Markdown or Obsidian")],
  ["org", "Org mode"], ["csv", t("Table (.csv)")], ["text", t("Plain text")], ["json", t("Checklists (.json)")],
  ["plist", t("Checklists (.plist)")],
];

/** The programs whose files can be imported. */
export function importNames() {
  const names = [
    "Todoist", "TickTick", "Google Tasks", "Google Keep", "Microsoft To Do", t("Apple Reminders"), "Vikunja", "Trello",
    "Taskwarrior", "todo.txt", "Obsidian", "Markdown", "Org mode", "CSV", t("calendar files (.ics)"), t("text files"),
  ];
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** The formats of an export, with their names and uses. */
export const exportFormats = () => [
  ["", t("Everything (.json)"), t("All details, to import here again.")],
  ["ics", t("Calendar (.ics)"), t("For calendar and reminder apps.")],
  ["csv", t("Table (.csv)"), t("For Excel, Numbers or Google Sheets.")],
  ["markdown", "Markdown (.md)", t("For notes apps, such as Obsidian.")],
  ["todo.txt", "todo.txt", t("For todo.txt apps.")],
  ["text", t("Plain text (.txt)"), t("To read, print or send.")],
];

// MARK: Counts

export const listsIn = (count) => (count === 1 ? t("1 list") : t("{0} lists", number(count)));
export const itemsIn = (count) => (count === 1 ? t("1 item") : t("{0} items", number(count)));

/** What a list has, in a line. */
export const contentOf = ({ items, checked, sections, subtasks }) => [
  items ? itemsIn(items) : t("No items"),
  checked && t("{0} done", number(checked)),
  sections && (sections === 1 ? t("1 section") : t("{0} sections", number(sections))),
  subtasks && (subtasks === 1 ? t("1 subtask") : t("{0} subtasks", number(subtasks))),
].filter(Boolean).map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");

// MARK: Reasons

const reasons = {
  "kept-in-notes": () => t("Kept in the notes"),
  "date-not-understood": () => t("Date not recognized; kept in the notes"),
  shortened: () => t("Shortened"),
  nested: () => t("Moved up a level: subtasks can’t have subtasks"),
  "limit-reached": () => t("Over a limit"),
  "repeat-ended": () => t("No longer repeats: done items and subtasks can’t"),
  converted: () => t("Converted"),
  "not-supported": () => t("Not available here"),
  invalid: () => t("Not valid"),
  "no-text": () => t("Has no text"),
  deleted: () => t("Deleted in the file"),
  archived: () => t("Archived in the file"),
  unknown: () => t("Unknown"),
  // Codes of the API, for exports of this service. Others mean a value that breaks a rule.
  "unknown-field": () => t("Unknown"),
  empty: () => t("Has no text"),
};

/** The reason of a note by its code. */
export const reasonFor = (code) => (Object.hasOwn(reasons, code) ? reasons[code] : reasons.invalid)();

/** A place in a file: `row 12`, `line 3`, `Home.csv, row 12`, `/lists/0`. */
export const placeInWords = (place) => place.replace(/\b(row|line) (\d+)$/, (_, kind, index) =>
  (kind === "row" ? t("row {0}", index) : t("line {0}", index)));

// MARK: Columns

/** Pairs of the meanings of a column and their names. */
export const columnNames = () => [
  ["", t("Keep in notes")], ["text", t("Text")], ["notes", t("Notes")], ["list", t("List")], ["section", t("Section")],
  ["checked", t("Checked")], ["important", t("Important")], ["due", t("Due date")], ["start", t("Start")],
  ["timeZone", t("Time zone")], ["repeat", t("Repeat")], ["repeatFrom", t("Repeat from")],
  ["reminders", t("Reminders")], ["tags", t("Tags")], ["quantity", t("Quantity")], ["unit", t("Unit")],
  ["created", t("Created on")], ["updated", t("Changed on")], ["completed", t("Checked on")], ["id", t("Row ID")],
  ["parent", t("Parent item")],
];
