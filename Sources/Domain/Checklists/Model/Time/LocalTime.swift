public import Dates
import Foundation

/// The clocks and calendars of a time zone: which day and time a moment is there, and which moment a time.
///
/// A time in a gap is read by the offset before the gap (RFC 5545 §3.3.5). Of a time that comes twice the
/// first counts.
public struct LocalTime: Hashable, Sendable {
    private let zone: TimeZone

    /// The name of the zone.
    public var name: String { self == .utc ? "UTC" : zone.identifier }

    /// No clocks were ever changed twice in that time.
    private static let probeMilliseconds = 13 * 60 * 60 * 1000
    /// No zone was ever further from UTC.
    private static let offsetMillisecondsMax = 26 * 60 * 60 * 1000

    /// The time of a zone, by its name in the IANA time zone database: `UTC`, or an area and a place as in
    /// `Europe/Paris`; `nil` if there is no such zone.
    ///
    /// Abbreviations such as `IST` are no names: they mean one thing here and another there.
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

    /// The day that a moment falls on.
    public func day(of moment: Timestamp) -> CivilDate { dayAndTime(of: moment).day }

    /// What calendars and clocks show at a moment.
    public func dayAndTime(of moment: Timestamp) -> DayAndTime {
        let milliseconds = Int(moment.milliseconds)
        return DayAndTime(milliseconds: milliseconds + offset(at: milliseconds))
    }

    /// The moment at which calendars and clocks first show something. They show a later time where it is in a
    /// gap.
    public func moment(of local: DayAndTime) -> Timestamp {
        let beginning = beginnings(of: local.milliseconds)[0]
        let milliseconds = Int(beginning.milliseconds)
        if milliseconds + offset(at: milliseconds) == local.milliseconds { return beginning }
        return Timestamp(milliseconds: Int64(local.milliseconds - offset(at: milliseconds - 1)))
    }

    /// The moment at which a day begins: where midnight is in a gap, the end of the gap.
    public func beginning(of day: CivilDate) -> Timestamp { beginnings(of: day.milliseconds)[0] }

    /// The moment that a number of seconds is after another one.
    ///
    /// Whole days of it are nominal (RFC 5545 §3.3.6): they keep the local time, and have 23 or 25 hours when
    /// clocks change. The rest is exact.
    public func moment(_ seconds: Int, secondsAfter moment: Timestamp) -> Timestamp {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if days == 0 { return moment.advanced(byMilliseconds: Int64(seconds) * 1_000) }
        var local = dayAndTime(of: moment)
        local.day = local.day.advanced(by: days)
        return self.moment(of: local).advanced(byMilliseconds: Int64(rest) * 1_000)
    }

    /// The times, in order, that fall on a day or on one between the two: nearly always one.
    ///
    /// More of them there are where clocks were set back over midnight, so that the end of a day came twice,
    /// and an empty one where a day was left out. `nil` does not care.
    public func spans(from first: CivilDate?, through last: CivilDate?) -> [Range<Timestamp>] {
        let beginnings = first.map { self.beginnings(of: $0.milliseconds) } ?? [Timestamp(milliseconds: .min)]
        let ends =
            last.map { self.beginnings(of: $0.advanced(by: 1).milliseconds) } ?? [
                Timestamp(milliseconds: .max)
            ]
        // Between each two of them the day has begun or has not, in turns, and so with the end.
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

    /// The moments at which a local time, in milliseconds, or a later one begins: one and, where clocks were
    /// then set back over it, two more, at which it is over again and at last begins.
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

    /// The first moment at which the offset is another one than at `start`, as it is at `end`.
    private func nextOffset(after start: Int, by end: Int) -> Int {
        let offset = offset(at: start)
        var (same, other) = (start, end)
        while other - same > 1 {
            let middle = same + (other - same) / 2
            if self.offset(at: middle) == offset { same = middle } else { other = middle }
        }
        return other
    }

    /// How far clocks are ahead of UTC at a moment, in milliseconds.
    public func offset(at moment: Timestamp) -> Int { offset(at: Int(moment.milliseconds)) }

    /// How far clocks are ahead of UTC, in milliseconds.
    private func offset(at milliseconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)) * 1000
    }
}

extension LocalTime {
    /// That clocks are set.
    public struct Change: Hashable, Sendable {
        /// What they show when it happens, by the offset before.
        public let local: DayAndTime
        /// How far they were ahead of UTC before, in milliseconds.
        public let offsetBefore: Int
        /// How far they are from then on.
        public let offsetAfter: Int
        /// Whether they are then ahead because it is summer.
        public let isDaylightSaving: Bool

        /// Whether clocks are set in the same way.
        public func isLike(_ other: Change) -> Bool {
            offsetBefore == other.offsetBefore && offsetAfter == other.offsetAfter
                && isDaylightSaving == other.isDaylightSaving
        }
    }

    /// When clocks are set, from the beginning of a year to that of another one.
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

/// What calendars and clocks show, wherever that is.
public struct DayAndTime: Hashable, Sendable {
    /// The day.
    public var day: CivilDate
    /// Milliseconds since its beginning, were it one without a change of clocks.
    public var time: Int

    /// A time of a day.
    public init(day: CivilDate, time: Int) {
        self.day = day
        self.time = time
    }

    /// That many milliseconds after 1970-01-01T00:00:00 there.
    init(milliseconds: Int) {
        day = CivilDate(millisecondsSince1970: milliseconds)
        time = milliseconds - day.milliseconds
    }

    /// Milliseconds since 1970-01-01T00:00:00 there.
    package var milliseconds: Int { day.milliseconds + time }

    /// What clocks show that many milliseconds later, if nobody changes them.
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
