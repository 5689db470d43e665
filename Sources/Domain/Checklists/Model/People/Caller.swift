/// The identity of a request. There is no default: code that needs a caller takes one as an argument.
public enum Caller: Hashable, Sendable {
    /// The local machine, while no token exists. It acts as the first person and may do everything.
    case local
    /// A person, with what their token allows.
    case person(Person.ID, by: Credential, scope: Scope)
    /// A guest who came through a share link, with the scope of the link's role. The guest uses the quotas of
    /// the payer, the first owner of the list.
    case guest(ListLink.ID, on: Checklist.ID, scope: Scope, payer: Person.ID)

    /// What identified the person.
    public enum Credential: Hashable, Sendable {
        /// The token of a device that signed in.
        case device(Device.ID)
        /// An access token (`checklistd token create`), by the first 8 octets of its digest.
        case serviceToken(UInt64)
        /// An account at a provider, which a trusted proxy stated.
        case identity
    }

    /// The identity that the rules check and that a change records as its author.
    public var principal: Principal {
        switch self {
        case .local: .first
        case .person(let id, by: .device(let device), scope: _): .person(id, device: device)
        case .person(let id, by: .serviceToken, scope: _), .person(let id, by: .identity, scope: _):
            .person(id, device: nil)
        case .guest(let link, on: let list, scope: _, payer: _): .guest(link, on: list)
        }
    }

    /// The access token of the caller, by the first 8 octets of its digest; `nil` for another caller.
    public var serviceToken: UInt64? {
        if case .person(_, by: .serviceToken(let id), scope: _) = self { id } else { nil }
    }

    /// What the caller may do at most.
    public var scope: Scope {
        switch self {
        case .local: .admin
        case .person(_, by: _, let scope), .guest(_, on: _, let scope, payer: _): scope
        }
    }
}
