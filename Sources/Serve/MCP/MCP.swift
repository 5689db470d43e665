public import Checklists
public import HTTP
import JSON
import QuickAdd

/// The endpoint of the Model Context Protocol at `/mcp`: tools for assistants, over Streamable HTTP.
///
/// It serves revision 2026-07-28, in which each request stands alone, and clients that open with
/// `initialize` (2025-11-25 and 2025-06-18). Every response is JSON, and the server keeps no sessions. The
/// tools run the same operations as the API. The module does no I/O and uses only the ports of the domain.
public struct MCP: Sendable {
    /// A route of the endpoint.
    public typealias CallerRoute = Route<Caller, Caller.Permission>

    /// The routes. Their handlers throw only `Problem`.
    public let routes: [CallerRoute]

    /// The path of the endpoint.
    static let path = "/mcp"

    /// Makes the endpoint over a store.
    /// - Parameters:
    ///   - version: The version of the server.
    ///   - now: The wall clock.
    ///   - jsonDepthMax: The maximum depth of JSON in a body.
    ///   - proposalMessage: Makes the message about a proposal.
    ///   - problem: Maps an error of the server to a problem, and logs it.
    public init(
        _ store: any Store, version: String, now: @escaping @Sendable () -> Timestamp,
        jsonDepthMax: Int = MessageLimits().jsonDepthMax, proposalMessage: @escaping ProposalMessage,
        problem: @escaping @Sendable (any Error, RequestHead) -> Problem
    ) {
        let server = MessageServer(
            tools: Tool.all, version: version,
            environment: ToolCall.Environment(
                store: store, now: now, quickAdd: QuickAddReader(now: now), proposalMessage: proposalMessage,
                problem: problem))
        let answer: CallerRoute.Handler = .callers(.read) { request, _, caller in
            try await server.respond(to: request, as: caller, jsonDepthMax: jsonDepthMax)
        }
        routes = [
            Route(
                .post, Self.path, contentTypes: MessageServer.mediaTypes, reads: MessageServer.requestFields,
                handler: answer)
        ]
    }
}
