/// The position of an element relative to its siblings.
public enum Placement<ID: Identifier>: Hashable, Sendable {
    case before(ID)
    case after(ID)
    case first
    case last
}

/// The position of an item relative to the others on its list.
public typealias ItemPlacement = Placement<Item.ID>

extension Array where Element: Identifiable, Element.ID: Identifier {
    /// Moves an element.
    ///
    /// - Parameter reason: The violation of a placement that refers to the element itself, or to an element
    ///   that is not in the array.
    /// - Returns: Whether the order has changed.
    /// - Throws: `invalid`.
    mutating func move(
        _ id: Element.ID, to placement: Placement<Element.ID>, orThrow reason: Violation.Reason
    ) throws(ChecklistsError) -> Bool {
        guard let start = firstIndex(where: { $0.id == id }) else { return false }
        let element = remove(at: start)
        let end: Int
        switch placement {
        case .first: end = 0
        case .last: end = count
        case .before(let other): end = try index(of: other, at: "/before", orThrow: reason)
        case .after(let other): end = try index(of: other, at: "/after", orThrow: reason) + 1
        }
        insert(element, at: end)
        return end != start
    }

    private func index(
        of id: Element.ID, at pointer: String, orThrow reason: Violation.Reason
    ) throws(ChecklistsError) -> Int {
        guard let index = firstIndex(where: { $0.id == id }) else {
            throw .invalid([Violation(pointer, reason)])
        }
        return index
    }
}
