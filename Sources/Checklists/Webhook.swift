/// An address that is told what happens here.
public struct Webhook: Identifiable, Hashable, Sendable {
    /// The number of a webhook.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Something that happens and that a webhook can be told; the raw value is the `type` of the message.
    public enum Event: String, CaseIterable, Sendable {
        case reminderDue = "reminder.due"
    }

    /// Never used again.
    public let id: ID
    /// Where messages go: `http` or `https`, up to 2,000 characters, without user information and fragment.
    public var url: String
    /// What it is for, up to 200 characters, for people.
    public var description: String
    /// What it is told; at least one.
    public var events: [Event]
    /// Whether it is told anything at present.
    public var active: Bool
    /// Why it was turned off, when the service did that by itself.
    public var disabledReason: String?
    /// What signs its messages.
    public var secret: Secret
    /// What signed them before the last rotation, and still does, beside the new one, until that moment.
    public var previousSecret: Expiring?
    /// Since when every attempt has failed; `nil` after a success.
    public var failingSince: Timestamp?
    /// How many deliveries in a row were given up or failed since then.
    public var failedDeliveries: Int
    /// Until when its receiver asked to be left alone (`Retry-After`).
    public var pausedUntil: Timestamp?
    /// When it was made.
    public let createdAt: Timestamp
    /// When a client, or the service turning it off, last changed it.
    public var updatedAt: Timestamp
    /// The change that last touched anything a client sees of it.
    public var revision: Revision

    /// A secret that still counts for a while.
    public struct Expiring: Hashable, Sendable {
        /// The old secret.
        public var secret: Secret
        /// Until when it signs.
        public var until: Timestamp

        /// A secret with its end.
        public init(secret: Secret, until: Timestamp) {
            self.secret = secret
            self.until = until
        }
    }

    /// The key that signs a webhook's messages: 24 to 64 random bytes, written `whsec_` and base64.
    ///
    /// It describes itself without its bytes, so that it cannot reach a log by accident.
    public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The bytes of the key.
        public let bytes: [UInt8]

        /// A key of these bytes, 24 to 64 of them.
        public init(bytes: [UInt8]) {
            precondition((24...64).contains(bytes.count))
            self.bytes = bytes
        }

        /// What stands in place of the key wherever it is printed.
        public var description: String { "whsec_…" }
        /// What stands in place of the key wherever it is printed.
        public var debugDescription: String { description }
    }

    /// A webhook as it is kept.
    public init(
        id: ID, url: String, description: String, events: [Event], active: Bool, disabledReason: String? = nil,
        secret: Secret, previousSecret: Expiring? = nil, failingSince: Timestamp? = nil,
        failedDeliveries: Int = 0, pausedUntil: Timestamp? = nil,
        createdAt: Timestamp, updatedAt: Timestamp, revision: Revision
    ) {
        self.id = id
        self.url = url
        self.description = description
        self.events = events
        self.active = active
        self.disabledReason = disabledReason
        self.secret = secret
        self.previousSecret = previousSecret
        self.failingSince = failingSince
        self.failedDeliveries = failedDeliveries
        self.pausedUntil = pausedUntil
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.revision = revision
    }
}
