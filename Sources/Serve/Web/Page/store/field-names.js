/** The names of fields as people see them. */
export const fieldNames = {
  alarms: "Reminders", assigneeId: "Assigned to", checked: "Checked", checklistId: "List", city: "City",
  country: "Country", description: "Description", dueDate: "Due", dueOn: "Due", icon: "Icon", important: "Important",
  location: "Location", name: "Name", notes: "Notes", parentId: "Parent item", postalCode: "Postal code",
  quantity: "Quantity", quickAdd: "Text", recurrence: "Repeat", repeatEvery: "Reminders",
  resetRule: "Uncheck everything", rule: "Repeat", sectionId: "Section", shouldRemind: "Remind me", startDate: "Start",
  startOn: "Start", street: "Street", tags: "Tags", text: "Text", timeZone: "Time zone", unit: "Unit", url: "Address",
};
