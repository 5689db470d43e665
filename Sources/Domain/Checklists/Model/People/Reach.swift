/// The active channels for a person's reminders, by kind.
public struct Reach: Hashable, Sendable {
    /// The number of webhooks that clients added.
    public var webhooks = 0
    /// The number of push subscriptions.
    public var pushSubscriptions = 0
    /// Whether the person has a confirmed mail address.
    public var email = false

    /// Creates a reach without channels.
    public init() {}

    init(_ all: [Webhook]) {
        for webhook in all where webhook.isNotified(of: .reminderDue) {
            switch webhook.kind {
            case .webhook: webhooks += 1
            case .pushSubscription: pushSubscriptions += 1
            case .email: email = true
            // Calendar apps get notices of changes, never reminders.
            case .pushRegistration: break
            }
        }
    }
}

extension CallerSession {
    /// The person's active channels for reminders, by kind.
    /// - Throws: `personNeeded`.
    public func reach() async throws -> Reach {
        Reach(try await store.webhooks(PageRequest(limit: .max), of: person, nil).elements)
    }
}
