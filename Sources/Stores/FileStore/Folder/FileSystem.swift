import Glibc

/// The system calls that the store makes; it makes no other.
///
/// Every call is tried again after a signal. Reads and writes may be short, as those of the system: `readAll`
/// and `writeAll` go on until all is done.
package protocol FileSystem: Sendable {
    /// Opens a file or a folder. What is made here can be read and written by its owner alone.
    func open(_ path: String, _ access: FileAccess) throws(FileError) -> File
    /// Closes a file. Nothing is lost by an error here: what has to last was synced before.
    func close(_ file: File)
    /// How many bytes a file has.
    func size(of file: File) throws(FileError) -> Int
    /// Appends up to `count` bytes of a file to a buffer and tells how many those were; none at its end.
    func read(_ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]) throws(FileError) -> Int
    /// Writes bytes into a file and tells how many of them; those behind may be missing.
    func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int
    /// Cuts a file off.
    func truncate(_ file: File, to size: Int) throws(FileError)
    /// Returns when a file's content is on the disk (`fdatasync`).
    func syncContent(of file: File) throws(FileError)
    /// Has the disk begin with a file that is to be synced soon, so that the sync waits for less.
    func beginSync(of file: File)
    /// Returns when a file, or the names in a folder, are on the disk (`fsync`).
    func sync(_ file: File) throws(FileError)
    /// Locks a file against all who opened it otherwise; `false` if one of them has it locked.
    func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool
    /// Gives a file a new name, and takes the name from the file that had it.
    func rename(_ path: String, to newPath: String) throws(FileError)
    /// Removes a file.
    func remove(_ path: String) throws(FileError)
    /// Makes a folder that its owner alone can enter; `false` if it is there already.
    func makeFolder(_ path: String) throws(FileError) -> Bool
    /// Removes a folder that is empty.
    func removeFolder(_ path: String) throws(FileError)
    /// The names in a folder, in no order, without `.` and `..`.
    func names(in path: String) throws(FileError) -> [String]
}

/// An open file or folder, with the name that errors give it.
package struct File: Sendable {
    /// The number that the system knows it by.
    package let descriptor: Int32
    /// Where it was when it was opened.
    package let path: String

    /// A file that is open.
    package init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }
}

/// What a file is opened for.
package enum FileAccess: Sendable {
    /// To be read.
    case reading
    /// To be written where it is, with what it has.
    case writing
    /// To be written from nothing: made if it is missing, emptied if it is there.
    case replacing
    /// To be made; an error if it is there.
    case making
    /// To be locked: made if it is missing.
    case locking
    /// A folder, whose names are to be synced.
    case folder
}

/// Who else may hold a lock at the same time.
package enum LockSharing: Sendable {
    /// Nobody.
    case exclusive
    /// Others who share it.
    case shared
}

extension FileSystem {
    /// Nothing is begun early.
    package func beginSync(of file: File) {}

    /// Writes all of some bytes into a file.
    func writeAll(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) {
        var written = 0
        while written < bytes.byteCount {
            let rest = bytes.extracting(droppingFirst: written)
            let count = try write(rest, to: file, at: offset + written)
            // No disk does this; going on would never end.
            guard count > 0 else { throw FileError(call: "pwrite", path: file.path, code: EIO) }
            written += count
        }
    }

    /// All bytes of a file, or those from an offset to another.
    func readAll(_ path: String, from start: Int = 0, to end: Int? = nil) throws(FileError) -> [UInt8] {
        let file = try open(path, .reading)
        defer { close(file) }
        let size = if let end { end } else { try size(of: file) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, size - start))
        while start + bytes.count < size {
            let missing = size - start - bytes.count
            // A file that has become shorter meanwhile ends early.
            if try read(file, at: start + bytes.count, count: missing, into: &bytes) == 0 { break }
        }
        return bytes
    }

    /// Returns when the names in a folder are on the disk.
    func syncFolder(_ path: String) throws(FileError) {
        let folder = try open(path, .folder)
        defer { close(folder) }
        try sync(folder)
    }

    /// Makes a folder, and those that it is in, as far as they are missing. The names of those that were made
    /// are on the disk when this returns.
    func makeFolders(_ path: String) throws(FileError) {
        let parent = FileName.parent(of: path)
        do throws(FileError) {
            guard try makeFolder(path) else { return }
        } catch {
            // What is in no other folder has none to be made first.
            guard error.isMissing, parent.count < path.count else { throw error }
            try makeFolders(parent)
            guard try makeFolder(path) else { return }
        }
        try syncFolder(parent)
    }

    /// Writes a file that is on the disk when this returns, except for its name.
    func writeFile(_ path: String, _ bytes: [UInt8], _ access: FileAccess) throws(FileError) {
        let file = try open(path, access)
        defer { close(file) }
        try writeAll(bytes.span.bytes, to: file, at: 0)
        try sync(file)
    }

    /// Puts a file in the place of another, or of none: whatever happens, the one or the other is there,
    /// whole.
    ///
    /// The new name lasts once the folder is synced, which is left to the caller.
    func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replaceFiles([(path, bytes)])
    }

    /// Does with each of some files what `replaceFile` does, in less time: all of them are written before any
    /// is synced, and so few of the syncs have anything left to wait for. They are open at once.
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
            // What stays behind is removed at the next start.
            for file in files { try? remove(file.path) }
            throw error
        }
    }
}
