import CalendarObjects
import Checklists
import HTTP
import ICalendar
import Synchronization

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

    /// The calendar in pieces, since it can be long and other requests wait.
    var stream: Response.Body {
        let pieces = Pieces(self)
        return .stream {
            // A fast client would otherwise keep the other connections of this event loop waiting.
            await Task.yield()
            return pieces.next()
        }
    }

    /// The progress through all lists and items.
    private final class Pieces: Sendable {
        private let progress: Mutex<Progress>

        private struct Progress {
            var calendar: TaskCalendar
            var list = 0
            var items: SnapshotItems.Iterator?
            /// The time zones written so far.
            var timeZones: Set<String> = []
            var hasBegun = false
            var hasEnded = false

            /// Writes an item, preceded by its time zone if that is new.
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
        // For programs without RFC 7986.
        writer.text("X-WR-CALNAME", name)
    }
}
