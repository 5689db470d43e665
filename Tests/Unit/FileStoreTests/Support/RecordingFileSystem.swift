import Synchronization

@testable import FileStore

/// An operation on a disk. Files have numbers, because their names change; folders have names.
enum DiskOperation: Sendable {
    case makeFolder(String)
    case create(String, file: Int)
    case write(file: Int, offset: Int, [UInt8])
    case truncate(file: Int, size: Int)
    case syncFile(Int)
    case syncFolder(String)
    case rename(String, to: String)
    case remove(String)
    /// The store has answered that number of changes.
    case answered(Int)
}

/// The machine's file system, which records every operation below one folder.
final class RecordingFileSystem: FileSystem {
    private struct State {
        var operations: [DiskOperation] = []
        var files: [String: Int] = [:]
        var open: [Int32: Int] = [:]
        var filesCount = 0
    }

    private let base = LinuxFileSystem()
    private let root: String
    private let state = Mutex(State())
    /// Runs on the store's thread before a file is renamed.
    private let beforeRename: @Sendable (_ name: String) -> Void

    init(root: String, beforeRename: @escaping @Sendable (_ name: String) -> Void = { _ in }) {
        self.root = root
        self.beforeRename = beforeRename
    }

    /// The operations so far.
    var operations: [DiskOperation] { state.withLock { $0.operations } }

    /// Records that the store has answered a number of changes.
    func answer(_ changes: Int) { state.withLock { $0.operations.append(.answered(changes)) } }

    private func name(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

    func open(_ path: String, _ access: FileAccess) throws(FileError) -> File {
        let file = try base.open(path, access)
        let name = name(path)
        state.withLock { state in
            switch access {
            case .reading, .folder, .locking: return
            case .writing, .replacing, .making: break
            }
            if let known = state.files[name] {
                state.open[file.descriptor] = known
                if access == .replacing { state.operations.append(.truncate(file: known, size: 0)) }
            } else {
                state.files[name] = state.filesCount
                state.open[file.descriptor] = state.filesCount
                state.operations.append(.create(name, file: state.filesCount))
                state.filesCount += 1
            }
        }
        return file
    }

    func close(_ file: File) {
        state.withLock { $0.open[file.descriptor] = nil }
        base.close(file)
    }

    func size(of file: File) throws(FileError) -> Int { try base.size(of: file) }

    func read(
        _ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]
    ) throws(FileError) -> Int { try base.read(file, at: offset, count: count, into: &bytes) }

    func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int {
        let count = try base.write(bytes, to: file, at: offset)
        let copy = bytes.withUnsafeBytes { Array($0.prefix(count)) }
        state.withLock { state in
            guard let number = state.open[file.descriptor] else { return }
            state.operations.append(.write(file: number, offset: offset, copy))
        }
        return count
    }

    func truncate(_ file: File, to size: Int) throws(FileError) {
        try base.truncate(file, to: size)
        state.withLock { state in
            guard let number = state.open[file.descriptor] else { return }
            state.operations.append(.truncate(file: number, size: size))
        }
    }

    func syncContent(of file: File) throws(FileError) { try sync(file) }

    /// Records a sync, and skips it on the disk.
    func sync(_ file: File) throws(FileError) {
        state.withLock { state in
            if let number = state.open[file.descriptor] {
                state.operations.append(.syncFile(number))
            } else {
                let folder = name(file.path)
                state.operations.append(.syncFolder(folder == "." ? "" : folder))
            }
        }
    }

    func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool {
        try base.lock(file, sharing, waits: waits)
    }

    func rename(_ path: String, to newPath: String) throws(FileError) {
        beforeRename(name(newPath))
        try base.rename(path, to: newPath)
        state.withLock { state in
            state.files[name(newPath)] = state.files.removeValue(forKey: name(path))
            state.operations.append(.rename(name(path), to: name(newPath)))
        }
    }

    func remove(_ path: String) throws(FileError) {
        try base.remove(path)
        state.withLock { state in
            state.files[name(path)] = nil
            state.operations.append(.remove(name(path)))
        }
    }

    func makeFolder(_ path: String) throws(FileError) -> Bool {
        let isNew = try base.makeFolder(path)
        if isNew { state.withLock { $0.operations.append(.makeFolder(name(path))) } }
        return isNew
    }

    func removeFolder(_ path: String) throws(FileError) { try base.removeFolder(path) }

    func names(in path: String) throws(FileError) -> [String] { try base.names(in: path) }
}
