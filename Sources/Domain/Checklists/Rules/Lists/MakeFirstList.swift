/// Creates the content of a new store: an opened list with two example items. In a store with any change it
/// does nothing.
package struct MakeFirstList: Operation {
    package init() {}

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.newIDs(.checklist, 1), .newIDs(.item, Self.texts.count), .preferences(of: .first)]
    }

    private static let texts = ["Edit your first item", "Swipe me to delete"]

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        guard transaction.nextRevision.rawValue == 1 else { return .unchanged(()) }
        let checklist = Checklist(
            id: transaction.allocate(Checklist.ID.self), name: "List", icon: .folder,
            itemsCount: Self.texts.count,
            uncheckedItemsCount: Self.texts.count, createdAt: transaction.now, updatedAt: transaction.now,
            revision: transaction.nextRevision)
        var mutations: [Mutation] = [.checklist(before: nil, after: checklist)]
        for (number, text) in Self.texts.enumerated() {
            let new = try transaction.newItem(
                ItemDraft(text: text), on: checklist, at: (number + 1) * Limits.positionGap)
            mutations.append(.item(before: nil, after: new.item))
        }
        let preferences = transaction.preferences(of: .first)
        var opened = preferences
        opened.selectedChecklistID = checklist.id
        opened.revision = transaction.nextRevision
        mutations.append(.preferences(before: preferences, after: opened))
        return Decision(mutations, ())
    }
}
