package import Dates

/// The occurrences of a series after one of it, in the order of their starts.
///
/// It reads the days of the rule only as far as the caller does: a hundred years of them take long.
package struct FollowingOccurrences<Days: Sequence<CivilDate>>: Sequence, IteratorProtocol {
    /// An occurrence and when it is due.
    package typealias Element = (occurrence: Occurrence, local: DayAndTime, moment: Timestamp)

    private let rule: RecurrenceRule
    private let series: Series
    private let zone: LocalTime
    private var days: Days.Iterator
    /// When the occurrences of the rule start.
    private let time: Int
    /// The rule gives no occurrence up to this one.
    private let bound: DayAndTime?
    /// How many occurrences of the rule came before its next one.
    private var index: Int
    /// The last occurrence of the rule.
    private var base: DayAndTime
    /// The next occurrence of the rule, if it was looked for.
    private var pending: Occurrence?
    private var added: ArraySlice<DayAndTime>

    init(
        _ rule: RecurrenceRule, _ series: Series, on days: Days, after current: Occurrence, in zone: LocalTime
    ) {
        (self.rule, self.series, self.zone) = (rule, series, zone)
        self.days = days.makeIterator()
        base = current.base ?? current.local
        time = series.start(of: base).time
        bound = current.base == nil ? nil : current.local
        index = current.base == nil ? current.index + 1 : current.index
        added = series.added.drop { $0 <= current.local }
    }

    package mutating func next() -> Element? {
        while let occurrence = nextWithSkipped() {
            if series.skips(occurrence.local) { continue }
            let local = series.due(of: occurrence.local)
            return (occurrence, local, zone.moment(of: local))
        }
        return nil
    }

    private mutating func nextWithSkipped() -> Occurrence? {
        if pending == nil { pending = nextOfRule() }
        if let local = added.first, pending.map({ local < $0.local }) ?? true {
            added.removeFirst()
            return Occurrence(local: local, index: pending?.index ?? index, base: base)
        }
        guard let occurrence = pending else { return nil }
        pending = nil
        base = occurrence.local
        if added.first == base { added.removeFirst() }
        return occurrence
    }

    private mutating func nextOfRule() -> Occurrence? {
        while let day = days.next() {
            let start = DayAndTime(day: day, time: time)
            let local = series.lead == 0 ? start : start.advanced(byMilliseconds: series.lead)
            let occurrence = Occurrence(local: local, index: index)
            guard isBeforeEnd(occurrence, startingAt: start) else { return nil }
            index += 1
            if bound.map({ local > $0 }) ?? true { return occurrence }
        }
        return nil
    }

    private func isBeforeEnd(_ occurrence: Occurrence, startingAt start: DayAndTime) -> Bool {
        rule.isBeforeEnd(occurrence, startingAt: start, in: zone)
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

    /// The occurrences of a series that follow one of it.
    ///
    /// - Parameters:
    ///   - anchor: The day from which the rule is counted; `nil` for that on which the one starts.
    ///   - day: The day before the first due time that matters.
    package func following(
        _ current: Occurrence, of series: Series, in zone: LocalTime, anchor: CivilDate? = nil,
        from day: CivilDate? = nil
    ) -> FollowingOccurrences<Days> {
        var isJump = series.moved.isEmpty
        if case .count = end { isJump = false }
        let start = series.start(of: current.base ?? current.local).day
        let first = isJump ? day.map { series.start(of: DayAndTime(day: $0, time: 0)).day } : nil
        let days = days(after: anchor ?? start, from: first)
        return FollowingOccurrences(self, series, on: days, after: current, in: zone)
    }
}
