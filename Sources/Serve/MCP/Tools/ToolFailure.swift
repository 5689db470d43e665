import Checklists
import HTTP

/// A failure of a tool, in a sentence that tells the model what to do.
struct ToolFailure {
    let sentence: String

    /// Maps an error.
    /// - Parameter problem: Maps an error of the server, and logs it.
    /// - Throws: `ProtocolError` for an error that no client caused.
    init(_ error: any Error, problem: (any Error) -> Problem) throws(ProtocolError) {
        switch error {
        case let error as ChecklistsError: sentence = Self.sentence(error)
        case let error as ElementError: sentence = "\(error.pointer): \(Self.sentence(error.error))"
        default: throw ProtocolError(.internalError, problem(error).detail)
        }
    }

    private static func sentence(_ error: ChecklistsError) -> String {
        switch error {
        case .notFound(.item):
            "There is no such item, or not for this user. Nothing was changed. Look up ids with find_items."
        case .notFound(.checklist):
            "There is no such list, or not for this user. Nothing was changed. Look up ids with list_lists."
        case .notFound(.trash):
            "The trash has no such entry, or no longer. Nothing was changed. Call restore without trashIds "
                + "to see what is in the trash."
        case .notFound(let resource): "There is no such \(resource.rawValue). Nothing was changed."
        case .roleNeeded(let role):
            "The user needs the role \(role.rawValue) on the list, or a higher one. Nothing was changed. An "
                + "owner of the list can grant it."
        case .personNeeded: "\(ChecklistsError.personNeededSentence) Nothing was changed."
        case .revisionMismatch, .expectationFailed:
            "The item has changed meanwhile. Read it again, then call the tool again."
        case .invalid(let violations), .conflict(let violations): sentence(violations)
        case .operationFailed(_, let error): sentence(error)
        case .idempotencyKeyReused:
            "Another call had this idempotencyKey. Nothing was changed. Use a new key for every call."
        case .idempotencyKeyInUse: "The first call with this idempotencyKey is still running. Call again."
        case .invalidCursor, .cursorExpired:
            "The cursor belongs to a call with other arguments, or has expired. Call again without it."
        case .full(_, let used, let limit):
            "A limit of the server is reached: \(used) of at most \(limit). Nothing was changed. The user "
                + "can delete something, or have the limit raised."
        case .tooLarge(let size, let limit):
            "One call can change \(limit) items; this one would change up to \(size). Nothing was changed. "
                + "Use several calls."
        case .storageFull: "The disk of the server is full. Nothing was changed. Tell the user."
        case .readOnly: "The server is read-only at present. Nothing was changed. Try again later."
        case .approvalNeeded(let effect):
            "\(effect.summary.sentence): a person must do this. Nothing was changed. "
                + "Change fewer items at once."
        case .unavailable:
            "The server cannot reach its database. The change may have been applied. Call again with the "
                + "same idempotencyKey."
        }
    }

    private static func sentence(_ violations: [Violation]) -> String {
        let clauses = violations.prefix(Limits.violationsMax).map { violation in
            "\(violation.pointer.isEmpty ? "The input" : violation.pointer) \(violation.detail)"
        }
        let more = violations.count - clauses.count
        return clauses.joined(separator: "; ") + (more > 0 ? "; and \(more) more." : ".")
            + " Nothing was changed. Correct the arguments and call again."
    }
}
