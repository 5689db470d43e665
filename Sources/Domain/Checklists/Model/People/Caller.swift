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
