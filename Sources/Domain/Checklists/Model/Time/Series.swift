import Dates

/// The lead and the exceptions of a series: `EXDATE`, `RDATE` and `RECURRENCE-ID` of iCalendar.
///
/// Each local time is the due time of an occurrence in the item's zone. A day has time 0.
public struct Series: Hashable, Sendable {
    /// How long before its due time an occurrence starts, in milliseconds of local time. The rule and its end
    /// count from the start (RFC 5545 §3.8.5.3).
    public var lead = 0
    /// The excluded occurrences of the rule, in order.
    public package(set) var skipped: [DayAndTime] = []
    /// The additional occurrences, in order.
    public package(set) var added: [DayAndTime] = []
    /// The occurrences with another due time, in order.
    public package(set) var moved: [MovedOccurrence] = []
    /// Whether the server follows the series. If not, the item has no recurrence, and only the calendar app
    /// that made the series can check an occurrence.
    public var isFollowed = true

    /// Creates a series without a lead and exceptions.
    public init() {}

    /// Creates a series with exceptions.
    public init(
        lead: Int, skipped: Set<DayAndTime> = [], added: Set<DayAndTime> = [],
        moved: [DayAndTime: DayAndTime] = [:]
    ) {
        self.lead = lead
        self.skipped = skipped.sorted()
        self.added = added.sorted()
        self.moved = moved.filter { $0.key != $0.value }
            .map { MovedOccurrence(local: $0.key, due: $0.value) }
            .sorted { $0.local < $1.local }
    }

    /// A series that the server does not follow.
    public static let unfollowed = {
        var series = Series()
        series.isFollowed = false
        return series
    }()

    /// The number of exceptions.
    public var exceptionsCount: Int { skipped.count + added.count + moved.count }
}

/// An occurrence with another due time than the rule gives.
public struct MovedOccurrence: Hashable, Sendable {
    /// The local time by the rule.
    public var local: DayAndTime
    /// The due time.
    public var due: DayAndTime

    /// Creates a moved occurrence.
    public init(local: DayAndTime, due: DayAndTime) {
        self.local = local
        self.due = due
    }
}

extension Series {
    /// The start of the occurrence with a local time by the rule.
    package func start(of local: DayAndTime) -> DayAndTime {
        lead == 0 ? local : local.advanced(byMilliseconds: -lead)
    }

    /// The due time of the occurrence with a local time by the rule.
    package func due(of local: DayAndTime) -> DayAndTime {
        let index = moved.sortedIndex { $0.local < local }
        return index < moved.count && moved[index].local == local ? moved[index].due : local
    }

    /// Whether the series excludes an occurrence.
    package func skips(_ local: DayAndTime) -> Bool { skipped.hasSorted(local) }

    /// Whether the series adds an occurrence.
    package func adds(_ local: DayAndTime) -> Bool { added.hasSorted(local) }

    /// The series with only the exceptions that matter from an occurrence on.
    package func trimmed(from local: DayAndTime) -> Series {
        if exceptionsCount == 0 { return self }
        var series = self
        series.skipped.removeAll { $0 <= local }
        series.added.removeAll { $0 <= local }
        series.moved.removeAll { $0.local < local }
        return series
    }

    /// The series with only the exceptions of later occurrences.
    package func trimmed(after local: DayAndTime) -> Series {
        var series = trimmed(from: local)
        series.moved.removeAll { $0.local == local }
        return series
    }

    /// The series in whole seconds, the resolution of iCalendar.
    package var inWholeSeconds: Series {
        if self == Series() || !isFollowed { return self }
        let moved = moved.map { ($0.local.inWholeSeconds, $0.due.inWholeSeconds) }
        return Series(
            lead: lead - lead % 1_000, skipped: Set(skipped.map(\.inWholeSeconds)),
            added: Set(added.map(\.inWholeSeconds)), moved: Dictionary(moved) { first, _ in first })
    }

    /// Gives an occurrence another due time.
    mutating func move(_ local: DayAndTime, to due: DayAndTime) {
        removeMove(of: local)
        if due == local { return }
        let index = moved.sortedIndex { $0.local < local }
        moved.insert(MovedOccurrence(local: local, due: due), at: index)
    }

    /// Gives an occurrence the due time of the rule.
    private mutating func removeMove(of local: DayAndTime) {
        let index = moved.sortedIndex { $0.local < local }
        if index < moved.count, moved[index].local == local { moved.remove(at: index) }
    }

    /// Removes an added or moved occurrence at a time.
    mutating func removeException(at local: DayAndTime) {
        added.removeSorted(local)
        removeMove(of: local)
    }

    /// Replaces an occurrence of the rule by an added one.
    mutating func replace(_ local: DayAndTime, byAdding due: DayAndTime) {
        removeMove(of: local)
        skipped.removeSorted(due)
        skipped.insertSorted(local)
        added.removeSorted(local)
        added.insertSorted(due)
    }

    /// The series with all local times shifted.
    package func shifted(by shift: ClockShift) -> Series {
        if self == .unfollowed { return self }
        // On days, times of the same day coincide.
        let moved = moved.map { (shift($0.local), shift($0.due)) }
        return Series(
            lead: shift.lead(lead), skipped: Set(skipped.map { shift($0) }),
            added: Set(added.map { shift($0) }),
            moved: Dictionary(moved) { first, _ in first })
    }
}

extension DayAndTime {
    fileprivate var inWholeSeconds: DayAndTime { DayAndTime(day: day, time: time - time % 1_000) }
}

extension Occurrence {
    /// The occurrence in whole seconds, the resolution of iCalendar.
    package var inWholeSeconds: Occurrence {
        Occurrence(local: local.inWholeSeconds, index: index, base: base?.inWholeSeconds)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element for which the condition is false, by binary search. The condition must
    /// hold for all elements before it, and for none after it.
    package func sortedIndex(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RandomAccessCollection where Index == Int, Element == DayAndTime {
    /// Whether a sorted collection contains an element.
    fileprivate func hasSorted(_ local: DayAndTime) -> Bool {
        let index = sortedIndex { $0 < local }
        return index < endIndex && self[index] == local
    }
}

extension RangeReplaceableCollection where Self: RandomAccessCollection, Index == Int, Element == DayAndTime {
    /// Inserts an element into a sorted collection unless it is there.
    mutating func insertSorted(_ local: DayAndTime) {
        let index = sortedIndex { $0 < local }
        if index == endIndex || self[index] != local { insert(local, at: index) }
    }

    /// Removes an element from a sorted collection if it is there.
    mutating func removeSorted(_ local: DayAndTime) {
        let index = sortedIndex { $0 < local }
        if index < endIndex, self[index] == local { remove(at: index) }
    }
}
