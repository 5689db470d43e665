/// Everything that a client can cause and cannot have.
///
/// What goes wrong with a disk or a socket is not among these: such errors stay untyped, are logged in full
/// and tell a client nothing.
public enum ChecklistsError: Error, Hashable, Sendable {
    /// Nothing has that identifier (any more).
    case notFound(Resource)
    /// Who asks sees it, and has not the role that this needs.
    case roleNeeded(Role)
    /// The operation is for persons, and the caller is a guest.
    case personNeeded
    /// `If-Match` named a revision that is no longer the current one, or the resource's revision was to be
    /// none.
    case revisionMismatch
    /// What was said breaks the domain's rules; each breach names its field.
    case invalid([Violation])
    /// What was said follows the rules, but names something that is not there, or not where it would have to
    /// be; each breach names its field.
    case conflict([Violation])
    /// The same idempotency key came before, with another request.
    case idempotencyKeyReused
    /// The request that came with this idempotency key first is still running.
    case idempotencyKeyInUse
    /// The page's cursor does not belong to this query, or is none at all.
    case invalidCursor
    /// What changed since then is not known any more: everything is to be read anew.
    case cursorExpired
    /// There is as much as there may be: so much is there already, of so much at most.
    case full(Capacity.Kind, used: Int, limit: Int)
    /// One change would be of more things than the store changes at once: about so many, of so many at most.
    case tooLarge(size: Int, limit: Int)
    /// There is no room to keep the change; nothing of it was kept.
    case storageFull
    /// The store takes no changes at present; reading goes on.
    case readOnly
    /// The store cannot be reached at present, or cannot tell what became of the change: a change with an
    /// idempotency key can be asked for again.
    case unavailable

    /// The sentence of `personNeeded`, the same in the API, in CalDAV and where access is checked.
    public static let personNeededSentence = "This is not available through a share link."
}

/// What a request can be about, for messages.
public enum Resource: String, Sendable {
    case checklist
    case item
    case webhook
    case pushSubscription = "push subscription"
    case pushRegistration = "push registration"
    case email = "mail address"
    case delivery
    case person
    case member
    case device
    case link
    case trash = "entry in the trash"
}

extension Webhook.Kind {
    /// What it is called in messages.
    @usableFromInline package var resource: Resource {
        switch self {
        case .webhook: .webhook
        case .pushSubscription: .pushSubscription
        case .pushRegistration: .pushRegistration
        case .email: .email
        }
    }
}

/// One breach of a rule, at one field.
public struct Violation: Hashable, Sendable {
    /// A JSON Pointer (RFC 6901) into what was sent: `/location/city`.
    public var pointer: String
    /// The rule, as a sentence that says what to do: `must have 1 to 200 characters`.
    public var detail: String

    /// A breach at that pointer.
    public init(_ pointer: String, _ detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}
