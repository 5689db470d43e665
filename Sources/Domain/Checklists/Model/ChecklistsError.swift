/// An error that a client can cause.
///
/// Errors of disks and sockets stay untyped. The server logs them in full and shows clients no details.
public enum ChecklistsError: Error, Hashable, Sendable {
    /// No resource has that identifier, or the caller does not see it.
    case notFound(Resource)
    /// The caller sees the resource but lacks the role that the operation needs.
    case roleNeeded(Role)
    /// The operation is for persons, and the caller is a guest.
    case personNeeded
    /// `If-Match` names an outdated revision, or the resource was to be absent and exists.
    case revisionMismatch
    /// The subject differs from what the client expects (`expect`). Each violation names a field.
    case expectationFailed([Violation])
    /// The request breaks rules of the domain. Each violation names its field.
    case invalid([Violation])
    /// An operation of a batch failed, by its index. Nothing has changed.
    indirect case operationFailed(Int, ChecklistsError)
    /// The request is valid but conflicts with the current state: it names something that is missing or
    /// misplaced. Each violation names its field.
    case conflict([Violation])
    /// An earlier request with another content used the same idempotency key.
    case idempotencyKeyReused
    /// The first request with this idempotency key is still running.
    case idempotencyKeyInUse
    /// The cursor is malformed or belongs to another query.
    case invalidCursor
    /// The server has forgotten tombstones that the client still needs. The client must read everything
    /// again.
    case cursorExpired
    /// A quota is used up. `used` and `limit` are in the unit of the kind.
    case full(Capacity.Kind, used: Int, limit: Int)
    /// One change would affect more rows than the store changes in one step. `size` is an estimate.
    case tooLarge(size: Int, limit: Int)
    /// The store has no room for the change, and has kept nothing of it.
    case storageFull
    /// The store accepts no changes at present. Reads still work.
    case readOnly
    /// An assistant may only propose the change. Nothing has changed.
    case approvalNeeded(ProposedEffect)
    /// The store is unreachable, or cannot say whether it applied the change. The client can repeat a change
    /// that has an idempotency key.
    case unavailable

    /// The message of `personNeeded`, shared by the API, CalDAV and the access check.
    public static let personNeededSentence = "Not available through a share link."
}

/// A kind of resource. The raw value is its name in error messages.
public enum Resource: String, Sendable {
    case checklist
    case section
    case item
    case tag
    case webhook
    case pushSubscription = "push subscription"
    case pushRegistration = "push registration"
    case email = "mail address"
    case delivery
    case person
    case member
    case view = "saved view"
    case device
    case link
    case proposal
    case assistantSession = "session of an assistant"
    case trash = "entry in the trash"
}

extension Webhook.Kind {
    @usableFromInline package var resource: Resource {
        switch self {
        case .webhook: .webhook
        case .pushSubscription: .pushSubscription
        case .pushRegistration: .pushRegistration
        case .email: .email
        }
    }
}
