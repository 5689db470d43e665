package import Checklists

extension Page {
    /// A page of elements that are in memory, in the order of their ids.
    /// - Throws: `invalidCursor` if the cursor is not an id.
    ///
    /// - Parameter follows: Whether the first id comes after the second in the order of the elements.
    package init(
        _ all: [Element], _ page: PageRequest, by follows: (Int, Int) -> Bool = (>)
    ) throws(ChecklistsError) where Element: Identifiable, Element.ID: Identifier {
        var rest = all
        if let cursor = page.cursor {
            guard let id = String(validating: cursor.bytes, as: UTF8.self).flatMap({ Int($0) }) else {
                throw .invalidCursor
            }
            rest.removeAll { !follows($0.id.rawValue, id) }
        }
        let elements = Array(rest.prefix(max(page.limit, 1)))
        let next =
            elements.count < rest.count ? elements.last.map { Cursor(bytes: Array("\($0.id)".utf8)) } : nil
        self.init(elements: elements, total: all.count, next: next)
    }
}
