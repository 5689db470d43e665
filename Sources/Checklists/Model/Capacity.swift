/// How much there may be. A folder that has more already goes on, and takes no more.
public struct Capacity: Hashable, Sendable {
    /// How many checklists.
    public var checklistsMax = Int.max
    /// How many items on all of them.
    public var itemsMax = Int.max
    /// How many bytes checklists, items, deliveries and what idempotency keys leave behind may take, as
    /// `MemoryStore.dataBytes` counts them.
    public var dataBytesMax = Int.max

    /// No limit.
    public init() {}

    /// What there can be too much of.
    public enum Kind: Hashable, Sendable {
        case checklists
        case items
        case dataBytes
    }
}
