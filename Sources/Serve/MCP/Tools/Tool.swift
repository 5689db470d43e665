import Checklists
import JSON

/// A tool for an assistant.
struct Tool: Sendable {
    let name: String
    /// What a caller needs to see and to call it.
    let permission: Caller.Permission
    /// The tool as `tools/list` has it.
    let description: JSONValue
    /// Runs the tool with its arguments, an object.
    /// - Throws: `ChecklistsError`, or an error of the store.
    let run: @Sendable (JSONValue, ToolCall) async throws -> JSONValue
    /// The same change as operations of `POST /v1/batch`, for a proposal.
    let operations: @Sendable (JSONValue, ToolCall) async throws -> [ProposedOperation]

    /// The effect of a tool on data.
    enum Effect {
        /// Changes nothing.
        case reads
        /// Adds, or goes on. Each call has an effect.
        case adds
        /// Keeps what is there, in another place. A repetition has no further effect.
        case arranges
        /// Replaces or deletes what is there. A repetition has no further effect.
        case overwrites
    }

    /// Makes a tool.
    /// - Parameters:
    ///   - title: The name for people.
    ///   - purpose: What it does, for the model.
    ///   - shape: The form of the result.
    ///   - operations: The change as operations of the API, if the tool can delete or change existing items.
    init<Input: ToolInput, Output>(
        _ name: String, _ title: String, _ effect: Effect, _ permission: Caller.Permission,
        _ purpose: String, _ shape: Shape<Output>,
        operations: @escaping @Sendable (Input, ToolCall, JSONValue) async throws -> [ProposedOperation] = {
            _, _, _ in []
        },
        run: @escaping @Sendable (Input, ToolCall) async throws -> Output
    ) {
        self.name = name
        self.permission = permission
        let annotations = [
            JSONValue.Member("title", .string(title)),
            JSONValue.Member("readOnlyHint", .bool(effect == .reads)),
            JSONValue.Member("destructiveHint", .bool(effect == .overwrites)),
            JSONValue.Member("idempotentHint", .bool(effect != .adds)),
            JSONValue.Member("openWorldHint", .bool(false)),
        ]
        description = .object([
            JSONValue.Member("name", .string(name)), JSONValue.Member("title", .string(title)),
            JSONValue.Member("description", .string(purpose)),
            JSONValue.Member("inputSchema", .object(Arguments.schema(of: Input.self))),
            JSONValue.Member("outputSchema", shape.schema),
            JSONValue.Member("annotations", .object(annotations)),
        ])
        let read: @Sendable (JSONValue) throws(ChecklistsError) -> Input = {
            arguments throws(ChecklistsError) in
            var violations: [Violation] = []
            let input = ArgumentType<Input>.object(Input.self).read(arguments, "", &violations)
            guard let input else { throw ChecklistsError.invalid(violations) }
            return input
        }
        self.run = { arguments, call in shape.write(try await run(try read(arguments), call)) }
        self.operations = { arguments, call in
            try await operations(try read(arguments), call, arguments)
        }
    }

    /// All tools, in the order of the list.
    static let all = [
        listLists, findItems, agenda, addItems, updateItems, checkItems, moveItems, createList, deleteItems,
        restore,
    ]
}
