import Checklists
import Records

/// A data folder: its paths, its locks, and the operations that need no running store.
public struct DataFolder: Sendable {
    let fileSystem: any FileSystem
    package let path: String

    /// Makes a reference to a folder that may not exist.
    public init(at path: String) {
        self.init(at: path, LinuxFileSystem())
    }

    /// Makes a reference to a folder of another file system.
    package init(at path: String, _ fileSystem: any FileSystem) {
        // A path with a final slash names the same folder.
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.fileSystem = fileSystem
    }

    /// The path of a file by its name below the folder; `.` is the folder itself.
    func path(of name: String) -> String { name == "." ? path : "\(path)/\(name)" }

    /// Creates the folder and its parents if they are missing.
    func make() throws(FileError) {
        try fileSystem.makeFolders(path)
    }

    var parent: String { FileName.parent(of: path) }

    /// Locks the folder until the returned file is closed or the process ends.
    /// - Throws: `StorageError.locked`.
    func lock() throws(StorageError) -> File {
        let file = try asStorageError { () throws(FileError) in
            let file = try fileSystem.open(path(of: FileName.lock), .locking)
            if try fileSystem.lock(file, .exclusive, waits: false) { return file as File? }
            fileSystem.close(file)
            return nil
        }
        guard let file else { throw .locked(folder: path) }
        return file
    }

    /// Locks the files against checkpoints: while a process holds the shared lock, only the journal grows.
    /// Several processes can share the lock.
    ///
    /// - Returns: The file to close at the end; `nil` if another process holds the lock and `waits` is
    ///   `false`.
    func lockFiles(_ sharing: LockSharing, waits: Bool) throws(FileError) -> File? {
        let file = try fileSystem.open(path(of: FileName.checklists), .folder)
        do throws(FileError) {
            if try fileSystem.lock(file, sharing, waits: waits) { return file }
        } catch {
            fileSystem.close(file)
            throw error
        }
        fileSystem.close(file)
        return nil
    }

    /// The names in a subfolder; none if it is missing.
    func names(in folder: String) throws(FileError) -> [String] {
        do throws(FileError) {
            return try fileSystem.names(in: path(of: folder))
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// The bytes of a file; `nil` if it is missing.
    func bytes(of name: String) throws(StorageError) -> [UInt8]? {
        do throws(FileError) {
            return try fileSystem.readAll(path(of: name))
        } catch {
            if error.isMissing { return nil }
            throw .system(error)
        }
    }

    /// The decoded content of a file; `nil` if it is missing.
    func content<Content>(
        of name: String, _ decode: ([UInt8]) throws(FormatError) -> Content
    ) throws(StorageError) -> Content? {
        guard let bytes = try bytes(of: name) else { return nil }
        do throws(FormatError) {
            return try decode(bytes)
        } catch {
            throw error.inFile(path(of: name))
        }
    }

    /// The decoded content of a file that journal and checkpoints do not cover; `nil` if the folder never had
    /// it.
    /// - Throws: `StorageError.missing` if the settings list the file.
    func uncoveredContent<Content>(
        of name: String, _ decode: ([UInt8]) throws(FormatError) -> Content
    ) throws(StorageError) -> Content? {
        if let content = try content(of: name, decode) { return content }
        let settings = try content(of: FileName.settings) { bytes throws(FormatError) in
            try SettingsFile(bytes)
        }
        if settings?.files.contains(name) == true { throw .unlisted(path(of: name)) }
        return nil
    }

    /// Checks before a read that the folder has a store.
    /// - Throws: `StorageError.noStore`, for example if the disk of the folder is not mounted.
    public func requireStore() throws(StorageError) {
        if try bytes(of: FileName.settings) != nil { return }
        let names = try asStorageError { () throws(FileError) in try FolderNames(self) }
        if names.isEmpty { throw .noStore(folder: path) }
    }

    func removeIfThere(_ name: String) throws(FileError) {
        do throws(FileError) {
            try fileSystem.remove(path(of: name))
        } catch {
            if !error.isMissing { throw error }
        }
    }
}
