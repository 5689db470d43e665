import Checklists

/// An operation of a batch: makes one write in a session, and returns its result.
typealias BatchStep = @Sendable (Session) async throws -> any Hashable & Sendable

extension Session {
    /// Makes the operations as one change.
    @discardableResult func batch(
        _ steps: [BatchStep], key: IdempotencyKey? = nil
    ) async throws -> Idempotent<[BatchResult]> {
        try await writeBatch(of: steps.count, idempotencyKey: key) { index, session in
            BatchResult(value: try await steps[index](session))
        }
    }
}

/// The result of an operation of a batch.
struct BatchResult: Equatable, Sendable {
    let value: any Hashable & Sendable

    var checklist: Checklist? { value as? Checklist }
    var item: Item? { value as? Item }
    var trash: Tombstone.ID? { value as? Tombstone.ID }
    var deletedCount: Int? { (value as? ItemsDeletion)?.count }

    static func == (left: BatchResult, right: BatchResult) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }
}

/// The id that stands for what an operation creates.
func temporary<ID: Identifier>(_ index: Int, _: ID.Type) -> ID {
    ID(rawValue: TemporaryIDs.number(of: index))
}

// MARK: Operations

func addList(_ name: String) -> BatchStep {
    { try await $0.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil).value }
}

func addItem(
    _ text: String, to list: Checklist.ID, _ fill: @escaping @Sendable (inout ItemDraft) -> Void = { _ in }
) -> BatchStep {
    { session in
        var draft = ItemDraft(text: text)
        fill(&draft)
        return try await session.addItem(draft, to: list, idempotencyKey: nil).value
    }
}

func toggle(_ item: Item.ID, ifMatch: KnownState? = nil) -> BatchStep {
    { try await $0.toggleItem(item, ifMatch: ifMatch, idempotencyKey: nil).value }
}

func change(
    _ item: Item.ID, _ fill: @escaping @Sendable (inout ItemPatch) -> Void
) -> BatchStep {
    { session in
        var patch = ItemPatch()
        fill(&patch)
        return try await session.updateItem(item, patch, ifMatch: nil)
    }
}

func delete(_ item: Item.ID) -> BatchStep { { try await $0.deleteItem(item, ifMatch: nil) } }

func delete(_ list: Checklist.ID) -> BatchStep { { try await $0.deleteChecklist(list, ifMatch: nil) } }

func deleteItems(of list: Checklist.ID) -> BatchStep {
    { try await $0.deleteItems(of: list, checked: nil) }
}
