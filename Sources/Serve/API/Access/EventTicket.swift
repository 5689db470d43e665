import Checklists

/// A credential for one event stream, as part of its address: `EventSource` sends no `Authorization`.
///
/// A ticket refers to the token of its caller by the digest of it. So the server stores no ticket, every
/// process of the store accepts it, and it is worth nothing without a valid token.
struct EventTicket: Hashable {
    /// The query parameter of `GET /v1/events`.
    static let queryParameter = "ticket"
    /// The prefix of every ticket, by which people and leak scanners recognize one.
    static let prefix = "cle_"
    /// How long a ticket is valid, in milliseconds.
    static let validMilliseconds: Int64 = 60_000

    private static let nonceBytes = 16
    private static let endBytes = 8
    /// SHA-256.
    private static let digestBytes = 32

    /// The end of the validity.
    let end: Timestamp
    /// Makes every ticket differ from all others.
    let nonce: [UInt8]
    /// The digest of the caller's token; `nil` for the local machine, which needs none.
    let tokenDigest: [UInt8]?

    /// Makes a ticket.
    /// - Parameter random: Random bytes, at least 16.
    init(ofToken digest: [UInt8]?, random: [UInt8], at now: Timestamp) {
        end = now.advanced(byMilliseconds: Self.validMilliseconds)
        nonce = Array(random.prefix(Self.nonceBytes))
        tokenDigest = digest
    }

    fileprivate init?(_ bytes: [UInt8]) {
        let digestStart = Self.endBytes + Self.nonceBytes
        guard [digestStart, digestStart + Self.digestBytes].contains(bytes.count) else { return nil }
        let milliseconds = bytes.prefix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        end = Timestamp(milliseconds: Int64(bitPattern: milliseconds))
        nonce = Array(bytes[Self.endBytes..<digestStart])
        tokenDigest = bytes.count == digestStart ? nil : Array(bytes[digestStart...])
    }

    fileprivate var bytes: [UInt8] {
        let milliseconds = UInt64(bitPattern: end.milliseconds)
        let end = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> $0) }
        return end + nonce + (tokenDigest ?? [])
    }

    /// Writes and reads the tickets of a store.
    struct Cipher: Sendable {
        private let cipher: AddressCipher

        init(_ secret: StoreSecret) { cipher = AddressCipher(secret, for: "event ticket") }

        /// The ticket as shown to the client.
        func text(of ticket: EventTicket) -> String { EventTicket.prefix + cipher.text(of: ticket.bytes) }

        /// Reads a ticket; `nil` if no process of this store wrote the text.
        func ticket(_ text: String) -> EventTicket? {
            guard text.hasPrefix(EventTicket.prefix) else { return nil }
            let content = String(text.dropFirst(EventTicket.prefix.count))
            return cipher.bytes(content, bytesMax: Limits.credentialsBytesMax).flatMap(EventTicket.init)
        }
    }
}
