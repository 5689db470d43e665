import Checklists

extension Limits {
    /// Up to this number of lists, the store looks marked items up on each list. For more lists it keeps the
    /// marks of all items of the person.
    static let listsMergedMax = 16

    /// The maximum number of items that a query examines while it holds the lock. A longer query examines a
    /// copy of the memory.
    static let itemsExaminedUnderLockMax = 4_096
}
