import Dates

/// The occurrences that a rule gives after one of a series, with their indices.
struct RuleOccurrences<Days: Sequence<CivilDate>>: IteratorProtocol {
    private let rule: RecurrenceRule
    /// How long before its due time an occurrence starts, in milliseconds.
    private let lead: Int
    private let zone: LocalTime
    private var days: Days.Iterator
    /// The occurrence from which the rule goes on.
    private let base: DayAndTime
    private let firstIndex: Int
    /// The rule gives no occurrence up to this one.
    private let bound: DayAndTime?
    /// How many occurrences of the rule came before the next one.
    private(set) var index: Int
    /// The start of the last occurrence that `COUNT` lets the rule give, once it was looked for.
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

    /// When the occurrence starts from which the rule goes on.
    private var start: DayAndTime { base.advanced(byMilliseconds: -lead) }

    /// Whether the rule gives an occurrence.
    mutating func gives(_ local: DayAndTime) -> Bool {
        let start = local.advanced(byMilliseconds: -lead)
        var days = rule.days(after: self.start.day, from: start.day.advanced(by: -1))
        guard start.time == self.start.time, days.next() == start.day else { return false }
        if case .count(let count) = rule.end { return counts(start.day, to: count) }
        let occurrence = Occurrence(local: local, index: firstIndex)
        return rule.isBeforeEnd(occurrence, startingAt: start, in: zone)
    }

    /// Whether `COUNT` includes the occurrence that starts on a day. The days are counted once for all
    /// questions.
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
    /// Whether a series has not ended before one of it.
    func isBeforeEnd(_ occurrence: Occurrence, startingAt start: DayAndTime, in zone: LocalTime) -> Bool {
        switch end {
        case .never: true
        case .count(let count): occurrence.index < count
        case .day(let last): start.day <= last
        case .moment(let last): zone.moment(of: start).milliseconds <= last
        }
    }
}
