public import Checklists

extension Item: Sortable {
    /// The sort properties of items: those of the API, and three that only the server uses. `isTimed` is
    /// whether
    /// an item has a due time and not only a day.
    @usableFromInline package enum Property: SortProperty {
        case listed(ItemQuery.Property)
        case isTimed
        case remindAt
        case revision

        @usableFromInline package var name: String {
            switch self {
            case .listed(let property): property.rawValue
            case .isTimed: "isTimed"
            case .remindAt: "remindAt"
            case .revision: "revision"
            }
        }

        @inlinable package var field: SortField<Item> {
            switch self {
            case .listed(let property): property.field
            case .isTimed: .flag { $0.isTimed }
            case .remindAt: .optionalMoment { $0.remindAt }
            case .revision: .number { Int($0.revision.rawValue) }
            }
        }
    }

    @usableFromInline package var bytesCount: Int { storedBytes }
}

extension Sorting<Item> {
    /// The order of a query. Ascending, at the same due moment, a day precedes a time.
    package init(_ keys: [SortKey<ItemQuery.Property>]) {
        self.init(
            keys.flatMap { key in
                let listed = SortKey<Item.Property>(.listed(key.property), descending: key.descending)
                guard key.property == .dueDate else { return [listed] }
                return [listed, SortKey(.isTimed, descending: key.descending)]
            })
    }
}
