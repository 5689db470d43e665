/** Why the service did not do something, in whole sentences; read when that happens. */

import { t } from "./language.js";

/** The names of fields as people see them. */
const fieldNames = {
  text: "Text", notes: "Notes", name: "Name", description: "Description", url: "Address", street: "Street",
  postalCode: "Postal code", city: "City", country: "Country", dueOn: "Due", dueDate: "Due", rule: "Repeat",
  recurrence: "Repeat", alarms: "Reminders", timeZone: "Time zone",
};

/** What the service says of a field or of the whole, and how it is told here. */
const sentences = [
  [/^must have (?:1 to|at most) (\d+) (?:characters|bytes)/, (field, count) =>
    t("“{0}” can have {1} characters at most.", field, count)],
  [/^must have no control characters/, (field) => t("“{0}” has characters that cannot be kept.", field)],
  [/address that cannot be found$/, () => t("This address cannot be found.")],
  [/^must be like https:/, () => t("The address has to be like https://example.org/hook.")],
  [/^must be the id of a checklist/, () => t("This list does not exist any more.")],
  [/^must lie ahead/, () => t("That time has passed already.")],
  [/^must come true again/, () => t("This never comes again.")],
  [/^has no later time/, () => t("This is the last time.")],
  [/^repeats by a rule that only/, () => t("Only the app that made this repeating item can check it off. Check it off there.")],
  [/^needs an unchecked item/, () => t("Only what is open and has a reminder can be put off.")],
  [/webhook is turned off/, () => t("This webhook is turned off. Turn it on first.")],
  [/^is still pending/, () => t("This is still on its way, and is tried again without you.")],
  [/^nobody would own the list/, () =>
    t("Nobody would own the list then. Make somebody else an owner first, or delete it.")],
  [/^must be the id of a member/, () => t("Only who is on the list can be given an item.")],
  [/^is the person that the service itself belongs to/, () => t("The service belongs to this person, who stays.")],
  [/^there are (\d+) (?:members|links|devices) already/, (_, count) =>
    t("There are {0} already. Remove one first.", count)],
  [/^there are (\d+) webhooks already/, (_, count) => t("There are {0} webhooks already. Delete one first.", count)],
];

/** A refusal in a person's words. What is not known here is told as the service has it. */
export function explain({ status, errors, message }, answer) {
  const scope = /scope="(\w+)"/.exec(answer.headers.get("WWW-Authenticate") ?? "")?.[1];
  if (status === 403 && scope) return t("This token is not allowed to do that: it takes one with “{0}”.", scope);
  if (status === 507) return t("The service has no room left. Nothing of this change was kept.");
  if (status === 403 && /On this list that needs the role/.test(message)) {
    return t("Your role on this list does not allow that.");
  }
  if (errors.length === 0) return t("The service says: {0}", message);
  return errors.map(({ pointer, detail }) => {
    const field = pointer.split("/").at(-1);
    const name = fieldNames[field] ? t(fieldNames[field]) : field;
    for (const [pattern, sentence] of sentences) {
      const found = pattern.exec(detail);
      if (found) return sentence(name, found[1]);
    }
    return t("The service says: {0}", `${name} ${detail}`.trim());
  }).join(" ");
}
