import Checklists

extension Caller {
    /// Whether the caller is person 1, with any token or locally without one.
    var isFirstPerson: Bool {
        switch self {
        case .local: true
        case .person(let id, by: _, scope: _): id == .first
        case .guest: false
        }
    }

    /// Whether a trusted proxy signed the person in.
    var isByProxy: Bool { if case .person(_, by: .identity, scope: _) = self { true } else { false } }

    /// What a request counts against in the rate limit; `nil` for its address.
    var quota: Quota? {
        switch self {
        case .local: nil
        case .person(_, by: .serviceToken(let token), scope: _): .serviceToken(token)
        case .person(let id, by: .device, scope: _), .person(let id, by: .identity, scope: _): .person(id)
        case .guest(let link, on: let list, scope: _, _): .link(link, list)
        }
    }

    /// A party that shares one rate limit.
    enum Quota: Hashable {
        case serviceToken(UInt64)
        case person(Person.ID)
        case link(ListLink.ID, Checklist.ID)
    }
}
