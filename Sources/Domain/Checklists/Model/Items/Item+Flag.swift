extension Item {
    /// A property that is true or false. The store in memory counts the items of each combination.
    public enum Flag: String, CaseIterable, Hashable, Sendable {
        case checked, important, shouldRemind
    }

    /// One count for each combination of flags, 2 to the power of their number; more flags trap at the first
    /// item.
    package typealias FlagCounts = InlineArray<8, Int>

    /// Whether a flag is set.
    @inlinable package subscript(flag: Flag) -> Bool {
        switch flag {
        case .checked: checked
        case .important: important
        case .shouldRemind: shouldRemind
        }
    }
}
