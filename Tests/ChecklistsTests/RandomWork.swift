import Randomness

@testable import Checklists

/// Random writes and queries, the same for the same seed.
struct RandomWork {
    var generator: SeededGenerator
    var now = Timestamp(milliseconds: 1_700_000_000_000)

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Decides on some write; `nil` if it is refused or changes nothing.
    mutating func change(_ catalogue: borrowing Catalogue) -> Change? {
        now = now.advanced(byMilliseconds: Int64.random(in: 0...2, using: &generator))
        let list = catalogue.checklistIDs.randomElement(using: &generator) ?? Checklist.ID(rawValue: 1)
        let item = Item.ID(
            rawValue: Int.random(in: 1...max(catalogue.nextItemID.rawValue, 1), using: &generator))
        do throws(ChecklistsError) {
            switch Int.random(in: 0..<100, using: &generator) {
            case ..<3: return try catalogue.addingChecklist(checklistDraft(), once: key(), at: now).change
            case ..<6:
                return try catalogue.updatingChecklist(list, checklistPatch(), ifMatch: nil, at: now).change
            case ..<7: return try catalogue.deletingChecklist(list, ifMatch: nil).change
            case ..<45: return try catalogue.addingItem(itemDraft(), to: list, once: key(), at: now).change
            case ..<60: return try catalogue.updatingItem(item, itemPatch(list), ifMatch: nil, at: now).change
            case ..<72: return try catalogue.togglingItem(item, ifMatch: nil, once: key(), at: now).change
            case ..<87:
                return try catalogue.movingItem(
                    item, to: placement(beside: item, catalogue), ifMatch: nil, once: key(), at: now
                ).change
            case ..<96: return try catalogue.deletingItem(item, ifMatch: nil).change
            case ..<98: return try catalogue.updatingPreferences(preferencesPatch(list), ifMatch: nil).change
            default:
                let checked = [nil, false, true].randomElement(using: &generator) ?? nil
                return try catalogue.deletingItems(of: list, checked: checked).change
            }
        } catch {
            return nil
        }
    }

    /// Some query of items.
    mutating func itemQuery(_ catalogue: borrowing Catalogue) -> ItemQuery {
        var query = ItemQuery(
            checklistID: chance(70) ? catalogue.checklistIDs.randomElement(using: &generator) : nil)
        let keys = ItemQuery.Property.allCases.shuffled(using: &generator)
        query.sort = keys.prefix(Int.random(in: 1...3, using: &generator)).map {
            SortKey($0, descending: chance(50))
        }
        if chance(30) { query.filter.checked = chance(50) }
        if chance(20) { query.filter.important = chance(50) }
        if chance(20) { query.filter.shouldRemind = chance(50) }
        if chance(20) { query.filter.dueBefore = date() }
        if chance(20) { query.filter.dueAfter = date() }
        if chance(20) {
            query.filter.text =
                ["a", "E", "é", "li", "Lait", "牛", "1", "Liste 0", "crème", "e br", "\u{301}"]
                .randomElement(using: &generator) ?? ""
        }
        return query
    }

    /// Some query of checklists.
    mutating func checklistQuery() -> ChecklistQuery {
        var query = ChecklistQuery()
        let keys = ChecklistQuery.Property.allCases.shuffled(using: &generator)
        query.sort = keys.prefix(Int.random(in: 1...2, using: &generator)).map {
            SortKey($0, descending: chance(50))
        }
        if chance(30) { query.text = ["a", "E", "li"].randomElement(using: &generator) ?? "" }
        return query
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func text() -> String {
        let words = [
            "lait", "Lait", "liste 2", "Liste 10", "liste 02", "crème", "Crème brûlée", "CREME", "éclair",
            "zèbre",
            "a", "A", "10", "9", "-", "!", "naïve", "ß", "牛奶", "🥛", "ёлка",
        ]
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    private mutating func date() -> Timestamp {
        now.advanced(byMilliseconds: Int64.random(in: -20...20, using: &generator))
    }

    private mutating func checklistDraft() -> ChecklistDraft { ChecklistDraft(name: text()) }

    private mutating func checklistPatch() -> ChecklistPatch {
        ChecklistPatch(
            name: chance(50) ? text() : nil,
            icon: chance(50) ? Icon.allCases.randomElement(using: &generator) : nil)
    }

    private mutating func preferencesPatch(_ list: Checklist.ID) -> PreferencesPatch {
        var patch = PreferencesPatch()
        if chance(50) { patch.selectedChecklistID = .some(chance(80) ? list : nil) }
        if chance(30) { patch.showChecked = chance(50) }
        if chance(30) { patch.itemSort = [SortKey(.text, descending: chance(50))] }
        return patch
    }

    private mutating func itemDraft() -> ItemDraft {
        var draft = ItemDraft(text: text())
        if chance(20) { draft.notes = text() }
        draft.checked = chance(20)
        draft.important = chance(20)
        if chance(50) { draft.dueDate = date() }
        draft.shouldRemind = draft.dueDate != nil && chance(50)
        if chance(10) { draft.location = Location(city: "Orléans") }
        return draft
    }

    private mutating func itemPatch(_ list: Checklist.ID) -> ItemPatch {
        var patch = ItemPatch()
        if chance(20) { patch.checklistID = list }
        if chance(30) { patch.text = text() }
        if chance(30) { patch.notes = text() }
        if chance(30) { patch.checked = chance(50) }
        if chance(30) { patch.important = chance(50) }
        if chance(30) { patch.dueDate = .some(chance(50) ? date() : nil) }
        if chance(30) { patch.shouldRemind = chance(50) }
        return patch
    }

    private mutating func placement(beside item: Item.ID, _ catalogue: borrowing Catalogue) -> ItemPlacement {
        var others: [Item.ID] = []
        if let list = try? catalogue.item(item).checklistID {
            others = catalogue.items(of: list).map(\.id)
        }
        let other = others.randomElement(using: &generator) ?? item
        // Mostly the same place, to use up the room there.
        let first = others.first ?? item
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .first
        case 1: return .last
        case 2: return .before(other)
        case 3: return .after(other)
        default: return .after(first)
        }
    }

    private mutating func key() -> IdempotencyKey? {
        guard chance(30) else { return nil }
        return IdempotencyKey(
            key: String(Int.random(in: 0..<1_000, using: &generator)), fingerprint: [chance(50) ? 1 : 2])
    }
}

extension Decision {
    /// The change to make, if there is one.
    var change: Change? {
        if case .change(let change, _) = self { change } else { nil }
    }
}
