public import Checklists
import Dates
import Foundation
import ICalendar

/// What calendar objects must be like to be found (RFC 4791 §9.7).
public struct CalendarFilter: Sendable {
    /// What the calendar itself must be like.
    public var calendar: ComponentFilter

    /// Finds calendars that are like that.
    public init(_ calendar: ComponentFilter) { self.calendar = calendar }

    /// Whether every list of tasks is found whole, so that nothing has to be looked at.
    public var findsAll: Bool {
        guard calendar.isPlain(named: "VCALENDAR") else { return false }
        return calendar.components.allSatisfy { $0.isPlain(named: "VTODO") && $0.components.isEmpty }
    }

    /// Whether it finds an item.
    /// - Parameter zone: The zone of floating times, where the item has none.
    public func matches(_ item: Item, in zone: LocalTime, at now: Timestamp) -> Bool {
        let zone = item.timing.localTime ?? zone
        guard let object = try? TaskObject(Array(TaskObject.text(of: item, at: now).utf8)) else {
            return false
        }
        return object.isMatched(by: calendar, in: zone, at: now)
    }
}

/// What a component must be like (§9.7.1).
public struct ComponentFilter: Sendable {
    /// What it is called.
    public var name: String
    /// Whether there is to be none.
    public var isNotDefined = false
    /// When it has to be.
    public var time: TimeRange?
    /// What its properties must be like.
    public var properties: [PropertyFilter] = []
    /// What the components in it must be like.
    public var components: [ComponentFilter] = []

    /// Any of that name.
    public init(_ name: String) { self.name = name }

    fileprivate func isPlain(named name: String) -> Bool {
        self.name.uppercased() == name && !isNotDefined && time == nil && properties.isEmpty
    }
}

/// What a property must be like (§9.7.2).
public struct PropertyFilter: Sendable {
    /// What it is called.
    public var name: String
    /// Whether there is to be none.
    public var isNotDefined = false
    /// When it has to be.
    public var time: TimeRange?
    /// What it has to say.
    public var text: TextFilter?
    /// What its parameters must be like: what they are called, whether there is to be one, and what it has to
    /// say.
    public var parameters: [(name: String, isNotDefined: Bool, text: TextFilter?)] = []

    /// Any of that name.
    public init(_ name: String) { self.name = name }
}

/// Part of a text (§9.7.5).
public struct TextFilter: Sendable {
    private let pattern: BytePattern
    private let collation: Collation
    private let isNegated: Bool

    /// How letters are compared (RFC 4790, RFC 5051).
    public enum Collation: String, CaseIterable, Sendable {
        case asciiCaseMap = "i;ascii-casemap"
        case octet = "i;octet"
        case unicodeCaseMap = "i;unicode-casemap"

        fileprivate func mapped(_ byte: UInt8) -> UInt8 {
            self == .asciiCaseMap && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
        }

        fileprivate func mapped(_ text: String) -> String {
            self == .unicodeCaseMap ? text.lowercased().decomposedStringWithCanonicalMapping : text
        }
    }

    /// How long the part may be.
    public static let textBytesMax = 1_024

    /// Finds texts that have a part, or those that do not have it.
    public init(_ text: String, by collation: Collation = .asciiCaseMap, isNegated: Bool = false) {
        pattern = BytePattern(collation.mapped(text).utf8.map(collation.mapped))
        (self.collation, self.isNegated) = (collation, isNegated)
    }

    fileprivate func matches(_ value: String) -> Bool {
        pattern.matches(collation.mapped(value).utf8.lazy.map(collation.mapped)) != isNegated
    }
}

/// A time from one moment on and before another; `nil` does not care (§9.9).
public struct TimeRange: Sendable {
    /// When it begins.
    public var start: Timestamp
    /// When it ends.
    public var end: Timestamp

    /// The time between two moments.
    public init(from start: Timestamp?, to end: Timestamp?) {
        self.start = start ?? Timestamp(milliseconds: .min)
        self.end = end ?? Timestamp(milliseconds: .max)
    }

    fileprivate func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }

    /// Whether a task overlaps it, by the table of §9.9.
    func overlaps(_ times: TaskTimes) -> Bool {
        switch (times.start, times.due, times.completed, times.created) {
        case (let begin?, let due?, _, _):
            return (start < due || start <= begin) && (end > begin || end >= due)
        case (let begin?, nil, _, _): return start <= begin && end > begin
        case (nil, let due?, _, _): return start < due && end >= due
        case (nil, nil, let completed?, let created?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (nil, nil, let completed?, nil): return start <= completed && end >= completed
        case (nil, nil, nil, let created?): return end > created
        case (nil, nil, nil, nil): return true
        }
    }
}

/// When a task is, by its properties.
struct TaskTimes {
    var start: Timestamp?
    var due: Timestamp?
    var completed: Timestamp?
    var created: Timestamp?
}

extension TaskObject {
    fileprivate func isMatched(by filter: ComponentFilter, in zone: LocalTime, at now: Timestamp) -> Bool {
        let clock = CalendarClock(of: calendar, in: zone, at: now)
        guard calendar.isNamed(filter.name), !filter.isNotDefined else { return false }
        return calendar.hasProperties(filter.properties, by: clock)
            && filter.components.allSatisfy { part in
                let tasks = calendar.components(part.name)
                if part.isNotDefined { return tasks.isEmpty }
                return tasks.contains { isMatched($0, by: part, clock, at: now) }
            }
    }

    /// Reads a task. Only the one of the whole series has overrides.
    private func reading(
        _ task: ICalendarComponent, _ clock: CalendarClock, at now: Timestamp
    ) -> TaskReading {
        TaskReading(task, task == master ? overrides : [], by: clock, at: now)
    }

    private func isMatched(
        _ task: ICalendarComponent, by filter: ComponentFilter, _ clock: CalendarClock, at now: Timestamp
    ) -> Bool {
        guard task.hasProperties(filter.properties, by: clock) else { return false }
        let isTask = task.isNamed("VTODO")
        let reading = isTask && filter.needsTimes ? reading(task, clock, at: now) : nil
        if let range = filter.time, let reading, !reading.times(during: range).contains(where: range.overlaps)
        {
            return false
        }
        return filter.components.allSatisfy { part in
            let alarms = task.components(part.name)
            if part.isNotDefined { return alarms.isEmpty }
            return alarms.contains { alarm in
                guard alarm.hasProperties(part.properties, by: clock) else { return false }
                guard let range = part.time else { return true }
                return reading?.moment(ofAlarm: alarm).map(range.contains) ?? false
            }
        }
    }
}

extension ComponentFilter {
    fileprivate var needsTimes: Bool { time != nil || components.contains { $0.time != nil } }
}

extension ICalendarComponent {
    fileprivate func hasProperties(_ filters: [PropertyFilter], by clock: CalendarClock) -> Bool {
        filters.allSatisfy { filter in
            let properties = properties(filter.name)
            if filter.isNotDefined { return properties.isEmpty }
            return properties.contains { property in
                if let text = filter.text, !text.matches(property.text) { return false }
                if let range = filter.time {
                    guard let moment = property.time.map({ clock.time($0).moment }), range.contains(moment)
                    else {
                        return false
                    }
                }
                return filter.parameters.allSatisfy { parameter in
                    let value = property.parameter(parameter.name)
                    if parameter.isNotDefined { return value == nil }
                    return value.map { parameter.text?.matches($0) ?? true } ?? false
                }
            }
        }
    }
}

extension TaskReading {
    /// When it is: once, or each time that could be within a range where it comes again.
    func times(during range: TimeRange) -> [TaskTimes] {
        guard let series, let due else { return [times] }
        var all: [TaskTimes] = []
        for (_, local) in series.occurrences(during: range, from: due.moment, limit: Self.occurrencesMax) {
            var times = times
            let distance = local.milliseconds - series.first.milliseconds
            times.start = start.map { $0.advanced(byMilliseconds: distance).moment }
            times.due = due.advanced(byMilliseconds: distance).moment
            all.append(times)
        }
        return all
    }

    /// More are not looked at: two years of every day.
    private static var occurrencesMax: Int { 800 }

    private var times: TaskTimes {
        TaskTimes(
            start: start?.moment, due: due?.moment, completed: moment(of: "COMPLETED"),
            created: moment(of: "CREATED"))
    }
}

extension Series {
    /// The same series without the occurrences that it moved from before a day to later ones.
    fileprivate func withoutMoves(before day: CivilDate?) -> Series {
        guard let day, let first = moved.first, first.local.day < day else { return self }
        let later = moved.drop { $0.local.day < day }.map { ($0.local, $0.due) }
        return Series(
            lead: lead, skipped: Set(skipped), added: Set(added),
            moved: Dictionary(later) { first, _ in first })
    }
}

extension TaskSeries {
    /// The first occurrences that could be within a range, each with its due time.
    ///
    /// - Parameters:
    ///   - first: When the first one is due.
    ///   - isWanted: Whether an occurrence that is due at a time counts.
    func occurrences(
        during range: TimeRange, from first: Timestamp, limit: Int,
        where isWanted: (Occurrence, _ due: DayAndTime) -> Bool = { _, _ in true }
    ) -> [(occurrence: Occurrence, local: DayAndTime)] {
        var all: [(occurrence: Occurrence, local: DayAndTime)] = []
        let start = Occurrence(local: self.first, index: 0)
        let startDue = exceptions.due(of: self.first)
        if !exceptions.skips(self.first), isWanted(start, startDue) { all.append((start, startDue)) }
        // An occurrence lies between its start and its due time, which may be on clocks of two zones.
        func day(before distance: Int) -> CivilDate? {
            let margin = distance / DayAndTime.dayMilliseconds + 2
            return range.start > first ? zone.day(of: range.start).advanced(by: -margin) : nil
        }
        let from = day(before: abs(exceptions.lead))
        let earliestDue = day(before: max(0, -exceptions.lead))
        let end = range.end.milliseconds == .max ? nil : zone.day(of: range.end).advanced(by: 1)
        let following = rule.following(
            start, of: exceptions.withoutMoves(before: from), in: zone, from: from, isInOrderOfRule: true)
        for next in following {
            let local = next.occurrence.local
            if let end, min(local, exceptions.start(of: local)).day > end { break }
            if let earliestDue, next.local.day < earliestDue { continue }
            guard isWanted(next.occurrence, next.local) else { continue }
            all.append((next.occurrence, next.local))
            if all.count >= limit { return all }
        }
        let known = Set(all.map(\.occurrence.local))
        let moved = exceptions.moved.filter { moved in
            earliestDue.map { $0 <= moved.due.day } ?? true && end.map { moved.due.day <= $0 } ?? true
                && moved.local > self.first && !known.contains(moved.local)
                && !exceptions.skips(moved.local)
        }
        all += occurrences(among: moved).filter { isWanted($0.occurrence, $0.local) }
            .prefix(limit - all.count)
        return all
    }

    /// Those of some moved occurrences that the series has. Each is looked for by itself, since there may be
    /// a century of days between its day by the rule and that on which it is due.
    private func occurrences(
        among moved: [MovedOccurrence]
    ) -> [(occurrence: Occurrence, local: DayAndTime)] {
        guard let last = moved.last?.local else { return [] }
        let plain = Series(lead: exceptions.lead)
        let start = Occurrence(local: first, index: 0)
        func isOfRule(_ local: DayAndTime) -> Bool {
            rule.following(start, of: plain, in: zone, from: local.day.advanced(by: -1))
                .first { !($0.local < local) }?.local == local
        }
        var ofRule: Set<DayAndTime>?
        if case .count = rule.end {
            // Whether the series has ended by then is known by counting, once for all of them.
            ofRule = Set(rule.following(start, of: plain, in: zone).prefix { $0.local <= last }.map(\.local))
        }
        let added = Set(exceptions.added)
        return moved.filter { moved in
            added.contains(moved.local) || ofRule?.contains(moved.local) ?? isOfRule(moved.local)
        }.map { (Occurrence(local: $0.local, index: 0), $0.due) }
    }
}
