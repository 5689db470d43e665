/// The slots of a direct-mapped cache: of the entries for one slot it keeps the last.
///
/// The first entry allocates the slots, so that an idle server needs no memory for them.
///
/// The type is public and inlinable, so that the compiler specialises it in other modules. Otherwise a page
/// of 20 items takes 22,000 more instructions.
public struct LazySlots<Entry: Sendable>: Sendable {
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline let count: Int

    /// Creates empty slots.
    ///
    /// - Parameter count: The number of slots, a power of two.
    public init(count: Int) {
        precondition(count > 0 && count & (count - 1) == 0, "the count is a power of two")
        self.count = count
    }

    /// The entry in the slot of a number. Consecutive numbers have different slots.
    @inlinable public subscript(number: Int) -> Entry? {
        get { entries.isEmpty ? nil : entries[number & (count - 1)] }
        set {
            if entries.isEmpty { entries = Array(repeating: nil, count: count) }
            entries[number & (count - 1)] = newValue
        }
    }
}
