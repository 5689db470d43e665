extension Webhook {
    /// A calendar app that is notified when one list changes (WebDAV-Push, draft-bitfire-webdav-push). The
    /// webhook is restricted to that list, and its `events` are the triggers.
    public struct Registration: Hashable, Sendable {
        /// The app's push endpoint keys.
        public var target: PushTarget
        /// When the registration ends, unless the app renews it.
        public var expiresAt: Timestamp

        /// Creates a registration.
        public init(target: PushTarget, expiresAt: Timestamp) {
            self.target = target
            self.expiresAt = expiresAt
        }
    }

    /// The push registration; `nil` for every other kind of webhook.
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

    /// The triggers of a push registration.
    public var triggers: Set<PushTrigger> {
        Set(PushTrigger.allCases.filter { $0.events.contains(where: events.contains) })
    }

    /// The triggers that a page of the feed activates.
    /// - Parameter position: The position from which the page was read.
    public func triggers(of page: FeedPage, after position: FeedPosition) -> Set<PushTrigger> {
        let events = notices(of: page, after: position).filter(isShown).map(\.event)
        return Set(PushTrigger.allCases.filter { $0.events.contains(where: events.contains) })
    }
}

extension Webhook {
    /// Whether the person's apps see the change. They do not see the roles of other members.
    private func isShown(_ notice: ChangeNotice) -> Bool {
        if case .member(let member, of: _) = notice.subject { member.personID == personID } else { true }
    }
}

/// A trigger that a calendar app subscribes to.
public enum PushTrigger: CaseIterable, Sendable {
    /// The items of the list change.
    case contentUpdate
    /// The list itself changes: its name, its calendar properties, or the person's role.
    case propertyUpdate

    /// The events that activate the trigger.
    var events: [Webhook.Event] {
        switch self {
        case .contentUpdate: [.itemCreated, .itemUpdated, .itemDeleted]
        case .propertyUpdate: [.checklistUpdated, .memberUpdated]
        }
    }
}

/// The changes of a list since the last notification of a calendar app.
public struct CollectionUpdate: Hashable, Sendable {
    /// The list.
    public var checklistID: Checklist.ID
    /// The activated triggers; at least one.
    public var triggers: Set<PushTrigger>
    /// The position in the feed after these changes.
    public var position: FeedPosition

    /// Creates an update.
    public init(of checklistID: Checklist.ID, _ triggers: Set<PushTrigger>, at position: FeedPosition) {
        self.checklistID = checklistID
        self.triggers = triggers
        self.position = position
    }

    /// The type of the message, at most 17 characters.
    var event: String {
        switch (triggers.contains(.contentUpdate), triggers.contains(.propertyUpdate)) {
        case (true, true): "collection-update"
        case (true, false): "content-update"
        case (false, _): "property-update"
        }
    }
}

/// The fields of a push registration to create.
public struct PushRegistrationDraft: Hashable, Sendable {
    /// The URL at the app's push service.
    public var endpoint: String
    /// The public key of the app.
    public var publicKey: [UInt8]
    /// The authentication secret of the app (RFC 8291).
    public var authSecret: [UInt8]
    /// The triggers; at least one.
    public var triggers: Set<PushTrigger>
    /// When the registration ends; `nil` for `Limits.registrationMilliseconds` from now.
    public var expiresAt: Timestamp?
    /// The signing secret of the webhook.
    public var secret: Webhook.Secret

    /// Creates a draft.
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

    /// The rules that the draft breaks.
    public func violations(at now: Timestamp) -> [Violation] {
        var violations = Violation.ofPushTarget(endpoint, publicKey: publicKey, authSecret: authSecret)
        if triggers.isEmpty { violations.append(Violation("/triggers", .empty)) }
        if let expiresAt, expiresAt <= now { violations.append(Violation("/expires", .inThePast)) }
        return violations
    }

    /// The end of a registration that begins now: the requested time, within the limit.
    func end(at now: Timestamp) -> Timestamp {
        min(
            expiresAt ?? now.advanced(byMilliseconds: Limits.registrationMilliseconds),
            now.advanced(byMilliseconds: Limits.registrationMillisecondsMax))
    }
}

extension Violation {
    /// The rules that an endpoint and its keys break.
    static func ofPushTarget(_ endpoint: String, publicKey: [UInt8], authSecret: [UInt8]) -> [Violation] {
        var violations = Violation.ofURL(endpoint, at: "/endpoint")
        if publicKey.count != 65 || publicKey.first != 4 {
            violations.append(Violation("/keys/p256dh", .notAPublicKey))
        }
        if authSecret.count != 16 {
            violations.append(Violation("/keys/auth", .notBase64URL(bytes: 16)))
        }
        return violations
    }
}
