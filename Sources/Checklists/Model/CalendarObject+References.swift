import ICalendar

extension CalendarObject {
    /// The UID of the task; `nil` if there is none, or the text is no iCalendar.
    var uid: String? {
        guard let calendar else { return nil }
        return (calendar.components("VTODO").first ?? calendar).property("UID")?.text
    }

    /// The object with other UIDs in its references to tasks (`RELATED-TO`, RFC 5545 §3.8.4.5).
    func referring(to uids: [String: String]) -> CalendarObject {
        guard let calendar else { return self }
        let mapped = calendar.referring(to: uids)
        if mapped == calendar { return self }
        var writer = ICalendarWriter()
        writer.component(mapped)
        return CalendarObject(name: name, text: String(decoding: writer.bytes, as: UTF8.self))
    }

    private var calendar: ICalendarComponent? { try? .parse(Array(text.utf8)) }
}

extension ICalendarComponent {
    fileprivate func referring(to uids: [String: String]) -> ICalendarComponent {
        var result = self
        result.content = content.map { content in
            switch content {
            case .component(let component): return .component(component.referring(to: uids))
            case .property(var property):
                if property.isNamed("RELATED-TO"), let uid = uids[property.text] {
                    property = ICalendarProperty(property.name, parameters: property.parameters, text: uid)
                }
                return .property(property)
            }
        }
        return result
    }
}

extension [Mutation] {
    /// Lets new items refer to each other where their originals did.
    /// - Parameter uids: The UIDs of the new items, by those of the originals.
    mutating func mapReferences(by uids: [String: String]) {
        if uids.isEmpty { return }
        for index in indices {
            guard case .item(before: nil, after: var item?) = self[index], item.hasCalendarObject,
                let object = item.calendarObject
            else { continue }
            let mapped = object.referring(to: uids)
            if mapped == object { continue }
            item.calendarObject = mapped
            self[index] = .item(before: nil, after: item)
        }
    }
}
