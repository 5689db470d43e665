public import Checklists

/// The lists that an import of a file makes, and what it changes and leaves out.
public struct ImportPlan: Hashable, Sendable {
    /// The lists in order.
    public let checklists: [ImportedChecklist]
    /// What the import changes and leaves out.
    public let notes: ImportNotes
    /// The meaning of each column of a CSV file; `nil` for other files.
    public let columns: [String]?

    /// Applies the rules of this service to the lists of a file.
    /// - Throws: `ImportError.unusable` if there is no item, or more than the limits allow.
    init(of document: ForeignDocument) throws(ImportError) {
        checklists = try PlanMaker(settings: document.settings, notes: document.notes)
            .checklists(of: document.lists)
        notes = document.notes.notes
        columns = document.columns
    }
}
