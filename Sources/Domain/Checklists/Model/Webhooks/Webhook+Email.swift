import Foundation

extension Webhook {
    /// A mail address of the person.
    ///
    /// It describes itself without the address, so that it cannot reach a log by accident.
    public struct EmailTarget: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The address, such as `ada@example.org`. Whoever takes one in has checked that it is one.
        public let address: String
        /// When somebody who reads what comes there said that it is theirs; `nil` while nobody has.
        public var confirmedAt: Timestamp?

        /// An address.
        public init(address: String, confirmedAt: Timestamp? = nil) {
            self.address = address
            self.confirmedAt = confirmedAt
        }

        /// What stands in place of the address wherever it is printed.
        public var description: String { confirmedAt == nil ? "…@… (not confirmed)" : "…@…" }
        public var debugDescription: String { description }

        /// The address as a URL has it (RFC 6068 §2).
        var url: String {
            let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "!$'*+-._~@"))
            return "mailto:" + (address.addingPercentEncoding(withAllowedCharacters: kept) ?? address)
        }
    }

    /// Whether what it is told of reaches whom it is for: nobody else's address is told anything.
    public var isConfirmed: Bool { format.email.map { $0.confirmedAt != nil } ?? true }
}

extension Webhook.Format {
    /// The mail address that it writes to, where it is mail.
    public var email: Webhook.EmailTarget? {
        if case .email(let target) = self { target } else { nil }
    }
}
