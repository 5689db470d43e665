/// What a calendar program sent for an item: a calendar object resource (RFC 4791 §4.1).
///
/// It is kept so that nothing is lost of what is told in it and not known here.
public struct CalendarObject: Hashable, Sendable {
    /// What the program chose to call the resource by, unique on the item's list; `nil` where that is what
    /// follows from the item's uid.
    public var name: String?
    /// The text as it came, in iCalendar's format (RFC 5545).
    public var text: String

    /// What was sent.
    public init(name: String? = nil, text: String) {
        self.name = name
        self.text = text
    }
}

extension CalendarObject {
    /// What breaks the rules.
    func violations() -> [Violation] {
        var violations = name.map { TextRule.violations(ofName: $0, at: "/calendarObject/name") } ?? []
        let bytesMax = Limits.calendarObjectBytesMax
        if text.utf8.count > bytesMax {
            violations.append(Violation("/calendarObject", "must have at most \(bytesMax) bytes of UTF-8"))
        }
        // A database cannot have it.
        if text.utf8.contains(0) {
            violations.append(Violation("/calendarObject", "must not have the character U+0000"))
        }
        return violations
    }

    /// What was sent, of an item that no program has given a name.
    var unnamed: CalendarObject { CalendarObject(text: text) }
}

extension Item {
    /// What calendar programs call it by on its list.
    public var resourceName: String {
        if hasCalendarObject, let name = calendarObject?.name { return name }
        return uid.map { $0 + ".ics" } ?? Self.resourceName(of: id)
    }

    /// Its UID in calendars: the client's, or one with the time at which it was made, so that it is not that
    /// of another service.
    package var calendarUID: String { uid ?? "item-\(id)-\(createdAt.milliseconds)@checklistd" }

    /// What calendar programs call an item by that nobody has given a name.
    package static func resourceName(of id: ID) -> String { "checklistd-\(id).ics" }
}
