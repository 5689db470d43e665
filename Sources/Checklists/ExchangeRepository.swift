/// Gives out everything there is on lists, and takes whole lists in. Every method is a transaction, as with
/// `ChecklistRepository`.
public protocol ExchangeRepository: Sendable {
    /// All lists with their items, by their numbers, as they are at one moment.
    func allChecklists() async throws -> [ChecklistSnapshot]

    /// Adds lists with their items: all of them or none, and nobody sees a part. It may take long, and reads
    /// go on meanwhile.
    func importChecklists(
        _ lists: [ImportedChecklist], once key: IdempotencyKey?
    ) async throws -> Once<ImportCount>
}

extension CatalogueRepository {
    /// All lists with their items, by their numbers, as they are at one moment.
    public func allChecklists() async throws -> [ChecklistSnapshot] {
        try await read { catalogue in
            (catalogue.checklistIDs.compactMap { catalogue.snapshot(of: $0) }, asOf: catalogue.revision)
        }
    }

    /// Adds lists with their items: all of them or none, and nobody sees a part.
    public func importChecklists(
        _ lists: [ImportedChecklist], once key: IdempotencyKey?
    ) async throws -> Once<ImportCount> {
        let now = now()
        return try await writeAtLength { catalogue in try catalogue.importing(lists, once: key, at: now) }
    }

    /// As `write`, where no change is large enough to matter.
    public func writeAtLength<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value> {
        try await write(decide)
    }
}
