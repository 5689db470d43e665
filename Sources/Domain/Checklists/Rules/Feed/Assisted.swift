/// An operation of an assistant: it keeps what undoes it, and leaves deletions and large changes to a person.
package struct Assisted<Base: Operation>: Operation {
    let base: Base
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
        let steps = (base as? Batch)?.steps.map { $0.operation as any Operation } ?? [base]
        if needsApproval(decision.mutations, of: steps) {
            let changes = zip(steps, decision.parts).map { step, part in
                ProposedChange(step, part, in: &transaction)
            }
            let asOf = Revision(rawValue: transaction.nextRevision.rawValue - 1)
            throw .approvalNeeded(ProposedEffect(asOf: asOf, changes: changes))
        }
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

    /// Whether the change deletes something, or changes many existing items.
    private func needsApproval(_ mutations: [Mutation], of steps: [any Operation]) -> Bool {
        if steps.contains(where: { $0.deletion != nil }) { return true }
        var changed: Set<Item.ID> = []
        for mutation in mutations {
            switch mutation {
            case .item(_?, nil), .checklist(_?, nil): return true
            case .item(let before?, let after?) where !after.isOnlyFollowing(before):
                changed.insert(before.id)
            default: break
            }
        }
        return changed.count > Limits.assistedItemsMax
    }
}

extension ProposedChange {
    /// Describes the mutations of an operation.
    init(
        _ operation: any Operation, _ mutations: ArraySlice<Mutation>, in transaction: inout some Transaction
    ) {
        var (added, changed, deleted): ([Item], [(before: Item, after: Item)], [Item]) = ([], [], [])
        var (list, view) = (nil as (before: Checklist?, after: Checklist?)?, nil as String?)
        for mutation in mutations {
            switch mutation {
            case .item(nil, let after?): added.append(after)
            case .item(let before?, nil): deleted.append(before)
            case .item(let before?, let after?) where !after.isOnlyFollowing(before):
                changed.append((before, after))
            case .checklist(let before, let after) where before?.updatedIn != after?.updatedIn:
                // A copy or a deletion counts more than its mark on another list.
                if list == nil || before == nil || after == nil { list = (before, after) }
            case .preferences(let before, let after) where before.views != after.views:
                view = after.views.first { !before.views.contains($0) }?.name ?? ""
            default: break
            }
        }
        let touched = deleted + changed.map(\.before)
        let first = touched.first ?? added.first
        if let (before, after) = list, before == nil || after == nil {
            self.init(
                after == nil ? .delete : .add, .checklist, count: deleted.count + added.count,
                name: (before ?? after)?.name ?? "")
        } else if let deletion = operation.deletion {
            self.init(deleting: deletion, mutations, count: touched.count)
        } else if let first {
            let action: Action = deleted.isEmpty ? changed.isEmpty ? .add : .change : .delete
            self.init(
                action, .items, count: Set((touched.isEmpty ? added : touched).map(\.id)).count,
                name: transaction.checklist(first.checklistID)?.name ?? "")
        } else if let list {
            self.init(.change, .checklist, count: 0, name: list.before?.name ?? "")
        } else {
            self.init(.change, view == nil ? .several : .view, count: 0, name: view ?? "")
        }
        let renamed = changed.map { before, after in
            before.text == after.text ? before.text : "\(before.text.cut) → \(after.text.cut)"
        }
        texts = (deleted.map(\.text) + renamed + added.map(\.text)).prefix(Limits.proposedTextsMax).map(\.cut)
        // An item that the same batch creates gets another number when the batch is approved.
        for item in touched where item.createdIn < transaction.nextRevision {
            items.insert(contentsOf: item.id.rawValue..<item.id.rawValue + 1)
        }
    }

    /// The deletion of something besides items and lists.
    private init(deleting deletion: Deletion, _ mutations: ArraySlice<Mutation>, count: Int) {
        var (subject, name) = (Subject.tag, "")
        switch deletion {
        case .tag(let tag): name = tag
        case .section(let id):
            subject = .section
            for case .checklist(let before?, _) in mutations { name = before.sections[id]?.name ?? name }
        case .view(let id):
            subject = .view
            for case .preferences(let before, _) in mutations {
                name = before.views.first { $0.id == id }?.name ?? name
            }
        }
        self.init(.delete, subject, count: count, name: name)
    }
}

extension String {
    /// The beginning of a text, on one line, for a list of changes.
    fileprivate var cut: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        let max = Limits.proposedTextCharactersMax
        return line.count > max ? line.prefix(max) + "…" : line
    }
}

/// What an operation deletes besides items and lists.
package enum Deletion: Sendable {
    case section(Section.ID)
    case tag(String)
    case view(SavedView.ID)
}

extension Operation {
    /// What the operation deletes besides items and lists; `nil` for nothing.
    package var deletion: Deletion? {
        switch self {
        case let operation as DeleteSection: .section(operation.id)
        case let operation as DeleteView: .view(operation.id)
        case let operation as ChangeTag: operation.name == nil ? .tag(operation.tag) : nil
        default: nil
        }
    }
}
