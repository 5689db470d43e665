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

    /// The key of the rate limit that a request counts against; `nil` for that of its address.
    var rateLimitKey: UInt64? {
        switch self {
        case .local: nil
        case .person(_, by: .serviceToken(let token), scope: _): token
        case .person(let id, by: .device, scope: _), .person(let id, by: .identity, scope: _):
            UInt64(id.rawValue)
        case .guest(_, on: _, scope: _, let payer): UInt64(payer.rawValue)
        }
    }
}
