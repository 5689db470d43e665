import Checklists
import JSON
import Synchronization

/// A direct-mapped cache of the JSON of items, for single items and pages.
///
/// A revision names one state of an item forever, so no entry becomes stale. `updatedAt` is part of the key,
/// because a database that lost its newest changes can assign their revisions again.
final class EncodingCache: Sendable {
    /// Allocated at the first entry, so that an idle server needs no memory for it.
    private let slots = Mutex<[Entry?]>([])

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
        if json.isKept { slots.withLock { Self.keep(json, of: item, in: &$0) } }
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

    private static func json(of item: Item, in slots: [Entry?]) -> EncodedItem? {
        guard !slots.isEmpty, let entry = slots[index(of: item.id)], entry.id == item.id,
            entry.revision == item.revision, entry.updatedAt == item.updatedAt
        else { return nil }
        return entry.json
    }

    private static func keep(_ json: EncodedItem, of item: Item, in slots: inout [Entry?]) {
        if slots.isEmpty { slots = Array(repeating: nil, count: Limits.encodedItemsMax) }
        slots[index(of: item.id)] = Entry(
            id: item.id, revision: item.revision, updatedAt: item.updatedAt, json: json)
    }

    /// Consecutive ids have different slots.
    private static func index(of id: Item.ID) -> Int { id.rawValue & (Limits.encodedItemsMax - 1) }
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
