import Checklists
import Dates

/// Days and moments as text files write them.
enum WrittenTime {
    /// Reads `2026-12-01`, `2026-12-01T18:00`, `2026-12-01 18:00`, or a timestamp of RFC 3339; `nil` for
    /// anything else.
    /// - Parameter zone: The time zone of a time without an offset.
    static func due(_ text: String, in zone: LocalTime) -> Due? {
        let text = text.trimmed
        if let day = CivilDate(text) { return .day(day) }
        if let moment = RFC3339.milliseconds(text.utf8.span) {
            return .moment(Timestamp(milliseconds: moment))
        }
        // A local time is read as if it were in UTC, and then as of the zone.
        var local = Array(text.utf8)
        guard local.count >= 16, [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(local[10]) else {
            return nil
        }
        local[10] = UInt8(ascii: "T")
        if local.count == 16 { local += ":00".utf8 }
        local.append(UInt8(ascii: "Z"))
        guard let milliseconds = RFC3339.milliseconds(local.span) else { return nil }
        let moment = Timestamp(milliseconds: milliseconds)
        return .moment(zone.moment(of: LocalTime.utc.dayAndTime(of: moment)))
    }

    /// Reads a moment. Of a day it is the beginning.
    static func moment(_ text: String, in zone: LocalTime) -> Timestamp? {
        switch due(text, in: zone) {
        case .moment(let moment): moment
        case .day(let day): zone.beginning(of: day)
        case nil: nil
        }
    }

    /// A moment in local time with its offset: `2026-12-01T18:00:00+01:00`. Milliseconds follow if there are
    /// any. It is in UTC where the offset has seconds, and where the local day has no year of four digits.
    static func text(of moment: Timestamp, in zone: LocalTime) -> String {
        let offset = zone.offset(at: moment)
        let local = moment.milliseconds + Int64(offset)
        guard offset % 60_000 == 0, offset != 0, RFC3339.writable.contains(local) else {
            return seconds(moment.milliseconds) + "Z"
        }
        let minutes = offset.magnitude / 60_000
        return seconds(local) + (offset < 0 ? "-" : "+") + twoDigits(minutes / 60) + ":"
            + twoDigits(minutes % 60)
    }

    private static func twoDigits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func seconds(_ milliseconds: Int64) -> String {
        // `2026-12-01T18:00:00.000Z`
        let text = RFC3339.text(milliseconds).dropLast()
        return String(text.hasSuffix(".000") ? text.dropLast(4) : text)
    }
}
