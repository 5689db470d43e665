public import Checklists

extension Checklist: Sortable {
    /// The sort properties of checklists. `position` of the API becomes `isUnpinned` and `memberPosition`.
    @usableFromInline package enum Property: SortProperty {
        case name, createdAt, updatedAt, uncheckedItemsCount
        /// Whether the person has not pinned the list; `true` for guests.
        case isUnpinned(by: Person.ID?)
        case memberPosition(of: Person.ID?)

        @usableFromInline package var name: String {
            switch self {
            case .name: "name"
            case .createdAt: "createdAt"
            case .updatedAt: "updatedAt"
            case .uncheckedItemsCount: "uncheckedItemsCount"
            case .isUnpinned: "isUnpinned"
            case .memberPosition: "memberPosition"
            }
        }

        @usableFromInline package var field: SortField<Checklist> {
            switch self {
            case .name: .text { $0.name }
            case .createdAt: .moment { $0.createdAt }
            case .updatedAt: .moment { $0.updatedAt }
            case .uncheckedItemsCount: .number { $0.uncheckedItemsCount }
            case .isUnpinned(let person): .flag { !($0.preferences(of: person)?.isPinned ?? false) }
            case .memberPosition(let person): .number { $0.preferences(of: person)?.position ?? 0 }
            }
        }
    }

    @usableFromInline package var bytesCount: Int { storedBytes }

    private func preferences(of person: Person.ID?) -> ListPreferences? {
        person.flatMap(member)?.preferences
    }
}

extension Sorting<Checklist> {
    /// The order of a query for a caller. By position, pinned lists come first in both directions.
    package init(_ keys: [SortKey<ChecklistQuery.Property>], for principal: Principal) {
        self.init(
            keys.flatMap { key -> [SortKey<Checklist.Property>] in
                let property: Checklist.Property
                switch key.property {
                case .name: property = .name
                case .createdAt: property = .createdAt
                case .updatedAt: property = .updatedAt
                case .uncheckedItemsCount: property = .uncheckedItemsCount
                case .position:
                    let person = principal.personID
                    return [
                        SortKey(.isUnpinned(by: person)),
                        SortKey(.memberPosition(of: person), descending: key.descending),
                    ]
                }
                return [SortKey(property, descending: key.descending)]
            })
    }
}
