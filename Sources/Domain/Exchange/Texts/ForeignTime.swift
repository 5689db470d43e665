import Checklists
import Dates
import ICalendar

/// Reads and writes the moments of other programs.
enum ForeignTime {
    /// 0002-01-01T00:00:00Z. Programs in Go and .NET write the year 1 for no time.
    static let firstMoment = Timestamp(milliseconds: -62_104_060_800_000)

    /// A day if the moment is midnight or the last second of a day in the zone, otherwise the moment.
    static func due(_ moment: Timestamp, in zone: LocalTime) -> Due {
        let local = zone.dayAndTime(of: moment)
        return local.time == 0 || local.time / 1_000 == 86_399 ? .day(local.day) : .moment(moment)
    }

    /// The time as a person reads it: `2026-12-01`, or `2026-12-01 18:00` in the zone.
    static func text(_ moment: Timestamp, in zone: LocalTime) -> String {
        if let day = due(moment, in: zone).day { return day.text }
        return String(WrittenTime.text(of: moment, in: zone).prefix(16)).replacing("T", with: " ")
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
