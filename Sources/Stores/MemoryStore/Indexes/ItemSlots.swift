import Checklists

/// The slot of each item.
///
/// After a copy of the memory, the next write copies the part that it changes. A copy of one dictionary of a
/// million items would take 12 ms.
struct ItemSlots: Sendable {
    private var parts = Array(repeating: [Item.ID: Slot](), count: partsCount)

    /// A power of two. Consecutive ids are in different parts.
    private static let partsCount = 256

    subscript(id: Item.ID) -> Slot? {
        @inline(__always) get { parts[Self.part(of: id)][id] }
        @inline(__always) set { parts[Self.part(of: id)][id] = newValue }
    }

    @inline(__always)
    private static func part(of id: Item.ID) -> Int { id.rawValue & (partsCount - 1) }
}
