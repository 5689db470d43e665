/** Why the server refused something, in whole sentences by the codes of its answer; loaded when that happens. */

import { fieldNames } from "./field-names.js";
import { t } from "./language.js";

const characters = (name) => t("“{0}” contains characters that can’t be saved.", name);
const date = () => t("Enter a valid date.");
const url = () => t("Enter an address like https://example.org/hook.");
const rule = () => t("This repeat rule isn’t supported.");
const changed = () => t("The list has changed. Try again.");

/** The sentence for each code of a rule that a person can break. It gets the field's name and the rule's parameters. */
const sentences = {
  "address-not-found": () => t("This address cannot be found."),
  "checklist-too-large": (_, { max }) => t("This list is too large for that: {0} items at most.", max),
  comma: () => t("A tag can’t contain a comma."),
  "control-character": characters,
  "effect-grew": () => t("This would now change more than it says. Decline it."),
  empty: (name) => t("“{0}” can’t be empty.", name),
  "has-subtasks": () => t("An item with subtasks can’t become a subtask."),
  "first-person": () => t("This person runs the server and can’t be removed."),
  "in-the-past": () => t("This time has already passed."),
  "last-occurrence": () => t("This is the last occurrence."),
  "last-owner": () => t("The list needs an owner. Make someone else an owner first, or delete the list."),
  "limit-reached": (_, { max }) => t("The limit is {0}. Remove one first.", max),
  "line-break": (name) => t("“{0}” has to be one line.", name),
  "never-recurs": rule,
  "no-due-date": () => t("Set a due date first."),
  "no-recurrence": () => t("This item doesn’t repeat."),
  "no-reminder": () => t("Only open items with a reminder can be snoozed."),
  "no-such-day": () => t("This day doesn’t exist."),
  "no-topic": () => t("The address has to end with a topic, like https://ntfy.sh/my-topic."),
  "not-a-checklist": () => t("This list no longer exists."),
  "not-a-date": date,
  "not-a-mail-address": () => t("Enter an email address like ada@example.org."),
  "not-a-member": () => t("Only members of the list can be assigned."),
  "not-a-parent": () => t("The parent item no longer exists."),
  "not-a-recurrence-rule": rule,
  "not-a-section": changed,
  "not-a-sibling": changed,
  "not-a-time-zone": () => t("Choose a time zone from the list."),
  "not-a-timestamp": date,
  "not-a-url": url,
  "not-json": () => t("The text has to be JSON, with placeholders in quotes."),
  "not-printable-ascii": characters,
  "null-character": characters,
  "open-placeholder": () => t("A placeholder isn’t closed."),
  "other-section": changed,
  "out-of-range": (name, { min, max }) => t("“{0}” has to be from {1} to {2}.", name, min, max),
  "recurrence-of-app": () => t("Only the app that made this repeating item can check it off. Check it off there."),
  "recurring-subtask": () => t("A subtask can’t repeat."),
  "scope-exceeded": () => t("You can’t give more access than you have."),
  "shift-out-of-range": date,
  "sole-owner": () => t("This person is the only owner of a list. Choose who gets it."),
  "start-after-due": () => t("The start can’t be after the due date."),
  "still-pending": () => t("Still sending. It is retried automatically."),
  "too-long": (name, { max, unit }) => (unit === "characters"
    ? t("“{0}” can have {1} characters at most.", name, max) : t("“{0}” is too long.", name)),
  "too-many": (_, { max }) => t("{0} at most.", max),
  "turned-off": (_, { of }) => (of === "webhook"
    ? t("This webhook is turned off. Turn it on first.") : t("This is turned off. Set it up again.")),
  unconfirmed: () => t("Open the link that was sent to this address first."),
  "unknown-placeholder": (_, { placeholder }) => t("There is no placeholder {0}.", `{{${placeholder}}}`),
  "url-not-ascii": url,
  "year-out-of-range": date,
};

/** The sentence for a refusal. For a code without one, it is the server's English sentence. */
export function refusalWords({ type, errors, message }, answer) {
  switch (type?.split(":").at(-1)) {
    case "scope-needed": {
      const scope = /scope="(\w+)"/.exec(answer.headers.get("WWW-Authenticate") ?? "")?.[1];
      return scope === "admin" ? t("Only an administrator can do this.") : t("This device can only view.");
    }
    case "storage-full": return t("The server’s disk is full. Nothing was saved.");
    case "role-needed": return t("Your role on this list does not allow that.");
  }
  if (errors.length === 0) return t("The server says: {0}", message);
  return errors.map(({ pointer, parameter, code, detail, parameters = {} }) => {
    const field = parameter ?? pointer.split("/").at(-1);
    const name = fieldNames[field] ? t(fieldNames[field]) : field;
    if (Object.hasOwn(sentences, code)) return sentences[code](name, parameters);
    return t("The server says: {0}", `${name} ${detail}`.trim());
  }).join(" ");
}
