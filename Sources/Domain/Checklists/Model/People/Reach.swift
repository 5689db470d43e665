/// By which ways a person is told at present what they are reminded of.
public struct Reach: Hashable, Sendable {
    /// How many addresses that clients named.
    public var webhooks = 0
    /// How many devices.
    public var pushSubscriptions = 0
    /// Whether there is a mail address, which has to be confirmed.
    public var email = false

    /// By none.
    public init() {}

    /// By these of somebody's webhooks.
    init(_ all: [Webhook]) {
        for webhook in all where webhook.isNotified(of: .reminderDue) {
            switch webhook.kind {
            case .webhook: webhooks += 1
            case .pushSubscription: pushSubscriptions += 1
            case .email: email = true
            // They are notified of changes alone.
            case .pushRegistration: break
            }
        }
    }
}

extension Requester {
    /// By which ways the person is told at present what they are reminded of.
    /// - Throws: `personNeeded`.
    public func reach() async throws -> Reach {
        Reach(try await store.webhooks(PageRequest(limit: .max), of: person, nil).elements)
    }
}
