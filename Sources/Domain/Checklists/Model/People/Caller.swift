/// The identity of a request. There is no default: code that needs a caller takes one as an argument.
public enum Caller: Hashable, Sendable {
    /// The local machine, while no token is in force. It acts as the first person and may do everything.
    case local
    /// A person, with what their token allows.
    case person(Person.ID, by: Credential, scope: Scope)
    /// A guest who came through a share link, with what the role of the link allows. The payer is the first
    /// owner of the list, whose quotas the guest uses.
    case guest(ListLink.ID, on: Checklist.ID, scope: Scope, payer: Person.ID)

    /// What a person shows.
    public enum Credential: Hashable, Sendable {
        /// The token of a device that signed in.
        case device(Device.ID)
        /// A token that a command made, by its number.
        case serviceToken(UInt64)
    }

    /// Who the caller is to the store, and the author of what it changes.
    public var principal: Principal {
        switch self {
        case .local: .first
        case .person(let id, by: .device(let device), scope: _): .person(id, device: device)
        case .person(let id, by: .serviceToken, scope: _): .person(id, device: nil)
        case .guest(let link, on: let list, scope: _, payer: _): .guest(link, on: list)
        }
    }

    /// What the caller may do at most.
    public var scope: Scope {
        switch self {
        case .local: .admin
        case .person(_, by: _, let scope), .guest(_, on: _, let scope, payer: _): scope
        }
    }
}

extension Caller {
    /// What a route lets each kind of caller do. Each kind has to be said.
    public struct Access: Hashable, Sendable {
        /// The least scope that a token needs.
        public let person: Scope
        /// The least role that a share link needs; `nil` where no guest may use the route. The rules weigh
        /// the role on the list itself, in one transaction with the change.
        public let guest: Role?
        /// Whether the local machine may use the route while no token is in force.
        public let local: Bool

        /// What each kind of caller may do.
        public init(person: Scope, guest: Role?, local: Bool) {
            self.person = person
            self.guest = guest
            self.local = local
        }

        /// Why a caller may not use the route; `nil` where it may.
        public func refusal(of caller: Caller) -> Refusal? {
            switch caller {
            case .local: local ? nil : .localMachine
            case .person(_, by: _, let scope): scope < person ? .scope(person, has: scope) : nil
            case .guest(_, on: _, let scope, payer: _):
                scope < person ? .scope(person, has: scope) : guest == nil ? .guests : nil
            }
        }
    }

    /// Why a caller may not use a route.
    public enum Refusal: Hashable, Sendable {
        /// The token allows less than the scope that is needed.
        case scope(Scope, has: Scope)
        /// The route is not for guests.
        case guests
        /// The route needs a token.
        case localMachine
    }
}

/// What most routes let callers do.
extension Caller.Access {
    /// To follow calendars.
    public static let follow = Self(person: .feed, guest: .view, local: true)
    /// To read what the caller sees.
    public static let look = Self(person: .read, guest: .view, local: true)
    /// To check, skip and snooze items.
    public static let check = Self(person: .write, guest: .check, local: true)
    /// To change items, and the name and icon of a list.
    public static let edit = Self(person: .write, guest: .edit, local: true)

    /// What only persons do, with that scope at least: what belongs to one person, to owners of a list, or to
    /// administrators.
    public static func persons(_ scope: Scope) -> Self { Self(person: scope, guest: nil, local: true) }
}
