import Checklists
import Dates
import ICalendar

extension ClockShift {
    /// The distance between two local times.
    init(from old: ClockTime, to new: ClockTime) { self.init(from: old.digits, to: new.digits) }
}

extension ICalendarComponent {
    /// The properties that define a recurrence set.
    static let namesOfSeries = ["RRULE", "EXRULE", "RDATE", "EXDATE"]
    /// KOrganizer's due time of the current occurrence. `DTSTART` and `DUE` stay at the first one.
    static let nameOfCurrent = "X-KDE-LIBKCAL-DTRECURRENCE"
    /// The properties that define the start and the due time.
    static let namesOfTimes = ["DTSTART", "DUE", "DURATION"]
    /// The properties of an override that move with its series.
    static let namesOfOverrideTimes = ["RECURRENCE-ID", "DTSTART", "DUE"]

    /// Whether a rule names the days on which occurrences start. A new due time then does not change the
    /// days.
    var ruleNamesDays: Bool {
        properties("RRULE").contains { rule in
            let value = rule.value.uppercased()
            return ["BYDAY=", "BYMONTHDAY=", "BYYEARDAY=", "BYWEEKNO="].contains(where: value.contains)
        }
    }

    /// Copies properties from another component.
    mutating func take(_ names: [String], from other: ICalendarComponent) {
        for name in names { set(name, other.property(name)) }
    }

    /// Adds a property after those with its name, or else before the subcomponents.
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

    /// Removes values of the properties with this name, and the properties that have no other value.
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
    /// A copy under another name, moved by a distance.
    func named(_ name: String, movedBy move: ClockShift) -> ICalendarProperty {
        var property = self
        property.name = name
        property.move(by: move)
        return property
    }

    /// Moves dates, times and periods by a distance. Other values stay.
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
    /// The same kind and zone at another local time.
    func showing(_ local: DayAndTime) -> ClockTime {
        ClockTime(day: local.day, second: local.time / 1_000, zone: zone, kind: kind)
    }

    /// A due time in the form of another time: in a given zone, or else in the zone of that time.
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
