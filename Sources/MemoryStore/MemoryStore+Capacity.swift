public import Checklists

extension MemoryStore {
    /// About how many bytes everything takes in the files: all texts, and what comes with each of them.
    public var dataBytes: Int {
        checklistBytes + itemTally.bytes + removals.bytes + deliveryLog.bytes + idempotency.bytes
    }

    /// Makes sure that there is room for what a client wants to have. What makes nothing more always has.
    ///
    /// What the service does by itself, as queueing deliveries, is counted and never refused.
    /// - Throws: `full`.
    public func checkRoom(for change: Change) throws(ChecklistsError) {
        var more = (checklists: 0, items: 0, bytes: change.idempotencyRecord?.storedBytes ?? 0)
        for index in change.mutations.indices {
            let growth = change.mutations[index].growth
            more.checklists += growth.checklists
            more.items += growth.items
            more.bytes += growth.bytes
        }
        try check(.checklists, checklists.count, more: more.checklists, atMost: capacity.checklistsMax)
        try check(.items, items.count, more: more.items, atMost: capacity.itemsMax)
        try check(.dataBytes, dataBytes, more: more.bytes, atMost: capacity.dataBytesMax)
    }

    private func check(
        _ kind: Capacity.Kind, _ used: Int, more: Int, atMost limit: Int
    ) throws(ChecklistsError) {
        if more > 0, used + more > limit { throw .full(kind, used: used, limit: limit) }
    }
}

extension Mutation {
    /// How much more there is after it than before.
    fileprivate var growth: (checklists: Int, items: Int, bytes: Int) {
        switch self {
        case .checklist(let before, let after):
            let bytes = (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
            return ((after == nil ? 0 : 1) - (before == nil ? 0 : 1), 0, bytes)
        case .item(let before, let after):
            let bytes = (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
            return (0, (after == nil ? 0 : 1) - (before == nil ? 0 : 1), bytes)
        case .webhook, .delivery, .preferences, .person, .removal: return (0, 0, 0)
        }
    }
}

// What something takes in a file beside its texts is about the same for all of a kind.

extension Checklist {
    /// About how many bytes it takes in a file.
    package var storedBytes: Int { 200 + name.utf8.count }
}

extension Item {
    /// About how many bytes it takes in a file.
    package var storedBytes: Int {
        var bytes = 300 + text.utf8.count + notes.utf8.count
        if hasLocation, let location {
            let texts = [location.street, location.postalCode, location.city, location.country]
            bytes += texts.reduce(100) { $0 + ($1?.utf8.count ?? 0) }
        }
        return bytes
    }
}

extension Delivery {
    /// About how many bytes it takes in a file.
    package var storedBytes: Int { 300 + body.count }
}

extension IdempotencyRecord {
    /// About how many bytes it takes in a file.
    package var storedBytes: Int {
        let bytes = 200 + key.key.utf8.count
        return switch result {
        case .checklist(let checklist): bytes + checklist.storedBytes
        case .item(let item): bytes + item.storedBytes
        case .items(let items): items.reduce(bytes) { $0 + $1.storedBytes }
        case .delivery(let delivery): bytes + delivery.storedBytes
        case .webhook, .imported, .person: bytes
        }
    }
}
