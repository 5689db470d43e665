#if SEEDED_FAULTS
    import Foundation
    import Glibc
    import Synchronization

    /// The file system of the machine with a fault of a store put in, to prove that the tools in Tests/Durability see
    /// it.
    ///
    /// It is in no build but those made with `-Xswiftc -DSEEDED_FAULTS`; there `CHECKLISTD_TEST_FAULT` names the fault.
    struct FaultyFileSystem: FileSystem {
        /// What is wrong.
        enum Fault: String {
            /// The journal is not synced.
            case noSync = "no-sync"
            /// The journal is synced, and nobody waits for that.
            case earlyAnswer = "early-answer"
            /// Folders are not synced.
            case noFolderSync = "no-folder-sync"
            /// A file that replaces another is synced when it has its name already.
            case renameBeforeSync = "rename-before-sync"
            /// A sync of the journal that failed is tried again.
            case retrySync = "retry-sync"
        }

        private let fault = getenv("CHECKLISTD_TEST_FAULT").flatMap { Fault(rawValue: String(cString: $0)) }
        private let linux = LinuxFileSystem()

        /// How long after its answer a change is synced under `earlyAnswer`.
        private static let delayMicroseconds: UInt32 = 3_000

        func syncContent(of file: File) throws(FileError) {
            switch fault {
            case .noSync: return
            case .earlyAnswer:
                Thread.detachNewThread {
                    usleep(Self.delayMicroseconds)
                    // A fault is meant to lose errors.
                    try? linux.syncContent(of: file)
                }
            case .retrySync:
                do throws(FileError) {
                    try linux.syncContent(of: file)
                } catch {
                    try linux.syncContent(of: file)
                }
            case .noFolderSync, .renameBeforeSync, nil: try linux.syncContent(of: file)
            }
        }

        func sync(_ file: File) throws(FileError) {
            switch fault {
            case .noFolderSync:
                var status = stat()
                if fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
            case .renameBeforeSync:
                if file.path.hasSuffix(FileName.temporarySuffix) { return }
            case .noSync, .earlyAnswer, .retrySync, nil: break
            }
            try linux.sync(file)
        }

        func rename(_ path: String, to newPath: String) throws(FileError) {
            try linux.rename(path, to: newPath)
            guard fault == .renameBeforeSync else { return }
            let file = try linux.open(newPath, .writing)
            defer { linux.close(file) }
            try linux.sync(file)
        }

        func open(_ path: String, _ access: FileAccess) throws(FileError) -> File {
            try linux.open(path, access)
        }
        func close(_ file: File) { linux.close(file) }
        func size(of file: File) throws(FileError) -> Int { try linux.size(of: file) }
        func read(
            _ file: File, at offset: Int, count: Int, into bytes: inout [UInt8]
        ) throws(FileError) -> Int {
            try linux.read(file, at: offset, count: count, into: &bytes)
        }
        func write(_ bytes: RawSpan, to file: File, at offset: Int) throws(FileError) -> Int {
            try linux.write(bytes, to: file, at: offset)
        }
        func truncate(_ file: File, to size: Int) throws(FileError) { try linux.truncate(file, to: size) }
        func lock(_ file: File, _ sharing: LockSharing, waits: Bool) throws(FileError) -> Bool {
            try linux.lock(file, sharing, waits: waits)
        }
        func remove(_ path: String) throws(FileError) { try linux.remove(path) }
        func removeFolder(_ path: String) throws(FileError) { try linux.removeFolder(path) }
        func makeFolder(_ path: String) throws(FileError) -> Bool { try linux.makeFolder(path) }
        func names(in path: String) throws(FileError) -> [String] { try linux.names(in: path) }
    }
#endif
