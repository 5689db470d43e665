import CalendarObjects
import Checklists
import Exchange
import HTTP
import ICalendar

/// A calendar of lists, with tasks, or with events for programs that show no tasks.
struct TaskCalendar {
    /// The calendar component of an item.
    enum Component: String, CaseIterable {
        case tasks, events
    }

    /// The version of the calendar's form, for its entity tag.
    private static let form = 3

    private let snapshots: [ChecklistSnapshot]
    private let name: String
    private let component: Component

    /// - Parameters:
    ///   - component: The component for items.
    ///   - isOfOne: Whether the calendar has one list, not all.
    init(_ snapshots: [ChecklistSnapshot], as component: Component, isOfOne: Bool) {
        self.snapshots = snapshots
        self.component = component
        name = isOfOne ? snapshots.first?.checklist.name ?? "" : "Checklists"
    }

    /// The entity tag, which changes with every list and item. It takes long, so it runs on the preferred
    /// executor of the task.
    @concurrent
    func etag(_ tags: RevisionTags) async -> ETag {
        var text = "\(Self.form)\(component)"
        for snapshot in snapshots {
            let newest = snapshot.items.reduce(snapshot.checklist.revision) { max($0, $1.revision) }
            text += ",\(snapshot.checklist.id):\(tags.tag(of: newest).opaque)"
        }
        return ETag(digestOf: Array(text.utf8))
    }

    /// The calendar as the body of a response.
    var stream: Response.Body {
        ExportDocument.stream(of: snapshots, CalendarDocumentWriter(component, name: name))
    }
}

/// Writes items as tasks, or as events, of one calendar.
struct CalendarDocumentWriter: ListWriter {
    private let component: TaskCalendar.Component
    private let name: String
    /// The time zones written so far.
    private var timeZones: Set<String> = []

    /// - Parameter name: The name of the calendar.
    init(_ component: TaskCalendar.Component, name: String) {
        self.component = component
        self.name = name
    }

    mutating func begin() -> [UInt8] {
        var writer = ICalendarWriter()
        writer.property("BEGIN", "VCALENDAR")
        writer.property("VERSION", "2.0")
        writer.property("PRODID", "-//checklistd//checklistd//EN")
        writer.text("NAME", name)
        // For programs without RFC 7986.
        writer.text("X-WR-CALNAME", name)
        return writer.bytes
    }

    func begin(_ checklist: Checklist) -> [UInt8] { [] }

    mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8] {
        var writer = ICalendarWriter()
        // A time zone precedes the first item that uses it.
        if item.hasTiming, let zone = item.timing.zoneOfSeries, timeZones.insert(zone.name).inserted {
            writer.timeZone(zone)
        }
        switch component {
        case .tasks: writer.task(item, on: checklist)
        case .events: writer.event(item, on: checklist)
        }
        return writer.bytes
    }

    func endList() -> [UInt8] { [] }

    func end() -> [UInt8] {
        var writer = ICalendarWriter()
        writer.property("END", "VCALENDAR")
        return writer.bytes
    }
}
