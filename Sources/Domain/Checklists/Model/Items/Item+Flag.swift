extension Item {
    /// A Boolean property of items. `MemoryStore` counts the items of each combination.
    public enum Flag: String, CaseIterable, Hashable, Sendable {
        case checked, important, shouldRemind
    }

    /// One count for each combination of flags and of whether there is a due date: 2 to the power of their
    /// number. More flags trap at the first item.
    package typealias FlagCounts = InlineArray<16, Int>

    @inlinable package subscript(flag: Flag) -> Bool {
        switch flag {
        case .checked: checked
        case .important: important
        case .shouldRemind: shouldRemind
        }
    }
}
