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
        case changedAt
        case startsAt

        @usableFromInline package var name: String {
            switch self {
            case .listed(let property): property.rawValue
            case .isTimed: "isTimed"
            case .anchorPosition: "anchorPosition"
            case .anchorID: "anchorId"
            case .isSubtask: "isSubtask"
            case .remindAt: "remindAt"
            case .revision: "revision"
            case .changedAt: "changedAt"
            case .startsAt: "startsAt"
            }
        }

        @usableFromInline package var columnExpression: String? {
            switch self {
            case .anchorPosition: "COALESCE(parent_position, position)"
            case .anchorID: "COALESCE(parent_id, id)"
            case .isSubtask: "(parent_id IS NOT NULL)"
            case .listed(.checklist): "checklist_id"
            case .listed(.section): "COALESCE(section_id, 0)"
            case .changedAt: "COALESCE(changed_at, updated_at)"
            case .listed, .isTimed, .remindAt, .revision, .startsAt: nil
            }
        }

        /// An undated item counts as timed.
        @usableFromInline package func isConstant(without other: Property) -> Bool {
            self == .isTimed && other == .listed(.dueDate)
        }

        @usableFromInline package var hasIndex: Bool {
            switch self {
            case .anchorPosition, .listed(.dueDate), .listed(.text), .listed(.createdAt),
                .listed(.updatedAt), .listed(.checkedAt):
                true
            default: false
            }
        }

        @usableFromInline package var hasListIndex: Bool {
            self == .anchorPosition || self == .listed(.dueDate)
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
            case .changedAt: .moment { $0.changedAt }
            case .startsAt: .optionalMoment { $0.startsAt }
            }
        }
    }

    @usableFromInline package var bytesCount: Int { storedBytes }

    /// The start. The start on a day is midnight UTC here.
    @usableFromInline package var startsAt: Timestamp? {
        hasDetails ? startDate ?? startOn.map(LocalTime.utc.beginning) : nil
    }
}

extension Sorting<Item> {
    /// The order of a query. Ascending, at the same due moment, a day precedes a time. By position, each
    /// subtask follows its parent.
    ///
    /// Groups of lists and sections have no order here. The store visits them in the order of the names of
    /// the lists and of the sections of each list. The items of a group are by position if no key orders
    /// them.
    package init(_ keys: [SortKey<ItemQuery.Property>]) {
        self.init(
            Self.withPosition(Self.withGroupsFirst(keys)).flatMap { key in
                let listed = SortKey<Item.Property>(.listed(key.property), descending: key.descending)
                switch key.property {
                case .dueDate: return [listed, SortKey(.isTimed, descending: key.descending)]
                case .position:
                    return [
                        SortKey(.anchorPosition, descending: key.descending),
                        SortKey(.anchorID, descending: key.descending), SortKey(.isSubtask), listed,
                    ]
                case .section: return [SortKey(.listed(.checklist), descending: key.descending), listed]
                default: return [listed]
                }
            })
    }

    /// Removes the groups that follow a key with many values.
    private static func withGroupsFirst(
        _ keys: [SortKey<ItemQuery.Property>]
    ) -> [SortKey<ItemQuery.Property>] {
        guard let firstValue = keys.firstIndex(where: \.property.hasManyValues) else { return keys }
        return keys[..<firstValue] + keys[firstValue...].filter { !$0.property.isGroup }
    }

    private static func withPosition(
        _ keys: [SortKey<ItemQuery.Property>]
    ) -> [SortKey<ItemQuery.Property>] {
        keys.last?.property.isGroup == true ? keys + [SortKey(.position)] : keys
    }

    /// The number of keys up to the last one that groups by list or section; 0 if none does.
    package var groupingKeysCount: Int {
        (keys.lastIndex { if case .listed(let property) = $0.property { property.isGroup } else { false } })
            .map { $0 + 1 } ?? 0
    }

    /// The same order within one list.
    package var withinList: Sorting<Item> { Sorting(keys.filter { $0.property != .listed(.checklist) }) }
}

extension SortPosition<Item> {
    /// The list of the position in an order by list; `nil` in other orders.
    package func list(in sorting: Sorting<Item>) -> Checklist.ID? {
        for (key, value) in zip(sorting.keys, values) where key.property == .listed(.checklist) {
            if case .number(let number) = value { return Checklist.ID(rawValue: number) }
        }
        return nil
    }
}
