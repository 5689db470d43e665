public import Checklists

/// The reason why the store cannot open or continue. The description names the problem, the file and the
/// remedy.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process uses the folder.
    case locked(folder: String)
    /// A newer version of the program wrote a file in an unknown format.
    case newerFormat(file: String, format: Int)
    /// A segment of the journal is damaged at this byte, and not by an interrupted write.
    case damagedJournal(file: String, segment: Int, offset: Int, reason: String)
    /// Another file is damaged.
    case damagedFile(file: String, reason: String)
    /// The end of the journal is lost: a file contains a change that the journal does not reach.
    case endOfJournalLost(file: String, revision: Revision, journal: String, segment: Int, offset: Int)
    /// A required file is missing.
    case missing(file: String, reason: String)
    /// The folder has no store.
    case noStore(folder: String)
    /// The folder to create exists and is not empty.
    case exists(path: String)
    /// The request is not valid for this folder.
    case invalid(path: String, reason: String)
    /// The folder has the copy of another store.
    case foreignReplica(path: String)
    /// A system call failed.
    case system(FileError)
    /// The store was closed or has given up.
    case closed

    /// The problem, the file and the remedy, in a few sentences without a line break.
    public var description: String {
        switch self {
        case .locked(let folder):
            "Another process uses \(folder). Stop it first; two processes would damage the data."
        case .newerFormat(let file, let format):
            """
            \(file) has format \(format), but this version of checklistd reads at most format \
            \(Document.newestFormat). Nothing was changed. Start the version that wrote the file, or a newer \
            one.
            """
        case .damagedJournal(let file, let segment, let offset, let reason):
            """
            \(file) is damaged at byte \(offset): \(reason). Nothing was changed. Restore a backup, or \
            discard all changes from that byte on with "checklistd verify --truncate-at \
            \(segment):\(offset)", which keeps a copy of the discarded part.
            """
        case .damagedFile(let file, let reason):
            """
            \(file) is damaged: \(reason). Nothing was changed. Restore the file or the folder from a \
            backup, or repair the file by hand and remove its member "crc32".
            """
        case .endOfJournalLost(let file, let revision, let journal, let segment, let offset):
            """
            \(journal) has lost its end: \(file) is complete through change \(revision.rawValue), which the \
            journal does not have. Nothing was changed. Restore a backup, or accept the loss with \
            "checklistd verify --truncate-at \(segment):\(offset)".
            """
        case .missing(let file, let reason):
            """
            \(file) is missing: \(reason). Nothing was changed. Restore it, or the folder, from a \
            backup.\(Self.loss(of: file))
            """
        case .noStore(let folder):
            "\(folder) has no store. Name a folder that has one, or mount its disk."
        case .exists(let path):
            "\(path) exists and is not an empty folder. Name another one."
        case .invalid(let path, let reason):
            "\(path): \(reason)."
        case .foreignReplica(let path):
            """
            \(path) has the copy of another store. Name another folder, or restore the copy with \
            "checklistd restore".
            """
        case .system(let error):
            "A system call failed: \(error). \(error.remedy)"
        case .closed:
            "The store is closed."
        }
    }
}

extension StorageError {
    /// The error for a missing file that the settings list.
    static func unlisted(_ file: String) -> StorageError {
        .missing(file: file, reason: "\(FileName.settings) lists it")
    }

    /// How to accept the loss of a file, as a sentence; empty if only a backup helps.
    private static func loss(of file: String) -> String {
        if file.hasSuffix("/\(FileName.tokens)") {
            return " Without a backup, replace all access tokens with \"checklistd token create\"."
        }
        guard file.hasSuffix("/\(FileName.secret)") else { return "" }
        return """
             Without a backup, remove "\(FileName.secret)" and "crc32" from \(FileName.settings): the next \
            start draws a new secret. Push subscriptions and the links in sent messages then no longer work.
            """
    }
}

func asStorageError<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
) throws(StorageError) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw .system(error)
    }
}
