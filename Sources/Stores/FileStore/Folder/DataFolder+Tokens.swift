public import Records

extension DataFolder {
    /// The access tokens; `nil` if none was ever created. Reading is safe while another process changes them.
    /// - Throws: `StorageError` if the file is damaged or unreadable.
    public func tokens() throws(StorageError) -> [StoredToken]? {
        try content(of: FileName.tokens) { bytes throws(FormatError) in try TokenFile(bytes).tokens }
    }

    /// Changes the access tokens, also while a process uses the folder. A missing folder is created.
    ///
    /// Concurrent changes wait for each other. The change is durable when this returns. If `change` leaves
    /// `nil`, the file is removed, as if no token had ever been created.
    /// - Throws: Any error of `change`, or `StorageError`. The tokens are unchanged then.
    public func changeTokens<Result>(_ change: (inout [StoredToken]?) throws -> Result) throws -> Result {
        try make()
        // The folder itself is the lock: nothing else locks it, and it always exists.
        let lock = try fileSystem.open(path, .folder)
        defer { fileSystem.close(lock) }
        _ = try fileSystem.lock(lock, .exclusive, waits: true)
        let old = try tokens()
        var new = old
        let result = try change(&new)
        guard new != old else { return result }
        if let new {
            try fileSystem.replaceFile(path(of: FileName.tokens), with: TokenFile(tokens: new).bytes)
        } else {
            try fileSystem.remove(path(of: FileName.tokens))
        }
        try fileSystem.syncFolder(path)
        return result
    }
}
