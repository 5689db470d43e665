extension Item {
    /// A Boolean property of items. `MemoryStore` counts the items of each combination.
    public enum Flag: String, CaseIterable, Hashable, Sendable {
        case checked, important, shouldRemind
    }

    /// One count for each combination of the three flags and of the presence of a due date: 2⁴. A fourth flag
    /// needs 2⁵ counts.
    package typealias FlagCounts = InlineArray<16, Int>

    @inlinable package subscript(flag: Flag) -> Bool {
        switch flag {
        case .checked: checked
        case .important: important
        case .shouldRemind: shouldRemind
        }
    }
}
