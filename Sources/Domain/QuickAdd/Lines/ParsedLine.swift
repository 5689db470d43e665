package import Checklists

/// A line of text that describes an item.
package struct QuickAddLine: Sendable {
    /// The typed text.
    package let text: String
    /// The IANA time zone of the line; `nil` for the one in the preferences.
    package let timeZone: String?
    /// The language of the line; `nil` if unknown.
    package let language: Language?
    /// When the line was typed; `nil` for now.
    package let typedAt: Timestamp?

    /// Creates a line.
    package init(
        _ text: String, timeZone: String? = nil, language: Language? = nil, typedAt: Timestamp? = nil
    ) {
        self.text = text
        self.timeZone = timeZone
        self.language = language
        self.typedAt = typedAt
    }
}

/// A line and what the parser understood.
package struct ParsedLine: Sendable {
    /// The understood parts.
    package let reading: QuickAdd.Reading
    /// When the line was typed.
    package let typedAt: Timestamp
    /// The time zone of the line.
    package let zone: LocalTime
    /// The list of the new item.
    package let checklistID: Checklist.ID?

    /// The item that the line describes.
    /// - Parameter pointer: The JSON Pointer of the line, for violations of the text.
    /// - Throws: `invalid` if the text breaks a rule.
    package func draft(textAt pointer: String) throws(ChecklistsError) -> ItemDraft {
        var draft = ItemDraft(text: reading.text)
        draft.important = reading.isImportant
        draft.dueOn = reading.dueOn
        draft.dueDate = dueDate
        draft.shouldRemind = reminds
        draft.recurrence = reading.recurrence
        draft.patch.details.tags = reading.tags.isEmpty ? nil : reading.tags
        draft.patch.details.quantity = reading.quantity
        draft.patch.details.unit = reading.unit
        if draft.dueOn != nil || draft.recurrence != nil { draft.timeZone = zone.name }
        let violations = draft.violations().map { violation in
            violation.pointer == "/text" ? Violation(pointer, violation.reason) : violation
        }
        if !violations.isEmpty { throw .invalid(violations) }
        return draft
    }

    /// Whether the item reminds: a line with a time of day sets a reminder.
    package var reminds: Bool { dueDate != nil }

    /// The due time; `nil` for none.
    package var dueDate: Timestamp? { reading.dueDate(in: zone, writtenAt: typedAt) }
}
