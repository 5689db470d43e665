extension CallerSession {
    /// Renames a tag on all items that the caller may change, as one change, and in the caller's saved views.
    /// - Returns: The number of changed items.
    /// - Throws: `notFound`, `roleNeeded`, `invalid`, `conflict` for more than 250,000 visible items
    ///   and for views that become too large.
    public func renameTag(_ tag: String, to name: String) async throws -> Int {
        try await changeTag(tag, to: name)
    }

    /// Removes a tag from all items that the caller may change, as one change.
    /// - Returns: The number of changed items.
    /// - Throws: `notFound`, `roleNeeded`, `conflict` for more than 250,000 visible items.
    public func deleteTag(_ tag: String) async throws -> Int { try await changeTag(tag, to: nil) }

    private func changeTag(_ tag: String, to name: String?) async throws -> Int {
        try await write(
            ChangeTag(tag: tag, name: name, principal: principal), ifMatch: nil,
            idempotencyKey: nil
        ).value
    }
}

package struct ChangeTag: BatchOperation {
    let tag: String
    /// The new name; `nil` to remove the tag.
    let name: String?
    let principal: Principal
    /// The numbers of the items that may change; `nil` for all.
    private(set) var numbers: RangeSet<Int>?

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        switch principal {
        case .person(let person, device: _): [.checklistIDs(of: person), .preferences(of: person)]
        case .guest(_, on: let list): [.checklist(list)]
        }
    }

    package mutating func resolve(_ ids: TemporaryIDs) {}

    package mutating func narrow(to numbers: RangeSet<Int>) -> Bool {
        self.numbers = numbers
        return true
    }

    package func size(in transaction: inout some Transaction) -> Int {
        let found = found(in: &transaction)
        return changeable(found, in: &transaction).count
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        if let name { try Tag.violations(of: name, at: "/name").throwIfAny() }
        let found = found(in: &transaction)
        if found.isEmpty { throw .notFound(.tag) }
        // A store can stop one item beyond the limit. The rest can be on lists that the caller may change.
        guard found.count <= Limits.itemsChangedMax else {
            throw .conflict([
                Violation("", .limitReached(Limits.itemsChangedMax, "items that change in one step"))
            ])
        }
        let items = changeable(found, in: &transaction)
        if items.isEmpty { throw .roleNeeded(.edit) }
        let key = Tag.key(of: tag)
        var mutations: [Mutation] = []
        mutations.reserveCapacity(items.count + 1)
        for before in items where numbers?.contains(before.id.rawValue) != false {
            var after = before
            let tags = before.tags.compactMap { Tag.key(of: $0) == key ? name : $0 }
            after.details.tags = Tag.kept(tags)
            if after.isSame(as: before) { continue }
            mutations.append(.item(before: before, after: transaction.edited(after)))
        }
        let count = mutations.count
        if let name, let person = principal.personID {
            let before = transaction.preferences(of: person)
            var after = before
            after.renameTag(key, to: name)
            if after.views != before.views {
                try after.checkViewsSize(since: before)
                after.revision = transaction.nextRevision
                mutations.append(.preferences(before: before, after: after))
            }
        }
        return Decision(mutations, count)
    }

    /// The items with the tag on lists that the caller sees.
    private func found(in transaction: inout some Transaction) -> [Item] {
        let lists: [Checklist.ID] =
            switch principal {
            case .person(let person, device: _): transaction.checklistIDs(of: person)
            case .guest(_, on: let list): [list]
            }
        return transaction.items(tagged: Tag.key(of: tag), on: lists)
    }

    /// The items on lists that the caller may change.
    private func changeable(_ found: [Item], in transaction: inout some Transaction) -> [Item] {
        var mayChange: [Checklist.ID: Bool] = [:]
        for item in found where mayChange[item.checklistID] == nil {
            let role = transaction.checklist(item.checklistID)?.role(of: principal, at: transaction.now)
            mayChange[item.checklistID] = role.map { $0 >= .edit } ?? false
        }
        return found.filter { mayChange[$0.checklistID] ?? false }
    }
}

extension Preferences {
    /// Renames a tag in the queries of the saved views.
    fileprivate mutating func renameTag(_ key: String, to name: String) {
        for view in views.indices {
            for number in views[view].query.indices where views[view].query[number].isTag {
                if Tag.key(of: views[view].query[number].value) == key {
                    views[view].query[number].value = Tag.kept(name)
                }
            }
        }
    }
}
