import Checklists
import HTTP
import Synchronization

/// Lists as a calendar of tasks.
struct TaskCalendar {
    /// What tells this form of the calendar from those that another version may give.
    private static let form = 1

    private let snapshots: [ChecklistSnapshot]
    private let name: String

    /// - Parameter isOfOne: Whether the calendar is that of a list, and not that of all.
    init(_ snapshots: [ChecklistSnapshot], isOfOne: Bool) {
        self.snapshots = snapshots
        name = isOfOne ? snapshots.first?.checklist.name ?? "" : "Checklists"
    }

    /// Changes when any of the lists or items does. It takes long, and so is computed where the task prefers.
    @concurrent
    func etag(_ tags: RevisionTags) async -> ETag {
        var text = "\(Self.form)"
        for snapshot in snapshots {
            let newest = snapshot.items.reduce(snapshot.checklist.revision) { max($0, $1.revision) }
            text += ",\(snapshot.checklist.id):\(tags.tag(of: newest).opaque)"
        }
        return ETag(digestOf: Array(text.utf8))
    }

    /// The calendar, piece by piece: it may be long, and others want to be answered meanwhile.
    var stream: Response.Body {
        let pieces = Pieces(self)
        return .stream {
            // Whoever takes everything at once leaves room for the others of this connection's loop.
            await Task.yield()
            return pieces.next()
        }
    }

    /// The way through all lists and items.
    private final class Pieces: Sendable {
        private let progress: Mutex<Progress>

        private struct Progress {
            var calendar: TaskCalendar
            var list = 0
            var items: SnapshotItems.Iterator?
            var hasBegun = false
            var hasEnded = false
        }

        init(_ calendar: TaskCalendar) {
            progress = Mutex(Progress(calendar: calendar))
        }

        func next() -> [UInt8]? {
            progress.withLock { progress in
                if progress.hasEnded { return nil }
                var writer = ICalendarWriter()
                if !progress.hasBegun {
                    progress.hasBegun = true
                    progress.calendar.writeBeginning(to: &writer)
                }
                var count = 0
                while count < Limits.calendarPieceItems {
                    guard progress.list < progress.calendar.snapshots.count else {
                        progress.hasEnded = true
                        writer.property("END", "VCALENDAR")
                        break
                    }
                    let snapshot = progress.calendar.snapshots[progress.list]
                    var items = progress.items ?? snapshot.items.makeIterator()
                    if let item = items.next() {
                        writer.task(item, on: snapshot.checklist)
                        progress.items = items
                        count += 1
                    } else {
                        progress.items = nil
                        progress.list += 1
                    }
                }
                return writer.bytes
            }
        }
    }

    private func writeBeginning(to writer: inout ICalendarWriter) {
        writer.property("BEGIN", "VCALENDAR")
        writer.property("VERSION", "2.0")
        writer.property("PRODID", "-//checklistd//checklistd//EN")
        writer.text("NAME", name)
        // What programs read that do not know RFC 7986 yet.
        writer.text("X-WR-CALNAME", name)
    }
}

extension ICalendarWriter {
    /// Writes an item.
    fileprivate mutating func task(_ item: Item, on checklist: Checklist) {
        component("VTODO") { task in
            // With the time at which it was made, so that it is not that of another service.
            task.property("UID", "item-\(item.id)-\(item.createdAt.milliseconds)@checklistd")
            task.moment("DTSTAMP", item.updatedAt)
            task.moment("CREATED", item.createdAt)
            task.moment("LAST-MODIFIED", item.updatedAt)
            task.text("SUMMARY", item.text)
            if !item.notes.isEmpty { task.text("DESCRIPTION", item.notes) }
            task.text("CATEGORIES", checklist.name)
            if let dueDate = item.dueDate { task.moment("DUE", dueDate) }
            task.property("STATUS", item.checked ? "COMPLETED" : "NEEDS-ACTION")
            if let checkedAt = item.checkedAt { task.moment("COMPLETED", checkedAt) }
            if item.important { task.property("PRIORITY", "1") }
            if let location = item.location { task.location(location) }
            if item.shouldRemind, !item.checked { task.alarm(item) }
        }
    }

    private mutating func location(_ location: Location) {
        let city = [location.postalCode, location.city].compactMap(\.self).joined(separator: " ")
        let parts = [location.street, city.isEmpty ? nil : city, location.country].compactMap(\.self)
        if !parts.isEmpty { text("LOCATION", parts.joined(separator: ", ")) }
        if let latitude = location.latitude, let longitude = location.longitude {
            position("GEO", latitude: latitude, longitude: longitude)
        }
    }

    private mutating func alarm(_ item: Item) {
        component("VALARM") { alarm in
            alarm.property("ACTION", "DISPLAY")
            alarm.text("DESCRIPTION", item.text)
            if let snoozedUntil = item.snoozedUntil {
                alarm.moment("TRIGGER;VALUE=DATE-TIME", snoozedUntil)
            } else {
                alarm.property("TRIGGER;RELATED=END", "PT0S")
            }
        }
    }
}
