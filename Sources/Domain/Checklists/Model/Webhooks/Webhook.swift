import Foundation

/// An address that is told what happens here: one that a client named, that of a person's device, or that of
/// their mail.
public struct Webhook: Identifiable, Hashable, Sendable {
    /// The number of a webhook.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Something that happens and that a webhook can be told; the raw value is the `type` of the message.
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

    /// Never used again.
    public package(set) var id: ID
    /// Whose it is: it is told what that person sees.
    public package(set) var personID: Person.ID
    /// Where messages go: `http` or `https`, up to 2,000 characters, without user information and fragment;
    /// `mailto` where it is mail.
    public var url: String
    /// What it is for, up to 200 characters, for people.
    public var description: String
    /// What it is told; at least one.
    public var events: [Event]
    /// The lists that it is told about, by their numbers; `nil` for all that its person sees.
    public var checklistIDs: [Checklist.ID]?
    /// What its messages are written as.
    public var format: Format
    /// What messages are written in that people read.
    public var language: Language
    /// What its receiver asks for besides a signature; `nil` where it asks for nothing.
    public var authorization: Authorization?
    /// Where in the feed it is that is told of changes; `nil` while it is not.
    public var position: FeedPosition?
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
    /// How many deliveries were given up since then.
    public var failedDeliveries: Int
    /// Until when its receiver asked to be left alone (`Retry-After`).
    public var pausedUntil: Timestamp?
    /// When it was made.
    public package(set) var createdAt: Timestamp
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

        /// A key as people write it; `nil` for anything but `whsec_` and the canonical base64 (RFC 4648 §4)
        /// of 24 to 64 bytes.
        public init?(_ text: String) {
            guard text.hasPrefix(Self.prefix),
                let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
                (24...64).contains(data.count)
            else { return nil }
            bytes = Array(data)
            // Foundation takes bits behind the last byte that no encoder writes.
            guard self.text == text else { return nil }
        }

        /// The key as people write it. Whoever has it can sign.
        public var text: String { Self.prefix + Data(bytes).base64EncodedString() }

        private static let prefix = "whsec_"

        /// What stands in place of the key wherever it is printed.
        public var description: String { "whsec_…" }
        public var debugDescription: String { description }
    }

    /// A webhook as it is kept.
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
    /// For how long every attempt has to fail before a webhook is turned off, in days.
    public static let failingDaysMax = 5
    /// How many deliveries have to be given up meanwhile before a webhook is turned off.
    public static let failedDeliveriesMax = 10

    /// What signs a message at a moment: the secret, and the previous one while it counts.
    public func secrets(at now: Timestamp) -> [Secret] {
        guard let previousSecret, now < previousSecret.until else { return [secret] }
        return [secret, previousSecret.secret]
    }

    /// Takes in how an attempt went: counts failures, forgets them after a success, is paused or turned off.
    ///
    /// - Returns: whether it was turned off, which is a change that clients see.
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
        // Mail goes by way of one server: where that is down it is not the address that is to blame.
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

    /// Turns it on and forgets what failed before.
    public mutating func turnOn() {
        active = true
        disabledReason = nil
        failingSince = nil
        failedDeliveries = 0
        pausedUntil = nil
    }
}
