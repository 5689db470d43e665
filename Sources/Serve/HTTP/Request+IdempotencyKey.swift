extension Request {
    /// The idempotency key of the request, without its quotes; `nil` if there is none.
    ///
    /// The field is a string of RFC 8941 §3.3.3. Few clients quote it, so bare printable ASCII is accepted
    /// too.
    /// - Throws: `Problem` 400 if the key is malformed, empty, repeated or longer than 255 characters.
    public var idempotencyKey: String? {
        get throws(Problem) {
            let values = head.fields.values(of: .idempotencyKey)
            guard let value = values.first else { return nil }
            guard values.count == 1, let key = Self.key(value),
                1...MessageLimits.idempotencyKeyBytesMax ~= key.utf8.count
            else {
                let length = "1 to \(MessageLimits.idempotencyKeyBytesMax) printable ASCII characters"
                throw Problem(
                    .malformedHeader, "Idempotency-Key must occur once and be a string of \(length).")
            }
            return key
        }
    }

    private static func key(_ value: String) -> String? {
        guard value.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
        guard value.utf8.first == .quote else { return value }
        var octets = ArraySlice(value.utf8).dropFirst()
        var key: [UInt8] = []
        while let octet = octets.popFirst() {
            switch octet {
            case .quote:
                return octets.isEmpty ? String(decoding: key, as: UTF8.self) : nil
            case .backslash:
                guard let escaped = octets.popFirst(), escaped == .quote || escaped == .backslash else {
                    return nil
                }
                key.append(escaped)
            default:
                key.append(octet)
            }
        }
        return nil
    }
}
