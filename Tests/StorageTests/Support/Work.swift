import Checklists
import Storage

/// What a test has a repository do.
enum Work {
    /// One of each kind of change: lists and items made, changed, moved and deleted, with and without keys.
    static func everything(_ repository: some ChecklistRepository, prefix: String = "") async throws {
        let key = IdempotencyKey(key: "\(prefix)key", fingerprint: [1, 2, 3])
        let first = try await repository.addChecklist(ChecklistDraft(name: "\(prefix)First"), once: key).value
            .id
        let second = try await repository.addChecklist(
            ChecklistDraft(name: "\(prefix)Second", icon: .trips), once: nil
        ).value.id
        let third = try await repository.addChecklist(ChecklistDraft(name: "\(prefix)Third"), once: nil).value
            .id
        var items: [Item.ID] = []
        for number in 0..<6 {
            var draft = ItemDraft(text: "\(prefix)Item \(number) “é”\\")
            draft.notes = String(repeating: "\(number)\n", count: number)
            draft.important = number.isMultiple(of: 2)
            draft.dueDate = number == 3 ? Sample.moment : nil
            draft.location = number == 4 ? Location(city: "Paris", latitude: 48.8566, longitude: 2.3522) : nil
            let list = [first, second, third][number % 3]
            let once = IdempotencyKey(key: "\(prefix)\(number)", fingerprint: [UInt8(number)])
            items.append(try await repository.addItem(draft, to: list, once: once).value.id)
        }
        _ = try await repository.toggleItem(items[0], ifMatch: nil, once: nil)
        var move = ItemPatch()
        move.checklistID = second
        _ = try await repository.updateItem(items[0], move, ifMatch: nil)
        _ = try await repository.moveItem(items[0], to: .first, ifMatch: nil, once: nil)
        move.checklistID = first
        move.text = "\(prefix)moved"
        _ = try await repository.updateItem(items[2], move, ifMatch: nil)
        try await repository.deleteItem(items[1], ifMatch: nil)
        _ = try await repository.updateChecklist(
            first, ChecklistPatch(name: "\(prefix)Renamed"), ifMatch: nil)
        _ = try await repository.deleteItems(of: second, checked: true)
        try await repository.deleteChecklist(third, ifMatch: nil)
    }
}
