import Checklists
import Dates
import Foundation

/// The clocks and calendars of a time zone: which day a moment falls on there.
struct LocalTime: Hashable, Sendable {
    private let zone: TimeZone

    /// No clocks were ever changed twice in that time.
    private static let probeMilliseconds = 13 * 60 * 60 * 1000
    /// No zone was ever further from UTC.
    private static let offsetMillisecondsMax = 26 * 60 * 60 * 1000

    /// The time of a zone, by its name in the IANA time zone database: `UTC`, or an area and a place as in
    /// `Europe/Paris`; `nil` if there is no such zone.
    ///
    /// Abbreviations such as `IST` are no names: they mean one thing here and another there.
    init?(zone name: String) {
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
    static let utc = LocalTime(.gmt)

    private init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// The day that a moment falls on.
    func day(of moment: Timestamp) -> CivilDate {
        let milliseconds = Int(moment.milliseconds)
        return CivilDate(millisecondsSince1970: milliseconds + offset(at: milliseconds))
    }

    /// The times, in order, that fall on a day or on one between the two: nearly always one.
    ///
    /// More of them there are where clocks were set back over midnight, so that the end of a day came twice,
    /// and an empty one where a day was left out. `nil` does not care.
    func spans(from first: CivilDate?, through last: CivilDate?) -> [Range<Timestamp>] {
        let beginnings = first.map(beginnings) ?? [Timestamp(milliseconds: .min)]
        let ends = last.map { self.beginnings(of: $0.advanced(by: 1)) } ?? [Timestamp(milliseconds: .max)]
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

    /// The moments at which a day begins, or a later one: one and, where clocks were then set back over
    /// midnight, two more, at which it is over again and at last begins.
    private func beginnings(of day: CivilDate) -> [Timestamp] {
        let midnight = day.daysSince1970 * 86_400_000
        var moments: [Timestamp] = []
        var hasBegun = false
        func note(_ hasBegunNow: Bool, at moment: Int) {
            if hasBegunNow != hasBegun { moments.append(Timestamp(milliseconds: Int64(moment))) }
            hasBegun = hasBegunNow
        }
        var start = midnight - Self.offsetMillisecondsMax
        while start < midnight + Self.offsetMillisecondsMax {
            let probe = start + Self.probeMilliseconds
            let offset = offset(at: start)
            let end = self.offset(at: probe) == offset ? probe : nextOffset(after: start, by: probe)
            note(start + offset >= midnight, at: start)
            if start..<end ~= midnight - offset { note(true, at: midnight - offset) }
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

    /// How far clocks are ahead of UTC, in milliseconds.
    private func offset(at milliseconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)) * 1000
    }
}
