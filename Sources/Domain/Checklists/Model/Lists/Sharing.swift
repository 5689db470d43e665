/// What somebody may do on a list, from the least to the most: each allows what those before it do.
public enum Role: String, CaseIterable, Comparable, Sendable {
    /// To look at it.
    case view
    /// To check and skip items and to snooze their reminders.
    case check
    /// To change items, and the name and icon of the list.
    case edit
    /// To say who may do what, and to delete it.
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
    /// Who.
    public var personID: Person.ID
    /// What the person may do.
    public var role: Role
    /// How the person wants to have the list.
    public var preferences = ListPreferences()
    /// What calendar programs of the person say of the list, for this person alone: its color and its place
    /// among the lists.
    public var calendarProperties: [DeadProperty] = []
    /// The change by which the person came to it; zero where that was the one which made the list.
    public var joinedIn = Revision.zero
    /// The change by which the person came to it or got another role; zero as above.
    public var changedIn = Revision.zero

    /// A person with a role.
    public init(_ personID: Person.ID, _ role: Role, joinedIn: Revision = .zero) {
        self.personID = personID
        self.role = role
        self.joinedIn = joinedIn
        changedIn = joinedIn
    }
}

/// How a member wants to have one list, which is nobody else's affair.
public struct ListPreferences: Hashable, Sendable {
    /// Whether the reminders of the list are kept from the person, but for those of items that it is to do.
    public var isMuted = false
    /// What its items are ordered by, at least one key and none twice; `nil` for as the preferences say.
    public var itemSort: [SortKey<ItemQuery.Property>]?
    /// Whether its checked items are shown; `nil` for as the preferences say.
    public var showChecked: Bool?

    /// As it is until the person says otherwise.
    public init() {}
}

/// A share link to one list, or an offer of ownership; see `Checklist.offer(to:at:)`.
public struct ListLink: Identifiable, Hashable, Sendable {
    /// The number of a link: that of the change by which it was made.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again.
    public package(set) var id: ID
    /// What it allows: `view`, `check` or `edit`; `own` for an offer.
    public var role: Role
    /// The SHA-256 of its secret, which is kept nowhere.
    public var secretDigest: [UInt8]
    /// The SHA-256 of the token that the secret is exchanged for.
    public var tokenDigest: [UInt8]
    /// When it was made.
    public package(set) var createdAt: Timestamp
    /// Until when it lets anybody in; `nil` for until it is revoked.
    public var expiresAt: Timestamp?

    /// A link as it is kept.
    public init(
        id: ID, role: Role, secretDigest: [UInt8], tokenDigest: [UInt8], createdAt: Timestamp,
        expiresAt: Timestamp?
    ) {
        self.id = id
        self.role = role
        self.secretDigest = secretDigest
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether it lets anybody in.
    public func isValid(at now: Timestamp) -> Bool { expiresAt.map { now < $0 } ?? true }
}

/// Who asks for something.
public enum Principal: Hashable, Sendable {
    /// A person, with the device that it asks by where it has signed in.
    case person(Person.ID, device: Device.ID?)
    /// Whoever holds the link to a list.
    case guest(ListLink.ID, on: Checklist.ID)

    /// Whoever needs no token.
    public static let first = Principal.person(.first, device: nil)

    /// The person; `nil` for a guest.
    public var personID: Person.ID? {
        if case .person(let id, _) = self { id } else { nil }
    }
}

/// The caller behind a token of a device or a share link.
public struct TokenHolder: Hashable, Sendable {
    /// The caller that the token identifies.
    public let caller: Caller
    /// When the token expires; `nil` if it is valid until it is revoked.
    public let expiresAt: Timestamp?
    /// The hour of the last recorded use; `nil` where the store records none.
    public let lastUsedAt: Timestamp?

    /// A caller with a token.
    public init(_ caller: Caller, expiresAt: Timestamp? = nil, lastUsedAt: Timestamp? = nil) {
        self.caller = caller
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }
}

extension Person {
    /// The tokens of its devices, by their digests.
    package var tokens: [(digest: [UInt8], holder: TokenHolder)] {
        devices.map { device in
            let caller = Caller.person(id, by: .device(device.id), scope: device.scope)
            return (device.tokenDigest, TokenHolder(caller, lastUsedAt: device.lastUsedAt))
        }
    }
}

extension Checklist {
    /// The tokens of its links, by their digests.
    package var tokens: [(digest: [UInt8], holder: TokenHolder)] {
        shareLinks.map { link in
            let scope: Scope = link.role == .view ? .read : .write
            let caller = Caller.guest(link.id, on: id, scope: scope, payer: payer)
            return (link.tokenDigest, TokenHolder(caller, expiresAt: link.expiresAt))
        }
    }

    /// What somebody may do on it; `nil` for nothing at all.
    public func role(of principal: Principal, at now: Timestamp) -> Role? {
        switch principal {
        case .person(let person, device: _): member(person)?.role
        case .guest(let link, on: let list):
            list == id ? links.first { $0.id == link && !$0.isOffer && $0.isValid(at: now) }?.role : nil
        }
    }

    /// The links that let guests in.
    public var shareLinks: [ListLink] { links.filter { !$0.isOffer } }

    /// A person as a member of it.
    public func member(_ id: Person.ID) -> Member? { members.first { $0.personID == id } }

    /// Who it counts for where what somebody has is limited: its first owner.
    public var payer: Person.ID { (members.first { $0.role == .own })?.personID ?? .first }

    /// Who is reminded of one of its items: who is to do it, else all who have not muted the list.
    func reminded(of item: Item) -> [Person.ID] {
        if let assignee = item.assigneeID, member(assignee) != nil { return [assignee] }
        return members.filter { !$0.preferences.isMuted }.map(\.personID)
    }
}
