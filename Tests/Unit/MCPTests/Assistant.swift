import Checklists
import HTTP
import JSON
import MCP
import MemoryStore
import Testing

/// An assistant without a network between it and the service.
struct Assistant {
    let store: VolatileStore
    private let router: Router<Caller, Caller.Permission>
    private var caller = Caller.local

    /// Thursday 26 November 2026, 12:00 in UTC.
    static let now = Timestamp(milliseconds: 1_795_694_400_000)

    init() {
        let store = VolatileStore(now: { Self.now })
        self.store = store
        let service = MCP(
            store, version: "1.2.3", now: { Self.now }, proposalMessage: { _, _, _ in [] },
            problem: { error, _ in error as? Problem ?? Problem(.internalError, "\(error)") })
        router = Router(service.routes)
    }

    /// An assistant with a token of a person.
    func with(_ scope: Scope, of person: Person.ID = .first) -> Assistant {
        acting(as: .person(person, by: .serviceToken(1), scope: scope))
    }

    /// The same assistant for another caller.
    func acting(as caller: Caller) -> Assistant {
        var other = self
        other.caller = caller
        return other
    }

    /// Sends a body.
    func send(_ body: String, _ fields: Fields = [:]) async throws -> Answer {
        var fields = fields
        fields[.host] = "localhost"
        if !fields.contains(.contentType) { fields[.contentType] = "application/json" }
        let head = RequestHead(method: .post, target: RequestTarget(path: "/mcp"), fields: fields)
        let response = await router.respond(to: Request(head: head, body: Array(body.utf8)), as: caller)
        guard case .bytes(let bytes) = response.body else {
            return Answer(status: response.status.code, body: .null)
        }
        return Answer(status: response.status.code, body: try JSONValue.parse(bytes))
    }

    /// Sends a request of revision 2026-07-28.
    func ask(_ method: String, _ params: String = "", _ fields: Fields = [:]) async throws -> Answer {
        try await send(Self.request(method, params), Self.fields(method, fields))
    }

    /// Calls a tool.
    func call(_ tool: String, _ arguments: String = "{}") async throws -> Result {
        let params = #""name": "\#(tool)", "arguments": \#(arguments)"#
        let answer = try await ask("tools/call", params, ["Mcp-Name": tool])
        #expect(answer.status == 200, "\(answer)")
        let result = try #require(answer.body["result"])
        return Result(
            isError: result["isError"] == .bool(true), text: Self.text(of: result),
            content: result["structuredContent"] ?? .null)
    }

    /// A request of revision 2026-07-28.
    static func request(_ method: String, _ params: String = "", meta: String = meta) -> String {
        #"""
        {"jsonrpc": "2.0", "id": 7, "method": "\#(method)",
         "params": {\#(params)\#(params.isEmpty ? "" : ",") "_meta": {\#(meta)}}}
        """#
    }

    static let meta = #"""
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}
        """#

    static func fields(_ method: String, _ others: Fields = [:]) -> Fields {
        var fields: Fields = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method]
        for (name, value) in others { fields[name] = value }
        return fields
    }

    private static func text(of result: JSONValue) -> String {
        guard case .array(let content)? = result["content"], case .string(let text)? = content.first?["text"]
        else { return "" }
        return text
    }

    /// A response.
    struct Answer {
        let status: Int
        let body: JSONValue

        /// The code of the JSON-RPC error; `nil` without one.
        var code: Int? {
            guard case .number(let number)? = body["error"]?["code"] else { return nil }
            return number.integer
        }
    }

    /// A result of a tool.
    struct Result {
        let isError: Bool
        let text: String
        /// The structured content.
        let content: JSONValue

        /// An integer at a path of names and indexes.
        func int(_ path: String...) -> Int? {
            guard case .number(let number)? = content.at(path) else { return nil }
            return number.integer
        }

        /// A text at a path of names and indexes.
        func text(_ path: String...) -> String? {
            guard case .string(let text)? = content.at(path) else { return nil }
            return text
        }

        /// The number of elements of an array at a path; `nil` for anything else.
        func count(_ path: String...) -> Int? {
            guard case .array(let elements)? = content.at(path) else { return nil }
            return elements.count
        }
    }
}

extension JSONValue {
    /// The value at a path of names and indexes.
    func at(_ path: [String]) -> JSONValue? {
        path.reduce(.some(self)) { value, step in
            if case .array(let elements)? = value, let index = Int(step) {
                return elements.indices.contains(index) ? elements[index] : nil
            }
            return value?[step]
        }
    }
}
