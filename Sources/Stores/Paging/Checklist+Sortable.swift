public import Checklists

extension Checklist: Sortable {
    @usableFromInline package typealias Property = ChecklistQuery.Property

    @usableFromInline package var bytesCount: Int { storedBytes }

    @inlinable package func sortValue(of property: Property) -> SortValue {
        switch property {
        case .name: .text(name)
        case .createdAt: .moment(createdAt)
        case .updatedAt: .moment(updatedAt)
        case .uncheckedItemsCount: .number(uncheckedItemsCount)
        }
    }

    @usableFromInline package static func sortKind(of property: Property) -> SortValue.Kind {
        switch property {
        case .name: .text
        case .createdAt, .updatedAt: .moment
        case .uncheckedItemsCount: .number
        }
    }
}
