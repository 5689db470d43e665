import Checklists
import Digest
import HTTP
import JSON
import QuickAdd

/// A call of a tool: its caller, and what all tools share.
struct ToolCall: Sendable {
    /// The store with the rights of the caller.
    let session: Session
    let caller: Caller
    private let environment: Environment
    /// The digest of tool and arguments.
    private let fingerprint: [UInt8]

    /// The dependencies of all calls.
    struct Environment: Sendable {
        let store: any Store
        /// The wall clock.
        let now: @Sendable () -> Timestamp
        let quickAdd: QuickAddReader
        let proposalMessage: ProposalMessage
        /// Maps an error of the server to a problem, and logs it.
        let problem: @Sendable (any Error, RequestHead) -> Problem
    }

    init(_ tool: String, _ arguments: JSONValue, _ caller: Caller, _ environment: Environment) {
        session = Session(environment.store, for: caller)
        self.caller = caller
        self.environment = environment
        var digest = SHA256()
        digest.update(Array("\(MCP.path) \(tool)\n".utf8))
        digest.update(arguments.jsonBytes)
        fingerprint = digest.finalize()
    }

    /// The time of the call.
    var now: Timestamp { environment.now() }

    /// The key of the caller for the store; `nil` without one.
    func key(_ key: String?) -> IdempotencyKey? {
        key.map { IdempotencyKey($0, of: caller.idempotencyOwner, fingerprint: fingerprint) }
    }

    /// The items that lines describe.
    ///
    /// A line cannot name another list: all items of a call go to one.
    /// - Throws: `invalid` with the number of the line.
    func drafts(of lines: [String]) async throws -> [ItemDraft] {
        try await environment.quickAdd.drafts(lines, at: "/lines", as: session)
    }

    /// Makes several changes, all or none.
    /// - Parameters:
    ///   - key: The key of the call; `nil` without one.
    ///   - pointer: The JSON Pointer of a change, for its error.
    ///   - body: Makes the change with an index, by one write of the session.
    func change<Answer: Sendable>(
        _ count: Int, key: String?, at pointer: (Int) -> String,
        _ body: @escaping @Sendable (_ index: Int, Session) async throws -> Answer
    ) async throws -> [Answer] {
        if count == 0 { return [] }
        do {
            return try await session.writeBatch(of: count, idempotencyKey: self.key(key), body).value
        } catch let fault as BatchFault {
            guard let error = fault.error as? ChecklistsError else { throw fault.error }
            throw error.located(at: pointer(fault.index))
        } catch ChecklistsError.operationFailed(let index, let error) {
            throw error.located(at: pointer(index))
        }
    }
}

/// An error of one element of a call.
struct ElementError: Error {
    /// The JSON Pointer of the element.
    let pointer: String
    let error: ChecklistsError
}

extension ChecklistsError {
    /// The error of an element, which it names.
    func located(at pointer: String) -> any Error {
        switch self {
        case .invalid(let violations): ChecklistsError.invalid(violations.map { $0.within(pointer) })
        case .conflict(let violations): ChecklistsError.conflict(violations.map { $0.within(pointer) })
        default: ElementError(pointer: pointer, error: self)
        }
    }
}
