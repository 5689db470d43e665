import Foundation

/// A receiver of events: a URL that a client chose, a person's device or calendar app, or their mail address.
public struct Webhook: Identifiable, Hashable, Sendable {
    /// The number of a webhook.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// A type of events. The raw value is the `type` of the message.
    public enum Event: String, CaseIterable, Sendable {
        case reminderDue = "reminder.due"
        case checklistCreated = "checklist.created"
        case checklistUpdated = "checklist.updated"
        case checklistDeleted = "checklist.deleted"
        case itemCreated = "item.created"
        case itemUpdated = "item.updated"
        case itemDeleted = "item.deleted"
        case memberCreated = "member.created"
        case memberUpdated = "member.updated"
        case memberDeleted = "member.deleted"
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The owner. The webhook gets events only about records that this person sees.
    public package(set) var personID: Person.ID
    /// The receiver: `http` or `https`, up to 2,000 characters, without user information and fragment;
    /// `mailto` for mail.
    public var url: String
    /// The purpose, up to 200 characters, for people.
    public var description: String
    /// The event types that the webhook receives; at least one.
    public var events: [Event]
    /// The lists that the webhook is restricted to; `nil` for all that its owner sees.
    public var checklistIDs: [Checklist.ID]?
    /// The format of the messages.
    public var format: Format
    /// The language of messages for people.
    public var language: Language
    /// The header that the receiver requires besides the signature; `nil` for none.
    public var authorization: Authorization?
    /// The webhook's position in the change feed; `nil` while it receives no changes.
    public var position: FeedPosition?
    /// Whether the webhook is turned on.
    public var active: Bool
    /// Why the server turned the webhook off; `nil` if a client did.
    public var disabledReason: String?
    /// The key that signs the messages.
    public var secret: Secret
    /// The key before the last rotation. It signs beside the new key until it expires.
    public var previousSecret: Expiring?
    /// The start of the current run of failures; `nil` after a success.
    public var failingSince: Timestamp?
    /// The number of failed deliveries since then.
    public var failedDeliveries: Int
    /// Until when the receiver accepts no messages (`Retry-After`).
    public var pausedUntil: Timestamp?
    /// The time of creation.
    public package(set) var createdAt: Timestamp
    /// When a client last changed the webhook, or the server turned it off.
    public var updatedAt: Timestamp
    /// The revision that last changed anything that a client sees.
    public var revision: Revision

    /// A secret that still signs for a while.
    public struct Expiring: Hashable, Sendable {
        /// The old secret.
        public var secret: Secret
        /// When the secret stops signing.
        public var until: Timestamp

        /// Creates an expiring secret.
        public init(secret: Secret, until: Timestamp) {
            self.secret = secret
            self.until = until
        }
    }

    /// The key that signs a webhook's messages: 24 to 64 random bytes, written as `whsec_` and base64.
    ///
    /// The description omits the bytes, so that they cannot reach a log by accident.
    public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The bytes of the key.
        public let bytes: [UInt8]

        /// Wraps 24 to 64 bytes.
        public init(bytes: [UInt8]) {
            precondition((24...64).contains(bytes.count))
            self.bytes = bytes
        }

        /// Parses `whsec_` and the canonical base64 (RFC 4648 §4) of 24 to 64 bytes; `nil` for any other
        /// text.
        public init?(_ text: String) {
            guard text.hasPrefix(Self.prefix),
                let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
                (24...64).contains(data.count)
            else { return nil }
            bytes = Array(data)
            // Foundation accepts bits after the last byte that no encoder writes.
            guard self.text == text else { return nil }
        }

        /// The key in text form. It is confidential: its holder can sign messages.
        public var text: String { Self.prefix + Data(bytes).base64EncodedString() }

        private static let prefix = "whsec_"

        /// A placeholder instead of the key.
        public var description: String { "whsec_…" }
        public var debugDescription: String { description }
    }

    /// Creates a webhook from its stored fields.
    public init(
        id: ID, personID: Person.ID = .first, url: String, description: String, events: [Event],
        checklistIDs: [Checklist.ID]? = nil, format: Format = .standard, language: Language = .english,
        authorization: Authorization? = nil, position: FeedPosition? = nil, active: Bool,
        disabledReason: String? = nil, secret: Secret, previousSecret: Expiring? = nil,
        failingSince: Timestamp? = nil,
        failedDeliveries: Int = 0, pausedUntil: Timestamp? = nil,
        createdAt: Timestamp, updatedAt: Timestamp, revision: Revision
    ) {
        self.id = id
        self.personID = personID
        self.url = url
        self.description = description
        self.events = events
        self.checklistIDs = checklistIDs
        self.format = format
        self.language = language
        self.authorization = authorization
        self.position = position
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

// MARK: Attempts

extension Webhook {
    /// How many days every attempt must fail before the server turns a webhook off.
    public static let failingDaysMax = 5
    /// How many deliveries must fail meanwhile before the server turns a webhook off.
    public static let failedDeliveriesMax = 10

    /// The keys that sign a message at a moment: the secret, and the previous one until it expires.
    public func secrets(at now: Timestamp) -> [Secret] {
        guard let previousSecret, now < previousSecret.until else { return [secret] }
        return [secret, previousSecret.secret]
    }

    /// Records the outcome of an attempt: counts or clears failures, pauses the webhook or turns it off.
    ///
    /// - Returns: Whether the webhook was turned off, a change that clients see.
    public mutating func apply(_ outcome: AttemptOutcome) -> Bool {
        guard outcome.verdict != .delivered else {
            failingSince = nil
            failedDeliveries = 0
            return false
        }
        let since = failingSince ?? outcome.attempt.at
        failingSince = since
        if outcome.verdict == .failed { failedDeliveries += 1 }
        if let until = outcome.pauseUntil { pausedUntil = max(until, pausedUntil ?? until) }
        var reason = outcome.disableReason
        let failingMilliseconds = outcome.attempt.endedAt.milliseconds - since.milliseconds
        // All mail goes through one server. Its outage is not the fault of an address.
        if reason == nil, kind != .email, failedDeliveries >= Self.failedDeliveriesMax,
            failingMilliseconds >= Int64(Self.failingDaysMax) * 86_400_000
        {
            reason =
                "Every attempt failed for \(Self.failingDaysMax) days, as did \(failedDeliveries) deliveries."
        }
        guard active, let reason else { return false }
        active = false
        disabledReason = reason
        updatedAt = outcome.attempt.endedAt
        return true
    }

    /// Turns the webhook on and clears its failures.
    public mutating func turnOn() {
        active = true
        disabledReason = nil
        failingSince = nil
        failedDeliveries = 0
        pausedUntil = nil
    }
}
