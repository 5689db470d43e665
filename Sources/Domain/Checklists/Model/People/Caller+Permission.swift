extension Caller {
    /// What an operation requires of a person and of a guest. There is no default.
    public struct Permission: Hashable, Sendable {
        /// The least scope that a token needs.
        public let person: Scope
        /// The least role that a share link needs; `nil` where the operation is not for guests. The rules
        /// check the role on the list itself, in one transaction with the change.
        public let guest: Role?

        /// A permission for persons and guests; the local machine may do everything.
        public init(person: Scope, guest: Role?) {
            self.person = person
            self.guest = guest
        }

        /// Why a caller may not use the operation; `nil` if it may.
        public func refusal(of caller: Caller) -> Refusal? {
            switch caller {
            case .local: nil
            case .person(_, by: _, let scope): scope < person ? .scope(person, has: scope) : nil
            case .guest(_, on: _, let scope, payer: _):
                scope < person ? .scope(person, has: scope) : guest == nil ? .guests : nil
            }
        }
    }

    /// Why a caller may not use an operation.
    public enum Refusal: Hashable, Sendable {
        /// The token lacks the scope that the operation needs.
        case scope(Scope, has: Scope)
        /// The operation is not for guests.
        case guests
    }
}

/// The permissions of most operations. The roles of guests are those that the rules require.
extension Caller.Permission {
    /// Scope `feed`, or any share link: to follow calendars.
    public static let feed = Self(person: .feed, guest: Action.look.role)
    /// Scope `read`, or any share link: to read what the caller sees.
    public static let read = Self(person: .read, guest: Action.look.role)
    /// Scope `assist`, or a share link with the role `check`: to check, skip and snooze items.
    public static let check = Self(person: .assist, guest: Action.checkItems.role)
    /// Scope `assist`, or a share link with the role `edit`: to change items and lists.
    public static let edit = Self(person: .assist, guest: Action.changeItems.role)

    /// A scope, and no share link: for what belongs to one person, to owners of a list or to administrators.
    public static func persons(_ scope: Scope) -> Self { Self(person: scope, guest: nil) }

    /// The same permission for tokens that may change without approval: where a change cannot be proposed.
    public var withoutAssistants: Self { Self(person: max(person, .write), guest: guest) }
}
