public import Checklists
import ICalendar

// The amount of an item in `SUMMARY`.

extension Item {
    /// The amount as a text: `500 g`; `nil` if the item has none.
    var amount: String? {
        guard hasDetails, let quantity = details.quantity else { return nil }
        return [quantity.text, details.unit].compactMap(\.self).joined(separator: " ")
    }

    /// The text with the amount in front: `500 g flour`.
    public var summary: String { amount.map { "\($0) \(text)" } ?? text }

    /// Whether the `SUMMARY` that apps receive begins with the amount. The stored object can have an older
    /// amount.
    var showsAmount: Bool {
        guard let amount else { return false }
        guard hasCalendarObject else { return true }
        // The time decides about other properties only.
        let text = TaskObject.text(of: self, at: updatedAt)
        guard let object = try? TaskObject(Array(text.utf8)) else { return true }
        return object.master.property("SUMMARY")?.text.hasPrefix("\(amount) ") ?? false
    }
}

extension TaskContent {
    /// Whether a text of an app is the text of the item, with or without the amount.
    func isShown(as text: String) -> Bool {
        text == self.text || amount.map { text == "\($0) \(self.text)" } ?? false
    }

    /// The text of an app without the amount before it.
    func textWithoutAmount(_ text: String) -> String {
        guard let amount, text.hasPrefix("\(amount) ") else { return text }
        let rest = text.dropFirst(amount.count + 1)
        return rest.allSatisfy(\.isWhitespace) ? text : String(rest)
    }

    /// Whether the text of an app begins with a number, and may therefore contain an amount.
    var beginsWithNumber: Bool { text.first?.isNumber ?? false }
}

extension [String] {
    /// Whether two items have the same tags, in any order.
    func sameTags(as other: [String]) -> Bool {
        count == other.count && (self == other || Set(self) == Set(other))
    }
}
