public import Dates

// What values mean that are no text.

extension ICalendarProperty {
    /// A property whose value is a date or a time, with the parameters that say so.
    public init(_ name: String, time: ICalendarTime) {
        self.init(name, value: time.text)
        switch time {
        case .day: parameters = [ICalendarParameter("VALUE", "DATE")]
        case .local(_, _, let zone?): parameters = [ICalendarParameter("TZID", zone)]
        case .local, .utc: break
        }
    }

    /// The value as a date or a time; `nil` for anything else.
    public var time: ICalendarTime? { ICalendarTime(value, zone: parameter("TZID")) }

    /// The value as dates or times with commas between them, as that of `EXDATE`; what is none is left out.
    /// Of a period only its start counts.
    public var times: [ICalendarTime] {
        let zone = parameter("TZID")
        return value.split(separator: ",").compactMap { text in
            ICalendarTime(text.prefix { $0 != "/" }, zone: zone)
        }
    }

    /// The value as a length of time in seconds (RFC 5545 §3.3.6), at most 366 days; `nil` for anything else.
    public var duration: Int? {
        if let seconds = ISO8601Duration.seconds(signed: value) { return seconds }
        // Nothing is written in many ways: -PT0M, P0D.
        let parts = value.hasPrefix("-") || value.hasPrefix("+") ? value.dropFirst() : value[...]
        let isNothing =
            parts.utf8.count <= 20 && parts.hasPrefix("P") && parts.contains("0")
            && parts.dropFirst().allSatisfy("0WDTHMS".contains)
        return isNothing ? 0 : nil
    }

    /// The value as a rule; `nil` for one that the service does not follow, which then is kept as it is.
    public var recurrenceRule: RecurrenceRule? {
        do throws(RecurrenceRule.Fault) {
            return try RecurrenceRule(value)
        } catch {
            return nil
        }
    }

    /// The value of `TRIGGER` (§3.8.6.3); `nil` for anything else.
    public var trigger: ICalendarTrigger? {
        switch (time, duration) {
        case (.utc(let seconds), _): .at(secondsSince1970: seconds)
        case (_, let seconds?):
            .offset(seconds: seconds, isFromEnd: parameter("RELATED")?.isSameName(as: "END") ?? false)
        default: nil
        }
    }

    /// The value of `GEO`, degrees north and east (§3.8.1.6); `nil` for anything else.
    public var position: (latitude: Double, longitude: Double)? {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            -90...90 ~= latitude, -180...180 ~= longitude
        else { return nil }
        return (latitude, longitude)
    }
}

/// When an alarm goes off.
public enum ICalendarTrigger: Hashable, Sendable {
    /// So many seconds after the beginning of what it is for, or after its end, which is when it is due;
    /// before it where they are negative.
    case offset(seconds: Int, isFromEnd: Bool)
    /// At that moment.
    case at(secondsSince1970: Int)
}
