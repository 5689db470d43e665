import Dates

/// The part of a series that its rule does not say. Calendar apps send it.
///
/// Each day and time is the due time of an occurrence, on the clocks of the item's zone. A day has time 0.
public struct Series: Hashable, Sendable {
    /// How long before its due time an occurrence starts, on clocks, in milliseconds. The rule and its end
    /// count from the start (RFC 5545 §3.8.5.3).
    public var lead = 0
    /// The occurrences that the series leaves out, in order.
    public private(set) var skipped: [DayAndTime] = []
    /// The occurrences that the rule does not give, in order.
    public private(set) var added: [DayAndTime] = []
    /// The occurrences that are due at another time, in order.
    public private(set) var moved: [MovedOccurrence] = []
    /// Whether the service follows the series. If not, the item has no recurrence, and only the app that
    /// made the series can check an occurrence.
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
        let index = moved.firstIndex { !($0.local < local) }
        guard let index, moved[index].local == local else { return local }
        return moved[index].due
    }

    /// Whether the series leaves an occurrence out.
    package func skips(_ local: DayAndTime) -> Bool { skipped.hasSorted(local) }

    /// The same series with only the exceptions that matter from an occurrence on.
    package func ahead(of local: DayAndTime) -> Series {
        if exceptionsCount == 0 { return self }
        var series = self
        series.skipped.removeAll { $0 <= local }
        series.added.removeAll { $0 <= local }
        series.moved.removeAll { $0.local < local }
        return series
    }

    /// The same series with all occurrences due at other times.
    ///
    /// An occurrence still starts as many days before it is due, since the rule names the days of starts.
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

/// A distance on clocks by which a series moves.
package struct ClockShift {
    private let old: DayAndTime
    private let new: DayAndTime
    private let isOnDays: Bool

    /// The distance between two due times of an occurrence.
    /// - Parameter isOnDays: Whether the series is then due on days without a time.
    package init(from old: DayAndTime, to new: DayAndTime, isOnDays: Bool) {
        (self.old, self.new, self.isOnDays) = (old, new, isOnDays)
    }

    /// When something is due that was due at a time.
    package func callAsFunction(_ local: DayAndTime) -> DayAndTime {
        let local = local.advanced(byMilliseconds: new.milliseconds - old.milliseconds)
        return isOnDays ? DayAndTime(day: local.day, time: 0) : local
    }

    fileprivate func lead(_ lead: Int) -> Int {
        if lead == 0 { return 0 }
        let start = old.advanced(byMilliseconds: -lead)
        let days = start.day.distance(to: old.day)
        let wholeDays = days * DayAndTime.dayMilliseconds
        if isOnDays { return wholeDays }
        if new.advanced(byMilliseconds: -lead).day.distance(to: new.day) == days { return lead }
        // The start keeps its time, but is not later than the due time.
        let kept = wholeDays + new.time - start.time
        return lead > 0 ? max(0, kept) : kept
    }
}

extension [DayAndTime] {
    /// Whether a sorted array has an element.
    fileprivate func hasSorted(_ local: DayAndTime) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < local { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == local
    }
}
