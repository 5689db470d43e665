import Checklists
import HTTP

/// Maps errors to problems, whose types have the statuses.
struct ErrorTable: Sendable {
    /// Logs an error that no client caused.
    let log: @Sendable (any Error, RequestHead) -> Void

    /// Maps an error to a `Problem`. Logs an unknown error and reveals nothing of it to the client.
    func problem(_ error: any Error, _ head: RequestHead) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as ChecklistsError: return Problem(error)
        case let error as RequestError: return Problem(error)
        case let fault as BatchFault:
            guard let error = fault.error as? InOperation else {
                return problem(fault.error, head).ofOperation(fault.index)
            }
            return Problem(error.violation, ofOperation: fault.index)
        // The client closed the connection, or the server stops.
        case is CancellationError: return Problem(.cancelled, "The request was cancelled. Try again.")
        case let error as ProviderError:
            log(error, head)
            return Problem(error)
        default:
            log(error, head)
            return Problem(.internalError, "The server failed. Its log has the cause.")
        }
    }
}

extension Problem {
    /// The problem of a violation in an operation itself, not in its body.
    fileprivate init(_ violation: Violation, ofOperation index: Int) {
        self.init(.invalidContent, "The body breaks rules; see errors.")
        operation = index
        errors = [ViolationBody(violation.within("/operations/\(index)"))]
    }

    /// The problem of an operation of a batch: with its index, and with pointers into the batch.
    fileprivate func ofOperation(_ index: Int) -> Problem {
        var problem = self
        problem.operation = index
        problem.detail = "/operations/\(index) failed, so nothing was changed. \(detail)"
        let pointer = "/operations/\(index)/body"
        problem.errors = errors.map { error in (error as? ViolationBody)?.within(pointer) ?? error }
        return problem
    }

    fileprivate init(_ error: ChecklistsError) {
        switch error {
        case .notFound(let resource):
            self.init(.notFound, "There is no such \(resource.rawValue).")
        case .roleNeeded(let role):
            self.init(.roleNeeded, "This needs the role \(role.rawValue) on the list, or a higher one.")
        case .personNeeded:
            self.init(.personNeeded, ChecklistsError.personNeededSentence)
        case .revisionMismatch:
            self.init(
                .versionConflict,
                "The resource has changed since you read it. Read it again and retry.")
        case .expectationFailed(let violations):
            self.init(
                .versionConflict, "The resource has other values than you expect; see errors. Read it again.")
            errors = violations.prefix(Limits.errorsMax).map(ViolationBody.init)
        case .invalid(let violations):
            self.init(.invalidContent, "The body breaks rules; see errors.")
            errors = violations.prefix(Limits.errorsMax).map(ViolationBody.init)
        case .conflict(let violations):
            self.init(.conflict, "The request conflicts with the current state; see errors.")
            errors = violations.prefix(Limits.errorsMax).map(ViolationBody.init)
        case .operationFailed(let index, let error):
            self = Problem(error).ofOperation(index)
        case .idempotencyKeyReused:
            self.init(
                .keyReused, "Another request had this Idempotency-Key. Send every request with a new one.")
        case .idempotencyKeyInUse:
            self.init(.keyInUse, "The first request with this Idempotency-Key is still running.")
            fields[.retryAfter] = "1"
        case .invalidCursor:
            self.init(
                .invalidCursor, "The query parameter cursor belongs to another query. Begin without it.")
        case .cursorExpired:
            self.init(
                .cursorExpired,
                "The server no longer knows what changed since then. Read everything again, without since.")
        case .full(let kind, let used, let limit):
            self.init(.capacityReached, kind.sentence(used: used, limit: limit))
        case .tooLarge(let size, let limit):
            self.init(
                .changeTooLarge,
                """
                One request can change \(limit) items; this one would change up to \(size). Nothing was \
                changed. Change the items one by one, or import the lists in several files.
                """)
        case .storageFull:
            self.init(.storageFull, "The disk of the server is full. Nothing was changed.")
        case .readOnly:
            self.init(.readOnly, "The server is read-only at present. Nothing was changed.")
            fields[.retryAfter] = "60"
        case .approvalNeeded(let effect):
            self.init(.conflict, "\(effect.summary.sentence): an assistant can only propose this.")
        case .unavailable:
            self.init(
                .storeUnavailable,
                """
                The server cannot reach its database. The change may have been applied; repeat the request \
                with the same Idempotency-Key.
                """)
            fields[.retryAfter] = "1"
        }
    }

    fileprivate init(_ error: ProviderError) {
        switch error {
        case .failed:
            self.init(
                .providerFailed, "The geocoder or weather service failed. The server’s log has the cause.")
        case .slow:
            self.init(.providerTimeout, "The geocoder or weather service timed out. Try again later.")
        }
    }

    fileprivate init(_ error: RequestError) {
        switch error {
        case .invalidQuery(let faults):
            let clauses = faults.map { "\($0.parameter) \($0.reason.detail)" }
            self.init(.malformedQuery, "In the query, \(clauses.joined(separator: "; ")).")
            errors = faults.prefix(Limits.errorsMax).map(ViolationBody.init)
        case .unexpectedContent:
            self.init(.unexpectedContent, "This request takes no body. Send it without.")
        case .notAcceptable(let type):
            self.init(.notAcceptable, "The response is \(type), which Accept rules out.")
        case .preconditionFailed:
            self.init(
                .preconditionFailed, "If-Match, If-None-Match or another precondition is not met.")
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
        let payer = isOfOnePerson ? " A list counts for its first owner." : ""
        return """
            There are \(used) of at most \(limit) \(things) (\(flag)), so this does not fit.\(payer) Nothing \
            was changed. Delete something first, or have the limit raised.
            """
    }

    private var isOfOnePerson: Bool {
        switch self {
        case .people, .checklists, .items, .dataBytes: false
        case .checklistsPerPerson, .itemsPerPerson, .dataBytesPerPerson: true
        }
    }
}
