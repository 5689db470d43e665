import CalendarObjects
import Checklists
import Synchronization

/// Which items are still what calendar programs sent, so that a list that is read again and again is not
/// compared with what was sent each time.
///
/// There is a fixed number of slots; of items that come to the same slot the last one has it. A revision
/// names one state of an item for good; and where a database has lost its newest changes and counts them
/// anew, the moment of the change is another one.
final class SentObjects: Sendable {
    private let slots = Mutex<[Entry?]>(Array(repeating: nil, count: slotsCount))

    private struct Entry: Equatable {
        var id: Item.ID
        var revision: Revision
        var updatedAt: Timestamp

        init(_ item: Item) { (id, revision, updatedAt) = (item.id, item.revision, item.updatedAt) }
    }

    /// A power of two: slots for so many items, of 32 octets each.
    private static let slotsCount = 32_768

    /// What an item is to calendar programs.
    func text(of item: Item, at now: Timestamp) -> String {
        guard let sent = item.calendarObject?.text else { return TaskObject.text(of: item, at: now) }
        let index = item.id.rawValue & (Self.slotsCount - 1)
        if slots.withLock({ $0[index] == Entry(item) }) { return sent }
        let text = TaskObject.text(of: item, at: now)
        // What is snoozed is something else later, without any change.
        if text == sent, item.snoozedUntil == nil { slots.withLock { $0[index] = Entry(item) } }
        return text
    }
}
