import Checklists

extension Caller {
    /// Whether the caller is the first person, by whatever token or without one.
    var isFirstPerson: Bool {
        switch self {
        case .local: true
        case .person(let id, by: _, scope: _): id == .first
        case .guest: false
        }
    }

    /// A number that tells one owner of idempotency keys from another, and no secret; `nil` for the local
    /// machine. A service token has its own, apart from the devices of the first person.
    var number: UInt64? {
        switch self {
        case .local: nil
        case .person(_, by: .serviceToken(let token), scope: _): token
        case .person(let id, by: .device, scope: _): UInt64(id.rawValue)
        // Above all that people have.
        case .guest(let link, on: _, scope: _, payer: _): 1 << 63 | UInt64(link.rawValue)
        }
    }

    /// Whose share of a limit on requests the request uses; `nil` for that of its address.
    var quota: UInt64? {
        switch self {
        case .local: nil
        case .person(_, by: .serviceToken(let token), scope: _): token
        case .person(let id, by: .device, scope: _): UInt64(id.rawValue)
        case .guest(_, on: _, scope: _, let payer): UInt64(payer.rawValue)
        }
    }
}
