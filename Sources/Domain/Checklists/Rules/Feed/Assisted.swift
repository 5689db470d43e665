/// An operation of an assistant: it keeps what undoes it, and leaves deletions and large changes to a person.
package struct Assisted<Base: Operation>: Operation {
    let base: Base
    /// Whether the operation deletes something.
    let deletion: Deletion?
    /// Whether the store keeps deleted records. If not, it keeps no undo records either.
    let keepsTrash: Bool

    package var access: Access { base.access }
    package var needs: [Need] { base.needs }
    package var subject: Subject? { base.subject }

    package func size(in transaction: inout some Transaction) -> Int { base.size(in: &transaction) }

    package static func recorded(_ result: Base.Result) -> IdempotencyRecord.Result? {
        Base.recorded(result)
    }
    package static func result(recorded: IdempotencyRecord.Result) -> Base.Result? {
        Base.result(recorded: recorded)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Base.Result> {
        var decision = try base.decide(in: &transaction)
        if decision.mutations.isEmpty { return decision }
        if let change = proposed(by: decision.mutations, in: &transaction) { throw .approvalNeeded(change) }
        let record = UndoRecord(undoing: decision.mutations)
        guard keepsTrash, !record.isEmpty else { return decision }
        // Its own revision: a tombstone of the change can have the first one.
        let count = UInt64(max(decision.revisionsCount, 1))
        let revision = Revision(rawValue: transaction.nextRevision.rawValue + count)
        let tombstone = Tombstone(
            undoing: record, in: revision, at: transaction.now, by: transaction.author)
        decision.mutations.append(.tombstone(before: nil, after: tombstone))
        decision.revisionsCount = Int(count) + 1
        return decision
    }

    /// The summary of a change that needs approval; `nil` if the assistant may make it.
    private func proposed(
        by mutations: [Mutation], in transaction: inout some Transaction
    ) -> ProposedChange? {
        var (deleted, changed): ([Item], [Item]) = ([], [])
        var lists: [Checklist] = []
        for mutation in mutations {
            switch mutation {
            case .item(let before?, nil): deleted.append(before)
            case .item(let before?, let after?) where !after.isOnlyFollowing(before): changed.append(before)
            case .checklist(let before?, nil): lists.append(before)
            default: break
            }
        }
        if let list = lists.first {
            return ProposedChange(deletes: true, subject: .checklist, count: deleted.count, name: list.name)
        }
        if !deleted.isEmpty { return items(deleted, deletes: true, in: &transaction) }
        if let deletion {
            return deletion.change(of: changed, mutations)
        }
        let count = Set(changed.map(\.id)).count
        return count > Limits.assistedItemsMax ? items(changed, deletes: false, in: &transaction) : nil
    }

    private func items(
        _ items: [Item], deletes: Bool, in transaction: inout some Transaction
    ) -> ProposedChange {
        let list = items.first.flatMap { transaction.checklist($0.checklistID) }
        return ProposedChange(
            deletes: deletes, subject: .items, count: Set(items.map(\.id)).count, name: list?.name ?? "")
    }
}

/// What an operation deletes besides items and lists.
package enum Deletion: Sendable {
    case section(Section.ID)
    case tag(String)
    case view(SavedView.ID)

    /// The summary of the deletion.
    fileprivate func change(of items: [Item], _ mutations: [Mutation]) -> ProposedChange {
        let (subject, name): (ProposedChange.Subject, String) =
            switch self {
            case .section(let id):
                (.section, Self.lists(mutations).compactMap { $0.sections[id]?.name }.first ?? "")
            case .tag(let tag): (.tag, tag)
            case .view(let id): (.view, Self.views(mutations).first { $0.id == id }?.name ?? "")
            }
        return ProposedChange(
            deletes: true, subject: subject, count: Set(items.map(\.id)).count, name: name)
    }

    private static func lists(_ mutations: [Mutation]) -> [Checklist] {
        mutations.compactMap { if case .checklist(let before, _) = $0 { before } else { nil } }
    }

    private static func views(_ mutations: [Mutation]) -> [SavedView] {
        mutations.flatMap { mutation -> [SavedView] in
            if case .preferences(let before, _) = mutation { before.views } else { [] }
        }
    }
}

extension Operation {
    /// What the operation deletes besides items and lists; `nil` for nothing.
    package var deletion: Deletion? {
        switch self {
        case let operation as DeleteSection: .section(operation.id)
        case let operation as DeleteView: .view(operation.id)
        case let operation as ChangeTag: operation.name == nil ? .tag(operation.tag) : nil
        case let operation as Batch:
            operation.steps.lazy.compactMap { $0.operation.deletion }.first
        default: nil
        }
    }
}
