import Checklists
import Dates
import ICalendar

/// Resolves the dates and times of a calendar by the zones that it names. Each zone is resolved once.
final class CalendarClock {
    private var zones: ICalendarZones<SystemZones>
    /// The zones by the identifiers in the calendar; `nil` for an unknown one.
    private var known: [String: LocalTime?] = [:]
    /// The zone of floating times.
    let zone: LocalTime

    /// Creates the clock of a calendar.
    /// - Parameter zone: The zone of floating times.
    init(of calendar: ICalendarComponent, in zone: LocalTime, at now: Timestamp) {
        zones = ICalendarZones(of: calendar, in: SystemZones(), now: Int(now.milliseconds / 1_000))
        self.zone = zone
    }

    /// Resolves a date or time. A time in an unknown zone is floating.
    func time(_ time: ICalendarTime) -> ClockTime {
        switch time {
        case .day(let day): return ClockTime(day: day, second: 0, zone: zone, kind: .day)
        case .local(let day, let second, let identifier):
            if let identifier, let zone = self.zone(of: identifier) {
                return ClockTime(day: day, second: second, zone: zone, kind: .inZone)
            }
            return ClockTime(day: day, second: second, zone: zone, kind: .floating)
        case .utc(let seconds):
            let day = CivilDate(millisecondsSince1970: seconds * 1_000)
            return ClockTime(
                day: day, second: seconds - day.daysSince1970 * 86_400, zone: .utc, kind: .inZone)
        }
    }

    /// The zone that an identifier means; `nil` if it is unknown.
    func zone(of identifier: String) -> LocalTime? {
        if let zone = known[identifier] { return zone }
        let zone = zones.name(of: identifier).flatMap { LocalTime(zone: $0) }
        known[identifier] = .some(zone)
        return zone
    }
}

/// A local date and time with its zone, or a day.
struct ClockTime: Equatable {
    let day: CivilDate
    /// Seconds since midnight; zero for a day.
    let second: Int
    let zone: LocalTime
    let kind: Kind

    enum Kind {
        case day, inZone, floating
    }

    var isDay: Bool { kind == .day }
    var isFloating: Bool { kind == .floating }

    /// The moment; for a day, its beginning.
    var moment: Timestamp {
        isDay ? zone.beginning(of: day) : zone.moment(of: DayAndTime(day: day, time: second * 1_000))
    }

    /// The moment some seconds later, as alarms of items count. For a day, the seconds count in local time.
    /// For a time, whole days are calendar days and the rest is exact.
    func moment(secondsAfter seconds: Int) -> Timestamp {
        isDay
            ? zone.moment(of: DayAndTime(day: day, time: seconds * 1_000))
            : zone.moment(seconds, secondsAfter: moment)
    }

    /// The value as a due time of an item.
    var due: Due { isDay ? .day(day) : .moment(moment) }

    /// The local date and time.
    var digits: DayAndTime { DayAndTime(day: day, time: second * 1_000) }

    /// The local date and time in the zone of another time. Days and floating times are the same in every
    /// zone.
    func digits(in other: ClockTime) -> DayAndTime {
        isDay || isFloating || other.isDay || zone == other.zone ? digits : other.zone.dayAndTime(of: moment)
    }

    /// The value moved by a distance in local time; a day moves by whole days.
    func advanced(byMilliseconds distance: Int) -> ClockTime {
        if distance == 0 { return self }
        let local = digits.advanced(byMilliseconds: distance)
        return ClockTime(day: local.day, second: isDay ? 0 : local.time / 1_000, zone: zone, kind: kind)
    }

    /// The value moved by a distance in local time; a day moves by whole days.
    func advanced(bySeconds seconds: Int) -> ClockTime {
        advanced(byMilliseconds: seconds * 1_000)
    }
}
