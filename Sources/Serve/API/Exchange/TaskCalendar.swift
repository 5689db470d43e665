import CalendarObjects
import Checklists
import HTTP
import ICalendar
import Synchronization

/// Lists as a calendar of tasks, or of events for programs that show no tasks.
struct TaskCalendar {
    /// What an item is to a calendar.
    enum Component: String, CaseIterable {
        case tasks, events
    }

    /// What tells this form of the calendar from those that another version may give.
    private static let form = 3

    private let snapshots: [ChecklistSnapshot]
    private let name: String
    private let component: Component

    /// - Parameters:
    ///   - component: What items are written as.
    ///   - isOfOne: Whether the calendar is that of a list, and not that of all.
    init(_ snapshots: [ChecklistSnapshot], as component: Component, isOfOne: Bool) {
        self.snapshots = snapshots
        self.component = component
        name = isOfOne ? snapshots.first?.checklist.name ?? "" : "Checklists"
    }

    /// Changes when any of the lists or items does. It takes long, and so is computed where the task prefers.
    @concurrent
    func etag(_ tags: RevisionTags) async -> ETag {
        var text = "\(Self.form)\(component)"
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
            /// The time zones that have been described.
            var timeZones: Set<String> = []
            var hasBegun = false
            var hasEnded = false

            /// Writes an item, and before it the rules of the time zone that it is in, if that is the first.
            mutating func write(
                _ item: Item, on checklist: Checklist, to writer: inout ICalendarWriter
            ) {
                if item.hasTiming, let zone = item.timing.zoneOfSeries,
                    timeZones.insert(zone.name).inserted
                {
                    writer.timeZone(zone)
                }
                switch calendar.component {
                case .tasks: writer.task(item, on: checklist)
                case .events: writer.event(item, on: checklist)
                }
            }
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
                        progress.write(item, on: snapshot.checklist, to: &writer)
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
