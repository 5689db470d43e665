package import Checklists
import JSON

extension Removal: Record {
    package static var blank: Removal {
        Removal(
            id: ID(rawValue: 0), checklistID: Checklist.ID(rawValue: 0), removedAt: .zero, removedBy: .first)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("checklistId", &checklistID)
        try fields.list("itemIds", &itemIDs)
        try fields.list("names", &listedNames)
        try fields.list("people", &people)
        try fields.required("removedAt", &removedAt)
        try fields.field("removedBy", &author, unless: .first)
        try fields.optional("checklist", &trashedChecklist)
        try fields.optional("items", &trashedItems)
    }

    private var author: Author {
        get { Author(principal: removedBy) }
        set { removedBy = newValue.on(checklistID) }
    }

    /// The names in the order of the items; empty for an item without one.
    private var listedNames: [String] {
        get { names.isEmpty ? [] : itemIDs.map { names[$0] ?? "" } }
        set { names = Removal.names(newValue, of: itemIDs) }
    }

    private var trashedChecklist: Checklist? {
        get { trash?.checklist }
        set { if let newValue { trash = Trash(checklist: newValue, items: trash?.items ?? []) } }
    }

    private var trashedItems: [TrashedItem]? {
        get { trash?.items.map(TrashedItem.init) }
        set {
            guard let newValue else { return }
            var trash = Trash(checklist: trash?.checklist, items: newValue.map { $0.item(on: checklistID) })
            trash.checklist?.count(trash.items)
            self.trash = trash
        }
    }
}

/// An item in the trash, which does not repeat its list.
private struct TrashedItem: StoredValue {
    private var item: Item

    init(_ item: Item) { self.item = item }

    init(from json: inout JSONReader) throws(FormatError) {
        item = try Item(from: &json, of: Checklist.ID(rawValue: 0))
    }

    func write(to json: inout JSONWriter) { item.write(to: &json, withList: false) }

    /// The item with the list, which the deletion knows.
    func item(on list: Checklist.ID) -> Item {
        if item.checklistID == list { return item }
        var item = item
        item.checklistID = list
        return item
    }
}

extension Checklist {
    /// Counts the items that it has.
    fileprivate mutating func count(_ items: [Item]) {
        itemsCount = items.count
        uncheckedItemsCount = items.count { !$0.checked }
    }
}
