package import Checklists

extension Limits {
    /// How often what a rule asks for is loaded before the store is taken for broken: a rule that makes room
    /// in a list asks for twice as many neighbours each time.
    package static let footprintRoundsMax = 64
    /// How many lists a footprint may know for the next one to know them as well.
    static let checklistsCarriedOverMax = 1_000
}
