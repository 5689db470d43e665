import Checklists
import HTTP

/// Maps errors to HTTP statuses. No other file does.
struct ErrorTable: Sendable {
    /// Logs an error that no client caused.
    let log: @Sendable (any Error, RequestHead) -> Void

    /// Maps an error to a `Problem`. Logs an unknown error and reveals nothing of it to the client.
    func problem(_ error: any Error, _ head: RequestHead) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as ChecklistsError: return Problem(error)
        case let error as RequestError: return Problem(error)
        // The client closed the connection, or the server stops.
        case is CancellationError: return Problem(.serviceUnavailable, "The request was cancelled.")
        case let error as ProviderError:
            log(error, head)
            return Problem(error)
        default:
            log(error, head)
            return Problem(.internalServerError, "Something went wrong here. It has been logged.")
        }
    }
}

extension Problem {
    fileprivate init(_ error: ChecklistsError) {
        switch error {
        case .notFound(let resource):
            self.init(.notFound, "There is no such \(resource.rawValue).")
        case .roleNeeded(let role):
            self.init(.forbidden, "On this list that needs the role \(role.rawValue), or more.")
        case .personNeeded:
            self.init(.forbidden, ChecklistsError.personNeededSentence)
        case .revisionMismatch:
            self.init(
                .preconditionFailed, "It has changed meanwhile: its ETag is another one. Read it again.")
        case .invalid(let violations):
            self.init(.unprocessableContent, "Something in the body cannot be accepted; see errors.")
            errors = violations.prefix(Limits.errorsMax).map { (pointer: $0.pointer, detail: $0.detail) }
        case .conflict(let violations):
            self.init(.conflict, "The request does not go with how things are; see errors.")
            errors = violations.prefix(Limits.errorsMax).map { (pointer: $0.pointer, detail: $0.detail) }
        case .idempotencyKeyReused:
            self.init(.unprocessableContent, "The Idempotency-Key came before, with another request.")
        case .idempotencyKeyInUse:
            self.init(.conflict, "The first request with this Idempotency-Key is still running.")
            fields[.retryAfter] = "1"
        case .invalidCursor:
            self.init(.badRequest, "In the query, cursor does not belong to this list. Begin without one.")
        case .cursorExpired:
            self.init(
                .gone,
                """
                What changed since then is not known any more, or never happened here. Begin anew, without \
                since.
                """)
        case .full(let kind, let used, let limit):
            self.init(.forbidden, kind.sentence(used: used, limit: limit))
        case .tooLarge(let size, let limit):
            self.init(
                .forbidden,
                """
                This is one change of up to \(size) items, and one change is of \(limit) at most. Nothing \
                was changed. Change the items one by one, or import the lists in several files.
                """)
        case .storageFull:
            self.init(.insufficientStorage, "There is no room to keep the change; nothing of it was kept.")
        case .readOnly:
            self.init(.serviceUnavailable, "No changes are taken at present; reading is possible.")
            fields[.retryAfter] = "60"
        case .unavailable:
            self.init(
                .serviceUnavailable,
                """
                The store cannot be reached at present. Try again in a moment; with the same Idempotency-Key \
                a change that was made all the same is not made twice.
                """)
            fields[.retryAfter] = "1"
        }
    }

    fileprivate init(_ error: ProviderError) {
        switch error {
        case .failed:
            self.init(.badGateway, "A service elsewhere had to be asked, and failed. The log says how.")
        case .slow:
            self.init(.gatewayTimeout, "A service elsewhere had to be asked, and takes too long.")
        }
    }

    fileprivate init(_ error: RequestError) {
        switch error {
        case .invalidQuery(let faults):
            self.init(.badRequest, "In the query, \(faults.joined(separator: "; ")).")
        case .unexpectedContent:
            self.init(.badRequest, "There is a body, and none is taken here.")
        case .notAcceptable(let type):
            self.init(.notAcceptable, "There is only \(type) here.")
        case .preconditionFailed:
            self.init(.preconditionFailed, "A condition in the header of the request is not met.")
        }
    }
}

extension Capacity.Kind {
    /// A sentence with the exhausted limit and the remedy.
    fileprivate func sentence(used: Int, limit: Int) -> String {
        let (things, flag) =
            switch self {
            case .people: ("people", "--people-max")
            case .checklists: ("checklists", "--checklists-max")
            case .items: ("items", "--items-max")
            case .dataBytes: ("bytes of data", "--data-bytes-max")
            case .checklistsPerPerson: ("checklists of one person", "--checklists-per-person-max")
            case .itemsPerPerson: ("items on lists of one person", "--items-per-person-max")
            case .dataBytesPerPerson: ("bytes on lists of one person", "--data-bytes-per-person-max")
            }
        let payer = isOfOnePerson ? " A list counts for its first owner, whoever adds to it." : ""
        return """
            There are \(used) of at most \(limit) \(things) (\(flag)), which leaves no room for \
            this.\(payer) Nothing was changed. Delete something first, or have the limit raised.
            """
    }

    private var isOfOnePerson: Bool {
        switch self {
        case .people, .checklists, .items, .dataBytes: false
        case .checklistsPerPerson, .itemsPerPerson, .dataBytesPerPerson: true
        }
    }
}
