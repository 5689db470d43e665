import Glibc

/// A failed system call.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call in the manual.
    public let call: String
    /// The path that the call concerned.
    public let path: String
    /// The value of `errno`.
    public let code: Int32

    package init(call: String, path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The error in one line for the log.
    public var description: String { "\(path): \(reason) (\(call), errno \(code))" }

    /// The text of the system for the error.
    var reason: String { String(cString: strerror(code)) }

    /// The advice for the operator, in a sentence.
    var remedy: String {
        switch code {
        case EACCES, EPERM: "Give the user of this process access to it, or name another folder."
        case ENOTDIR: "A part of the path is not a folder; name another one."
        case EROFS: "The file system is read-only; name another folder."
        case ENOENT: "Create the folder, or name one that exists."
        case ESTALE: "Put the data folder back, and restart the server."
        case ENOSPC, EDQUOT, EFBIG: "Free disk space or raise the quota."
        default: "Fix the cause, and try again."
        }
    }

    /// Whether there was no space: on the disk, in a quota, or under the limit of a file's size.
    var isLackOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
    /// Whether a sync failed. The content of the disk is then unknown: the kernel marks the pages clean, and
    /// the next sync would succeed without having written them.
    var isFailedSync: Bool { call == "fsync" || call == "fdatasync" }
    /// Whether the path of an open file leads elsewhere.
    var isMoved: Bool { code == ESTALE }
    var isTaken: Bool { code == EEXIST }
    var isDenied: Bool { [EACCES, EPERM].contains(code) }
    var isMissing: Bool { code == ENOENT }
}
