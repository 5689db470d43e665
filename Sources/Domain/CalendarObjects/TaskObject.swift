public import Checklists
import Dates
import ICalendar

/// A calendar object resource (RFC 4791 §4.1): one task, as calendar programs send and receive it.
///
/// The server stores the object with the item and returns it octet for octet, as long as it matches the item.
/// After that the server replaces only the changed properties. Properties that the server does not know stay
/// too.
public struct TaskObject: Sendable {
    /// The calendar, with one task and its overrides, and time zones.
    let calendar: ICalendarComponent
    /// The task, or the master task of a series.
    let master: ICalendarComponent

    /// Why bytes are no valid calendar object resource.
    public enum Fault: Error, Hashable, Sendable {
        /// The bytes are no iCalendar.
        case data(reason: String)
        /// The object does not describe exactly one task.
        case object(reason: String)
        /// The object has a component that is neither a task nor a time zone.
        case component(String)
    }

    /// Parses an object that a program sends.
    /// - Throws: `Fault`.
    public init(_ bytes: [UInt8]) throws(Fault) {
        do throws(ICalendarError) {
            calendar = try ICalendarComponent.parse(bytes, limits: Self.limits)
        } catch {
            throw .data(reason: "\(error)")
        }
        guard calendar.isNamed("VCALENDAR") else { throw .data(reason: "there is no VCALENDAR") }
        if calendar.property("METHOD") != nil { throw .object(reason: "there is a METHOD") }
        for component in calendar.components
        where !component.isNamed("VTODO") && !component.isNamed("VTIMEZONE") {
            throw .component(component.name)
        }
        let tasks = calendar.components("VTODO")
        guard let master = tasks.first(where: { !$0.isOverride }) ?? tasks.first else {
            throw .object(reason: "there is no VTODO")
        }
        self.master = master
        guard let uid = master.property("UID")?.text, !uid.isEmpty else {
            throw .object(reason: "the VTODO has no UID")
        }
        guard tasks.allSatisfy({ $0.property("UID")?.text == uid }) else {
            throw .object(reason: "there is more than one UID")
        }
        guard tasks.count(where: { !$0.isOverride }) <= 1 else {
            throw .object(reason: "there is more than one VTODO without RECURRENCE-ID")
        }
    }

    private static let limits = ICalendarLimits(bytesMax: Limits.calendarObjectBytesMax)

    /// The UIDs of the children that the object names (`RELATED-TO;RELTYPE=CHILD`), as many as an item can
    /// have subtasks.
    var childUIDs: [String] { Array(master.childUIDs.prefix(Limits.subtasksMax)) }

    /// The children that the object names and the stored object of an item does not, and the reverse.
    public func children(since item: Item?) -> ChildUIDs {
        var text = item.flatMap { $0.hasCalendarObject ? $0.calendarObject?.text : nil }
        if let sent = text, !sent.contains("RELATED-TO") { text = nil }
        let old = text.flatMap { try? TaskObject(Array($0.utf8)) }?.childUIDs ?? []
        let new = childUIDs
        let (oldSet, newSet) = (Set(old), Set(new))
        return ChildUIDs(
            added: new.filter { !oldSet.contains($0) }, removed: old.filter { !newSet.contains($0) })
    }

    /// The UID of the object.
    public var uid: String { master.property("UID")?.text.asStoredUID ?? "" }

    /// The text to store: as received, or written anew where folds split a character.
    public func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var writer = ICalendarWriter()
        writer.component(calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The content of the object, and the zone that was assumed for a floating due time.
    ///
    /// - Parameters:
    ///   - zone: The zone of floating times.
    ///   - item: The item that the object updates.
    public func content(
        in zone: LocalTime, at now: Timestamp, for item: Item? = nil
    ) -> (content: TaskContent, clockZone: String?) {
        let reading = reading(in: zone, at: now)
        var content = reading.content
        // The program completed an occurrence: the item moves on, as if it had been checked.
        if let item, let series = reading.series, Self.completes(item, series, at: now) {
            let before = TaskContent(item)
            let ahead = before.local(in: series.zone).map(series.exceptions(from:))
            // An item that is far behind moves to the occurrence of the object instead.
            guard (ahead?.exceptionsCount ?? 0) <= Limits.seriesExceptionsMax else {
                return (content, reading.clockZone)
            }
            (content.due, content.recurrence, content.timeZone) = (
                before.due, before.recurrence, before.timeZone
            )
            (content.occurrence, content.start) = (before.occurrence, before.start)
            if let ahead { content.series = ahead }
            content.checked = true
        }
        return (content, reading.clockZone)
    }

    /// Whether the object marks an item or one of its occurrences as done. An object that only excludes all
    /// remaining occurrences does not count.
    ///
    /// - Parameter zone: The zone of floating times.
    public func completes(_ item: Item, in zone: LocalTime, at now: Timestamp) -> Bool {
        if master.isDone { return true }
        return reading(in: zone, at: now).series.map { Self.completes(item, $0, at: now) } ?? false
    }

    private static func completes(_ item: Item, _ series: TaskSeries, at now: Timestamp) -> Bool {
        let before = TaskContent(item)
        return !before.checked && series.completes(before, at: now, besides: { completed(of: item, at: now) })
    }

    /// The occurrences of an item that its object already marks as done.
    private static func completed(of item: Item, at now: Timestamp) -> [DayAndTime] {
        let object = try? TaskObject(Array(text(of: item, at: now).utf8))
        return object?.reading(in: item.clockZone, at: now).series?.completed ?? []
    }

    func reading(in zone: LocalTime, at now: Timestamp) -> TaskReading {
        TaskReading(master, overrides, by: CalendarClock(of: calendar, in: zone, at: now), at: now)
    }

    /// The overrides of single occurrences.
    var overrides: [ICalendarComponent] {
        calendar.components("VTODO").filter { $0.isOverride && $0 != master }
    }
}

// MARK: Output

extension TaskObject {
    /// The calendar object of an item, as programs receive it.
    public static func text(of item: Item, at now: Timestamp) -> String {
        guard item.hasCalendarObject, let text = item.calendarObject?.text, !text.isEmpty,
            let object = try? TaskObject(Array(text.utf8))
        else { return newText(of: item, at: now) }
        let isSame = object.uid == item.calendarUID
        return isSame && object.says(TaskContent(item), in: item.clockZone, at: now)
            ? text : object.updated(to: item, at: now)
    }

    /// Whether the object matches an item.
    public func says(_ item: Item, at now: Timestamp) -> Bool {
        uid == item.calendarUID && says(TaskContent(item), in: item.clockZone, at: now)
    }

    func says(_ wanted: TaskContent, in zone: LocalTime, at now: Timestamp) -> Bool {
        let content = reading(in: zone, at: now).content
        return content == wanted.normalized(like: content, at: now)
    }

    static func newText(of item: Item, at now: Timestamp) -> String {
        let bytes = newBytes(of: item)
        // The snooze refers to the alarm that it delays.
        guard let until = item.snoozedUntil, let object = try? TaskObject(bytes) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var task = object.master
        task.snoozeAlarms(until: until, of: item, object.reading(in: item.clockZone, at: now), now)
        var writer = ICalendarWriter()
        writer.component(object.calendar.replacing(object.master, with: task))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func newBytes(of item: Item) -> [UInt8] {
        var writer = ICalendarWriter()
        writer.component("VCALENDAR") { calendar in
            calendar.property("VERSION", "2.0")
            calendar.property("PRODID", "-//checklistd//checklistd//EN")
            if item.hasTiming, let zone = item.timing.zoneOfSeries { calendar.timeZone(zone) }
            calendar.object(item)
        }
        return writer.bytes
    }

    init(calendar: ICalendarComponent, master: ICalendarComponent) {
        self.calendar = calendar
        self.master = master
    }
}

extension TaskContent {
    /// The content without differences from another one that do not matter. These are a position that the
    /// other lacks, a snooze that has passed, a completion time that the other lacks or has in the future,
    /// the order of tags, and the amount before the text.
    func normalized(like other: TaskContent, at now: Timestamp) -> TaskContent {
        var content = self
        if isShown(as: other.text) { content.text = other.text }
        content.amount = nil
        if tags.sameTags(as: other.tags) { content.tags = other.tags }
        if other.position == nil { content.position = nil }
        if other.checked, content.checked, other.checkedAt.map({ $0 > now }) ?? true {
            content.checkedAt = other.checkedAt
        }
        if let until = content.snoozedUntil, until <= now { content.snoozedUntil = nil }
        return content
    }
}

extension Item {
    /// The zone of floating times: that of the item.
    var clockZone: LocalTime { timing.localTime ?? .utc }
}
