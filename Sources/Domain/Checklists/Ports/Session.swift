/// Somebody who asks a store: what there is to be asked, each time as that somebody.
public protocol Requester: Sendable {
    /// What is asked.
    var store: any Store { get }
    /// Who asks.
    var principal: Principal { get }
}

/// A store as somebody sees it.
public struct Session: Requester {
    public let store: any Store
    public let principal: Principal

    /// A store for somebody.
    public init(_ store: any Store, for principal: Principal) {
        self.store = store
        self.principal = principal
    }
}

extension Store {
    /// The store as the first person sees it, whom whoever runs it is taken for.
    public var asFirst: Session { Session(self, for: .first) }
}

extension Requester {
    /// The person who asks.
    /// - Throws: `personNeeded`.
    public var person: Person.ID {
        get throws(ChecklistsError) {
            guard let id = principal.personID else { throw .personNeeded }
            return id
        }
    }

    /// A page of the checklists that a query finds.
    /// - Throws: `invalidCursor`.
    public func checklists(_ query: ChecklistQuery) async throws -> Page<Checklist> {
        try await store.checklists(query, for: principal)
    }

    /// One checklist.
    /// - Throws: `notFound`.
    public func checklist(_ id: Checklist.ID) async throws -> Checklist {
        try await store.checklist(id, for: principal)
    }

    /// A page of the items that a query finds.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public func items(_ query: ItemQuery) async throws -> Page<Item> {
        try await store.items(query, for: principal)
    }

    /// One item.
    /// - Throws: `notFound`.
    public func item(_ id: Item.ID) async throws -> Item { try await store.item(id, for: principal) }

    /// The content of one list, or of all by their numbers, as it was at one moment.
    /// - Throws: `notFound`.
    public func snapshots(of checklist: Checklist.ID?) async throws -> [ChecklistSnapshot] {
        try await store.snapshots(of: checklist, for: principal)
    }

    /// How much there is.
    public func counts() async throws -> Counts { try await store.counts(for: principal) }

    /// A page of the reminders to come, soonest first.
    /// - Throws: `invalidCursor`.
    public func reminders(_ page: PageRequest) async throws -> Page<Reminder> {
        try await store.reminders(page, for: principal)
    }

    /// How the person wants to see the lists.
    /// - Throws: `personNeeded`.
    public func preferences() async throws -> Preferences { try await store.preferences(of: person) }

    /// The time zone of the person's preferences; for a guest, of those of the list's first member.
    /// - Throws: `notFound` for a guest whose link is no longer in force.
    public func timeZone() async throws -> LocalTime {
        var person = principal.personID
        if case .guest(_, on: let list) = principal {
            person = try await checklist(list).members.first?.personID
        }
        guard let person else { return .utc }
        return try await store.preferences(of: person).timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
    }

    /// What has changed since a position, or from the beginning.
    /// - Throws: `cursorExpired`.
    public func changes(after position: FeedPosition?, limit: Int) async throws -> FeedPage {
        var page = try await store.changes(after: position, limit: limit, for: principal)
        page.entries = page.entries.compactMap { entry in
            switch entry.subject {
            // They have the list itself, and the item.
            case .membersRemoved, .itemMoved(_, from: _, to: _, name: _, comesLater: false): return nil
            case .itemMoved(let id, from: let list, to: _, let name, comesLater: true):
                return FeedEntry(.itemRemoved(id, from: list, name: name), at: entry.at, by: entry.by)
            case .checklist, .item, .checklistRemoved, .itemRemoved: return entry
            }
        }
        return page
    }

    /// A page of what may be restored, the newest first.
    /// - Throws: `invalidCursor`.
    public func trash(_ page: PageRequest) async throws -> Page<Removal> {
        try await store.trash(page, for: principal)
    }

    /// The person who asks.
    /// - Throws: `personNeeded`.
    public func me() async throws -> Person { try await store.person(person) }

    /// A page of the people that may be known: all of them, or those on the same lists.
    ///
    /// - Parameter isWhole: Whether all of them.
    /// - Throws: `invalidCursor`.
    public func people(_ page: PageRequest, isWhole: Bool) async throws -> Page<Person> {
        try await store.people(page, knownTo: isWhole ? nil : principal)
    }

    /// All webhooks of a kind that the person has, by their numbers.
    /// - Throws: `invalidCursor`, `personNeeded`.
    public func webhooks(
        _ page: PageRequest, _ kind: Webhook.Kind = .webhook
    ) async throws -> Page<Webhook> {
        try await store.webhooks(page, of: person, kind)
    }

    /// One webhook of that kind that the person has.
    /// - Throws: `notFound`, `personNeeded`.
    public func webhook(_ id: Webhook.ID, _ kind: Webhook.Kind = .webhook) async throws -> Webhook {
        let person = try person
        do {
            let webhook = try await store.webhook(id, of: person)
            if webhook.kind == kind { return webhook }
        } catch ChecklistsError.notFound {
            // It is told below what is not there.
        }
        throw ChecklistsError.notFound(kind.resource)
    }

    /// A page of a webhook's deliveries, newest first; `nil` finds those of every status.
    /// - Throws: `notFound`, `invalidCursor`, `personNeeded`.
    public func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery> {
        _ = try await self.webhook(webhook)
        return try await store.deliveries(of: webhook, status: status, page)
    }

    /// One delivery to a webhook of the person, of whatever kind.
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
