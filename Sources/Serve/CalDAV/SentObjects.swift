import CalendarObjects
import Checklists
import HTTP
import Synchronization

/// Remembers which items still equal the object that a client sent. Repeated reads of a list then skip the
/// comparison.
///
/// A revision identifies one state of an item. After a failover a database can reuse lost revisions, so the
/// key also contains the time of the change.
final class SentObjects: Sendable {
    private let slots = Mutex(LazySlots<Entry>(count: slotsCount))

    private struct Entry: Equatable {
        var id: Item.ID
        var revision: Revision
        var updatedAt: Timestamp

        init(_ item: Item) { (id, revision, updatedAt) = (item.id, item.revision, item.updatedAt) }
    }

    /// A power of two: the number of slots, of 32 octets each.
    private static let slotsCount = 32_768

    /// The item as an iCalendar object.
    func text(of item: Item, at now: Timestamp) -> String {
        guard let sent = item.calendarObject?.text else { return TaskObject.text(of: item, at: now) }
        if slots.withLock({ $0[item.id.rawValue] == Entry(item) }) { return sent }
        let text = TaskObject.text(of: item, at: now)
        // The object of a snoozed item changes with time, without a new revision.
        if text == sent, item.snoozedUntil == nil { slots.withLock { $0[item.id.rawValue] = Entry(item) } }
        return text
    }
}
