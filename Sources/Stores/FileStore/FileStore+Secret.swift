public import Checklists
import Synchronization

extension FileStore {
    public func secret() async throws -> StoreSecret {
        if let known = knownSecret.withLock(\.self) { return known }
        return try await Task(executorPreference: background) { [self] in try readSecret() }.value
    }

    /// The secret. Reads or writes a file the first time.
    private func readSecret() throws -> StoreSecret {
        // The lock prevents a second draw.
        try knownSecret.withLock { known in
            if let known { return known }
            let secret = try folder.secret() ?? newSecret()
            known = secret
            return secret
        }
    }

    /// The identity of the store, for its replica.
    func identity() throws(StorageError) -> String {
        do {
            return try readSecret().identity
        } catch let error as StorageError {
            throw error
        } catch {
            throw .missing(file: folder.path(of: FileName.secret), reason: "it cannot be written")
        }
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
