package import ICalendar

// The relations between tasks (`RELATED-TO`, RFC 5545 §3.8.4.5).

extension ICalendarProperty {
    /// The UID of the parent; `nil` for another property or relation. The default of `RELTYPE` is `PARENT`.
    package var parentUID: String? { relatedUID("PARENT", isDefault: true) }

    private func relatedUID(_ type: String, isDefault: Bool = false) -> String? {
        guard isNamed("RELATED-TO") else { return nil }
        guard parameter("RELTYPE").map({ $0.uppercased() == type }) ?? isDefault else { return nil }
        let uid = text.asStoredUID
        return uid.isEmpty || uid.utf8.count > Limits.nameBytesMax ? nil : uid
    }

    /// The UID of a child; `nil` for another property or relation.
    var childUID: String? { relatedUID("CHILD") }
}

extension ICalendarComponent {
    /// The UID of the first parent; `nil` if the task names none.
    package var parentUID: String? { properties.lazy.compactMap(\.parentUID).first }

    /// The UIDs of the children, each once.
    package var childUIDs: [String] {
        var known: Set<String> = []
        return properties.compactMap(\.childUID).filter { known.insert($0).inserted }
    }
}

extension CalendarObject {
    /// The UID of the parent that the task names; `nil` if it names none.
    var parentUID: String? { task { $0.parentUID } }

    /// Whether the task names a task as its child.
    func hasChild(_ uid: String) -> Bool { task { $0.childUIDs.contains(uid) } ?? false }

    /// Whether the app sent a position of the task.
    var hasOrder: Bool { task { $0.property("X-APPLE-SORT-ORDER") } != nil }

    /// Reads the task of the object.
    private func task<Value>(_ read: (ICalendarComponent) -> Value?) -> Value? {
        guard let calendar = try? ICalendarComponent.parse(Array(text.utf8)) else { return nil }
        let tasks = calendar.components("VTODO")
        return (tasks.first { !$0.isOverride } ?? tasks.first).flatMap(read)
    }
}

extension Item {
    /// The identifier in a UID that the server made; `nil` for other UIDs.
    static func id(fromCalendarUID uid: String) -> Item.ID? {
        guard uid.hasPrefix("item-"), uid.hasSuffix("@checklistd") else { return nil }
        return Int(uid.dropFirst(5).prefix { $0 != "-" }).map(Item.ID.init)
    }
}
