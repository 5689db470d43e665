import Checklists
import HTTP
import JSON
import Synchronization

/// A direct-mapped cache of the JSON of items, for single items and pages.
///
/// A revision names one state of an item forever, so no entry becomes stale. `updatedAt` is part of the key,
/// because a database that lost its newest changes can assign their revisions again.
final class EncodingCache: Sendable {
    private let slots = Mutex(LazySlots<Entry>(count: Limits.encodedItemsMax))

    private struct Entry {
        var id: Item.ID
        var revision: Revision
        var updatedAt: Timestamp
        var json: EncodedItem
    }

    /// The JSON of an item.
    func json(of item: Item) -> EncodedItem {
        if let json = slots.withLock({ Self.json(of: item, in: $0) }) { return json }
        let json = EncodedItem(ItemBody(item))
        guard json.isKept else { return json }
        slots.withLock { slots in
            slots[item.id.rawValue] = Entry(
                id: item.id, revision: item.revision, updatedAt: item.updatedAt, json: json)
        }
        return json
    }

    /// The JSON of items.
    func json(of items: [Item]) -> [EncodedItem] {
        let known = known(of: items)
        return zip(items, known).map { item, json in json ?? self.json(of: item) }
    }

    /// The JSON of an array of items.
    func array(of items: [Item]) -> PiecewiseJSON {
        let known = known(of: items)
        return PiecewiseJSON(arrayOf: items.count) { [self] index, json in
            json.value(known[index] ?? self.json(of: items[index]))
        }
    }

    /// The cached JSON of each item; `nil` for an item that is not cached.
    func known(of items: [Item]) -> [EncodedItem?] {
        slots.withLock { slots in items.map { Self.json(of: $0, in: slots) } }
    }

    private static func json(of item: Item, in slots: LazySlots<Entry>) -> EncodedItem? {
        guard let entry = slots[item.id.rawValue], entry.id == item.id, entry.revision == item.revision,
            entry.updatedAt == item.updatedAt
        else { return nil }
        return entry.json
    }
}

/// The JSON of an item, alone or with what was understood of the line that added it.
struct EncodedItem: JSONWritable {
    /// The JSON and a line feed: the body of an answer with this item alone.
    let line: [UInt8]

    fileprivate var isKept: Bool { line.count <= Limits.encodedItemBytesMax }

    init(_ body: some JSONWritable) {
        var json = JSONWriter(capacity: 1_024)
        json.value(body)
        line = json.line()
    }

    func write(to json: inout JSONWriter) { json.raw(line.span.extracting(droppingLast: 1)) }
}
