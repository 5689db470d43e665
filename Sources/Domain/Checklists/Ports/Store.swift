/// A storage engine: the boundary between the server and its database.
///
/// Every write is an `Operation`: one transaction that reads, decides and commits. Operations are extensions
/// of this protocol in `Rules`. A store implements `write` and the reads. All results are durable, of writes
/// and of reads.
///
/// All methods throw `ChecklistsError` for errors that a client caused, and other errors for failures of the
/// machine.
///
/// This module is the domain: the values in `Model`, the operations in `Rules`, and the protocols of stores
/// in `Ports`. It performs no input or output and depends on no store.
public protocol Store: DeliveryQueue {
    /// The epoch of the store's revisions. A database that lost changes begins a new one.
    var epoch: Epoch { get }
    /// Since when a scheduler has been running without a break. Reminders due before are late. For a store
    /// with one process, this is the time at which it was opened.
    var servedSince: Timestamp { get }

    /// How long the store keeps deleted records.
    var retention: Retention { get }

    /// The secret of the store. The first call draws and stores it.
    /// - Throws: `storageFull`, `readOnly` or `unavailable` if there is none yet and the store cannot keep
    ///   one.
    func secret() async throws -> StoreSecret

    /// Runs an operation, makes the change that it decides, and returns when that is durable.
    ///
    /// - Parameters:
    ///   - principal: The author; `nil` for the server itself, which may do everything.
    ///   - ifMatch: What the client expects of the subject; `nil` skips the check.
    ///   - key: The idempotency key. The first request with a key stores its result for 24 hours, together
    ///     with the change. A repetition gets that result and changes nothing.
    /// - Throws: What the rule throws; `notFound`, `roleNeeded` or `personNeeded` without access;
    ///   `revisionMismatch`, `expectationFailed`, `idempotencyKeyReused`, `idempotencyKeyInUse`;
    ///   `storageFull` or `readOnly` if the store has kept nothing of the change.
    func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result>

    /// A page of the visible checklists that match a query.
    /// - Throws: `invalidCursor`.
    func checklists(_ query: ChecklistQuery, for principal: Principal) async throws -> Page<Checklist>
    /// One visible checklist.
    /// - Throws: `notFound`.
    func checklist(_ id: Checklist.ID, for principal: Principal) async throws -> Checklist
    /// The visible checklists with these identifiers, in any order.
    func checklists(_ ids: Set<Checklist.ID>, for principal: Principal) async throws -> [Checklist]
    /// A page of the visible items that match a query.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    func items(_ query: ItemQuery, for principal: Principal) async throws -> Page<Item>
    /// One visible item.
    /// - Throws: `notFound`.
    func item(_ id: Item.ID, for principal: Principal) async throws -> Item
    /// A snapshot of one visible list, or of all in the order of their identifiers at one revision.
    /// - Throws: `notFound`.
    func snapshots(
        of checklist: Checklist.ID?, for principal: Principal
    ) async throws -> [ChecklistSnapshot]
    /// A page of the tags of the visible items, the most frequent first, then by name. The counts leave out
    /// lists that the person has archived.
    /// - Throws: `invalidCursor`.
    func tags(_ page: PageRequest, for principal: Principal) async throws -> Page<TagCount>
    /// The totals over all visible lists that the person has not archived.
    func counts(for principal: Principal) async throws -> Counts
    /// A page of the visible scheduled reminders, soonest first, without those of archived lists.
    /// - Throws: `invalidCursor`.
    func reminders(_ page: PageRequest, for principal: Principal) async throws -> Page<Reminder>
    /// The preferences of a person.
    func preferences(of person: Person.ID) async throws -> Preferences

    /// The visible changes after a position, or from the beginning.
    ///
    /// - Parameters:
    ///   - position: The position of the client; `nil` begins a walk over everything.
    ///   - limit: The maximum number of entries.
    /// - Throws: `cursorExpired`.
    func changes(
        after position: FeedPosition?, limit: Int, for principal: Principal
    ) async throws -> FeedPage
    /// The members of some lists, ignoring lists that do not exist.
    func viewers(of lists: [Checklist.ID]) async throws -> Set<Person.ID>
    /// A page of the trash that the person or guest may restore, newest first.
    /// - Throws: `invalidCursor`.
    func trash(_ page: PageRequest, for principal: Principal) async throws -> Page<Tombstone>

    /// One person.
    /// - Throws: `notFound`.
    func person(_ id: Person.ID) async throws -> Person
    /// A page of people in the order of their identifiers: those who share a list with the principal, or all
    /// for `nil`.
    /// - Throws: `invalidCursor`.
    func people(_ page: PageRequest, knownTo principal: Principal?) async throws -> Page<Person>
    /// The caller behind a token, by its SHA-256, or behind an account at a provider, by its `key`. The call
    /// never waits. A store may still find a token for a second after another process revoked it.
    func caller(ofToken digest: [UInt8]) -> TokenCaller?
    /// Whether any person has a device or an account at a provider.
    var hasDevices: Bool { get }

    /// All webhooks of a person, of one kind or all, in the order of their identifiers. A person has at most
    /// `Limits.pushRegistrationsMax` of one kind.
    /// - Throws: `invalidCursor`.
    func webhooks(
        _ page: PageRequest, of person: Person.ID, _ kind: Webhook.Kind?
    ) async throws -> Page<Webhook>
    /// The active webhooks of all people that follow changes, in the order of their identifiers.
    func changeFollowers(_ selection: FollowerSelection) async throws -> [ChangeFollower]
    /// One webhook of a person.
    /// - Throws: `notFound`.
    func webhook(_ id: Webhook.ID, of person: Person.ID) async throws -> Webhook
    /// A page of a webhook's deliveries, newest first; `nil` for every status.
    /// - Throws: `notFound`, `invalidCursor`.
    func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery>
    /// One delivery.
    /// - Throws: `notFound`.
    func delivery(_ id: Delivery.ID) async throws -> Delivery

    /// The commits from now on, in order, until the store closes. They wake the components that act on
    /// changes.
    func commits() -> AsyncStream<Commit>

    /// The revision that last changed a part of the store; `nil` if the part does not exist, or if the store
    /// would have to wait. A cached read of the part is valid while the revision stays the same.
    func currentRevision(of dependency: CacheDependency) -> Revision?
}

/// The part of the store that a cached response depends on.
public enum CacheDependency: Hashable, Sendable {
    /// A checklist without its items.
    case checklist(Checklist.ID)
    /// The items of a checklist.
    case items(of: Checklist.ID)
    /// The whole store.
    case everything
}
