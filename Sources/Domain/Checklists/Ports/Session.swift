/// Access to a store as one person or guest.
public protocol CallerSession: Sendable {
    /// The store.
    var store: any Store { get }
    /// The person or guest.
    var principal: Principal { get }
    /// The place in a batch that takes the writes; `nil` outside a batch.
    var batch: BatchPlace? { get }
    /// Whether an assistant calls: its changes can be undone, and some need approval.
    var isAssistant: Bool { get }
}

/// A store together with a person or guest.
public struct Session: CallerSession {
    public let store: any Store
    public let principal: Principal
    public let batch: BatchPlace?
    public let isAssistant: Bool

    /// Creates a session of a caller.
    ///
    /// - Parameter batch: The place in a batch that takes the writes; `nil` outside a batch.
    public init(_ store: any Store, for caller: Caller, in batch: BatchPlace? = nil) {
        self.store = store
        principal = caller.principal
        self.batch = batch
        isAssistant = caller.scope == .assist
    }

    /// Creates a session of a person or guest who is no assistant.
    ///
    /// - Parameter batch: The place in a batch that takes the writes; `nil` outside a batch.
    public init(_ store: any Store, for principal: Principal, in batch: BatchPlace? = nil) {
        self.store = store
        self.principal = principal
        self.batch = batch
        isAssistant = false
    }
}

extension CallerSession {
    /// No batch.
    public var batch: BatchPlace? { nil }
    /// No assistant.
    public var isAssistant: Bool { false }

    /// Runs an operation as the caller, or adds it to the batch.
    @inline(__always) func write<O: Operation>(
        _ operation: O, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        if let batch { return try await batch.write(operation, ifMatch: ifMatch) }
        if isAssistant { return try await assist(operation, ifMatch: ifMatch, idempotencyKey: key) }
        return try await store.write(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key)
    }

    /// Runs an operation of an assistant.
    /// - Throws: `approvalNeeded`.
    func assist<O: Operation>(
        _ operation: O, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        let assisted = Assisted(base: operation, keepsTrash: store.retention.keepsTrash)
        return try await store.write(assisted, as: principal, ifMatch: ifMatch, idempotencyKey: key)
    }
}

extension Store {
    /// The store as the first person. Programs on this machine act as this person.
    public var asFirst: Session { Session(self, for: .first) }
}

extension CallerSession {
    /// The calling person.
    /// - Throws: `personNeeded`.
    public var person: Person.ID {
        get throws(ChecklistsError) {
            guard let id = principal.personID else { throw .personNeeded }
            return id
        }
    }

    /// A page of the checklists that match a query.
    /// - Throws: `invalidCursor`.
    public func checklists(_ query: ChecklistQuery) async throws -> Page<Checklist> {
        try await store.checklists(query, for: principal)
    }

    /// One checklist.
    /// - Throws: `notFound`.
    public func checklist(_ id: Checklist.ID) async throws -> Checklist {
        try await store.checklist(id, for: principal)
    }

    /// The checklists of items, by id. A list that was deleted meanwhile, or that the caller no longer sees,
    /// is missing.
    public func checklists(of items: [Item]) async throws -> [Checklist.ID: Checklist] {
        let checklists = try await store.checklists(Set(items.map(\.checklistID)), for: principal)
        return Dictionary(checklists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A page of the items that match a query.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public func items(_ query: ItemQuery) async throws -> Page<Item> {
        try await store.items(query, for: principal)
    }

    /// One item.
    /// - Throws: `notFound`.
    public func item(_ id: Item.ID) async throws -> Item { try await store.item(id, for: principal) }

    /// A snapshot of one list, or of all lists in the order of their identifiers at one revision.
    /// - Throws: `notFound`.
    public func snapshots(of checklist: Checklist.ID?) async throws -> [ChecklistSnapshot] {
        try await store.snapshots(of: checklist, for: principal)
    }

    /// A page of the tags of the visible items, the most frequent first.
    /// - Throws: `invalidCursor`.
    public func tags(_ page: PageRequest) async throws -> Page<TagCount> {
        try await store.tags(page, for: principal)
    }

    /// The totals over all visible lists.
    public func counts() async throws -> Counts { try await store.counts(for: principal) }

    /// A page of the scheduled reminders, soonest first.
    /// - Throws: `invalidCursor`.
    public func reminders(_ page: PageRequest) async throws -> Page<Reminder> {
        try await store.reminders(page, for: principal)
    }

    /// The preferences of the calling person.
    /// - Throws: `personNeeded`.
    public func preferences() async throws -> Preferences { try await store.preferences(of: person) }

    /// The time zone of the person's preferences; for a guest, that of the list's first member.
    /// - Throws: `notFound` for a guest whose link is no longer valid.
    public func timeZone() async throws -> LocalTime {
        var person = principal.personID
        if case .guest(_, on: let list) = principal {
            person = try await checklist(list).members.first?.personID
        }
        guard let person else { return .utc }
        return try await store.preferences(of: person).timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
    }

    /// The changes after a position, or from the beginning.
    /// - Throws: `cursorExpired`.
    public func changes(after position: FeedPosition?, limit: Int) async throws -> FeedPage {
        var page = try await store.changes(after: position, limit: limit, for: principal)
        page.entries = page.entries.compactMap { entry in
            switch entry.subject {
            // The client gets the list itself, or the item.
            case .membersRemoved, .itemMoved(_, from: _, to: _, name: _, comesLater: false): return nil
            case .itemMoved(let id, from: let list, to: _, let name, comesLater: true):
                return FeedEntry(.itemRemoved(id, from: list, name: name), at: entry.at, by: entry.by)
            case .checklist, .item, .checklistRemoved, .itemRemoved: return entry
            }
        }
        return page
    }

    /// A page of the trash that the caller may restore, newest first.
    /// - Throws: `invalidCursor`.
    public func trash(_ page: PageRequest) async throws -> Page<Tombstone> {
        try await store.trash(page, for: principal)
    }

    /// The account of the calling person.
    /// - Throws: `personNeeded`.
    public func me() async throws -> Person { try await store.person(person) }

    /// A page of all people, or of those who share a list with the caller.
    ///
    /// - Parameter isWhole: Whether the page is of all people.
    /// - Throws: `invalidCursor`.
    public func people(_ page: PageRequest, isWhole: Bool) async throws -> Page<Person> {
        try await store.people(page, knownTo: isWhole ? nil : principal)
    }

    /// The names of the caller and of all people who share a list with the caller.
    public func names() async throws -> [Person.ID: String] {
        let people = try await people(PageRequest(limit: .max), isWhole: false).elements
        return Dictionary(people.map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// All webhooks of a kind that the person has, in the order of their identifiers.
    /// - Throws: `invalidCursor`, `personNeeded`.
    public func webhooks(
        _ page: PageRequest, _ kind: Webhook.Kind = .webhook
    ) async throws -> Page<Webhook> {
        try await store.webhooks(page, of: person, kind)
    }

    /// A webhook of a kind that the person has.
    /// - Throws: `notFound`, `personNeeded`.
    public func webhook(_ id: Webhook.ID, _ kind: Webhook.Kind = .webhook) async throws -> Webhook {
        let person = try person
        do {
            let webhook = try await store.webhook(id, of: person)
            if webhook.kind == kind { return webhook }
        } catch ChecklistsError.notFound {
            // The error below names the kind.
        }
        throw ChecklistsError.notFound(kind.resource)
    }

    /// A page of a webhook's deliveries, newest first; `nil` for every status.
    /// - Throws: `notFound`, `invalidCursor`, `personNeeded`.
    public func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery> {
        _ = try await self.webhook(webhook)
        return try await store.deliveries(of: webhook, status: status, page)
    }

    /// A delivery to a webhook of the person, of any kind.
    /// - Throws: `notFound`, `personNeeded`.
    public func delivery(_ id: Delivery.ID) async throws -> Delivery {
        let person = try person
        let delivery = try await store.delivery(id)
        do {
            _ = try await store.webhook(delivery.webhookID, of: person)
        } catch ChecklistsError.notFound {
            throw ChecklistsError.notFound(.delivery)
        }
        return delivery
    }
}
