package import Checklists

/// Steps that a test runs on a store. Each step is one change, with the same result on every store that ran
/// the same steps before.
package enum Work {
    package typealias Step = @Sendable (any Store) async throws -> Void

    /// One change of each kind: lists and items added, changed, moved and deleted, with and without keys.
    package static let steps: [Step] =
        (1...3).map { number in addList(number) } + (0..<6).map { number in addItem(number) } + [
            { _ = try await $0.asFirst.toggleItem(item(1), ifMatch: nil, idempotencyKey: nil) },
            { try await move($0, item(1), to: list(2)) },
            { _ = try await $0.asFirst.moveItem(item(1), to: .first, ifMatch: nil, idempotencyKey: nil) },
            { try await move($0, item(3), to: list(1), text: "moved") },
            { try await $0.asFirst.deleteItem(item(2), ifMatch: nil) },
            {
                _ = try await $0.asFirst.updateChecklist(
                    list(1), ChecklistPatch(name: "Renamed"), ifMatch: nil)
            },
            { _ = try await $0.asFirst.deleteItems(of: list(2), checked: true) },
            { try await prefer($0, list(3), [SortKey(.text, descending: true)]) },
            { try await $0.asFirst.deleteChecklist(list(3), ifMatch: nil) },
        ]

    /// Further changes of the same objects, including moves between two lists.
    package static let furtherSteps: [Step] = [
        { try await move($0, item(4), to: list(2)) },
        { try await move($0, item(3), to: list(2)) },
        { try await move($0, item(3), to: list(1), text: "and back") },
        { _ = try await $0.asFirst.addChecklist(ChecklistDraft(name: "Fourth"), idempotencyKey: nil) },
        { try await move($0, item(5), to: list(4)) },
        {
            _ = try await $0.asFirst.addItem(
                ItemDraft(text: "late"), to: list(4), idempotencyKey: key("late"))
        },
        { try await $0.asFirst.deleteItem(item(4), ifMatch: nil) },
        { try await prefer($0, list(4), [SortKey(.checked), SortKey(.dueDate)]) },
        batch,
    ]

    /// A batch that creates, changes and deletes lists and items.
    private static let batch: Step = { store in
        _ = try await store.asFirst.writeBatch(of: 5, idempotencyKey: key("batch")) { index, session in
            let made = Checklist.ID(rawValue: TemporaryIDs.number(of: 0))
            switch index {
            case 0: _ = try await session.addChecklist(ChecklistDraft(name: "Fifth"), idempotencyKey: nil)
            case 1: _ = try await session.addItem(ItemDraft(text: "new"), to: made, idempotencyKey: nil)
            case 2: _ = try await session.updateItem(item(5), patch(to: made), ifMatch: nil)
            case 3: _ = try await session.deleteItems(of: list(1), checked: nil)
            default: _ = try await session.deleteChecklist(list(4), ifMatch: nil)
            }
        }
    }

    /// Runs all steps.
    package static func everything(_ store: any Store) async throws {
        for step in steps + furtherSteps { try await step(store) }
    }

    private static func addList(_ number: Int) -> Step {
        { store in
            let draft = ChecklistDraft(name: "List \(number)", icon: Icon.allCases[number])
            _ = try await store.asFirst.addChecklist(draft, idempotencyKey: number == 1 ? key("list") : nil)
        }
    }

    private static func addItem(_ number: Int) -> Step {
        { store in
            var draft = ItemDraft(text: "Item \(number) “é”\\")
            draft.notes = String(repeating: "\(number)\n", count: number)
            draft.important = number.isMultiple(of: 2)
            draft.dueDate = number == 3 ? Sample.moment : nil
            draft.location = number == 4 ? Location(city: "Paris", latitude: 48.8566, longitude: 2.3522) : nil
            _ = try await store.asFirst.addItem(
                draft, to: list(number % 3 + 1), idempotencyKey: number == 2 ? key("item") : nil)
        }
    }

    private static func move(
        _ store: any Store, _ id: Item.ID, to list: Checklist.ID, text: String? = nil
    ) async throws {
        var patch = ItemPatch()
        patch.checklistID = list
        patch.text = text
        _ = try await store.asFirst.updateItem(id, patch, ifMatch: nil)
    }

    private static func patch(to list: Checklist.ID) -> ItemPatch {
        var patch = ItemPatch()
        patch.checklistID = list
        return patch
    }

    private static func prefer(
        _ store: any Store, _ list: Checklist.ID, _ sort: [SortKey<ItemQuery.Property>]
    ) async throws {
        var patch = PreferencesPatch()
        patch.selectedChecklistID = list
        patch.showChecked = false
        patch.itemSort = sort
        _ = try await store.asFirst.updatePreferences(patch, ifMatch: nil)
    }

    private static func list(_ number: Int) -> Checklist.ID { Checklist.ID(rawValue: number) }
    private static func item(_ number: Int) -> Item.ID { Item.ID(rawValue: number) }
    private static func key(_ text: String) -> IdempotencyKey {
        IdempotencyKey(key: text, fingerprint: [1, 2])
    }
}
