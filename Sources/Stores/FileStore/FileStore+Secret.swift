public import Checklists
import Synchronization

extension FileStore {
    public func secret() async throws -> StoreSecret {
        if let known = knownSecret.withLock(\.self) { return known }
        return try await Task(executorPreference: background) { [self] in
            // The lock prevents a second draw.
            try knownSecret.withLock { known in
                if let known { return known }
                let secret = try folder.secret() ?? newSecret()
                known = secret
                return secret
            }
        }.value
    }

    private func newSecret() throws(ChecklistsError) -> StoreSecret {
        let secret = makeSecret()
        do throws(FileError) {
            try folder.keep(secret)
            return secret
        } catch {
            throw error.isLackOfRoom ? .storageFull : .readOnly
        }
    }
}
