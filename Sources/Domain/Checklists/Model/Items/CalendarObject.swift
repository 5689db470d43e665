/// The calendar object resource that a calendar app sent for an item (RFC 4791 §4.1).
///
/// The server keeps it so that it loses no properties that it does not interpret.
public struct CalendarObject: Hashable, Sendable {
    /// The resource name that the app chose, unique on the list; `nil` if it derives from the item's UID.
    public var name: String?
    /// The iCalendar text as sent (RFC 5545).
    public var text: String

    /// Creates an object from a resource name and a text.
    public init(name: String? = nil, text: String) {
        self.name = name
        self.text = text
    }
}

extension CalendarObject {
    func violations() -> [Violation] {
        var violations = name.map { TextRule.violations(ofName: $0, at: "/calendarObject/name") } ?? []
        let bytesMax = Limits.calendarObjectBytesMax
        if text.utf8.count > bytesMax {
            violations.append(Violation("/calendarObject", .tooLong(max: bytesMax, .bytes)))
        }
        // PostgreSQL cannot store U+0000 in a text.
        if text.utf8.contains(0) {
            violations.append(Violation("/calendarObject", .nullCharacter))
        }
        return violations
    }

    /// The object without a resource name.
    var unnamed: CalendarObject { CalendarObject(text: text) }
}

extension Item {
    /// The resource name in CalDAV, unique on the list.
    public var resourceName: String {
        if hasCalendarObject, let name = calendarObject?.name { return name }
        return uid.map { $0 + ".ics" } ?? Self.resourceName(of: id)
    }

    /// The UID in calendars: the client's, or a generated one. That contains the time of creation, to differ
    /// from those of other servers.
    package var calendarUID: String { uid ?? "item-\(id)-\(createdAt.milliseconds)@checklistd" }

    /// The resource name of an item for which no client chose one.
    package static func resourceName(of id: ID) -> String { "checklistd-\(id).ics" }
}
