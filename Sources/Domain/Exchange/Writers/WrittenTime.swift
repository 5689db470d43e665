import Checklists
import Dates

/// Moments as exports write them.
enum WrittenTime {
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
