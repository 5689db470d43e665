import Checklists
import Records

/// A data folder: where its files are, the locks on it, and what can be done with it besides working on it.
public struct DataFolder: Sendable {
    /// What it is read and written with.
    let fileSystem: any FileSystem
    /// Where it is.
    let path: String

    /// The folder at a path, whether it is there or not.
    public init(at path: String) {
        self.init(at: path, LinuxFileSystem())
    }

    /// A folder of another file system.
    package init(at path: String, _ fileSystem: any FileSystem) {
        // A path that ends with a slash names the same folder.
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.fileSystem = fileSystem
    }

    /// Where a file is that has that name below the folder; `.` is the folder itself.
    func path(of name: String) -> String { name == "." ? path : "\(path)/\(name)" }

    /// Makes the folder, and those that it is in, as far as they are missing.
    func make() throws(FileError) {
        try fileSystem.makeFolders(path)
    }

    /// The folder that it is in.
    var parent: String { FileName.parent(of: path) }

    /// Locks the folder for the life of the process, or of the file that is returned.
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

    /// Keeps the files as they are, while only the journal grows: as long as somebody shares this lock, there
    /// is no checkpoint. Other processes share it as well.
    ///
    /// - Returns: The file to close at the end; `nil` if it has to be waited for and `waits` is false, or if
    ///   there is no
    ///   folder to lock.
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

    /// The names in a folder below; none if it is missing.
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

    /// What a file holds; `nil` if it is missing.
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

    /// Removes a file that may be gone already.
    func removeIfThere(_ name: String) throws(FileError) {
        do throws(FileError) {
            try fileSystem.remove(path(of: name))
        } catch {
            if !error.isMissing { throw error }
        }
    }
}
