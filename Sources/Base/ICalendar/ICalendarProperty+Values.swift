public import Dates

// Typed values of properties.

extension ICalendarProperty {
    /// Creates a property from a date or time, with its parameter `VALUE` or `TZID`.
    public init(_ name: String, time: ICalendarTime) {
        self.init(name, value: time.text)
        switch time {
        case .day: parameters = [ICalendarParameter("VALUE", "DATE")]
        case .local(_, _, let zone?): parameters = [ICalendarParameter("TZID", zone)]
        case .local, .utc: break
        }
    }

    /// The value as a date or time; `nil` for anything else.
    public var time: ICalendarTime? { ICalendarTime(value, zone: parameter("TZID")) }

    /// The value as a comma-separated list of dates or times, as in `EXDATE`.
    ///
    /// Invalid elements are skipped. Of a period only the start counts.
    public var times: [ICalendarTime] {
        let zone = parameter("TZID")
        return value.split(separator: ",").compactMap { text in
            ICalendarTime(text.prefix { $0 != "/" }, zone: zone)
        }
    }

    /// The value as a duration in seconds (RFC 5545 §3.3.6), at most 366 days; `nil` for anything else.
    public var duration: Int? {
        if let seconds = ISO8601Duration.seconds(signed: value) { return seconds }
        // Zero has several spellings: -PT0M, P0D.
        let parts = value.hasPrefix("-") || value.hasPrefix("+") ? value.dropFirst() : value[...]
        let isNothing =
            parts.utf8.count <= 20 && parts.hasPrefix("P") && parts.contains("0")
            && parts.dropFirst().allSatisfy("0WDTHMS".contains)
        return isNothing ? 0 : nil
    }

    /// The value as a recurrence rule; `nil` for a rule that the server does not support and keeps unchanged.
    public var recurrenceRule: RecurrenceRule? {
        do throws(RecurrenceRule.Fault) {
            return try RecurrenceRule(value)
        } catch {
            return nil
        }
    }

    /// The value of `TRIGGER` (RFC 5545 §3.8.6.3); `nil` for anything else.
    public var trigger: ICalendarTrigger? {
        switch (time, duration) {
        case (.utc(let seconds), _): .at(secondsSince1970: seconds)
        case (_, let seconds?):
            .offset(seconds: seconds, isFromEnd: parameter("RELATED")?.isSameName(as: "END") ?? false)
        default: nil
        }
    }

    /// The value of `GEO` in degrees north and east (RFC 5545 §3.8.1.6); `nil` for anything else.
    public var position: (latitude: Double, longitude: Double)? {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            -90...90 ~= latitude, -180...180 ~= longitude
        else { return nil }
        return (latitude, longitude)
    }
}

/// When an alarm fires.
public enum ICalendarTrigger: Hashable, Sendable {
    /// Seconds after the start of the component, or after its end; negative before it. A task ends when it is
    /// due.
    case offset(seconds: Int, isFromEnd: Bool)
    /// An absolute moment.
    case at(secondsSince1970: Int)
}
