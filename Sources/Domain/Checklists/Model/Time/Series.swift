import Dates

/// The lead and the exceptions of a series: `EXDATE`, `RDATE` and `RECURRENCE-ID` of iCalendar.
///
/// Each day and time is the due time of an occurrence, on the clocks of the item's zone. A day has time 0.
public struct Series: Hashable, Sendable {
    /// How long before its due time an occurrence starts, on clocks, in milliseconds. The rule and its end
    /// count from the start (RFC 5545 §3.8.5.3).
    public var lead = 0
    /// The occurrences that the series leaves out, in order.
    public package(set) var skipped: [DayAndTime] = []
    /// The occurrences that the rule does not give, in order.
    public package(set) var added: [DayAndTime] = []
    /// The occurrences that are due at another time, in order.
    public package(set) var moved: [MovedOccurrence] = []
    /// Whether the service follows the series. If not, the item has no recurrence, and only the calendar app
    /// that made the series can check an occurrence.
    public var isFollowed = true

    /// Only the rule.
    public init() {}

    /// A series with exceptions.
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

    /// A series that the service does not follow.
    public static let unfollowed = {
        var series = Series()
        series.isFollowed = false
        return series
    }()

    /// How many exceptions there are.
    public var exceptionsCount: Int { skipped.count + added.count + moved.count }
}

/// An occurrence that is due at another time than the rule says.
public struct MovedOccurrence: Hashable, Sendable {
    /// When it is due by the rule.
    public var local: DayAndTime
    /// When it is due.
    public var due: DayAndTime

    /// An occurrence that is due at another time.
    public init(local: DayAndTime, due: DayAndTime) {
        self.local = local
        self.due = due
    }
}

extension Series {
    /// When the occurrence starts that is due by the rule at a time.
    package func start(of local: DayAndTime) -> DayAndTime {
        lead == 0 ? local : local.advanced(byMilliseconds: -lead)
    }

    /// When the occurrence is due that is due by the rule at a time.
    package func due(of local: DayAndTime) -> DayAndTime {
        let index = moved.sortedIndex { $0.local < local }
        return index < moved.count && moved[index].local == local ? moved[index].due : local
    }

    /// Whether the series leaves an occurrence out.
    package func skips(_ local: DayAndTime) -> Bool { skipped.hasSorted(local) }

    /// Whether the series has an occurrence besides those of the rule.
    package func adds(_ local: DayAndTime) -> Bool { added.hasSorted(local) }

    /// The series with the exceptions that matter from an occurrence on.
    package func trimmed(from local: DayAndTime) -> Series {
        if exceptionsCount == 0 { return self }
        var series = self
        series.skipped.removeAll { $0 <= local }
        series.added.removeAll { $0 <= local }
        series.moved.removeAll { $0.local < local }
        return series
    }

    /// The series with the exceptions of later occurrences.
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

    /// Makes an occurrence due at a time.
    mutating func move(_ local: DayAndTime, to due: DayAndTime) {
        removeMove(of: local)
        if due == local { return }
        let index = moved.sortedIndex { $0.local < local }
        moved.insert(MovedOccurrence(local: local, due: due), at: index)
    }

    /// Makes an occurrence due when the rule says.
    private mutating func removeMove(of local: DayAndTime) {
        let index = moved.sortedIndex { $0.local < local }
        if index < moved.count, moved[index].local == local { moved.remove(at: index) }
    }

    /// Removes an addition at a time, and a move from it.
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

    /// The series with all occurrences due at other times.
    package func shifted(by shift: ClockShift) -> Series {
        if self == .unfollowed { return self }
        // On days, times of one day become one.
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
    /// The index of the first element that a condition does not hold for, by binary search. It holds for all
    /// elements before that one, and for none after it.
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
    /// Whether a sorted collection has an element.
    fileprivate func hasSorted(_ local: DayAndTime) -> Bool {
        let index = sortedIndex { $0 < local }
        return index < endIndex && self[index] == local
    }
}

extension RangeReplaceableCollection where Self: RandomAccessCollection, Index == Int, Element == DayAndTime {
    /// Adds an element to a sorted collection that does not have it.
    mutating func insertSorted(_ local: DayAndTime) {
        let index = sortedIndex { $0 < local }
        if index == endIndex || self[index] != local { insert(local, at: index) }
    }

    /// Removes an element from a sorted collection that has it.
    mutating func removeSorted(_ local: DayAndTime) {
        let index = sortedIndex { $0 < local }
        if index < endIndex, self[index] == local { remove(at: index) }
    }
}
