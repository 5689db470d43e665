import Foundation

@testable import Checklists
@testable import MemoryStore

/// A model of a memory store, without indexes.
struct StoreModel: Equatable {
    var checklists: [Checklist.ID: Checklist] = [:]
    var items: [Item.ID: Item] = [:]
    var records: [String: IdempotencyRecord] = [:]
    var preferences = Preferences()

    mutating func apply(_ change: Change) {
        for mutation in change.mutations {
            switch mutation {
            case .checklist(let before, let after):
                if let before { checklists[before.id] = nil }
                if let after { checklists[after.id] = after }
            case .item(let before, let after):
                if let before { items[before.id] = nil }
                if let after { items[after.id] = after }
            case .webhook, .delivery, .person, .tombstone:
                break
            case .preferences(_, let after):
                preferences = after
            }
        }
        if let record = change.idempotencyRecord { records[record.key.key] = record }
    }

    /// All checklists that a query matches, in order, without paging.
    func elements(_ query: ChecklistQuery) -> [Checklist] {
        checklists.values
            .filter { query.text.isEmpty || folded($0.name).contains(folded(query.text)) }
            .sorted { one, two in
                for key in query.sort {
                    let order: Int =
                        switch key.property {
                        case .name: byKeys(one.name, two.name)
                        case .createdAt: compare(one.createdAt, two.createdAt)
                        case .updatedAt: compare(one.updatedAt, two.updatedAt)
                        case .uncheckedItemsCount: compare(one.uncheckedItemsCount, two.uncheckedItemsCount)
                        case .position: compare(place(of: one), place(of: two))
                        }
                    if order != 0 { return key.descending ? order > 0 : order < 0 }
                }
                return one.id < two.id
            }
    }

    /// The position among the lists of person 1. The random work pins none.
    private func place(of list: Checklist) -> Int { list.member(.first)?.preferences.position ?? 0 }

    /// All items that a query matches, in order, without paging.
    func elements(_ query: ItemQuery) -> [Item] {
        items.values
            .filter { query.checklistID == nil || $0.checklistID == query.checklistID }
            .filter { matches($0, query.filter) }
            .sorted { one, two in
                var isGrouped = true
                for key in query.sort + (isByGroupAlone(query) ? [SortKey(.position)] : []) {
                    defer { isGrouped = isGrouped && groups.contains(key.property) }
                    if key.property == .dueDate, one.dueDate == nil || two.dueDate == nil {
                        if one.dueDate == two.dueDate { continue }
                        return two.dueDate == nil
                    }
                    if key.property == .checkedAt, one.checkedAt == nil || two.checkedAt == nil {
                        if one.checkedAt == two.checkedAt { continue }
                        return two.checkedAt == nil
                    }
                    if key.property == .checklist || key.property == .section {
                        if !isGrouped || one.checklistID == two.checklistID { continue }
                        let order = byKeys(name(of: one), name(of: two))
                        if order == 0 { return one.checklistID < two.checklistID }
                        return key.descending ? order > 0 : order < 0
                    }
                    let order: Int =
                        switch key.property {
                        case .position:
                            one.position == two.position
                                ? one.id.rawValue - two.id.rawValue : compare(one.position, two.position)
                        case .text: byKeys(one.text, two.text)
                        case .dueDate: compare(one.dueDate?.milliseconds ?? 0, two.dueDate?.milliseconds ?? 0)
                        case .important: compare(one.important ? 1 : 0, two.important ? 1 : 0)
                        case .checked: compare(one.checked ? 1 : 0, two.checked ? 1 : 0)
                        case .createdAt: compare(one.createdAt, two.createdAt)
                        case .updatedAt: compare(one.updatedAt, two.updatedAt)
                        case .checkedAt:
                            compare(one.checkedAt?.milliseconds ?? 0, two.checkedAt?.milliseconds ?? 0)
                        case .checklist, .section: 0
                        }
                    if order != 0 { return key.descending ? order > 0 : order < 0 }
                }
                return one.id < two.id
            }
    }

    /// Whether no key orders the items of a group.
    private func isByGroupAlone(_ query: ItemQuery) -> Bool {
        query.sort.allSatisfy { groups.contains($0.property) }
            && [.checklist, .section].contains(query.sort.last?.property)
    }

    /// The keys that groups can follow.
    private var groups: [ItemQuery.Property] { [.checked, .important, .checklist, .section] }

    private func name(of item: Item) -> String { checklists[item.checklistID]?.name ?? "" }

    func counts(at now: Timestamp) -> Counts {
        let open = items.values.filter { !$0.checked }
        var counts = Counts()
        counts.checklists = checklists.count
        counts.items = items.count
        counts.unchecked = open.count
        counts.checked = items.count - open.count
        counts.important = open.count { $0.important }
        counts.overdue = open.count { item in
            DayOfItem(item)?.isOver(at: now) ?? item.dueDate.map { $0 < now } ?? false
        }
        counts.reminders = items.values.count { $0.remindAt != nil }
        return counts
    }

    private func matches(_ item: Item, _ filter: ItemFilter) -> Bool {
        (filter.flags[.checked] == nil || filter.flags[.checked] == item.checked)
            && (filter.flags[.important] == nil || filter.flags[.important] == item.important)
            && (filter.flags[.shouldRemind] == nil || filter.flags[.shouldRemind] == item.shouldRemind)
            && (filter.dueBefore.map { limit in item.dueDate.map { $0 < limit } ?? false } ?? true)
            && (filter.dueAfter.map { limit in item.dueDate.map { $0 >= limit } ?? false } ?? true)
            && (filter.uid.map { uid in item.uid.map { $0.utf8.elementsEqual(uid.utf8) } ?? false } ?? true)
            && (filter.resourceName.map { name in
                item.calendarObject?.name.map { $0.utf8.elementsEqual(name.utf8) } ?? false
            } ?? true)
            && (filter.text.isEmpty || folded(item.text).contains(folded(filter.text))
                || folded(item.notes).contains(folded(filter.text))
                || item.tags.contains { folded($0).contains(folded(filter.text)) })
    }

    private func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private func compare<Value: Comparable>(_ one: Value, _ two: Value) -> Int {
        one == two ? 0 : one < two ? -1 : 1
    }
}

extension StoreModel {
    /// The data of a memory.
    init(_ memory: MemoryStore) {
        for id in memory.checklistIDs {
            guard let snapshot = memory.snapshot(of: id) else { continue }
            checklists[id] = snapshot.checklist
            for item in snapshot.items { items[item.id] = item }
        }
        preferences = memory.preferences
        for record in memory.idempotencyRecords { records[record.key.key] = record }
    }
}

extension MemoryStore {
    /// The items of a list by position.
    func itemList(of id: Checklist.ID) -> [Item] { Array(items(of: id)) }
}
