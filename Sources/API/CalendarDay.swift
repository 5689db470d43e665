import Checklists

/// A day of the Gregorian calendar, at no place in particular.
struct CalendarDay: Hashable, Comparable {
    /// How many days it is after 1970-01-01; negative before.
    let number: Int

    private static let milliseconds = 86_400_000
    /// How long `2026-11-21` is.
    private static let textOctets = 10

    /// The day that many days after 1970-01-01.
    init(number: Int) {
        self.number = number
    }

    /// The day on which a moment is, by clocks that are ahead of UTC by some milliseconds.
    init(of moment: Timestamp, offset: Int) {
        let local = Int(moment.milliseconds) + offset
        number = local.flooredQuotientAndRemainder(dividingBy: Self.milliseconds).quotient
    }

    /// The day `2026-11-21` (RFC 3339 §5.6, `full-date`), in the years 0001 to 9999; `nil` for any other text
    /// and for days that there are not.
    init?(_ text: String) {
        guard text.utf8.count == Self.textOctets, let midnight = Timestamp(rfc3339: "\(text)T00:00:00Z")
        else {
            return nil
        }
        self.init(of: midnight, offset: 0)
    }

    /// The day in the form `2026-11-21`. One that does not fit is written as the nearest that does.
    var text: String { String(decoding: midnight.rfc3339.prefix(Self.textOctets), as: UTF8.self) }

    /// When it begins in UTC.
    var midnight: Timestamp { Timestamp(milliseconds: Int64(number * Self.milliseconds)) }

    /// The day that many days later.
    func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// Whether the first is the earlier one.
    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
