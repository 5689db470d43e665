extension CallerSession {
    /// Deletes all items of a list, or some of them, with their subtasks. They form one entry in the trash.
    ///
    /// - Parameters:
    ///   - checked: Deletes only checked items, or only unchecked ones.
    ///   - numbers: Deletes only items whose identifier is one of these.
    /// - Throws: `notFound`.
    public func deleteItems(
        of checklist: Checklist.ID, checked: Bool?, numbers: RangeSet<Int>? = nil
    ) async throws -> ItemsDeletion {
        try await write(
            DeleteItems(
                checklistID: checklist, checked: checked, numbers: numbers,
                keepsTrash: store.retention.keepsTrash),
            ifMatch: nil, idempotencyKey: nil
        ).value
    }
}

/// The result of deleting several items.
public struct ItemsDeletion: Hashable, Sendable {
    /// The number of deleted items.
    public var count: Int
    /// Their entry in the trash; `nil` if no item was deleted, or the store keeps no trash.
    public var trashID: Tombstone.ID?

    /// Creates a result.
    public init(count: Int, trashID: Tombstone.ID? = nil) {
        self.count = count
        self.trashID = trashID
    }
}

package struct DeleteItems: BatchOperation {
    private(set) var checklistID: Checklist.ID
    let checked: Bool?
    private(set) var numbers: RangeSet<Int>?
    let keepsTrash: Bool

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] { [.checklist(checklistID), .items(of: checklistID)] }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&checklistID) }

    package mutating func narrow(to numbers: RangeSet<Int>) -> Bool {
        self.numbers = numbers
        return true
    }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(checklistID)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<ItemsDeletion> {
        try transaction.existingChecklist(checklistID).checkChangesAtOnce()
        var changes = ItemChanges()
        for item in transaction.items(of: checklistID) where includes(item) { changes.set(item, nil) }
        if changes.count == 0 { return .unchanged(ItemsDeletion(count: 0)) }
        var mutations = try changes.mutations(in: &transaction)
        let deleted = changes.deleted
        mutations.append(transaction.tombstone(of: deleted, from: checklistID, keepsTrash: keepsTrash))
        let trashID = keepsTrash ? transaction.tombstoneID : nil
        return Decision(mutations, ItemsDeletion(count: deleted.count, trashID: trashID))
    }

    private func includes(_ item: Item) -> Bool {
        if let checked, item.checked != checked { return false }
        return numbers?.contains(item.id.rawValue) ?? true
    }
}
