import ICalendar

extension CalendarObject {
    /// The UID of the task; `nil` if there is none, or the text is no iCalendar.
    var uid: String? {
        guard let calendar else { return nil }
        return (calendar.components("VTODO").first ?? calendar).property("UID")?.text.asStoredUID
    }

    /// The object with other UIDs: its own, and those in its references to tasks (`RELATED-TO`, RFC 5545
    /// §3.8.4.5). The object stays unchanged if the result would exceed `Limits.calendarObjectBytesMax`.
    func mapping(_ uids: [String: String]) -> CalendarObject {
        guard let calendar else { return self }
        let mapped = calendar.mapping(uids)
        return mapped == calendar ? self : replacing(calendar: mapped)
    }

    /// The object with a position in the order of the list (`X-APPLE-SORT-ORDER`).
    func placed(at position: Int) -> CalendarObject {
        guard var calendar else { return self }
        calendar.changeTask { task in
            task.set(
                "X-APPLE-SORT-ORDER", ICalendarProperty("X-APPLE-SORT-ORDER", value: String(position)))
        }
        return replacing(calendar: calendar)
    }

    /// The object without the relation that names a task as its child.
    func removingChild(_ uid: String) -> CalendarObject {
        guard var calendar else { return self }
        calendar.changeTask { task in
            task.content.removeAll { content in
                if case .property(let property) = content { property.childUID == uid } else { false }
            }
        }
        return replacing(calendar: calendar)
    }

    /// The object with the dismissals of alarms from another one: `ACKNOWLEDGED` (RFC 9074 §6.1), and
    /// Thunderbird's `X-MOZ-LASTACK`.
    func acknowledged(as other: CalendarObject) -> CalendarObject {
        guard var calendar, let sent = other.calendar?.components("VTODO").first(where: { !$0.isOverride })
        else { return self }
        let alarms = sent.components("VALARM")
        calendar.changeTask { task in
            task.acknowledge("X-MOZ-LASTACK", as: sent)
            task.content = task.content.map { content in
                guard case .component(var alarm) = content, alarm.isNamed("VALARM"),
                    let other = alarms.first(where: alarm.isSameAlarm(as:))
                else { return content }
                alarm.acknowledge("ACKNOWLEDGED", as: other)
                return .component(alarm)
            }
        }
        return calendar == self.calendar ? self : replacing(calendar: calendar)
    }

    private func replacing(calendar: ICalendarComponent) -> CalendarObject {
        var writer = ICalendarWriter()
        writer.component(calendar)
        guard writer.bytes.count <= Limits.calendarObjectBytesMax else { return self }
        return CalendarObject(name: name, text: String(decoding: writer.bytes, as: UTF8.self))
    }

    private var calendar: ICalendarComponent? { try? .parse(Array(text.utf8)) }
}

extension ICalendarComponent {
    fileprivate mutating func changeTask(_ change: (inout ICalendarComponent) -> Void) {
        content = content.map { content in
            guard case .component(var task) = content, task.isNamed("VTODO"), !task.isOverride else {
                return content
            }
            change(&task)
            return .component(task)
        }
    }

    /// Copies the time at which an alarm was dismissed. Only a UTC time is valid.
    fileprivate mutating func acknowledge(_ name: String, as other: ICalendarComponent) {
        guard let time = other.property(name)?.time, case .utc = time else { return }
        set(name, ICalendarProperty(name, time: time))
    }

    /// Whether another alarm has the same UID or, without one, the same trigger.
    fileprivate func isSameAlarm(as other: ICalendarComponent) -> Bool {
        if let uid = property("UID")?.text { return uid == other.property("UID")?.text }
        return property("TRIGGER") == other.property("TRIGGER")
    }

    fileprivate func mapping(_ uids: [String: String]) -> ICalendarComponent {
        var result = self
        result.content = content.map { content in
            switch content {
            case .component(let component): return .component(component.mapping(uids))
            case .property(var property):
                let isOfTask = property.isNamed("UID") && isNamed("VTODO") || property.isNamed("RELATED-TO")
                if isOfTask, let uid = uids[property.text.asStoredUID] {
                    property = ICalendarProperty(property.name, parameters: property.parameters, text: uid)
                }
                return .property(property)
            }
        }
        return result
    }
}

extension String {
    /// A UID as the store keeps it: a UUID in lower case, because UUIDs ignore case (RFC 9562 §4).
    package var asStoredUID: String {
        let bytes = Array(utf8)
        guard bytes.count == 36 else { return self }
        let isUUID = bytes.enumerated().allSatisfy { index, byte in
            let isHyphen = byte == UInt8(ascii: "-")
            return [8, 13, 18, 23].contains(index) ? isHyphen : Character(Unicode.Scalar(byte)).isHexDigit
        }
        return isUUID ? lowercased() : self
    }
}

extension [Mutation] {
    /// Gives the objects of new items their new UIDs, also in references to each other and to parents.
    /// - Parameter uids: The UIDs of the new items, by those of the originals.
    mutating func mapUIDs(by uids: [String: String]) {
        if uids.isEmpty { return }
        for index in indices {
            guard case .item(before: nil, after: var item?) = self[index] else { continue }
            let original = item
            if item.hasDetails, let uid = item.details.parentUID, let new = uids[uid] {
                item.details.parentUID = new
            }
            if item.hasCalendarObject { item.calendarObject = item.calendarObject?.mapping(uids) }
            if item != original { self[index] = .item(before: nil, after: item) }
        }
    }
}
