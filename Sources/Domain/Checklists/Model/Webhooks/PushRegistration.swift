extension Webhook {
    /// A calendar app that is notified when one list changes (WebDAV-Push, draft-bitfire-webdav-push). The
    /// webhook is told of that list alone, by its `events`.
    public struct Registration: Hashable, Sendable {
        /// The device of the app, and what encrypts for it.
        public var target: PushTarget
        /// When the registration ends, unless the app renews it.
        public var expiresAt: Timestamp

        /// A registration that ends at a moment.
        public init(target: PushTarget, expiresAt: Timestamp) {
            self.target = target
            self.expiresAt = expiresAt
        }
    }

    /// The push registration that this is; `nil` for every other kind of webhook.
    public var registration: Registration? {
        if case .registration(let registration) = format { registration } else { nil }
    }

    /// Whether it is a push registration that has ended.
    public func isExpired(at now: Timestamp) -> Bool {
        registration.map { $0.expiresAt <= now } ?? false
    }

    /// Whether it is a push registration for a list.
    public func isRegistration(for list: Checklist.ID) -> Bool {
        registration != nil && checklistIDs == [list]
    }

    /// What a push registration is notified of.
    public var triggers: Set<PushTrigger> {
        Set(PushTrigger.allCases.filter { $0.events.contains(where: events.contains) })
    }

    /// What a push registration is notified of by a part of the feed.
    /// - Parameter position: Where the part began.
    public func triggers(of page: FeedPage, after position: FeedPosition) -> Set<PushTrigger> {
        let events = notices(of: page, after: position).filter(isShown).map(\.event)
        return Set(PushTrigger.allCases.filter { $0.events.contains(where: events.contains) })
    }
}

extension Webhook {
    /// Whether a notice is about anything that the person's apps see: the roles of others they do not.
    private func isShown(_ notice: ChangeNotice) -> Bool {
        if case .member(let member, of: _) = notice.subject { member.personID == personID } else { true }
    }
}

/// What a calendar app can ask to be notified of.
public enum PushTrigger: CaseIterable, Sendable {
    /// The items of the list change.
    case contentUpdate
    /// The list itself changes: its name, what calendar apps say of it, or what the person may do on it.
    case propertyUpdate

    /// The events that it stands for.
    var events: [Webhook.Event] {
        switch self {
        case .contentUpdate: [.itemCreated, .itemUpdated, .itemDeleted]
        case .propertyUpdate: [.checklistUpdated, .memberUpdated]
        }
    }
}

/// What has changed of a list since a calendar app was notified last.
public struct CollectionUpdate: Hashable, Sendable {
    /// The list.
    public var checklistID: Checklist.ID
    /// What changed of it; at least one.
    public var triggers: Set<PushTrigger>
    /// Where in the feed all of that is known.
    public var position: FeedPosition

    /// A change of a list.
    public init(of checklistID: Checklist.ID, _ triggers: Set<PushTrigger>, at position: FeedPosition) {
        self.checklistID = checklistID
        self.triggers = triggers
        self.position = position
    }

    /// The kind of the message, of at most 17 characters.
    var event: String {
        switch (triggers.contains(.contentUpdate), triggers.contains(.propertyUpdate)) {
        case (true, true): "collection-update"
        case (true, false): "content-update"
        case (false, _): "property-update"
        }
    }
}

/// What a calendar app says of itself that is to be notified.
public struct PushRegistrationDraft: Hashable, Sendable {
    /// Where its push service takes messages for it.
    public var endpoint: String
    /// Its public key.
    public var publicKey: [UInt8]
    /// The secret that it shares with this service.
    public var authSecret: [UInt8]
    /// What it is to be notified of; at least one.
    public var triggers: Set<PushTrigger>
    /// Until when; `nil` for `Limits.registrationMilliseconds`.
    public var expiresAt: Timestamp?
    /// A secret for the webhook that it is kept as.
    public var secret: Webhook.Secret

    /// An app at an address, with its keys.
    public init(
        endpoint: String, publicKey: [UInt8], authSecret: [UInt8], triggers: Set<PushTrigger>,
        expiresAt: Timestamp? = nil, secret: Webhook.Secret
    ) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authSecret = authSecret
        self.triggers = triggers
        self.expiresAt = expiresAt
        self.secret = secret
    }

    /// What breaks the rules.
    public func violations(at now: Timestamp) -> [Violation] {
        var violations = Violation.ofPushTarget(endpoint, publicKey: publicKey, authSecret: authSecret)
        if triggers.isEmpty { violations.append(Violation("/triggers", "must name at least one")) }
        if let expiresAt, expiresAt <= now { violations.append(Violation("/expires", "must lie ahead")) }
        return violations
    }

    /// When a registration that is made now ends: the moment asked for, within the limit.
    func end(at now: Timestamp) -> Timestamp {
        min(
            expiresAt ?? now.advanced(byMilliseconds: Limits.registrationMilliseconds),
            now.advanced(byMilliseconds: Limits.registrationMillisecondsMax))
    }
}

extension Violation {
    /// What is wrong with the address and the keys of a device.
    static func ofPushTarget(_ endpoint: String, publicKey: [UInt8], authSecret: [UInt8]) -> [Violation] {
        var violations = Violation.ofURL(endpoint, at: "/endpoint")
        if publicKey.count != 65 || publicKey.first != 4 {
            violations.append(
                Violation("/keys/p256dh", "must be the base64url of an uncompressed point of P-256"))
        }
        if authSecret.count != 16 {
            violations.append(Violation("/keys/auth", "must be the base64url of 16 bytes"))
        }
        return violations
    }
}
