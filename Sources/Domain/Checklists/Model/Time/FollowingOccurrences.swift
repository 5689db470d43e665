package import Dates

/// The occurrences of a series from one of it on, in the order of their due times.
///
/// Days are computed lazily: only as far as the caller reads.
package struct FollowingOccurrences<Days: Sequence<CivilDate>>: Sequence, IteratorProtocol {
    /// An occurrence and when it is due.
    package struct Element {
        package let occurrence: Occurrence
        package let local: DayAndTime
        fileprivate let zone: LocalTime

        /// The moment at which it is due. This takes several look-ups of offsets.
        package var moment: Timestamp { zone.moment(of: local) }
    }

    /// The series. When the walk passes an occurrence that was moved behind others, it becomes skipped and
    /// added, so that its due time alone decides when it comes.
    package private(set) var series: Series
    private let zone: LocalTime
    private var ofRule: RuleOccurrences<Days>
    /// The next occurrence of the rule, if it was looked for.
    private var pending: Occurrence?
    /// The last occurrence of the rule.
    private var base: DayAndTime
    private var added: ArraySlice<DayAndTime>
    /// The occurrences that are due before the rule has them, in the order of their due times.
    private var early: ArraySlice<MovedOccurrence> = []
    /// Whether occurrences come in the order of the rule, not of due times.
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

    /// When the next occurrence is due by the rule, or is added.
    private var nextLocal: DayAndTime? { [pending?.local, added.first].compactMap(\.self).min() }

    /// The next occurrence, also if the series leaves it out or has it at another time.
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

    /// Adds an occurrence where it is due, if others come before it.
    private mutating func deferIfLater(_ local: DayAndTime, to due: DayAndTime) -> Bool {
        if isInOrderOfRule { return false }
        if pending == nil { pending = ofRule.next() }
        guard let next = nextLocal, next < due else { return false }
        return replace(local, byAdding: due)
    }

    /// Adds the occurrences that are due before the next one of the rule.
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
        // Another occurrence that is due by the rule at that time, but was moved, would take its place.
        guard series.due(of: due) == due else { return false }
        series.replace(local, byAdding: due)
        added.removeSorted(local)
        added.insertSorted(due)
        return true
    }

    /// Passes the occurrences that are due before a time. It ends after the last one that is moved: the later
    /// ones do not change the series.
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
    /// The day before which no occurrence starts that is due after a day.
    fileprivate func earliestStart(ofDueAfter day: CivilDate) -> CivilDate {
        var first = DayAndTime(day: day, time: 0)
        if let moved = moved.first(where: { $0.due >= first }), moved.local <= first {
            first = DayAndTime(day: moved.local.day.advanced(by: -1), time: 0)
        }
        return start(of: first).day
    }

    /// The occurrences after one that were moved to earlier times, though after its due time, in the order of
    /// those times.
    fileprivate func early(after local: DayAndTime, _ due: DayAndTime) -> [MovedOccurrence] {
        moved.filter { $0.local > local && $0.due < $0.local && $0.due > max(local, due) }
            .filter { !skips($0.local) }.sorted { $0.due < $1.due }
    }
}

extension RecurrenceRule {
    /// The occurrences of a series that follow one of it.
    ///
    /// - Parameters:
    ///   - anchor: The day from which the rule is counted; `nil` for that on which the one starts.
    ///   - day: The day before the first due time that matters.
    ///   - isInOrderOfRule: Whether each comes where the rule has it, whenever it is due.
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

    /// The occurrences of a series from its first one on.
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
    /// Whether occurrences of the rule may be passed without a look at them: an added occurrence needs the
    /// one of the rule before it.
    fileprivate func canJump(from current: Occurrence) -> Bool {
        let isAnyAdded = added.last.map { $0 > current.local } ?? false
        return !isAnyAdded && early(after: current.local, due(of: current.local)).isEmpty
    }
}
