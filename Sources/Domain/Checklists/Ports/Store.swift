/// Where everything is kept: the seam between what the service does and what it keeps things in.
///
/// What changes anything is an `Operation`: one transaction, which reads, decides, changes and keeps in one
/// step. The operations are written once, as extensions of this protocol in `Rules`; a store brings `write`
/// and its own way to read. Whatever is returned is durable, be it written or read.
///
/// All methods throw `ChecklistsError` for what a client caused, and any other error for what the machine
/// did.
///
/// This module is the domain: the values in `Model`, what may be done in `Rules`, what stores promise in
/// `Ports`. It touches nothing and knows no other module.
public protocol Store: DeliveryQueue {
    /// Which history its revisions belong to, as long as it is open.
    var epoch: Epoch { get }
    /// Since when somebody has been looking for reminders that are due, without a break: what was due before
    /// is late. For a store that one process has, that is since it was opened.
    var servedSince: Timestamp { get }

    /// For how long is kept what was deleted.
    var retention: Retention { get }

    /// What only those know who serve this store; drawn when it is asked for first, and the same ever after.
    /// - Throws: `storageFull`, `readOnly` or `unavailable` where there is none yet, and none can be kept.
    func secret() async throws -> StoreSecret

    /// Has an operation weighed, makes the change that it decides on, and returns when that is durable.
    ///
    /// - Parameters:
    ///   - principal: Who has it done; `nil` for the service itself, which may do everything.
    ///   - ifMatch: The revisions that the client has seen of what is changed (`If-Match`); `nil` does not
    ///     care, an empty set matches nothing.
    ///   - key: The first request with a key leaves its result behind for 24 hours, in the same step as the
    ///     change itself; the same request again gets that result and changes nothing.
    /// - Throws: What the rule throws; `notFound`, `roleNeeded` or `personNeeded` for whoever may not;
    ///   `revisionMismatch`, `idempotencyKeyReused`, `idempotencyKeyInUse`; `storageFull` or `readOnly` when
    ///   nothing of the change was kept.
    func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result>

    /// A page of the checklists that a query finds among those that somebody sees.
    /// - Throws: `invalidCursor`.
    func checklists(_ query: ChecklistQuery, for principal: Principal) async throws -> Page<Checklist>
    /// One checklist that somebody sees.
    /// - Throws: `notFound`.
    func checklist(_ id: Checklist.ID, for principal: Principal) async throws -> Checklist
    /// A page of the items that a query finds among those that somebody sees.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    func items(_ query: ItemQuery, for principal: Principal) async throws -> Page<Item>
    /// One item that somebody sees.
    /// - Throws: `notFound`.
    func item(_ id: Item.ID, for principal: Principal) async throws -> Item
    /// The content of one list that somebody sees, or of all by their numbers, as it was at one moment.
    /// - Throws: `notFound`.
    func snapshots(
        of checklist: Checklist.ID?, for principal: Principal
    ) async throws -> [ChecklistSnapshot]
    /// A batch of a walk over the items of all people: those whose calendar object has an unread series.
    /// Items that are added during the walk may be missing.
    ///
    /// - Parameter position: The end of the batch before; zero begins a walk.
    func unreadSeries(from position: Int) async throws -> UnreadSeries
    /// Whether a process of an older version serves the store beside this one.
    var isServedByOlderVersion: Bool { get async throws }
    /// How much somebody sees.
    func counts(for principal: Principal) async throws -> Counts
    /// A page of the reminders to come that somebody sees, soonest first.
    /// - Throws: `invalidCursor`.
    func reminders(_ page: PageRequest, for principal: Principal) async throws -> Page<Reminder>
    /// How a person wants to see the lists.
    func preferences(of person: Person.ID) async throws -> Preferences

    /// What has changed of what somebody sees since a position, or from the beginning.
    ///
    /// - Parameters:
    ///   - position: Where they were; `nil` begins a walk that shows everything.
    ///   - limit: How many entries at most.
    /// - Throws: `cursorExpired`.
    func changes(
        after position: FeedPosition?, limit: Int, for principal: Principal
    ) async throws -> FeedPage
    /// Who is on some lists, of those that are there.
    func viewers(of lists: [Checklist.ID]) async throws -> Set<Person.ID>
    /// A page of what somebody may restore, the newest first.
    /// - Throws: `invalidCursor`.
    func trash(_ page: PageRequest, for principal: Principal) async throws -> Page<Removal>

    /// One person.
    /// - Throws: `notFound`.
    func person(_ id: Person.ID) async throws -> Person
    /// A page of the people, by their numbers: all of them, or those whom somebody shares a list with.
    /// - Throws: `invalidCursor`.
    func people(_ page: PageRequest, knownTo principal: Principal?) async throws -> Page<Person>
    /// The caller behind a token, by its SHA-256, without waiting. A token that another process revoked may
    /// still be found for a second.
    func holder(ofToken digest: [UInt8]) -> TokenHolder?
    /// Whether any person has a device.
    var hasDevices: Bool { get }

    /// All webhooks of a kind that a person has, or of every kind, by their numbers; there are never more
    /// than `Limits.pushRegistrationsMax` of one.
    /// - Throws: `invalidCursor`.
    func webhooks(
        _ page: PageRequest, of person: Person.ID, _ kind: Webhook.Kind?
    ) async throws -> Page<Webhook>
    /// Active webhooks of everybody that are told of changes, by their numbers.
    func changeFollowers(_ selection: FollowerSelection) async throws -> [ChangeFollower]
    /// One webhook of a person.
    /// - Throws: `notFound`.
    func webhook(_ id: Webhook.ID, of person: Person.ID) async throws -> Webhook
    /// A page of a webhook's deliveries, newest first; `nil` finds those of every status.
    /// - Throws: `notFound`, `invalidCursor`.
    func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery>
    /// One delivery.
    /// - Throws: `notFound`.
    func delivery(_ id: Delivery.ID) async throws -> Delivery

    /// Every commit from now on, in order, until the store is closed: what wakes those who act on changes.
    func commits() -> AsyncStream<Commit>

    /// The newest change of a part of what there is; `nil` if the part is not there, or if that cannot be
    /// told without waiting. What was read of it as of the same change still holds.
    func currentRevision(of dependency: CacheDependency) -> Revision?
}

/// What somebody may have read before and want to know the newest change of.
public enum CacheDependency: Hashable, Sendable {
    /// A checklist without its items.
    case checklist(Checklist.ID)
    /// The items of a checklist.
    case items(of: Checklist.ID)
    /// Everything there is.
    case everything
}
