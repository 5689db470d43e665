import Glibc

/// How the process ends, in the numbers of `sysexits.h`, so that scripts can tell what to do next.
enum ExitStatus: Int32, CaseIterable {
    case ok = 0
    /// The command line or the environment is wrong.
    case usage = 64
    /// What is in the data folder is damaged or foreign.
    case data = 65
    /// Something named does not exist or cannot be read.
    case noInput = 66
    /// The service cannot have what it needs: the address is taken, the data folder is in use.
    case unavailable = 69
    /// A bug of ours.
    case software = 70
    /// The system refused something that should work.
    case osError = 71
    /// Something cannot be made: the data folder, the backup.
    case cannotCreate = 73
    /// A disk failed.
    case ioError = 74
    /// Not allowed.
    case noPermission = 77
    /// The configuration is safe to read and unsafe to run.
    case configuration = 78

    /// When it is that, for the manual page.
    var meaning: String {
        switch self {
        case .ok: "Everything was done."
        case .usage: "The command line or the environment is wrong."
        case .data: "What is in the data folder, or in a file to import, is damaged or foreign."
        case .noInput: "Something named does not exist or cannot be read."
        case .unavailable: "The address is taken, or the data folder is in use."
        case .software: "A bug of checklistd."
        case .osError: "The system refused something that should work."
        case .cannotCreate: "Something cannot be made, such as a backup where something is already."
        case .ioError: "A disk failed, or is full."
        case .noPermission: "This user may not do that."
        case .configuration: "It would be open to whoever can reach it, and nobody said that it may be."
        }
    }
}

/// Why a command ends early: one line for a person, that says what and what to do.
struct Failure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension ExitStatus {
    /// For a system call that failed.
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
