public import Records

extension DataFolder {
    /// The access tokens; `nil` if none was ever made. It may be asked for while they are changed.
    /// - Throws: `StorageError` for a file that is damaged or cannot be read.
    public func tokens() throws(StorageError) -> [StoredToken]? {
        try content(of: FileName.tokens) { bytes throws(FormatError) in try TokenFile(bytes).tokens }
    }

    /// Changes the access tokens, also while a process works on the folder, which is made if it is missing.
    ///
    /// Two changes at once wait for each other. When this returns the change is on the disk. Where `nil` is
    /// left it is as if no token had ever been made.
    /// - Throws: What `change` throws, or `StorageError`; the tokens are as they were then.
    public func changeTokens<Result>(_ change: (inout [StoredToken]?) throws -> Result) throws -> Result {
        try make()
        // The folder itself is the lock: nothing else locks it, and it is there whatever it holds.
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
