import Checklists
import HTTP
import JSON

extension Endpoint.Environment {
    /// The response to an error of an endpoint.
    @Sendable func response(to error: any Error, of request: Request, by caller: Caller?) async -> Response {
        guard case ChecklistsError.approvalNeeded(let change) = error, let caller else {
            return errors.problem(error, request.head).response
        }
        do throws(Problem) {
            return try await propose(change, by: request, of: caller)
        } catch {
            return error.response
        }
    }

    /// Keeps the change that a request of an assistant asks for, until a person approves it.
    /// - Returns: 202 with the proposal.
    private func propose(
        _ change: ProposedChange, by request: Request, of caller: Caller
    ) async throws(Problem) -> Response {
        do {
            let operations = try operations(of: request)
            let proposal = try await Session(store, for: caller).propose(
                change, operations: String(decoding: operations.jsonBytes, as: UTF8.self),
                body: proposalMessage)
            return .json(
                .accepted, ProposalBody(proposal: proposal),
                fields: [.cacheControl: Response.private, .location: "/v1/proposals"])
        } catch {
            throw errors.problem(error, request.head)
        }
    }

    /// The operations of a request, as a batch has them.
    private func operations(of request: Request) throws -> JSONValue {
        let body = request.body.isEmpty ? nil : try JSONValue.parse(request.body, depthMax: jsonDepthMax)
        let target = request.head.target
        if target.path == BatchRoutes.path, let operations = body?["operations"] { return operations }
        var members = [
            JSONValue.Member("method", .string(request.head.method.rawValue)),
            JSONValue.Member("path", .string(target.path + (target.query.map { "?\($0)" } ?? ""))),
        ]
        if let body { members.append(JSONValue.Member("body", body)) }
        if let tags = request.head.fields[.ifMatch] {
            members.append(JSONValue.Member("ifMatch", .string(tags)))
        }
        return .array([.object(members)])
    }
}

/// A proposal in JSON.
struct ProposalBody: JSONWritable {
    let proposal: Proposal

    func write(to json: inout JSONWriter) {
        let change = proposal.change
        json.object { json in
            json.member("id", proposal.id.rawValue)
            json.member("deviceId", proposal.deviceID?.rawValue)
            json.member("action", change.deletes ? "delete" : "change")
            json.member("subject", change.subject.rawValue)
            json.member("itemsCount", change.count)
            json.member("name", change.name)
            json.member("summary", change.sentence)
            json.name("operations")
            json.raw(Array(proposal.operations.utf8))
            json.member("createdAt", TimestampBody(proposal.createdAt))
            json.member("expiresAt", TimestampBody(proposal.expiresAt))
        }
    }
}

/// The open proposals of a person in JSON.
struct ProposalsBody: JSONWritable {
    let proposals: [Proposal]

    func write(to json: inout JSONWriter) {
        json.array { json in
            for proposal in proposals { ProposalBody(proposal: proposal).write(to: &json) }
        }
    }
}

extension Proposal.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .proposal) }
}
