public import Checklists

extension ChecklistQuery.Property: SortProperty {}

extension Checklist: Sortable {
    @usableFromInline package typealias Property = ChecklistQuery.Property

    @usableFromInline package var bytesCount: Int { storedBytes }
}
