public import Checklists

/// Why the store cannot be opened, or not go on. The description says what is the matter, with which file,
/// and what to do about it.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process works on the folder.
    case locked(folder: String)
    /// A file was written by a version of the program that is not known yet.
    case newerFormat(file: String, format: Int)
    /// A segment of the journal is not as it was written, at that byte, and that is not an interrupted write.
    case damagedJournal(file: String, segment: Int, offset: Int, reason: String)
    /// Another file is not as it was written.
    case damagedFile(file: String, reason: String)
    /// A file shows a change that the journal does not reach, so the end of the journal is lost.
    case endOfJournalLost(file: String, revision: Revision, journal: String, segment: Int, offset: Int)
    /// A file that has to be there is not.
    case missing(file: String, reason: String)
    /// What was to be made is there already.
    case exists(path: String)
    /// What was asked for makes no sense for this folder.
    case invalid(path: String, reason: String)
    /// The machine did not do what it was told.
    case system(FileError)
    /// The store was closed, or had to give up.
    case closed

    /// What happened, where, and what to do, in a few sentences without a line break.
    public var description: String {
        switch self {
        case .locked(let folder):
            "Another process works on \(folder). Stop it first; two at once would spoil each other's data."
        case .newerFormat(let file, let format):
            """
            \(file) has format \(format), and this version of checklistd knows no newer one than \
            \(Document.newestFormat). \
            Start the version that wrote it. Nothing was changed.
            """
        case .damagedJournal(let file, let segment, let offset, let reason):
            """
            \(file) is damaged at byte \(offset): \(reason). Nothing was changed. Restore a backup, or give \
            up all \
            changes from there on with "checklistd verify --truncate-at \(segment):\(offset)", which keeps \
            what it \
            cuts off.
            """
        case .damagedFile(let file, let reason):
            """
            \(file) is damaged: \(reason). Nothing was changed. Restore the file or the folder from a \
            backup, or \
            repair the file by hand and take out its member "crc32".
            """
        case .endOfJournalLost(let file, let revision, let journal, let segment, let offset):
            """
            \(journal) has lost its end: \(file) is complete through change \(revision.rawValue), which the \
            journal \
            does not reach. Nothing was changed. Restore a backup, or go on with what there is with \
            "checklistd verify --truncate-at \(segment):\(offset)".
            """
        case .missing(let file, let reason):
            "\(file) is missing: \(reason). Nothing was changed. Restore it, or the folder, from a backup."
        case .exists(let path):
            "\(path) is there already and not an empty folder. Name another one."
        case .invalid(let path, let reason):
            "\(path): \(reason)."
        case .system(let error):
            "The system refuses \(error). \(error.remedy)"
        case .closed:
            "The store is closed."
        }
    }
}

/// Makes an error of the system one of the store.
func asStorageError<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
) throws(StorageError) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw .system(error)
    }
}
