import Checklists
import JSON

extension Tool {
    static let updateItems = Tool(
        "update_items", "Change items", .overwrites, .edit,
        """
        Changes fields of items, each in its own way, all or none. Only the given fields change; null clears \
        a field. Use check_items for check marks and move_items for lists, sections and order.
        """,
        items("The changed items."),
        operations: { input, _, arguments in
            guard case .array(let changes)? = arguments["changes"] else { return [] }
            return zip(input.changes, changes).map { ProposedOperation("PATCH", $0.id, ItemChange.body($1)) }
        }
    ) { (input: UpdateInput, call) in
        let changes = input.changes
        return try await call.change(changes.count, key: input.key, at: { "/changes/\($0)" }) {
            index, session in
            try await session.updateItem(changes[index].id, changes[index].patch, ifMatch: nil)
        }
    }

    static let checkItems = Tool(
        "check_items", "Check items", .adds, .check,
        """
        Checks items as done, or unchecks them, all or none. A recurring item moves to its next date instead.
        """,
        items("The items after the change."),
        operations: { input, _, _ in
            let body = [JSONValue.Member("checked", .bool(input.patch.checked ?? true))]
            return input.ids.map { ProposedOperation("PATCH", $0, body) }
        }
    ) { (input: CheckInput, call) in
        try await call.change(input.ids.count, key: input.key, at: { "/itemIds/\($0)" }) { index, session in
            try await session.updateItem(input.ids[index], input.patch, ifMatch: nil)
        }
    }

    static let moveItems = Tool(
        "move_items", "Move items", .arranges, .edit,
        """
        Moves items to another list or section, or to another place in their list, all or none. The items \
        keep the order of itemIds. Subtasks move with their parents.
        """,
        items("The moved items."),
        operations: { input, _, _ in
            input.steps.map { step in
                switch step.step {
                case .patch(let id, let patch): ProposedOperation("PATCH", id, MoveInput.body(patch))
                case .place(let id, let placement):
                    ProposedOperation("POST", id, "/move", MoveInput.body(placement))
                }
            }
        }
    ) { (input: MoveInput, call) in
        let steps = input.steps
        let items = try await call.change(
            steps.count, key: input.key, at: { "/itemIds/\(steps[$0].number)" }
        ) { index, session in
            switch steps[index].step {
            case .patch(let id, let patch): try await session.updateItem(id, patch, ifMatch: nil)
            case .place(let id, let placement):
                try await session.moveItem(id, to: placement, ifMatch: nil, idempotencyKey: nil).value
            }
        }
        // An item has two steps if its list and its place change. The last one has its final state.
        return Array(items.suffix(input.ids.count))
    }

    private static func items(_ description: String) -> Shape<[Item]> {
        Shape<[Item]>([ShapeField("items", each: .briefItem, description) { $0 }])
    }
}

private struct UpdateInput: ToolInput {
    static let noun = "update_items"

    let changes: [ItemChange]
    let key: String?

    init(from arguments: inout Arguments) {
        changes =
            arguments.required(
                "changes", .array(of: .object(ItemChange.self), 1...Limits.itemsChangedMax, "changes"),
                "The changes, one for each item.") ?? []
        key = arguments.idempotencyKey()
    }
}

private struct ItemChange: ToolInput {
    static let noun = "a change"

    let id: Item.ID
    private(set) var patch = ItemPatch()

    init(from arguments: inout Arguments) {
        id = arguments.required("itemId", .id, "The item.") ?? Item.ID(rawValue: 0)
        patch.text = arguments.optional("text", .text, "The task, 1 to 1,000 characters.")
        patch.notes = arguments.optional("notes", .text, "Details, up to 20,000 characters.")
        patch.important = arguments.optional("important", .boolean, "Whether it is important.")
        patch.dueDate = arguments.nullable("dueDate", .timestamp, "The due time; it replaces dueOn.")
        patch.dueOn = arguments.nullable(
            "dueOn", .day, "The due day of an all-day item; it replaces dueDate.")
        patch.recurrence = arguments.nullable(
            "recurrence", .recurrence, "A recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO.")
        patch.shouldRemind = arguments.optional(
            "reminds", .boolean, "Whether a reminder fires at the due time.")
        patch.details.tags = arguments.optional(
            "tags", .array(of: .text, 0...Checklists.Limits.tagsMax, "tags"), "All tags of the item.")
        patch.details.quantity = arguments.nullable("quantity", .quantity, "The amount.")
        patch.details.unit = arguments.nullable("unit", .text, "The unit of the amount.")
        patch.details.parentID = arguments.nullable("parentId", .id, "The item that it becomes a subtask of.")
    }
}

extension ItemChange {
    /// The body of `PATCH /v1/items/{itemId}` for a change in the arguments.
    fileprivate static func body(_ change: JSONValue) -> [JSONValue.Member] {
        guard case .object(let members) = change else { return [] }
        return members.compactMap { member in
            switch (member.name, member.value) {
            case ("itemId", _): nil
            case ("reminds", let value): JSONValue.Member("shouldRemind", value)
            case ("recurrence", .string(let rule)):
                JSONValue.Member("recurrence", .object([JSONValue.Member("rule", .string(rule))]))
            default: member
            }
        }
    }
}

private struct CheckInput: ToolInput {
    static let noun = "check_items"

    let ids: [Item.ID]
    private(set) var patch = ItemPatch()
    let key: String?

    init(from arguments: inout Arguments) {
        ids = arguments.itemIDs()
        patch.checked =
            arguments.optional("checked", .boolean, "false unchecks the items; true by default.") ?? true
        key = arguments.idempotencyKey()
    }
}

private struct MoveInput: ToolInput {
    static let noun = "move_items"

    private enum Place: String, CaseIterable { case first, last }

    let ids: [Item.ID]
    /// The list and the section; `nil` if both stay.
    private let patch: ItemPatch?
    /// The place in the list; `nil` if it stays.
    private let placement: ItemPlacement?
    let key: String?

    init(from arguments: inout Arguments) {
        ids = arguments.itemIDs()
        var patch = ItemPatch()
        patch.checklistID = arguments.optional("listId", .id, "The new list; the items go to its end.")
        patch.details.sectionID = arguments.nullable(
            "sectionId", .id, "The section of the list, of list_lists; null for none.")
        self.patch = patch == ItemPatch() ? nil : patch
        let place: Place? = arguments.optional("place", .choice, "The beginning or the end of the list.")
        let before: Item.ID? = arguments.optional("beforeItemId", .id, "An item of the list to stand before.")
        let after: Item.ID? = arguments.optional("afterItemId", .id, "An item of the list to stand after.")
        let placements = [
            place.map { $0 == .first ? ItemPlacement.first : .last }, before.map(ItemPlacement.before),
            after.map(ItemPlacement.after),
        ].compactMap(\.self)
        placement = placements.first
        key = arguments.idempotencyKey()
        if self.patch != nil, placement != nil, ids.count > Limits.itemsChangedMax / 2 {
            arguments.note(
                "itemIds", .tooMany(max: Limits.itemsChangedMax / 2, "items with a list and a place"))
        }
        if placements.count > 1 {
            arguments.note("place", .notTogether(with: "beforeItemId and afterItemId"))
        } else if placements.isEmpty, self.patch == nil {
            arguments.note("place", .requiredWith("itemIds, unless listId or sectionId is given"))
        }
    }

    /// The body of `PATCH /v1/items/{itemId}` that moves an item to a list or a section.
    static func body(_ patch: ItemPatch) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let list = patch.checklistID {
            members.append(JSONValue.Member("checklistId", .number(JSONNumber(list.rawValue))))
        }
        if let section = patch.details.sectionID {
            let value = section.map { JSONValue.number(JSONNumber($0.rawValue)) }
            members.append(JSONValue.Member("sectionId", value ?? .null))
        }
        return members
    }

    /// The body of `POST /v1/items/{itemId}/move`.
    static func body(_ placement: ItemPlacement) -> [JSONValue.Member] {
        switch placement {
        case .first: [JSONValue.Member("first", .bool(true))]
        case .last: [JSONValue.Member("last", .bool(true))]
        case .before(let id): [JSONValue.Member("before", .number(JSONNumber(id.rawValue)))]
        case .after(let id): [JSONValue.Member("after", .number(JSONNumber(id.rawValue)))]
        }
    }

    /// A change of one item.
    enum Step {
        case patch(Item.ID, ItemPatch)
        case place(Item.ID, ItemPlacement)
    }

    /// The changes, each with the number of its item: first of lists and sections, then of places.
    var steps: [(number: Int, step: Step)] {
        var steps: [(number: Int, step: Step)] = []
        if let patch {
            steps += ids.enumerated().map { ($0.offset, .patch($0.element, patch)) }
        }
        if let placement {
            var place = placement
            for (number, id) in ids.enumerated() {
                steps.append((number, .place(id, place)))
                // Each item follows the one that was moved before it.
                place = .after(id)
            }
        }
        return steps
    }
}

extension Arguments {
    /// Reads the items to change.
    mutating func itemIDs() -> [Item.ID] {
        required("itemIds", .ids(1...Limits.itemsChangedMax, "items"), "The items; see find_items.") ?? []
    }
}
