import Glibc

/// The exit status of the process, by `sysexits.h`, for scripts.
enum ExitStatus: Int32, CaseIterable {
    case ok = 0
    /// The server is not ready, or does not answer `healthcheck`.
    case notReady = 1
    /// The command line or the environment is wrong.
    case usage = 64
    /// The data folder or a file to import is damaged or has an unknown format.
    case data = 65
    /// A file, folder or id on the command line does not exist or cannot be read.
    case noInput = 66
    /// The address is taken, another process uses the data folder, or a server does not respond.
    case unavailable = 69
    /// A bug of checklistd.
    case software = 70
    /// The system refused an operation that should work.
    case osError = 71
    /// The command cannot create something, for example a backup.
    case cannotCreate = 73
    /// A disk failed or is full.
    case ioError = 74
    /// The user lacks a permission.
    case noPermission = 77
    /// The configuration is valid, but unsafe to run.
    case configuration = 78

    /// The explanation in the manual page.
    var meaning: String {
        switch self {
        case .ok: "Success."
        case .notReady: "healthcheck: the server is not ready or does not respond."
        case .usage: "The command line or the environment is wrong."
        case .data: "The data folder or the file to import is damaged or has an unknown format."
        case .noInput: "A file, folder or id on the command line does not exist or cannot be read."
        case .unavailable: "The address is taken, the data folder is in use, or a server does not respond."
        case .software: "A bug of checklistd."
        case .osError: "The system refused an operation that should work."
        case .cannotCreate: "Something cannot be created, for example a backup in an existing folder."
        case .ioError: "A disk failed or is full."
        case .noPermission: "The user lacks a permission."
        case .configuration: "The configuration is unsafe, for example a public address without a token."
        }
    }
}

/// The reason why a command fails: one line that says what is wrong and what to do.
struct Failure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension ExitStatus {
    /// The status for a failed system call.
    init(errorNumber: Int32) {
        self =
            switch errorNumber {
            case EACCES, EPERM: .noPermission
            case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .noInput
            case EROFS, EEXIST: .cannotCreate
            case EIO, ENOSPC, EDQUOT, EFBIG: .ioError
            default: .osError
            }
    }
}
