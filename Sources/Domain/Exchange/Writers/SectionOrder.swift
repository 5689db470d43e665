import Checklists

/// The sections of a list that come before an item, for writers that order items by section.
struct SectionOrder {
    private var rest: ArraySlice<Section>
    private var current: Section.ID?

    init(_ checklist: Checklist? = nil) {
        rest = checklist.map { $0.hasSections ? $0.sections.all[...] : [] } ?? []
    }

    /// The names of the sections that begin before an item: its own, and empty ones before it.
    mutating func names(before item: Item) -> [String] {
        guard let id = item.sectionID, id != current, let index = rest.firstIndex(where: { $0.id == id })
        else { return [] }
        let names = rest[...index].map(\.name)
        rest = rest[(index + 1)...]
        current = id
        return names
    }

    /// The names of the sections after the last item.
    mutating func namesAtEnd() -> [String] {
        defer { rest = [] }
        return rest.map(\.name)
    }
}
