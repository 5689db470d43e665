import Checklists
import HTTP
import JSON

extension Endpoint.Environment {
    /// The response to an error of an endpoint.
    @Sendable func response(to error: any Error, of request: Request, by caller: Caller?) async -> Response {
        guard case ChecklistsError.approvalNeeded(let effect) = error, let caller else {
            return errors.problem(error, request.head).response
        }
        do throws(Problem) {
            return try await propose(effect, by: request, of: caller)
        } catch {
            return error.response
        }
    }

    /// Keeps the change that a request of an assistant asks for, until a person approves it.
    /// - Returns: 202 with the proposal.
    private func propose(
        _ effect: ProposedEffect, by request: Request, of caller: Caller
    ) async throws(Problem) -> Response {
        do {
            let operations = try operations(of: request)
            let proposal = try await Session(store, for: caller).propose(
                effect, operations: String(decoding: operations.jsonBytes, as: UTF8.self),
                token: caller.serviceToken, body: proposalMessage)
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
        json.object { json in
            json.member("id", proposal.id.rawValue)
            json.member("deviceId", proposal.deviceID?.rawValue)
            Self.write(proposal.effect.summary, to: &json)
            json.array("changes") { json in
                for change in proposal.effect.changes { json.object { Self.write(change, to: &$0) } }
            }
            json.name("operations")
            json.raw(Array(proposal.operations.utf8))
            json.member("createdAt", TimestampBody(proposal.createdAt))
            json.member("expiresAt", TimestampBody(proposal.expiresAt))
        }
    }

    private static func write(_ change: ProposedChange, to json: inout JSONWriter) {
        json.member("action", change.action.rawValue)
        json.member("subject", change.subject.rawValue)
        json.member("itemsCount", change.subject == .several ? 0 : change.count)
        json.member("name", change.name)
        json.member("texts", change.texts)
        json.member("summary", change.sentence)
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
