public import Checklists

extension Item: Sortable {
    /// What items are ordered by: what clients can ask for, whether they are due at a time and not on a day,
    /// the time of the next reminder, and the change that last touched them.
    @usableFromInline package enum Property: Hashable, Sendable {
        case listed(ItemQuery.Property)
        case isTimed
        case remindAt
        case revision
    }

    @usableFromInline package var bytesCount: Int { storedBytes }

    @inlinable package func sortValue(of property: Property) -> SortValue {
        switch property {
        case .listed(.position): .number(position)
        case .listed(.text): .text(text)
        case .listed(.dueDate): .moment(dueDate)
        case .listed(.important): .flag(important)
        case .listed(.checked): .flag(checked)
        case .listed(.createdAt): .moment(createdAt)
        case .listed(.updatedAt): .moment(updatedAt)
        case .isTimed: .flag(isTimed)
        case .remindAt: .moment(remindAt)
        case .revision: .number(Int(revision.rawValue))
        }
    }

    @usableFromInline package static func sortKind(of property: Property) -> SortValue.Kind {
        switch property {
        case .listed(.position), .revision: .number
        case .listed(.text): .text
        case .listed(.important), .listed(.checked), .isTimed: .flag
        case .listed(.dueDate), .listed(.createdAt), .listed(.updatedAt), .remindAt: .moment
        }
    }
}

extension Sorting<Item> {
    /// The order that a query asks for: of what is due at the same moment, days come before times.
    package init(_ keys: [SortKey<ItemQuery.Property>]) {
        self.init(
            keys.flatMap { key in
                let listed = SortKey<Item.Property>(.listed(key.property), descending: key.descending)
                guard key.property == .dueDate else { return [listed] }
                return [listed, SortKey(.isTimed, descending: key.descending)]
            })
    }
}
