import Checklists
import Dates
import ICalendar

/// Reads and writes the timestamps of other programs.
enum ForeignTime {
    /// 0002-01-01T00:00:00Z. Programs in Go and .NET write the year 1 for no time.
    static let firstMoment = Timestamp(milliseconds: -62_104_060_800_000)

    /// A moment as `2026-12-01T18:00:00Z` with any fraction and offset, or as `20261201T180000Z`.
    static func moment(_ text: String) -> Timestamp? {
        if let milliseconds = RFC3339.milliseconds(text.utf8.span) {
            return Timestamp(milliseconds: milliseconds)
        }
        if case .utc(let seconds) = ICalendarTime(text) {
            return Timestamp(milliseconds: Int64(seconds) * 1_000)
        }
        return nil
    }

    /// A local time as `2026-12-01T18:00:00.0000000`, or the beginning of a day as `2026-12-01`.
    static func local(_ text: String) -> DayAndTime? {
        if let day = CivilDate(text) { return DayAndTime(day: day, time: 0) }
        guard let milliseconds = RFC3339.milliseconds("\(text)Z".utf8.span) else { return nil }
        return LocalTime.utc.dayAndTime(of: Timestamp(milliseconds: milliseconds))
    }

    /// A day if the moment is midnight or the last second of a day in the zone, otherwise the moment.
    static func due(_ moment: Timestamp, in zone: LocalTime) -> Due {
        let local = zone.dayAndTime(of: moment)
        let isEnd = local.time / 1_000 == 86_399
        return local.time == 0 || isEnd ? .day(local.day) : .moment(moment)
    }

    /// The day, or the time as a person reads it.
    static func text(_ due: Due, in zone: LocalTime) -> String {
        switch due {
        case .day(let day): day.text
        case .moment(let moment): text(moment, in: zone)
        }
    }

    /// The time as a person reads it: `2026-12-01`, or `2026-12-01 18:00` in the zone.
    static func text(_ moment: Timestamp, in zone: LocalTime) -> String {
        switch due(moment, in: zone) {
        case .day(let day): return day.text
        case .moment:
            let local = zone.dayAndTime(of: moment)
            let (hour, minute) = (local.time / 3_600_000, local.time / 60_000 % 60)
            return "\(local.day.text) \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }
    }
}

/// The time zones that a file names, by IANA or Windows names. Each is searched for once.
struct ForeignZones {
    private var found: [String: LocalTime?] = [:]
    private var zones = ICalendarZones(of: ICalendarComponent("VCALENDAR"), in: NamedZones(), now: 0)

    /// The zone; `nil` if the name is unknown.
    mutating func zone(named name: String) -> LocalTime? {
        if let zone = found[name] { return zone }
        let isUTC = ["tzone://microsoft/utc", "utc", "etc/utc", "z"].contains(name.lowercased())
        let zone = isUTC ? .utc : zones.name(of: name).flatMap { LocalTime(zone: $0) }
        found[name] = .some(zone)
        return zone
    }
}

/// The zones of the system, searched by name only.
private struct NamedZones: ZoneDirectory {
    var names: [String] { [] }

    func has(_ name: String) -> Bool { LocalTime(zone: name) != nil }

    func offset(of name: String, at secondsSince1970: Int) -> Int { 0 }
}
