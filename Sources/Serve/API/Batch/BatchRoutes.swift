import Checklists
import HTTP
import JSON

/// The route that makes several changes as one: all, or none.
///
/// Each operation runs the endpoint of its method and path until the endpoint writes. The store then makes
/// all writes in one transaction, and the endpoints answer the results.
struct BatchRoutes {
    private let operations: BatchEndpoints
    /// Whether an access token is valid.
    private let isValid: @Sendable (UInt64) -> Bool
    /// The wall clock.
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - endpoints: The endpoints of the API, of which a batch takes those in `BatchEndpoints.table`.
    ///   - environment: The context of the endpoints.
    ///   - isValid: Whether an access token is valid.
    ///   - now: The wall clock.
    init(
        _ endpoints: [Endpoint], _ environment: Endpoint.Environment,
        isValid: @escaping @Sendable (UInt64) -> Bool, now: @escaping @Sendable () -> Timestamp
    ) {
        operations = BatchEndpoints(endpoints, environment)
        self.isValid = isValid
        self.now = now
    }

    /// The path of a batch.
    static let path = "/v1/batch"

    var endpoints: [Endpoint] {
        let proposals = "/v1/proposals"
        let one = "\(proposals)/{proposalId}"
        return [
            Endpoint(.post, Self.path, .check, handler: make),
            Endpoint(.get, proposals, .persons(.read), handler: listProposals),
            Endpoint(.delete, one, .persons(.write), gives: nil, handler: decline),
            Endpoint(
                .post, "\(one)/approve", .persons(.write), bodyBytesMax: Limits.smallBodyBytesMax,
                handler: approve),
        ]
    }

    private func listProposals(
        _ call: Call<Fixed>, _ query: NoQuery, _ precondition: Precondition
    ) async throws -> Response {
        try .ok(ProposalsBody(proposals: try await proposals(of: call.session)), precondition)
    }

    /// The open proposals of a person. Those of a revoked access token count no longer.
    private func proposals(of session: Session) async throws -> [Proposal] {
        try await session.proposals(at: now()).filter { $0.tokenID.map(isValid) ?? true }
    }

    /// An open proposal of a person.
    /// - Throws: `notFound` if it was approved or declined, or has expired, or its token was revoked.
    func proposal(_ id: Proposal.ID, of session: Session) async throws -> Proposal {
        guard let proposal = try await proposals(of: session).first(where: { $0.id == id }) else {
            throw ChecklistsError.notFound(.proposal)
        }
        return proposal
    }

    private func decline(_ call: Call<Proposal.ID>, _ query: NoQuery) async throws -> Response {
        try await call.session.removeProposal(call.id)
        return .noContent
    }

    private func approve(_ call: Call<Proposal.ID>, _ body: EmptyBody) async throws -> Response {
        let proposal = try await proposal(call.id, of: call.session)
        let (responses, leftOut) = try await approve(proposal, as: call.caller, in: call.session)
        return .ok(BatchResultsBody(responses: responses, leftOut: leftOut))
    }

    /// Makes the operations of a proposal and removes it, as one change.
    /// - Returns: The answers to the operations, `nil` for those that are left out; what is left out.
    /// - Throws: `notFound` if it was approved or declined, or has expired; the errors of a batch.
    func approve(
        _ proposal: Proposal, as caller: Caller, in session: Session
    ) async throws -> ([Response?], [LeftOut]) {
        let prepared = try operations.prepare(try BatchBody(proposed: proposal.operations), for: caller)
        return try await session.approve(proposal.id, of: prepared.count) { index, session -> Response? in
            do {
                return try await operations.respond(to: prepared[index], as: caller, in: session)
            } catch ChecklistsError.revisionMismatch {
                return nil
            } catch ChecklistsError.notFound {
                // Before the write: what the operation is about is gone.
                try? await session.leaveOut()
                return nil
            }
        }
    }

    private func make(_ call: Call<Fixed>, _ body: BatchBody) async throws -> Response {
        let prepared = try operations.prepare(body, for: call.caller)
        let caller = call.caller
        let result = try await call.session.writeBatch(
            of: prepared.count, idempotencyKey: call.idempotencyKey
        ) { index, session in
            try await operations.respond(to: prepared[index], as: caller, in: session)
        }
        return .ok(BatchResultsBody(responses: result.value)).replayed(result.isReplay)
    }
}

/// The body of a batch.
struct BatchBody: RequestBody {
    static let noun = "a batch"
    static let readOnlyFields: [String] = []

    let operations: [BatchOperationBody]

    init(from fields: inout FieldReader) {
        let max = Checklists.Limits.batchOperationsMax
        let operations = fields.objects("operations", of: "an operation", BatchOperationBody.init(from:))
        if operations == nil, fields.violations.isEmpty { fields.note("operations", .missing) }
        if operations?.isEmpty ?? false { fields.note("operations", .empty) }
        if operations?.count ?? 0 > max { fields.note("operations", .tooMany(max: max, "operations")) }
        self.operations = operations ?? []
    }

    /// Reads the operations of a proposal.
    init(proposed operations: String) throws {
        let value = try JSONValue.parse(Array(operations.utf8), depthMax: MessageLimits().jsonDepthMax)
        self = try Self.read(.object([JSONValue.Member("operations", value)]))
    }
}

/// An operation in the body of a batch.
struct BatchOperationBody {
    let method: HTTP.Method
    let path: String
    /// The content; `nil` for none.
    let body: JSONValue?
    /// The value of `If-Match`; `nil` for none.
    let ifMatch: String?

    init?(from fields: inout FieldReader) {
        let method = fields.required("method", .batchMethod)
        let path = fields.required("path", .string)
        body = fields.nullable("body", .any) ?? nil
        ifMatch = fields.optional("ifMatch", .string)
        guard let method, let path else { return nil }
        (self.method, self.path) = (method, path)
    }
}

extension FieldType<HTTP.Method> {
    /// A method that changes something.
    fileprivate static var batchMethod: Self {
        let methods = [HTTP.Method.post, .put, .patch, .delete]
        return Self({ _ in .notOneOf(methods.map(\.rawValue)) }) { value in
            methods.first { $0.rawValue == value.text }
        }
    }
}

extension FieldType<JSONValue> {
    /// Any JSON.
    fileprivate static var any: Self { Self({ _ in .wrongType(.object) }) { $0 } }
}

/// The answers to the operations of a batch in JSON.
private struct BatchResultsBody: JSONWritable {
    /// The answers; `nil` for an operation of a proposal that is left out.
    let responses: [Response?]
    var leftOut: [LeftOut] = []

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("results") { json in
                for response in responses { write(response, to: &json) }
            }
            guard !leftOut.isEmpty else { return }
            json.array("leftOut") { json in
                for part in leftOut {
                    json.object { json in
                        json.member("operation", part.operation)
                        json.member("count", part.count)
                        json.member("names", part.names)
                    }
                }
            }
        }
    }

    private func write(_ response: Response?, to json: inout JSONWriter) {
        json.object { json in
            guard let response else { return json.member("status", Status.preconditionFailed.code) }
            json.member("status", response.status.code)
            if case .bytes(let bytes) = response.body {
                json.name("body")
                let isLine = bytes.last == UInt8(ascii: "\n")
                json.raw(isLine ? Array(bytes.dropLast()) : bytes)
            }
            if let tag = response.fields[.etag] { json.member("etag", tag) }
            if let trash = response.fields[.trashID].flatMap({ Int($0) }) { json.member("trashId", trash) }
        }
    }
}
