/// A repository that holds everything in one catalogue: it says how to read it and how to keep what was
/// decided, and has every method of the ports by that.
public protocol CatalogueRepository: ChecklistRepository, ReminderRepository, WebhookRepository,
    DeliveryRepository, ExchangeRepository
{
    /// The time that changes are stamped with.
    func now() -> Timestamp

    /// Reads the catalogue and returns when what was read is durable.
    ///
    /// - Parameter body: Gives the value and the newest change that it shows. When it throws, what it saw was
    ///   all of the catalogue: the error is thrown on when the newest change is durable.
    func read<Value: Sendable>(
        _ body: (inout Catalogue) throws -> (Value, asOf: Revision)
    ) async throws -> Value

    /// Looks for a revision in the catalogue, and gives it if it is durable and nobody has to wait.
    func readNow(_ body: (borrowing Catalogue) -> Revision?) -> Revision?

    /// Decides, makes the change that was decided and returns when it is durable.
    ///
    /// Nobody else changes the catalogue between the two. An unchanged result waits for the change that it
    /// holds as of, an error for the newest, as with `read`.
    ///
    /// - Throws: What `decide` throws; `ChecklistsError.idempotencyKeyInUse` for a replay of a change that is
    ///   not durable yet.
    func write<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value>

    /// As `write`, for what takes long: it is decided and made aside, so that reads go on, and other writes
    /// wait. Whoever calls it should not be somebody that others wait for.
    func writeAtLength<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value>
}
