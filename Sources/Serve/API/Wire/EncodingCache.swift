import Checklists
import JSON
import Synchronization

/// The JSON of items as it was first made after their last changes, to be sent and joined to pages without
/// making it again.
///
/// There is a fixed number of slots; of items that come to the same slot the last one has it. A revision
/// names one state of an item for good, so nothing kept here is ever wrong; and where a database has lost its
/// newest changes and counts them anew, the moment of the change is another one.
final class EncodingCache: Sendable {
    private let slots = Mutex<[Entry?]>(Array(repeating: nil, count: Limits.encodedItemsMax))

    private struct Entry {
        var id: Item.ID
        var revision: Revision
        var updatedAt: Timestamp
        var json: EncodedItem
    }

    /// An item as it is answered.
    func json(of item: Item) -> EncodedItem {
        if let json = slots.withLock({ Self.json(of: item, in: $0) }) { return json }
        let json = EncodedItem(item)
        if json.isKept { slots.withLock { Self.keep(json, of: item, in: &$0) } }
        return json
    }

    /// Items as they are answered.
    func json(of items: [Item]) -> [EncodedItem] {
        let known = known(of: items)
        return zip(items, known).map { item, json in json ?? self.json(of: item) }
    }

    /// An array of items as it is answered.
    func array(of items: [Item]) -> PiecewiseJSON {
        let known = known(of: items)
        return PiecewiseJSON(arrayOf: items.count) { [self] index, json in
            json.value(known[index] ?? self.json(of: items[index]))
        }
    }

    /// The JSON of those items that have some already.
    func known(of items: [Item]) -> [EncodedItem?] {
        slots.withLock { slots in items.map { Self.json(of: $0, in: slots) } }
    }

    private static func json(of item: Item, in slots: [Entry?]) -> EncodedItem? {
        guard let entry = slots[index(of: item.id)], entry.id == item.id, entry.revision == item.revision,
            entry.updatedAt == item.updatedAt
        else { return nil }
        return entry.json
    }

    private static func keep(_ json: EncodedItem, of item: Item, in slots: inout [Entry?]) {
        slots[index(of: item.id)] = Entry(
            id: item.id, revision: item.revision, updatedAt: item.updatedAt, json: json)
    }

    /// Neighbours have different slots.
    private static func index(of id: Item.ID) -> Int { id.rawValue & (Limits.encodedItemsMax - 1) }
}

/// An item that has been encoded.
struct EncodedItem: JSONWritable {
    /// Its JSON and a line feed: what is answered where it is asked for alone.
    let line: [UInt8]

    fileprivate var isKept: Bool { line.count <= Limits.encodedItemBytesMax }

    fileprivate init(_ item: Item) {
        var json = JSONWriter(capacity: 1_024)
        json.value(ItemBody(item))
        line = json.line()
    }

    func write(to json: inout JSONWriter) { json.raw(line.span.extracting(droppingLast: 1)) }
}
