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
    }

    /// The unchecked items that take amounts; the first by position for each key.
    private var items: [Key: Item] = [:]

    /// - Parameter items: The items of the list, by position.
    init(_ items: some Sequence<Item>) {
        for item in items { add(item) }
    }

    /// Adds the next item of the list.
    mutating func add(_ item: Item) {
        guard !item.checked, item.timing.recurrence == nil else { return }
        let key = Key(text: item.text, unit: item.details.unit, parent: item.parentID)
        if items[key] == nil { items[key] = item }
    }

    /// The item that takes the amount of a valid draft, before and after; `nil` if the draft is a new item.
    /// - Throws: `invalid` if the sum is too large.
    mutating func merge(
        _ draft: ItemDraft, in transaction: some Transaction
    ) throws(ChecklistsError) -> (before: Item, after: Item)? {
        let details = draft.patch.details
        let key = Key(text: draft.text, unit: details.unit ?? nil, parent: details.parentID ?? nil)
        guard !draft.isChecked, draft.recurrence == nil, let before = items[key] else { return nil }
        let addend = (details.quantity ?? nil) ?? .one
        let sum = (before.details.quantity ?? .one).thousandths + addend.thousandths
        guard let quantity = Quantity(thousandths: sum) else {
            throw .invalid([Violation("/quantity", .notAQuantity)])
        }
        var after = before
        after.details.quantity = quantity
        after = transaction.edited(after)
        items[key] = after
        return (before, after)
    }
}
