import Checklists
import Glibc

extension FileSystem {
    /// Whether the path of an open file still leads to it.
    func isInPlace(_ file: File) -> Bool {
        var (open, named) = (stat(), stat())
        guard stat(file.path, &named) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return fstat(file.descriptor, &open) != 0
            || open.st_dev == named.st_dev && open.st_ino == named.st_ino
    }

    /// The time of the last write to a file; `nil` if it is unknown.
    func writtenAt(_ path: String) -> Timestamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Timestamp(
            milliseconds: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec / 1_000_000))
    }
}

/// The file system of the machine. All system calls of the store are in this file.
package struct LinuxFileSystem: FileSystem {
    package init() {}

    package func open(_ path: String, _ access: FileAccess) throws(FileError) -> File {
        let flags =
            switch access {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .replacing: O_RDWR | O_CREAT | O_TRUNC
            case .making: O_RDWR | O_CREAT | O_EXCL
            case .locking: O_RDWR | O_CREAT
            case .folder: O_RDONLY | O_DIRECTORY
            }
        let descriptor = try retrying("open", path) { Glibc.open(path, flags | O_CLOEXEC, 0o600) }
        return File(descriptor: descriptor, path: path)
    }

    package func close(_ file: File) {
        // Not retried after a signal: on Linux the descriptor is already closed, and its number may be in use
        // again.
        _ = Glibc.close(file.descriptor)
    }

    package func size(of file: File) throws(FileError) -> Int {
        var status = stat()
        _ = try retrying("fstat", file.path) { fstat(file.descriptor, &status) }
        return Int(status.st_size)
    }

    package func read(
        _ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]
    ) throws(FileError) -> Int {
        var failure: Int32 = 0
        let old = bytes.count
        bytes.append(addingCapacity: count) { output in
            // `pread` writes at most `count` bytes behind the pointer and returns their number.
            output.withUnsafeMutableBufferPointer { buffer, initialized in
                var got = -1
                repeat {
                    got = pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                } while got < 0 && errno == EINTR
                if got < 0 { failure = errno }
                initialized = max(0, got)
            }
        }
        if failure != 0 { throw FileError(call: "pread", path: file.path, code: failure) }
        return bytes.count - old
    }

    package func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int {
        try retrying("pwrite", file.path) {
            // The pointer is valid during the call, which only reads from it.
            bytes.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        }
    }

    package func truncate(_ file: File, to size: Int) throws(FileError) {
        _ = try retrying("ftruncate", file.path) { ftruncate(file.descriptor, off_t(size)) }
    }

    package func syncContent(of file: File) throws(FileError) {
        _ = try retrying("fdatasync", file.path) { fdatasync(file.descriptor) }
    }

    package func beginSync(of file: File) {
        // The kernel starts to write, and may drop the pages afterwards, because only a start reads these
        // files. The call is advice; correctness does not depend on it.
        posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    package func sync(_ file: File) throws(FileError) {
        _ = try retrying("fsync", file.path) { fsync(file.descriptor) }
    }

    package func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool {
        let operation = (sharing == .shared ? LOCK_SH : LOCK_EX) | (waits ? 0 : LOCK_NB)
        do throws(FileError) {
            _ = try retrying("flock", file.path) { flock(file.descriptor, operation) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    package func rename(_ path: String, to newPath: String) throws(FileError) {
        _ = try retrying("rename", newPath) { Glibc.rename(path, newPath) }
    }

    package func remove(_ path: String) throws(FileError) {
        _ = try retrying("unlink", path) { unlink(path) }
    }

    package func makeFolder(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try retrying("mkdir", path) { mkdir(path, 0o700) }
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }

    package func removeFolder(_ path: String) throws(FileError) {
        _ = try retrying("rmdir", path) { rmdir(path) }
    }

    package func names(in path: String) throws(FileError) -> [String] {
        guard let folder = opendir(path) else { throw FileError(call: "opendir", path: path, code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            // The name ends with a zero byte and is valid until the next call.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw FileError(call: "readdir", path: path, code: errno) }
        return names
    }

    /// Repeats a call until no signal interrupts it.
    private func retrying<Result: SignedNumeric & Comparable>(
        _ call: String, _ path: String, _ body: () -> Result
    ) throws(FileError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw FileError(call: call, path: path, code: code) }
        }
    }
}
