package import Checklists

extension Limits {
    /// Rounds of loading before `IncompleteFootprint`. A rule that makes room in a list doubles the number of
    /// neighbours in each round.
    package static let footprintRoundsMax = 64
    /// Lists, and ends of lists, that the next transaction's footprint takes over; if there are more, it
    /// takes
    /// none.
    static let checklistsCarriedOverMax = 1_000
}
