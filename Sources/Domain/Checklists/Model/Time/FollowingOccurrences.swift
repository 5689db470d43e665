package import Dates

/// The occurrences of a series after a given one, in the order of their due times.
///
/// The sequence is lazy: it computes days only as far as its caller reads.
package struct FollowingOccurrences<Days: Sequence<CivilDate>>: Sequence, IteratorProtocol {
    /// An occurrence with its due time.
    package struct Element {
        package let occurrence: Occurrence
        package let local: DayAndTime
        fileprivate let zone: LocalTime

        /// The moment of the due time. Computing it takes several time zone lookups.
        package var moment: Timestamp { zone.moment(of: local) }
    }

    /// The series. When the walk passes an occurrence that was moved after others, it becomes skipped and
    /// added, so that only its due time determines its order.
    package private(set) var series: Series
    private let zone: LocalTime
    private var ofRule: RuleOccurrences<Days>
    /// The next occurrence of the rule, once it was computed.
    private var pending: Occurrence?
    /// The last occurrence of the rule.
    private var base: DayAndTime
    private var added: ArraySlice<DayAndTime>
    /// The occurrences that are due before their turn by the rule, in the order of their due times.
    private var early: ArraySlice<MovedOccurrence> = []
    /// Whether the order is that of the rule instead of the due times.
    private let isInOrderOfRule: Bool

    init(
        _ rule: RecurrenceRule, _ series: Series, on days: Days, after current: Occurrence,
        in zone: LocalTime, isInOrderOfRule: Bool = false, withCurrent: Bool = false
    ) {
        (self.series, self.zone, self.isInOrderOfRule) = (series, zone, isInOrderOfRule)
        ofRule = RuleOccurrences(rule, series.lead, on: days, after: current, in: zone)
        base = current.base ?? current.local
        added = series.added.drop { $0 <= current.local }
        if withCurrent { pending = current }
        let due = withCurrent ? current.local : series.due(of: current.local)
        if !isInOrderOfRule { early = series.early(after: current.local, due)[...] }
    }

    package mutating func next() -> Element? {
        while let occurrence = nextOfSet() {
            if series.skips(occurrence.local) { continue }
            let local = series.due(of: occurrence.local)
            if local > occurrence.local, deferIfLater(occurrence.local, to: local) { continue }
            return Element(occurrence: occurrence, local: local, zone: zone)
        }
        return nil
    }

    /// The local time of the next occurrence, of the rule or added.
    private var nextLocal: DayAndTime? { [pending?.local, added.first].compactMap(\.self).min() }

    /// The next occurrence, including those that the series skips or moves.
    private mutating func nextOfSet() -> Occurrence? {
        if pending == nil { pending = ofRule.next() }
        advanceEarly()
        if let local = added.first, pending.map({ local < $0.local }) ?? true {
            added.removeFirst()
            return Occurrence(local: local, index: pending?.index ?? ofRule.index, base: base)
        }
        guard let occurrence = pending else { return nil }
        pending = nil
        base = occurrence.local
        if added.first == base { added.removeFirst() }
        return occurrence
    }

    /// Turns a moved occurrence into an added one if others come before its due time.
    private mutating func deferIfLater(_ local: DayAndTime, to due: DayAndTime) -> Bool {
        if isInOrderOfRule { return false }
        if pending == nil { pending = ofRule.next() }
        guard let next = nextLocal, next < due else { return false }
        return replace(local, byAdding: due)
    }

    /// Turns occurrences into added ones if they are due before the next one of the rule.
    private mutating func advanceEarly() {
        while let occurrence = early.first, let next = nextLocal, occurrence.due < series.due(of: next) {
            early.removeFirst()
            guard occurrence.local > next, occurrence.due > base,
                series.adds(occurrence.local) || ofRule.gives(occurrence.local)
            else { continue }
            _ = replace(occurrence.local, byAdding: occurrence.due)
        }
    }

    private mutating func replace(_ local: DayAndTime, byAdding due: DayAndTime) -> Bool {
        // It must not replace a moved occurrence of the rule at that local time.
        guard series.due(of: due) == due else { return false }
        series.replace(local, byAdding: due)
        added.removeSorted(local)
        added.insertSorted(due)
        return true
    }

    /// Passes the occurrences that are due before a time. It stops after the last moved one: later
    /// occurrences do not change the series.
    /// - Returns: Whether there is an occurrence before that time.
    mutating func pass(before due: DayAndTime) -> Bool {
        let lastMove = series.moved.lazy.map { Swift.max($0.local, $0.due) }.max()
        var isAnyPassed = false
        while let occurrence = next(), occurrence.local < due {
            isAnyPassed = true
            guard let lastMove, occurrence.local <= lastMove else { break }
        }
        return isAnyPassed
    }
}

extension Series {
    /// A day such that no occurrence that starts before it is due after the given day.
    fileprivate func earliestStart(ofDueAfter day: CivilDate) -> CivilDate {
        var first = DayAndTime(day: day, time: 0)
        if let moved = moved.first(where: { $0.due >= first }), moved.local <= first {
            first = DayAndTime(day: moved.local.day.advanced(by: -1), time: 0)
        }
        return start(of: first).day
    }

    /// The occurrences after a given one that were moved to earlier times, but after its due time, in the
    /// order of those times.
    fileprivate func early(after local: DayAndTime, _ due: DayAndTime) -> [MovedOccurrence] {
        moved.filter { $0.local > local && $0.due < $0.local && $0.due > max(local, due) }
            .filter { !skips($0.local) }.sorted { $0.due < $1.due }
    }
}

extension RecurrenceRule {
    /// The occurrences of a series that follow a given one.
    ///
    /// - Parameters:
    ///   - anchor: The day from which the rule counts; `nil` for the start of the given occurrence.
    ///   - day: The day before the first due time that matters.
    ///   - isInOrderOfRule: Whether the order is that of the rule instead of the due times.
    package func following(
        _ current: Occurrence, of series: Series, in zone: LocalTime, anchor: CivilDate? = nil,
        from day: CivilDate? = nil, isInOrderOfRule: Bool = false
    ) -> FollowingOccurrences<Days> {
        let start = series.start(of: current.base ?? current.local).day
        let canJump = isInOrderOfRule || series.canJump(from: current)
        let first = canJump && !end.isCount ? day.map(series.earliestStart(ofDueAfter:)) : nil
        return FollowingOccurrences(
            self, series, on: days(after: anchor ?? start, from: first), after: current, in: zone,
            isInOrderOfRule: isInOrderOfRule)
    }

    /// The occurrences of a series, including the first one.
    package func occurrences(
        from first: Occurrence, of series: Series, in zone: LocalTime
    ) -> FollowingOccurrences<Days> {
        let days = days(after: series.start(of: first.local).day)
        return FollowingOccurrences(self, series, on: days, after: first, in: zone, withCurrent: true)
    }
}

extension RecurrenceRule.End {
    fileprivate var isCount: Bool { if case .count = self { true } else { false } }
}

extension Series {
    /// Whether the walk may jump over occurrences of the rule. An added occurrence needs the preceding one of
    /// the rule.
    fileprivate func canJump(from current: Occurrence) -> Bool {
        let isAnyAdded = added.last.map { $0 > current.local } ?? false
        return !isAnyAdded && early(after: current.local, due(of: current.local)).isEmpty
    }
}
