package import FileStore
import Glibc
import Synchronization

/// The machine's file system, in which calls fail or are cut short as a test plans it.
package final class FaultyFileSystem: FileSystem {
    /// The fault of a call.
    package enum Fault: Hashable, Sendable {
        /// The call fails with that `errno` and has no effect.
        case error(Int32)
        /// A write writes at most that many bytes. Other calls work.
        case short(Int)
        /// The process ends: this call and all later ones fail without an effect.
        case end
    }

    private struct State {
        var calls: [String] = []
        var isOver = false
        var plan: @Sendable (_ number: Int, _ call: String, _ path: String) -> Fault?
    }

    private let base = LinuxFileSystem()
    private let state: Mutex<State>

    /// A file system with a plan of faults. Only calls that change something are numbered, from 0.
    package init(
        _ plan: @escaping @Sendable (_ number: Int, _ call: String, _ path: String) -> Fault? = { _, _, _ in
            nil
        }
    ) {
        state = Mutex(State(plan: plan))
    }

    /// Replaces the plan.
    package func setPlan(
        _ plan: @escaping @Sendable (_ number: Int, _ call: String, _ path: String) -> Fault?
    ) {
        state.withLock { $0.plan = plan }
    }

    /// The calls so far that change something, in order, including those that failed.
    package var calls: [String] { state.withLock { $0.calls } }

    /// Records a call that changes something, and throws its fault.
    private func check(_ call: String, _ path: String) throws(FileError) -> Fault? {
        let fault: Fault? = state.withLock { state in
            if state.isOver { return .end }
            let fault = state.plan(state.calls.count, call, path)
            state.calls.append("\(call) \(path)")
            if fault == .end { state.isOver = true }
            return fault
        }
        switch fault {
        case .error(let code): throw FileError(call: call, path: path, code: code)
        case .end: throw FileError(call: call, path: path, code: EIO)
        case .short, nil: return fault
        }
    }

    package func open(_ path: String, _ access: FileAccess) throws(FileError) -> File {
        switch access {
        case .reading, .folder, .locking: break
        case .writing, .replacing, .making: _ = try check("open", path)
        }
        return try base.open(path, access)
    }

    package func close(_ file: File) { base.close(file) }

    package func size(of file: File) throws(FileError) -> Int { try base.size(of: file) }

    package func read(
        _ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]
    ) throws(FileError) -> Int {
        // Short reads, which POSIX allows.
        try base.read(file, at: offset, count: max(1, count / 2), into: &bytes)
    }

    package func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int {
        if case .short(let count) = try check("pwrite", file.path) {
            return try base.write(bytes.extracting(first: min(count, bytes.byteCount)), to: file, at: offset)
        }
        return try base.write(bytes, to: file, at: offset)
    }

    package func truncate(_ file: File, to size: Int) throws(FileError) {
        _ = try check("ftruncate", file.path)
        try base.truncate(file, to: size)
    }

    package func syncContent(of file: File) throws(FileError) {
        _ = try check("fdatasync", file.path)
    }

    package func sync(_ file: File) throws(FileError) {
        _ = try check("fsync", file.path)
    }

    package func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool {
        try base.lock(file, sharing, waits: waits)
    }

    package func rename(_ path: String, to newPath: String) throws(FileError) {
        _ = try check("rename", newPath)
        try base.rename(path, to: newPath)
    }

    package func remove(_ path: String) throws(FileError) {
        _ = try check("unlink", path)
        try base.remove(path)
    }

    package func makeFolder(_ path: String) throws(FileError) -> Bool {
        _ = try check("mkdir", path)
        return try base.makeFolder(path)
    }

    package func removeFolder(_ path: String) throws(FileError) {
        _ = try check("rmdir", path)
        try base.removeFolder(path)
    }

    package func names(in path: String) throws(FileError) -> [String] { try base.names(in: path) }
}
