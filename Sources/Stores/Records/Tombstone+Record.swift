package import Checklists
import JSON

extension Tombstone: Record {
    package static var blank: Tombstone {
        Tombstone(
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
        var checklist = trash?.checklist
        var items = trash?.items.map(TrashedItem.init)
        try fields.optional("checklist", &checklist)
        try fields.optional("items", &items)
        var undo = trash?.undo
        try fields.optional("undo", &undo)
        trash = items.map {
            Trash(checklist: checklist, items: $0.map { $0.item(on: checklistID) }, undo: undo)
        }
        if let items = trash?.items { trash?.checklist?.count(items) }
    }

    private var author: Author {
        get { Author(principal: removedBy) }
        set { removedBy = newValue.on(checklistID) }
    }

    /// The names in the order of the items; empty for an item without a name.
    private var listedNames: [String] {
        get { names.isEmpty ? [] : itemIDs.map { names[$0] ?? "" } }
        set { names = Tombstone.names(newValue, of: itemIDs) }
    }
}

extension UndoRecord: Record {
    package static var blank: UndoRecord { UndoRecord() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.list("items", &items)
        try fields.list("createdItems", &createdItems)
        try fields.list("createdLists", &createdLists)
    }
}

/// An item in the trash, stored without its `checklistId`.
private struct TrashedItem: StoredValue {
    private var item: Item

    init(_ item: Item) { self.item = item }

    init(from json: inout JSONReader) throws(FormatError) {
        item = try Item(from: &json, of: Checklist.ID(rawValue: 0))
    }

    func write(to json: inout JSONWriter) { item.write(to: &json, withList: false) }

    /// The item with the list of its tombstone.
    func item(on list: Checklist.ID) -> Item {
        if item.checklistID == list { return item }
        var content = item.content
        content.checklistID = list
        content.changedBy = Author(principal: content.changedBy).on(list)
        return Item(content)
    }
}

extension Checklist {
    /// Sets the counts from its items.
    fileprivate mutating func count(_ items: [Item]) {
        itemsCount = items.count
        uncheckedItemsCount = items.count { !$0.checked }
    }
}
