import Checklists
import Foundation
import ICalendar

/// The time zones of the system.
struct SystemZones: ZoneDirectory {
    var names: [String] { TimeZone.knownTimeZoneIdentifiers }

    func has(_ name: String) -> Bool { LocalTime(zone: name) != nil }

    func offset(of name: String, at secondsSince1970: Int) -> Int {
        let moment = Timestamp(milliseconds: Int64(secondsSince1970) * 1_000)
        return (LocalTime(zone: name)?.offset(at: moment) ?? 0) / 1_000
    }
}
