public import Checklists

extension Item: Sortable {
    /// The sort properties of items: those of the API, and others that only the server uses. `isTimed` is
    /// whether an item has a due time and not only a day. A subtask is anchored at its parent.
    @usableFromInline package enum Property: SortProperty {
        case listed(ItemQuery.Property)
        case isTimed
        case anchorPosition
        case anchorID
        case isSubtask
        case remindAt
        case revision

        @usableFromInline package var name: String {
            switch self {
            case .listed(let property): property.rawValue
            case .isTimed: "isTimed"
            case .anchorPosition: "anchorPosition"
            case .anchorID: "anchorId"
            case .isSubtask: "isSubtask"
            case .remindAt: "remindAt"
            case .revision: "revision"
            }
        }

        @usableFromInline package var columnExpression: String? {
            switch self {
            case .anchorPosition: "COALESCE(parent_position, position)"
            case .anchorID: "COALESCE(parent_id, id)"
            case .isSubtask: "(parent_id IS NOT NULL)"
            case .listed, .isTimed, .remindAt, .revision: nil
            }
        }

        @inlinable package var field: SortField<Item> {
            switch self {
            case .listed(let property): property.field
            case .isTimed: .flag { $0.isTimed }
            case .anchorPosition: .number { $0.anchorPosition }
            case .anchorID: .number { $0.anchorID.rawValue }
            case .isSubtask: .flag { $0.isSubtask }
            case .remindAt: .optionalMoment { $0.remindAt }
            case .revision: .number { Int($0.revision.rawValue) }
            }
        }
    }

    @usableFromInline package var bytesCount: Int { storedBytes }
}

extension Sorting<Item> {
    /// The order of a query. Ascending, at the same due moment, a day precedes a time. By position, each
    /// subtask follows its parent.
    package init(_ keys: [SortKey<ItemQuery.Property>]) {
        self.init(
            keys.flatMap { key in
                let listed = SortKey<Item.Property>(.listed(key.property), descending: key.descending)
                switch key.property {
                case .dueDate: return [listed, SortKey(.isTimed, descending: key.descending)]
                case .position:
                    return [
                        SortKey(.anchorPosition, descending: key.descending),
                        SortKey(.anchorID, descending: key.descending), SortKey(.isSubtask), listed,
                    ]
                default: return [listed]
                }
            })
    }
}
