import Dates

/// The occurrences of a rule after a given one, with their indices.
struct RuleOccurrences<Days: Sequence<CivilDate>>: IteratorProtocol {
    private let rule: RecurrenceRule
    /// How long before its due time an occurrence starts, in milliseconds.
    private let lead: Int
    private let zone: LocalTime
    private var days: Days.Iterator
    /// The occurrence of the rule from which the iteration continues.
    private let base: DayAndTime
    private let firstIndex: Int
    /// The iteration skips occurrences up to this time.
    private let bound: DayAndTime?
    /// The number of occurrences of the rule before the next one.
    private(set) var index: Int
    /// The start of the last occurrence within `COUNT`, once it was computed.
    private var lastCounted: CivilDate?

    init(
        _ rule: RecurrenceRule, _ lead: Int, on days: Days, after current: Occurrence, in zone: LocalTime
    ) {
        (self.rule, self.lead, self.zone) = (rule, lead, zone)
        self.days = days.makeIterator()
        base = current.base ?? current.local
        bound = current.base == nil ? nil : current.local
        firstIndex = current.indexOfRule + 1
        index = firstIndex
    }

    mutating func next() -> Occurrence? {
        while let day = days.next() {
            let start = DayAndTime(day: day, time: self.start.time)
            let occurrence = Occurrence(local: start.advanced(byMilliseconds: lead), index: index)
            guard rule.isBeforeEnd(occurrence, startingAt: start, in: zone) else { return nil }
            index += 1
            if bound.map({ occurrence.local > $0 }) ?? true { return occurrence }
        }
        return nil
    }

    /// The start of `base`.
    private var start: DayAndTime { base.advanced(byMilliseconds: -lead) }

    /// Whether the rule has an occurrence at a time.
    mutating func gives(_ local: DayAndTime) -> Bool {
        let start = local.advanced(byMilliseconds: -lead)
        var days = rule.days(after: self.start.day, from: start.day.advanced(by: -1))
        guard start.time == self.start.time, days.next() == start.day else { return false }
        if case .count(let count) = rule.end { return counts(start.day, to: count) }
        let occurrence = Occurrence(local: local, index: firstIndex)
        return rule.isBeforeEnd(occurrence, startingAt: start, in: zone)
    }

    /// Whether `COUNT` includes the occurrence that starts on a day. The first call computes the last such
    /// day.
    private mutating func counts(_ day: CivilDate, to count: Int) -> Bool {
        if count <= firstIndex { return false }
        if let lastCounted { return day <= lastCounted }
        var last = rule.days(after: start.day).dropFirst(count - firstIndex - 1).makeIterator()
        let found = last.next() ?? .last
        lastCounted = found
        return day <= found
    }
}

extension RecurrenceRule {
    /// Whether an occurrence is before the end of the series.
    func isBeforeEnd(_ occurrence: Occurrence, startingAt start: DayAndTime, in zone: LocalTime) -> Bool {
        switch end {
        case .never: true
        case .count(let count): occurrence.index < count
        case .day(let last): start.day <= last
        case .moment(let last): zone.moment(of: start).milliseconds <= last
        }
    }
}
