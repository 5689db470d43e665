public import Dates
import Foundation

/// Converts between moments and the local time of a zone.
///
/// A local time in a gap uses the offset before the gap (RFC 5545 §3.3.5). Of an ambiguous local time the
/// first counts.
public struct LocalTime: Hashable, Sendable {
    private let zone: TimeZone

    /// The IANA name of the zone.
    public var name: String { self == .utc ? "UTC" : zone.identifier }

    /// No zone has ever changed its offset twice within this time.
    private static let probeMilliseconds = 13 * 60 * 60 * 1000
    /// No zone has ever been further from UTC.
    private static let offsetMillisecondsMax = 26 * 60 * 60 * 1000

    /// Finds a zone by its name in the IANA time zone database, `UTC` or one like `Europe/Paris`; `nil` if
    /// there is none.
    ///
    /// Abbreviations such as `IST` are rejected, because they are ambiguous.
    public init?(zone name: String) {
        let isName = name.utf8.allSatisfy { octet in
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        guard isName, name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else {
            return nil
        }
        self.zone = zone
    }

    /// Coordinated universal time.
    public static let utc = LocalTime(.gmt)

    private init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// The local date of a moment.
    public func day(of moment: Timestamp) -> CivilDate { dayAndTime(of: moment).day }

    /// The local date and time of a moment.
    public func dayAndTime(of moment: Timestamp) -> DayAndTime {
        let milliseconds = Int(moment.milliseconds)
        return DayAndTime(milliseconds: milliseconds + offset(at: milliseconds))
    }

    /// The first moment with a local time. In a gap, clocks show a later time at that moment.
    public func moment(of local: DayAndTime) -> Timestamp {
        let beginning = beginnings(of: local.milliseconds)[0]
        let milliseconds = Int(beginning.milliseconds)
        if milliseconds + offset(at: milliseconds) == local.milliseconds { return beginning }
        return Timestamp(milliseconds: Int64(local.milliseconds - offset(at: milliseconds - 1)))
    }

    /// The first moment of a day: the end of the gap if midnight is in one.
    public func beginning(of day: CivilDate) -> Timestamp { beginnings(of: day.milliseconds)[0] }

    /// The moment a number of seconds after another one.
    ///
    /// Whole days are nominal (RFC 5545 §3.3.6): they keep the local time, and have 23 or 25 hours when the
    /// offset changes. The rest is exact.
    public func moment(_ seconds: Int, secondsAfter moment: Timestamp) -> Timestamp {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if days == 0 { return moment.advanced(byMilliseconds: Int64(seconds) * 1_000) }
        var local = dayAndTime(of: moment)
        local.day = local.day.advanced(by: days)
        return self.moment(of: local).advanced(byMilliseconds: Int64(rest) * 1_000)
    }

    /// The time ranges that fall on the days from first to last, in order; nearly always one. `nil` is no
    /// bound.
    ///
    /// There are several if clocks were set back over midnight, so that the end of a day repeated. There is
    /// an empty one if the zone skipped the day.
    public func spans(from first: CivilDate?, through last: CivilDate?) -> [Range<Timestamp>] {
        let beginnings = first.map { self.beginnings(of: $0.milliseconds) } ?? [Timestamp(milliseconds: .min)]
        let ends =
            last.map { self.beginnings(of: $0.advanced(by: 1).milliseconds) } ?? [
                Timestamp(milliseconds: .max)
            ]
        // At even indices a day begins, at odd ones a clock change undoes that. The same holds for the ends.
        var spans: [Range<Timestamp>] = []
        for began in stride(from: 0, to: beginnings.count, by: 2) {
            let until = began + 1 < beginnings.count ? beginnings[began + 1] : nil
            for ended in stride(from: 0, to: ends.count, by: 2) {
                let since = ended > 0 ? ends[ended - 1] : beginnings[began]
                let start = max(beginnings[began], since)
                let end = min(until ?? ends[ended], ends[ended])
                if start < end { spans.append(start..<end) }
            }
        }
        return spans.isEmpty ? [beginnings[0]..<beginnings[0]] : spans
    }

    /// The moments at which a local time (in milliseconds) begins. There are three if clocks were set back
    /// over it: it begins, is undone, and begins again.
    private func beginnings(of local: Int) -> [Timestamp] {
        var moments: [Timestamp] = []
        var hasBegun = false
        func note(_ hasBegunNow: Bool, at moment: Int) {
            if hasBegunNow != hasBegun { moments.append(Timestamp(milliseconds: Int64(moment))) }
            hasBegun = hasBegunNow
        }
        var start = local - Self.offsetMillisecondsMax
        while start < local + Self.offsetMillisecondsMax {
            let probe = start + Self.probeMilliseconds
            let offset = offset(at: start)
            let end = self.offset(at: probe) == offset ? probe : nextOffset(after: start, by: probe)
            note(start + offset >= local, at: start)
            if start..<end ~= local - offset { note(true, at: local - offset) }
            start = end
        }
        return moments
    }

    /// The first moment with another offset than at `start`, by binary search up to `end`.
    private func nextOffset(after start: Int, by end: Int) -> Int {
        let offset = offset(at: start)
        var (same, other) = (start, end)
        while other - same > 1 {
            let middle = same + (other - same) / 2
            if self.offset(at: middle) == offset { same = middle } else { other = middle }
        }
        return other
    }

    /// The offset from UTC at a moment, in milliseconds; positive east.
    public func offset(at moment: Timestamp) -> Int { offset(at: Int(moment.milliseconds)) }

    /// The offset from UTC, in milliseconds.
    private func offset(at milliseconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)) * 1000
    }
}

extension LocalTime {
    /// A change of the offset from UTC.
    public struct Change: Hashable, Sendable {
        /// The local time of the change, by the offset before it.
        public let local: DayAndTime
        /// The offset before the change, in milliseconds.
        public let offsetBefore: Int
        /// The offset after the change, in milliseconds.
        public let offsetAfter: Int
        /// Whether daylight saving time applies afterwards.
        public let isDaylightSaving: Bool

        /// Whether both changes have the same offsets, and both or neither begin daylight saving time.
        public func isLike(_ other: Change) -> Bool {
            offsetBefore == other.offsetBefore && offsetAfter == other.offsetAfter
                && isDaylightSaving == other.isDaylightSaving
        }
    }

    /// The changes from the beginning of one year to that of another.
    public func changes(from first: Int, to last: Int) -> [Change] {
        guard let beginning = CivilDate(year: first, month: 1, day: 1),
            let end = CivilDate(year: last, month: 1, day: 1)
        else { return [] }
        var changes: [Change] = []
        var date = self.beginning(of: beginning).date
        let last = self.beginning(of: end).date
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next < last, next > date {
            let moment = Timestamp(next)
            let before = offset(at: moment.advanced(byMilliseconds: -1))
            let after = offset(at: moment)
            if before != after {
                changes.append(
                    Change(
                        local: DayAndTime(milliseconds: Int(moment.milliseconds) + before),
                        offsetBefore: before, offsetAfter: after,
                        isDaylightSaving: zone.isDaylightSavingTime(for: next)))
            }
            date = next
        }
        return changes
    }
}

/// A local date and time without a zone.
public struct DayAndTime: Hashable, Sendable {
    /// The date.
    public var day: CivilDate
    /// Milliseconds since midnight, as on a day without a change of offset.
    public var time: Int

    /// Creates a local time.
    public init(day: CivilDate, time: Int) {
        self.day = day
        self.time = time
    }

    /// Creates a local time from milliseconds since 1970-01-01T00:00:00 local time.
    init(milliseconds: Int) {
        day = CivilDate(millisecondsSince1970: milliseconds)
        time = milliseconds - day.milliseconds
    }

    /// Milliseconds since 1970-01-01T00:00:00 local time.
    package var milliseconds: Int { day.milliseconds + time }

    /// The local time after a number of milliseconds without a change of offset.
    package func advanced(byMilliseconds distance: Int) -> DayAndTime {
        DayAndTime(milliseconds: milliseconds + distance)
    }

    package static let dayMilliseconds = 86_400_000
}

extension DayAndTime: Comparable {
    public static func < (one: DayAndTime, other: DayAndTime) -> Bool {
        one.day == other.day ? one.time < other.time : one.day < other.day
    }
}

extension CivilDate {
    fileprivate var milliseconds: Int { daysSince1970 * 86_400_000 }
}
