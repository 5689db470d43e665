import Foundation

extension Webhook {
    /// A mail address of the person.
    ///
    /// The description omits the address, so that it cannot reach a log by accident.
    public struct EmailTarget: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The address, such as `ada@example.org`. The caller of `init` has validated it.
        public let address: String
        /// When a reader of the mailbox confirmed the address; `nil` before that.
        public var confirmedAt: Timestamp?

        /// Creates a target from a valid address.
        public init(address: String, confirmedAt: Timestamp? = nil) {
            self.address = address
            self.confirmedAt = confirmedAt
        }

        /// A placeholder instead of the address.
        public var description: String { confirmedAt == nil ? "…@… (not confirmed)" : "…@…" }
        public var debugDescription: String { description }

        /// The address as a `mailto` URL (RFC 6068 §2).
        var url: String {
            let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "!$'*+-._~@"))
            return "mailto:" + (address.addingPercentEncoding(withAllowedCharacters: kept) ?? address)
        }
    }

    /// Whether the receiver is confirmed. The server sends no notifications to an unconfirmed mail address.
    public var isConfirmed: Bool { format.email.map { $0.confirmedAt != nil } ?? true }
}

extension Webhook.Format {
    /// The mail address; `nil` for every other format.
    public var email: Webhook.EmailTarget? {
        if case .email(let target) = self { target } else { nil }
    }
}
