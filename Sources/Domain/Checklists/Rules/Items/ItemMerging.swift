/// Adds amounts to items of the same text instead of adding the items again.
struct ItemMerging {
    /// The properties by which two items are the same thing to buy.
    private struct Key: Hashable {
        var text: String
        var unit: String?
        var parent: Item.ID?

        init(text: String, unit: String?, parent: Item.ID?) {
            self.text = Folding.text(of: text)
            self.unit = unit.map(Folding.text)
            self.parent = parent
        }

        init(_ draft: ItemDraft) {
            let details = draft.patch.details
            self.init(text: draft.text, unit: details.unit ?? nil, parent: details.parentID ?? nil)
        }
    }

    /// What the folded text of an ASCII text shows without being made: its length and its first byte.
    private struct Shape: Hashable {
        var count: Int
        var first: UInt8

        init(folded text: String) {
            (count, first) = (text.utf8.count, text.utf8.first ?? 0)
        }

        /// The shape of a text after folding; `nil` for a text that is not ASCII.
        init?(ofASCII text: String) {
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            self.init(folded: text)
            if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first { first |= 0x20 }
        }
    }

    /// The unchecked items that take amounts: for each key of a draft, the first of each section by position.
    private var items: [Key: [Item]] = [:]
    /// The shapes of the drafts' texts. Folding every text of a large list takes seconds.
    private var shapes: Set<Shape> = []

    /// - Parameters:
    ///   - drafts: The drafts to merge.
    ///   - items: The items of the list, by position.
    ///   - changes: Earlier changes of the items, with an index.
    init(_ drafts: [ItemDraft], into items: some Sequence<Item>, after changes: ItemChanges = ItemChanges()) {
        for draft in drafts where draft.isMergeable {
            let key = Key(draft)
            self.items[key] = []
            shapes.insert(Shape(folded: key.text))
        }
        for item in items { add(item) }
        for key in self.items.keys {
            self.items[key] = self.items[key]?.compactMap { changes.current($0) }
        }
    }

    /// Adds the next item of the list.
    mutating func add(_ item: Item) {
        if item.checked { return }
        if let shape = Shape(ofASCII: item.text), !shapes.contains(shape) { return }
        guard item.timing.recurrence == nil else { return }
        let key = Key(text: item.text, unit: item.details.unit, parent: item.parentID)
        guard let candidates = items[key],
            !candidates.contains(where: { $0.sectionID == item.sectionID })
        else { return }
        items[key] = candidates + [item]
    }

    /// The item that takes the amount of a valid draft, before and after; `nil` if the draft is a new item.
    /// - Throws: `invalid` if the sum is too large.
    mutating func merge(
        _ draft: ItemDraft, in transaction: some Transaction
    ) throws(ChecklistsError) -> (before: Item, after: Item)? {
        guard draft.isMergeable else { return nil }
        let details = draft.patch.details
        let section = details.sectionID ?? nil
        let key = Key(draft)
        guard let candidates = items[key],
            let number = candidates.firstIndex(where: { section == nil || $0.sectionID == section })
        else { return nil }
        let before = candidates[number]
        let addend = (details.quantity ?? nil) ?? .one
        let sum = (before.details.quantity ?? .one).thousandths + addend.thousandths
        guard let quantity = Quantity(thousandths: sum) else {
            throw .invalid([Violation("/quantity", .notAQuantity)])
        }
        var after = before
        after.details.quantity = quantity
        after = transaction.edited(after)
        items[key]?[number] = after
        return (before, after)
    }
}

extension ItemDraft {
    /// Whether a merge loses no field of the draft: it sets only the text, the amount, the parent and the
    /// section.
    var isMergeable: Bool {
        guard uid == nil else { return false }
        var rest = patch
        rest.text = nil
        rest.details.quantity = nil
        rest.details.unit = nil
        rest.details.parentID = nil
        rest.details.sectionID = nil
        rest.unsetDefaults()
        return rest == ItemPatch()
    }
}

extension ItemPatch {
    /// Unsets the fields whose values every new item has.
    fileprivate mutating func unsetDefaults() {
        if notes?.isEmpty ?? false { notes = nil }
        if checked == false { checked = nil }
        if important == false { important = nil }
        if shouldRemind == false { shouldRemind = nil }
        if alarms?.isEmpty ?? false { alarms = nil }
        if details.tags?.isEmpty ?? false { details.tags = nil }
        unsetIfCleared(\.dueDate)
        unsetIfCleared(\.dueOn)
        unsetIfCleared(\.assigneeID)
        unsetIfCleared(\.timeZone)
        unsetIfCleared(\.recurrence)
        unsetIfCleared(\.repeatEvery)
        unsetIfCleared(\.location)
        unsetIfCleared(\.snoozedUntil)
        unsetIfCleared(\.details.startDate)
        unsetIfCleared(\.details.startOn)
        unsetIfCleared(\.details.parentUID)
    }

    /// Unsets a field that the patch clears.
    private mutating func unsetIfCleared<Value>(_ field: WritableKeyPath<ItemPatch, Value??>) {
        if let value = self[keyPath: field], value == nil { self[keyPath: field] = nil }
    }
}
