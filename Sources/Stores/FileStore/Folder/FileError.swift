import Glibc

/// A system call that failed.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, by its name in the manual.
    public let call: String
    /// What it was about.
    public let path: String
    /// Why it failed: a value of `errno`.
    public let code: Int32

    package init(call: String, path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The error in one line, for the log.
    public var description: String { "\(path): \(String(cString: strerror(code))) (\(call), errno \(code))" }

    /// What somebody can do about it, in a sentence.
    var remedy: String {
        switch code {
        case EACCES, EPERM: "Give this user the rights to it, or name another folder."
        case ENOTDIR: "A part of that path is no folder; name another one."
        case EROFS: "What is there can only be read; name another folder."
        case ENOENT: "Name a folder that is there."
        case ENOSPC, EDQUOT, EFBIG: "Make room for it."
        default: "Mend that, and try again."
        }
    }

    /// Whether there was no room: on the disk, in a quota, or under the limit for one file.
    var isLackOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
    /// Whether it was a sync. After that nobody knows what is on the disk: the kernel marks the pages clean,
    /// and the next sync would succeed without having written them.
    var isFailedSync: Bool { call == "fsync" || call == "fdatasync" }
    /// Whether the name that was to be made is there already.
    var isTaken: Bool { code == EEXIST }
    /// Whether this user may not do that.
    var isDenied: Bool { [EACCES, EPERM].contains(code) }
    /// Whether there is no such file or folder.
    var isMissing: Bool { code == ENOENT }
}
