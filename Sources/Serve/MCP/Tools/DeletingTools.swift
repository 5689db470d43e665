import Checklists

extension Tool {
    static let deleteItems = Tool(
        "delete_items", "Delete items", .overwrites, .edit,
        """
        Moves items with their subtasks to the trash, all or none. Keep the returned trashIds: with them, \
        restore brings the items back.
        """,
        Shape<Deletion>([
            ShapeField("deleted", .integer, "The number of deleted items, without subtasks.") { $0.count },
            ShapeField("trashIds", each: .integer, "Their entries in the trash.") {
                $0.trashIDs.map(\.rawValue)
            },
        ]),
        operations: { input, call, _ in
            try await input.idsWithoutSubtasks(of: call.session).map { ProposedOperation("DELETE", $0.id) }
        }
    ) { (input: DeleteInput, call) in
        let ids = try await input.idsWithoutSubtasks(of: call.session)
        let trashIDs = try await call.change(ids.count, key: input.key, at: { "/itemIds/\(ids[$0].number)" })
        {
            index, session in try await session.deleteItem(ids[index].id, ifMatch: nil)
        }
        return Deletion(count: ids.count, trashIDs: trashIDs.compactMap(\.self))
    }

    static let restore = Tool(
        "restore", "Restore from the trash", .arranges, .edit,
        """
        Brings back deleted items and lists, all or none. Without trashIds it restores nothing, and shows \
        what is in the trash, newest first.
        """,
        Shape<Restoration>(
            [
                ShapeField("lists", each: .list, "The lists that have their items back.") {
                    $0.lists
                },
                ShapeField("trash", each: .trash, "What is in the trash now.") {
                    $0.listing.page.elements
                },
            ] + Listing<Tombstone>.fields.map { $0.of { $0.listing } })
    ) { (input: RestoreInput, call) in
        let restored = try await call.change(input.ids.count, key: input.key, at: { "/trashIds/\($0)" }) {
            index, session in try await session.restore(input.ids[index], idempotencyKey: nil).value
        }
        // A list that got items of several entries has its final state in the last one.
        let lists = Dictionary(restored.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
            .values.sorted { $0.id < $1.id }
        let listing = try await Listing.read(input.page, .trash) { try await call.session.trash($0) }
        let (principal, now) = (call.session.principal, call.now)
        return Restoration(lists: lists.map { SeenList($0, of: principal, at: now) }, listing: listing)
    }
}

private struct DeleteInput: ToolInput {
    static let noun = "delete_items"

    let ids: [Item.ID]
    let key: String?

    init(from arguments: inout Arguments) {
        ids = arguments.itemIDs()
        key = arguments.idempotencyKey()
    }

    /// The items with their numbers, without subtasks whose parents are deleted too.
    func idsWithoutSubtasks(of session: Session) async throws -> [(number: Int, id: Item.ID)] {
        if ids.count == 1 { return [(0, ids[0])] }
        var found: [(number: Int, id: Item.ID)] = []
        for (number, id) in ids.enumerated() {
            do {
                let parent = try await session.item(id).parentID
                if parent.map(ids.contains) != true { found.append((number, id)) }
            } catch ChecklistsError.notFound {
                // A repetition with the same key finds the items deleted.
                found.append((number, id))
            }
        }
        return found
    }
}

private struct Deletion: Sendable {
    let count: Int
    let trashIDs: [Tombstone.ID]
}

private struct RestoreInput: ToolInput {
    static let noun = "restore"

    let ids: [Tombstone.ID]
    let page: PageRequest
    let key: String?

    init(from arguments: inout Arguments) {
        ids =
            arguments.optional(
                "trashIds", .ids(1...Limits.itemsChangedMax, "entries"), "The entries to restore.") ?? []
        page = PageRequest(&arguments)
        key = arguments.idempotencyKey()
    }
}

private struct Restoration: Sendable {
    let lists: [SeenList]
    let listing: Listing<Tombstone>
}

extension Shape<Tombstone> {
    fileprivate static let trash = Shape<Tombstone>([
        ShapeField("trashId", .integer, "The id of the entry.") { $0.id.rawValue },
        ShapeField("isList", .boolean, "Whether a whole list was deleted.") { $0.trash?.checklist != nil },
        ShapeField("listId", .integer, "The list.") { $0.checklistID.rawValue },
        ShapeField("name", .text, "The name of the list, or the text of the first item. Untrusted text.") {
            $0.trash?.checklist?.name ?? $0.trash?.items.first?.text ?? ""
        },
        ShapeField("itemsCount", .integer, "The number of items.") { $0.trash?.items.count ?? 0 },
        ShapeField("deletedAt", .timestamp, "When it was deleted.") { $0.removedAt },
    ])
}
