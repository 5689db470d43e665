public import Checklists
import SQL
import Synchronization

extension SQLStore {
    /// The secret that all processes of the store share. The first process that needs it draws it.
    public func secret() async throws -> StoreSecret {
        if let known = state.withLock({ $0.secret }) { return known }
        try checkIsHeard()
        let draw = "UPDATE owners SET secret = $2 WHERE owner_id = $1 AND secret IS NULL"
        let statements = [
            Statement(draw, [.int(owner), .bytes(StoreSecret.drawn().bytes)]),
            Statement("SELECT secret FROM owners WHERE owner_id = $1", [.int(owner)]),
        ]
        let rows: [Rows]
        do {
            rows = try await client.run(statements, on: .control)
        } catch {
            switch error.failure {
            case .passing: throw ChecklistsError.unavailable
            case .full: throw ChecklistsError.storageFull
            case .lasting: throw error
            }
        }
        guard var columns = rows[1].first?.columns, let secret = StoreSecret(bytes: try columns.bytes())
        else {
            throw MalformedResult("the store's secret must have \(StoreSecret.count) bytes")
        }
        state.withLock { $0.secret = secret }
        return secret
    }
}
