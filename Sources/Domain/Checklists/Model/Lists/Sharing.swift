/// The role of a member or guest on a list, in ascending order. Each role includes those before it.
public enum Role: String, CaseIterable, Comparable, Sendable {
    /// Read the list.
    case view
    /// Check and skip items, and snooze their reminders.
    case check
    /// Change items, and the name and icon of the list.
    case edit
    /// Manage the members, and delete the list.
    case own

    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .view: 0
        case .check: 1
        case .edit: 2
        case .own: 3
        }
    }
}

/// A person on a list.
public struct Member: Hashable, Sendable {
    /// The person.
    public var personID: Person.ID
    /// The role of the person.
    public var role: Role
    /// The person's settings for the list.
    public var preferences = ListPreferences()
    /// Dead properties from the person's calendar apps, which other members do not see: the color and the
    /// order of the list.
    public var calendarProperties: [DeadProperty] = []
    /// The revision in which the person joined; zero if that revision created the list.
    public var joinedIn = Revision.zero
    /// The revision in which the person joined or got another role; zero as above.
    public var changedIn = Revision.zero

    /// Creates a member.
    public init(_ personID: Person.ID, _ role: Role, joinedIn: Revision = .zero) {
        self.personID = personID
        self.role = role
        self.joinedIn = joinedIn
        changedIn = joinedIn
    }
}

/// A member's settings for one list. Other members do not see them.
public struct ListPreferences: Hashable, Sendable {
    /// Whether the person gets no reminders of the list, except for items assigned to them.
    public var isMuted = false
    /// The sort keys of the items, at least one and all different; `nil` for those of the preferences.
    public var itemSort: [SortKey<ItemQuery.Property>]?
    /// Whether the page shows checked items; `nil` for the setting of the preferences.
    public var showChecked: Bool?

    /// The sort key of the list in the person's order of lists. Only the order of positions has meaning.
    public var position = 0
    /// Whether the person has pinned the list above the others.
    public var isPinned = false
    /// When the person archived the list; `nil` while it is not archived.
    public var archivedAt: Timestamp?

    /// Creates the default settings.
    public init() {}

    /// Whether the person archived the list.
    public var isArchived: Bool { archivedAt != nil }
}

/// A share link to one list, or an offer of ownership; see `Checklist.offer(to:at:)`.
public struct ListLink: Identifiable, Hashable, Sendable {
    /// The number of a link: the revision that created it.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The owner's name for the link; `nil` if it has none.
    public var name: String?
    /// The role of guests: `view`, `check` or `edit`; `own` for an offer.
    public var role: Role
    /// The SHA-256 of the secret, which the server does not store.
    public var secretDigest: [UInt8]
    /// The SHA-256 of the token that a client gets for the secret.
    public var tokenDigest: [UInt8]
    /// The time of creation.
    public package(set) var createdAt: Timestamp
    /// When the link expires; `nil` if it is valid until it is revoked.
    public var expiresAt: Timestamp?

    /// Creates a link from its stored fields.
    public init(
        id: ID, name: String? = nil, role: Role, secretDigest: [UInt8], tokenDigest: [UInt8],
        createdAt: Timestamp, expiresAt: Timestamp?
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.secretDigest = secretDigest
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether the link has not expired.
    public func isValid(at now: Timestamp) -> Bool { expiresAt.map { now < $0 } ?? true }
}

/// The identity that the rules check and that a change records as its author.
public enum Principal: Hashable, Sendable {
    /// A person, with the device if one signed in.
    case person(Person.ID, device: Device.ID?)
    /// A guest who came through a share link.
    case guest(ListLink.ID, on: Checklist.ID)

    /// The first person without a device, as which the local machine acts.
    public static let first = Principal.person(.first, device: nil)

    /// The person; `nil` for a guest.
    public var personID: Person.ID? {
        if case .person(let id, _) = self { id } else { nil }
    }
}

/// The caller behind a token of a device or a share link, or behind an account at a provider.
public struct TokenCaller: Hashable, Sendable {
    /// The caller that the token identifies.
    public let caller: Caller
    /// When the token expires; `nil` if it is valid until it is revoked.
    public let expiresAt: Timestamp?
    /// The hour of the last recorded use; `nil` if the store records none.
    public let lastUsedAt: Timestamp?

    /// Creates a token holder.
    public init(_ caller: Caller, expiresAt: Timestamp? = nil, lastUsedAt: Timestamp? = nil) {
        self.caller = caller
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }
}

extension Person {
    /// The digests of the devices' tokens, with their callers.
    package var tokens: [(digest: [UInt8], holder: TokenCaller)] {
        devices.map { device in
            let caller = Caller.person(id, by: .device(device.id), scope: device.scope)
            return (device.tokenDigest, TokenCaller(caller, lastUsedAt: device.lastUsedAt))
        }
    }

    /// The keys of the accounts at providers, with their callers.
    package var accounts: [(digest: [UInt8], holder: TokenCaller)] {
        identities.map { ($0.key, TokenCaller(.person(id, by: .identity, scope: $0.scope))) }
    }
}

extension Checklist {
    /// The digests of the share links' tokens, with their callers.
    package var tokens: [(digest: [UInt8], holder: TokenCaller)] {
        shareLinks.map { link in
            let scope: Scope = link.role == .view ? .read : .write
            let caller = Caller.guest(link.id, on: id, scope: scope, payer: payer)
            return (link.tokenDigest, TokenCaller(caller, expiresAt: link.expiresAt))
        }
    }

    /// The role of a person or guest on the list; `nil` without access.
    public func role(of principal: Principal, at now: Timestamp) -> Role? {
        switch principal {
        case .person(let person, device: _): member(person)?.role
        case .guest(let link, on: let list):
            list == id ? links.first { $0.id == link && !$0.isOffer && $0.isValid(at: now) }?.role : nil
        }
    }

    /// The links that admit guests.
    public var shareLinks: [ListLink] { links.filter { !$0.isOffer } }

    /// The membership of a person; `nil` if the person is not on the list.
    public func member(_ id: Person.ID) -> Member? { members.first { $0.personID == id } }

    /// The person whose quotas the list counts against: its first owner.
    public var payer: Person.ID { (members.first { $0.role == .own })?.personID ?? .first }

    /// Whether a caller archived the list.
    package func isArchived(by principal: Principal) -> Bool {
        principal.personID.flatMap(member)?.preferences.isArchived ?? false
    }

    /// The people who get the reminders of an item: its assignee, or else all members who have not muted the
    /// list. Members who archived the list get none.
    func reminded(of item: Item) -> [Person.ID] {
        if let assignee = item.assigneeID, let member = member(assignee) {
            return member.preferences.isArchived ? [] : [assignee]
        }
        return members.filter { !$0.preferences.isMuted && !$0.preferences.isArchived }.map(\.personID)
    }
}
