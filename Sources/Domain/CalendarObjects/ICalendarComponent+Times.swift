import Checklists
import Dates
import ICalendar

extension ClockShift {
    /// The distance between what clocks show at two times.
    init(from old: ClockTime, to new: ClockTime) { self.init(from: old.digits, to: new.digits) }
}

extension ICalendarComponent {
    /// The properties that say when something comes again.
    static let namesOfSeries = ["RRULE", "EXRULE", "RDATE", "EXDATE"]
    /// The properties that say when something starts and is due.
    static let namesOfTimes = ["DTSTART", "DUE", "DURATION"]
    /// The properties of an override that move with its series.
    static let namesOfOverrideTimes = ["RECURRENCE-ID", "DTSTART", "DUE"]

    /// Whether a rule says on which days occurrences start. Then a new due time leaves the days as they are.
    var ruleNamesDays: Bool {
        properties("RRULE").contains { rule in
            let value = rule.value.uppercased()
            return ["BYDAY=", "BYMONTHDAY=", "BYYEARDAY=", "BYWEEKNO="].contains(where: value.contains)
        }
    }

    /// Takes properties of another component.
    mutating func take(_ names: [String], from other: ICalendarComponent) {
        for name in names { set(name, other.property(name)) }
    }

    /// Adds a property after those of its kind, or else before the components.
    mutating func add(_ property: ICalendarProperty) {
        let last = content.lastIndex { content in
            if case .property(let other) = content { other.isNamed(property.name) } else { false }
        }
        let component = content.firstIndex { if case .component = $0 { true } else { false } }
        content.insert(.property(property), at: last.map { $0 + 1 } ?? component ?? content.count)
    }

    /// Moves the values of properties by a distance.
    mutating func move(_ names: [String], by move: ClockShift) {
        for index in content.indices {
            guard case .property(var property) = content[index], names.contains(where: property.isNamed)
            else { continue }
            property.move(by: move)
            content[index] = .property(property)
        }
    }

    /// Removes values of properties of a name, and the properties that have no other value.
    mutating func removeTimes(of name: String, where isUnwanted: (ICalendarTime) -> Bool) {
        content = content.compactMap { content in
            guard case .property(var property) = content, property.isNamed(name) else { return content }
            let zone = property.parameter("TZID")
            let values = property.value.split(separator: ",", omittingEmptySubsequences: false)
            let kept = values.filter { text in
                !(ICalendarTime(text.prefix { $0 != "/" }, zone: zone).map(isUnwanted) ?? false)
            }
            if kept.count == values.count { return content }
            property.value = kept.joined(separator: ",")
            return kept.isEmpty ? nil : .property(property)
        }
    }
}

extension ICalendarProperty {
    /// The property of another name, moved by a distance.
    func named(_ name: String, movedBy move: ClockShift) -> ICalendarProperty {
        var property = self
        property.name = name
        property.move(by: move)
        return property
    }

    /// Moves its dates, times and periods by a distance. Other values stay.
    fileprivate mutating func move(by move: ClockShift) {
        let zone = parameter("TZID")
        let values = value.split(separator: ",", omittingEmptySubsequences: false).map { value in
            // A period has a start, and an end or a duration.
            value.split(separator: "/", omittingEmptySubsequences: false).map { text in
                ICalendarTime(text, zone: zone)?.moved(by: move).text ?? String(text)
            }.joined(separator: "/")
        }
        value = values.joined(separator: ",")
    }
}

extension ICalendarTime {
    fileprivate func moved(by move: ClockShift) -> ICalendarTime {
        switch self {
        case .day(let day): return .day(day.advanced(by: move.days))
        case .utc(let seconds):
            return .utc(secondsSince1970: seconds + move.days * 86_400 + move.seconds)
        case .local(let day, let second, let zone):
            let (days, second) = (second + move.seconds).flooredQuotientAndRemainder(dividingBy: 86_400)
            return .local(day.advanced(by: move.days + days), second: second, zone: zone)
        }
    }
}

extension ClockTime {
    /// The same form and zone at another time.
    func showing(_ local: DayAndTime) -> ClockTime {
        ClockTime(day: local.day, second: local.time / 1_000, zone: zone, kind: kind)
    }

    /// When something is due, as it stands beside another time: in its zone, or else in a given one.
    init(_ due: Due, like other: ClockTime, zone name: String?) {
        switch due {
        case .day(let day): self.init(day: day, second: 0, zone: other.zone, kind: .day)
        case .moment(let moment):
            let zone = name.flatMap(LocalTime.init(zone:)) ?? other.zone
            let local = zone.dayAndTime(of: moment)
            self.init(
                day: local.day, second: local.time / 1_000, zone: zone,
                kind: other.isDay ? .inZone : other.kind)
        }
    }
}
