import Checklists

extension Tool {
    static let addItems = Tool(
        "add_items", "Add items", .adds, .edit,
        """
        Adds items to one list, all or none. Each line is one item, and may name a day, time, recurrence, \
        tags, an amount and importance: "Milk 2 l", "Call Ann tomorrow 9am @work !!", "Water plants every \
        Monday". A line with a time of day sets a reminder.
        """,
        Shape<[Item]>([
            ShapeField("items", each: .briefItem, "The new items, as the lines were understood.") {
                $0
            }
        ])
    ) { (input: AddInput, call) in
        let drafts = try await call.drafts(of: input.lines)
        return try await call.session.addItems(
            drafts, to: input.listID, merges: input.merges, idempotencyKey: call.key(input.key)
        ).value
    }

    static let createList = Tool(
        "create_list", "Create a list", .adds, .persons(.assist),
        """
        Creates a list for the user, with items if you give lines. The lines are as in add_items. Either all \
        of it is created or nothing.
        """,
        Shape<NewList>([
            ShapeField("list", Shape<SeenList>.list, "The new list.") { $0.list },
            ShapeField("items", each: .briefItem, "Its items.") { $0.items },
        ])
    ) { (input: ListInput, call) in
        let drafts = input.lines.isEmpty ? [] : try await call.drafts(of: input.lines)
        let newID = Checklist.ID(rawValue: TemporaryIDs.number(of: 0))
        let changes = try await call.change(
            drafts.isEmpty ? 1 : 2, key: input.key, at: { $0 == 0 ? "" : "/lines" }
        ) { index, session -> Creation in
            if index == 0 {
                return .list(try await session.addChecklist(input.draft, idempotencyKey: nil).value.id)
            }
            return .items(try await session.addItems(drafts, to: newID, idempotencyKey: nil).value)
        }
        guard case .list(let id)? = changes.first else { throw ChecklistsError.notFound(.checklist) }
        let items = if case .items(let items)? = changes.last { items } else { [Item]() }
        let list = try await call.session.checklist(id)
        return NewList(list: SeenList(list, of: call.session.principal, at: call.now), items: items)
    }
}

private struct AddInput: ToolInput {
    static let noun = "add_items"

    let listID: Checklist.ID
    let lines: [String]
    let merges: Bool
    let key: String?

    init(from arguments: inout Arguments) {
        listID = arguments.required("listId", .id, "The list; see list_lists.") ?? Checklist.ID(rawValue: 0)
        lines =
            arguments.required("lines", .array(of: .text, 1...Limits.linesMax, "lines"), "One line an item.")
            ?? []
        merges =
            arguments.optional(
                "merge", .boolean,
                "true adds the amount to an unchecked item of the same text and unit, if there is one."
            )
            ?? false
        key = arguments.idempotencyKey()
    }
}

private struct ListInput: ToolInput {
    static let noun = "create_list"

    let draft: ChecklistDraft
    let lines: [String]
    let key: String?

    init(from arguments: inout Arguments) {
        draft = ChecklistDraft(
            name: arguments.required("name", .text, "1 to 200 characters.") ?? "",
            icon: arguments.optional("icon", .choice, "The icon; Folder by default.") ?? .folder)
        lines =
            arguments.optional("lines", .array(of: .text, 1...Limits.linesMax, "lines"), "One line an item.")
            ?? []
        key = arguments.idempotencyKey()
    }
}

/// A part of a new list.
private enum Creation: Sendable {
    case list(Checklist.ID)
    case items([Item])
}

private struct NewList: Sendable {
    let list: SeenList
    let items: [Item]
}

extension Arguments {
    /// Reads the key of a call.
    mutating func idempotencyKey() -> String? {
        optional(
            "idempotencyKey", .idempotencyKey,
            "A new random text for each call. A repetition with the same key and arguments has no effect."
        )
    }
}
