import Glibc

/// All system calls of the store.
///
/// Every call is retried after a signal. Reads and writes may be short, as in the system; `readAll` and
/// `writeAll` are complete.
package protocol FileSystem: Sendable {
    /// Opens a file or a folder. Only the owner can read and write what this call creates.
    func open(_ path: String, _ access: FileAccess) throws(FileError) -> File
    /// Closes a file. Errors are ignored, because durable data has been synced before.
    func close(_ file: File)
    /// The size of a file in bytes.
    func size(of file: File) throws(FileError) -> Int
    /// Appends up to `count` bytes of a file to a buffer. Returns their number, which is 0 at the end of the
    /// file.
    func read(_ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]) throws(FileError) -> Int
    /// Writes bytes to a file. Returns how many of them were written.
    func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int
    func truncate(_ file: File, to size: Int) throws(FileError)
    /// Returns when a file's content is durable (`fdatasync`).
    func syncContent(of file: File) throws(FileError)
    /// Starts to write a file to the disk, so that a later sync has less to wait for.
    func beginSync(of file: File)
    /// Returns when a file, or the names in a folder, are durable (`fsync`).
    func sync(_ file: File) throws(FileError)
    /// Locks a file against all other open descriptions; `false` if another one holds a conflicting lock.
    func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool
    /// Renames a file and replaces any file at the new path.
    func rename(_ path: String, to newPath: String) throws(FileError)
    func remove(_ path: String) throws(FileError)
    /// Creates a folder that only its owner can enter; `false` if it exists.
    func makeFolder(_ path: String) throws(FileError) -> Bool
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws(FileError)
    /// The names in a folder, unordered, without `.` and `..`.
    func names(in path: String) throws(FileError) -> [String]
}

/// An open file or folder, with its path for errors.
package struct File: Sendable {
    /// The file descriptor.
    package let descriptor: Int32
    /// The path at which it was opened.
    package let path: String

    /// Makes a reference to an open file.
    package init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }
}

/// The purpose for which a file is opened.
package enum FileAccess: Sendable {
    /// To read.
    case reading
    /// To write and keep the existing content.
    case writing
    /// To write from scratch: created if it is missing, truncated if it exists.
    case replacing
    /// To create; an error if it exists.
    case making
    /// To lock; created if it is missing.
    case locking
    /// A folder, to sync its names.
    case folder
}

/// The locks that may be held at the same time.
package enum LockSharing: Sendable {
    /// No other lock.
    case exclusive
    /// Other shared locks.
    case shared
}

extension FileSystem {
    /// By default nothing starts early.
    package func beginSync(of file: File) {}

    /// Writes all of the bytes to a file.
    func writeAll(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) {
        var written = 0
        while written < bytes.byteCount {
            let rest = bytes.extracting(droppingFirst: written)
            let count = try write(rest, to: file, at: offset + written)
            // A correct disk never does this; a retry would loop forever.
            guard count > 0 else { throw FileError(call: "pwrite", path: file.path, code: EIO) }
            written += count
        }
    }

    /// The bytes of a file, or those between two offsets.
    func readAll(_ path: String, from start: Int = 0, to end: Int? = nil) throws(FileError) -> [UInt8] {
        let file = try open(path, .reading)
        defer { close(file) }
        let size = if let end { end } else { try size(of: file) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, size - start))
        while start + bytes.count < size {
            let missing = size - start - bytes.count
            // Another process has truncated the file meanwhile.
            if try read(file, at: start + bytes.count, count: missing, into: &bytes) == 0 { break }
        }
        return bytes
    }

    /// Returns when the names in a folder are durable.
    func syncFolder(_ path: String) throws(FileError) {
        let folder = try open(path, .folder)
        defer { close(folder) }
        try sync(folder)
    }

    /// Creates a folder and its missing parents. The names of created folders are durable when this returns.
    func makeFolders(_ path: String) throws(FileError) {
        let parent = FileName.parent(of: path)
        do throws(FileError) {
            guard try makeFolder(path) else { return }
        } catch {
            // A path without a parent has no folder to create first.
            guard error.isMissing, parent.count < path.count else { throw error }
            try makeFolders(parent)
            guard try makeFolder(path) else { return }
        }
        try syncFolder(parent)
    }

    /// Writes a file whose content is durable when this returns. Its name may not be.
    func writeFile(_ path: String, _ bytes: [UInt8], _ access: FileAccess) throws(FileError) {
        let file = try open(path, access)
        defer { close(file) }
        try writeAll(bytes.span.bytes, to: file, at: 0)
        try sync(file)
    }

    /// Replaces a file, or creates it, atomically: after a crash either the old or the new file exists,
    /// complete.
    ///
    /// The new name is durable once the caller syncs the folder.
    func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replaceFiles([(path, bytes)])
    }

    /// Replaces several files faster than with single calls: it writes all before it syncs any, so most syncs
    /// have little left to write. All files are open at once.
    func replaceFiles(_ contents: [(path: String, bytes: [UInt8])]) throws(FileError) {
        var files: [File] = []
        defer { for file in files { close(file) } }
        do throws(FileError) {
            for (path, bytes) in contents {
                let file = try open(path + FileName.temporarySuffix, .replacing)
                files.append(file)
                try writeAll(bytes.span.bytes, to: file, at: 0)
                if contents.count > 1 { beginSync(of: file) }
            }
            for file in files { try sync(file) }
            for (path, _) in contents { try rename(path + FileName.temporarySuffix, to: path) }
        } catch {
            // The next start removes temporary files that remain.
            for file in files { try? remove(file.path) }
            throw error
        }
    }
}
