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

    /// The same series in whole seconds, which is what calendars tell.
    package var inWholeSeconds: Series {
        if self == Series() || !isFollowed { return self }
        let moved = moved.map { ($0.local.inWholeSeconds, $0.due.inWholeSeconds) }
        return Series(
            lead: lead - lead % 1_000, skipped: Set(skipped.map(\.inWholeSeconds)),
            added: Set(added.map(\.inWholeSeconds)), moved: Dictionary(moved) { first, _ in first })
    }

    /// The series of an item that is at an occurrence: what an app moved from before it to after it is added.
    package func passing(_ current: Occurrence) -> Series {
        let due = due(of: current.local)
        let late = moved.filter { $0.local < current.local && $0.due > due }
        if late.isEmpty { return self }
        var series = self
        series.moved.removeAll(where: late.contains)
        series.skipped = Set(skipped + late.map(\.local)).sorted()
        series.added = Set(added + late.map(\.due)).sorted()
        return series
    }

    /// The same series with only the exceptions of later occurrences.
    package func after(_ local: DayAndTime) -> Series {
        var series = ahead(of: local)
        series.moved.removeAll { $0.local == local }
        return series
    }

    /// The series and an occurrence of it after that occurrence is due at another time.
    ///
    /// The other occurrences move as far. Where the rule names their days, only their time of day moves.
    /// - Parameter isOnDays: Whether the series is then due on days without a time.
    func moving(
        _ current: Occurrence, to due: DayAndTime, isOnDays: Bool, by rule: RecurrenceRule
    ) -> (series: Series, current: Occurrence) {
        var old = self.due(of: current.local)
        let isMoved = old != current.local
        if rule.namesDays { old.day = due.day }
        let shift = ClockShift(from: old, to: due, isOnDays: isOnDays)
        var series = shifted(by: shift)
        var moved = current
        (moved.local, moved.base) = (shift(current.local), current.base.map { shift($0) })
        guard rule.namesDays else { return (series, moved) }
        series.moved.removeAll { $0.local == moved.local }
        if isMoved, due < moved.local {
            // The rule must not give it again.
            series.moved.append(MovedOccurrence(local: moved.local, due: due))
            series.moved.sort { $0.local < $1.local }
        } else {
            // The rule goes on from the new day.
            moved = Occurrence(local: due, index: current.indexOfRule)
        }
        return (series, moved)
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

/// A distance that calendars and clocks show, such as that by which a series moves.
package struct ClockShift {
    private let old: DayAndTime
    private let new: DayAndTime
    private let isOnDays: Bool

    /// The distance between two times.
    /// - Parameter isOnDays: Whether what moves is then due on days without a time.
    package init(from old: DayAndTime, to new: DayAndTime, isOnDays: Bool = false) {
        (self.old, self.new, self.isOnDays) = (old, new, isOnDays)
    }

    /// How many days a day moves.
    package var days: Int { old.day.distance(to: new.day) }

    /// How many seconds a time moves besides the days.
    package var seconds: Int { (new.time - old.time) / 1_000 }

    /// Its whole days.
    package var inDays: ClockShift {
        ClockShift(from: old, to: DayAndTime(day: new.day, time: old.time))
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

extension DayAndTime {
    fileprivate var inWholeSeconds: DayAndTime { DayAndTime(day: day, time: time - time % 1_000) }
}

extension Occurrence {
    /// The same occurrence in whole seconds.
    package var inWholeSeconds: Occurrence {
        Occurrence(local: local.inWholeSeconds, index: index, base: base?.inWholeSeconds)
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
