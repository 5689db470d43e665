extension Caller {
    /// Separates the idempotency keys of callers; `nil` for the local machine. Not secret. The keys of an
    /// access token are separate from those of person 1's devices.
    package var idempotencyOwner: UInt64? {
        switch self {
        case .local: nil
        case .person(_, by: .serviceToken(let token), scope: _): token
        case .person(let id, by: .device, scope: _), .person(let id, by: .identity, scope: _):
            UInt64(id.rawValue)
        // Bit 63 keeps link numbers apart from person numbers.
        case .guest(let link, on: _, scope: _, payer: _): 1 << 63 | UInt64(link.rawValue)
        }
    }
}

extension IdempotencyKey {
    /// The key that a caller sent. Keys are separate by caller: the key of another caller reveals nothing.
    ///
    /// - Parameters:
    ///   - owner: Separates the keys of callers; see `Caller.idempotencyOwner`.
    ///   - fingerprint: The SHA-256 digest of the request.
    package init(_ key: String, of owner: UInt64?, fingerprint: [UInt8]) {
        // A client's key has no line feed, so it never equals a prefixed key.
        let prefix = owner.map { String($0, radix: 16) + "\n" } ?? ""
        self.init(key: prefix + key, fingerprint: fingerprint)
    }
}
