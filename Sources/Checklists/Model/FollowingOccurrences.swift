package import Dates

/// The occurrences of a series after one of it, in the order of their due times, as long as an app moved none
/// to an earlier time than those before it. One that an app moved behind others is one that is added there.
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
    /// Whether each occurrence comes where its rule has it, whenever it is due.
    private let isInOrderOfRule: Bool

    init(
        _ rule: RecurrenceRule, _ series: Series, on days: Days, after current: Occurrence,
        in zone: LocalTime, isInOrderOfRule: Bool = false
    ) {
        (self.rule, self.series, self.zone) = (rule, series, zone)
        self.isInOrderOfRule = isInOrderOfRule
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
            if local > occurrence.local, comesLater(local) { continue }
            return (occurrence, local, zone.moment(of: local))
        }
        return nil
    }

    /// Adds an occurrence where it is due, if others come before it.
    private mutating func comesLater(_ local: DayAndTime) -> Bool {
        if isInOrderOfRule { return false }
        if pending == nil { pending = nextOfRule() }
        guard let next = [pending?.local, added.first].compactMap(\.self).min(), next < local else {
            return false
        }
        let index = added.firstIndex { !($0 < local) } ?? added.endIndex
        added.insert(local, at: index)
        return true
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

extension Series {
    /// The due time by the rule before which no occurrence is due after a day.
    fileprivate func earliest(dueAfter day: CivilDate) -> DayAndTime {
        let begin = DayAndTime(day: day, time: 0)
        guard let moved = moved.first(where: { $0.due >= begin }), moved.local <= begin else { return begin }
        return DayAndTime(day: moved.local.day.advanced(by: -1), time: 0)
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
    ///   - isInOrderOfRule: Whether each comes where the rule has it, whenever it is due.
    package func following(
        _ current: Occurrence, of series: Series, in zone: LocalTime, anchor: CivilDate? = nil,
        from day: CivilDate? = nil, isInOrderOfRule: Bool = false
    ) -> FollowingOccurrences<Days> {
        var isJump = true
        if case .count = end { isJump = false }
        let start = series.start(of: current.base ?? current.local).day
        let first = isJump ? day.map { series.start(of: series.earliest(dueAfter: $0)).day } : nil
        let days = days(after: anchor ?? start, from: first)
        return FollowingOccurrences(
            self, series, on: days, after: current, in: zone, isInOrderOfRule: isInOrderOfRule)
    }
}
