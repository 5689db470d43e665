import Glibc

/// How the process ends, in the numbers of `sysexits.h`, so that scripts can tell what to do next.
enum ExitStatus: Int32 {
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
