import Checklists
import JSON
import Synchronization

/// The JSON of items as it was first made after their last changes, to be sent and joined to pages without
/// making it again.
///
/// There is a fixed number of places; of items that come to the same place the last one has it. A revision
/// names one state of an item for good, so nothing kept here is ever wrong.
final class EncodedItems: Sendable {
    private let places = Mutex<[Place?]>(Array(repeating: nil, count: Limits.encodedItemsMax))

    private struct Place {
        var id: Item.ID
        var revision: Revision
        var json: EncodedItem
    }

    /// An item as it is answered.
    func json(of item: Item) -> EncodedItem {
        if let json = places.withLock({ Self.json(of: item, in: $0) }) { return json }
        let json = EncodedItem(item)
        if json.isKept { places.withLock { Self.keep(json, of: item, in: &$0) } }
        return json
    }

    /// Items as they are answered.
    func json(of items: [Item]) -> [EncodedItem] {
        let kept = places.withLock { places in items.map { Self.json(of: $0, in: places) } }
        let all = zip(items, kept).map { item, json in json ?? EncodedItem(item) }
        guard kept.contains(where: { $0 == nil }) else { return all }
        places.withLock { places in
            for index in items.indices where kept[index] == nil && all[index].isKept {
                Self.keep(all[index], of: items[index], in: &places)
            }
        }
        return all
    }

    private static func json(of item: Item, in places: [Place?]) -> EncodedItem? {
        guard let place = places[index(of: item.id)], place.id == item.id, place.revision == item.revision
        else { return nil }
        return place.json
    }

    private static func keep(_ json: EncodedItem, of item: Item, in places: inout [Place?]) {
        places[index(of: item.id)] = Place(id: item.id, revision: item.revision, json: json)
    }

    /// Neighbours have different places.
    private static func index(of id: Item.ID) -> Int { id.rawValue & (Limits.encodedItemsMax - 1) }
}

/// An item that has been encoded.
struct EncodedItem: JSONWritable {
    let bytes: [UInt8]

    fileprivate var isKept: Bool { bytes.count <= Limits.encodedItemBytesMax }

    fileprivate init(_ item: Item) {
        var json = JSONWriter(capacity: 512)
        json.value(ItemBody(item))
        bytes = json.bytes
    }

    func write(to json: inout JSONWriter) { json.raw(bytes) }
}
