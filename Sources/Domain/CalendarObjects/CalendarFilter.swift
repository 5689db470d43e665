public import Checklists
import Dates
import Foundation
import ICalendar

/// A filter for calendar objects (RFC 4791 §9.7).
public struct CalendarFilter: Sendable {
    /// The filter for the `VCALENDAR`.
    public var calendar: ComponentFilter

    /// Creates a filter.
    public init(_ calendar: ComponentFilter) { self.calendar = calendar }

    /// Whether the filter matches every task, so that no object has to be read.
    public var findsAll: Bool {
        guard calendar.isPlain(named: "VCALENDAR") else { return false }
        return calendar.components.allSatisfy { $0.isPlain(named: "VTODO") && $0.components.isEmpty }
    }

    /// Whether the filter matches an item.
    /// - Parameters:
    ///   - text: The calendar object of the item.
    ///   - zone: The zone of floating times for an item without a zone.
    public func matches(_ item: Item, _ text: String, in zone: LocalTime, at now: Timestamp) -> Bool {
        let zone = item.timing.localTime ?? zone
        guard let object = try? TaskObject(Array(text.utf8)) else { return false }
        return object.isMatched(by: calendar, in: zone, at: now)
    }
}

/// A filter for components (RFC 4791 §9.7.1).
public struct ComponentFilter: Sendable {
    /// The name of the component.
    public var name: String
    /// Whether the component must be absent.
    public var isNotDefined = false
    /// The range that the component must overlap.
    public var time: TimeRange?
    /// The filters for its properties; all must match.
    public var properties: [PropertyFilter] = []
    /// The filters for its subcomponents; all must match.
    public var components: [ComponentFilter] = []

    /// Creates a filter that matches any component with this name.
    public init(_ name: String) { self.name = name }

    fileprivate func isPlain(named name: String) -> Bool {
        self.name.uppercased() == name && !isNotDefined && time == nil && properties.isEmpty
    }
}

/// A filter for properties (RFC 4791 §9.7.2).
public struct PropertyFilter: Sendable {
    /// The name of the property.
    public var name: String
    /// Whether the property must be absent.
    public var isNotDefined = false
    /// The range in which the value must lie.
    public var time: TimeRange?
    /// The filter for the text of the value.
    public var text: TextFilter?
    /// The filters for its parameters: the name, whether the parameter must be absent, and the text of its
    /// value.
    public var parameters: [(name: String, isNotDefined: Bool, text: TextFilter?)] = []

    /// Creates a filter that matches any property with this name.
    public init(_ name: String) { self.name = name }
}

/// A substring match (RFC 4791 §9.7.5).
public struct TextFilter: Sendable {
    private let pattern: BytePattern
    private let collation: Collation
    private let isNegated: Bool

    /// A collation (RFC 4790, RFC 5051).
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

    /// The maximum length of the substring, in bytes.
    public static let textBytesMax = 1_024

    /// Creates a filter for texts that contain a substring or, if negated, do not contain it.
    public init(_ text: String, by collation: Collation = .asciiCaseMap, isNegated: Bool = false) {
        pattern = BytePattern(collation.mapped(text).utf8.map(collation.mapped))
        (self.collation, self.isNegated) = (collation, isNegated)
    }

    fileprivate func matches(_ value: String) -> Bool {
        pattern.matches(collation.mapped(value).utf8.lazy.map(collation.mapped)) != isNegated
    }
}

/// A half-open range of time (RFC 4791 §9.9).
public struct TimeRange: Sendable {
    /// The first moment of the range.
    public var start: Timestamp
    /// The first moment after the range.
    public var end: Timestamp

    /// Creates a range; `nil` leaves an end open.
    public init(from start: Timestamp?, to end: Timestamp?) {
        self.start = start ?? Timestamp(milliseconds: .min)
        self.end = end ?? Timestamp(milliseconds: .max)
    }

    fileprivate func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }

    /// Whether a task overlaps the range, by the table of RFC 4791 §9.9.
    func overlaps(_ times: TaskTimes) -> Bool {
        switch (times.start, times.due, times.completed, times.created) {
        case (let begin?, let due?, _, _):
            let reaches = times.hasDuration ? start <= due : start < due || start <= begin
            return reaches && (end > begin || end >= due)
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

/// The times in a task's properties.
struct TaskTimes {
    var start: Timestamp?
    var due: Timestamp?
    var completed: Timestamp?
    var created: Timestamp?
    /// Whether the due time is `DTSTART` plus `DURATION`.
    var hasDuration = false
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

    /// Reads a task. Only the master task of a series has overrides.
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
    /// The times of the task, or of each occurrence that can overlap a range.
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

    /// The maximum number of occurrences that are compared: two years of a daily task.
    private static var occurrencesMax: Int { 800 }

    private var times: TaskTimes {
        TaskTimes(
            start: start?.moment, due: due?.moment, completed: moment(of: "COMPLETED"),
            created: moment(of: "CREATED"), hasDuration: isDueByDuration)
    }
}

extension Series {
    /// The series without the moved occurrences whose day by the rule is before `day`.
    fileprivate func withoutMoves(before day: CivilDate?) -> Series {
        guard let day, let first = moved.first, first.local.day < day else { return self }
        let later = moved.drop { $0.local.day < day }.map { ($0.local, $0.due) }
        return Series(
            lead: lead, skipped: Set(skipped), added: Set(added),
            moved: Dictionary(later) { first, _ in first })
    }
}

extension TaskSeries {
    /// The first occurrences that can overlap a range, each with its due time.
    ///
    /// - Parameters:
    ///   - first: The due time of the first occurrence.
    ///   - isWanted: Whether an occurrence with a due time counts.
    func occurrences(
        during range: TimeRange, from first: Timestamp, limit: Int,
        where isWanted: (Occurrence, _ due: DayAndTime) -> Bool = { _, _ in true }
    ) -> [(occurrence: Occurrence, local: DayAndTime)] {
        var all: [(occurrence: Occurrence, local: DayAndTime)] = []
        let start = Occurrence(local: self.first, index: 0)
        let startDue = exceptions.due(of: self.first)
        if !exceptions.skips(self.first), isWanted(start, startDue) { all.append((start, startDue)) }
        // An occurrence lasts from its start to its due time. The two can be in different zones.
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

    /// The moved occurrences that belong to the series. Each is searched for separately, since a century of
    /// days can lie between its day by the rule and its due day.
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
            // Only counting shows whether the series ends before them. One count serves all of them.
            ofRule = Set(rule.following(start, of: plain, in: zone).prefix { $0.local <= last }.map(\.local))
        }
        let added = Set(exceptions.added)
        return moved.filter { moved in
            added.contains(moved.local) || ofRule?.contains(moved.local) ?? isOfRule(moved.local)
        }.map { (Occurrence(local: $0.local, index: 0), $0.due) }
    }
}
