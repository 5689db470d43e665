import Checklists
import Foundation
import Storage

/// The commands that work on a data folder without serving it.
enum DataCommands {
    /// Checks a folder, or cuts its journal where it is damaged.
    static func verify(_ configuration: Configuration) throws(Failure) {
        try reportingStorageErrors { () throws(StorageError) in
            let folder = DataFolder(at: configuration.data)
            if let position = configuration.truncateAt {
                let done = try folder.truncate(
                    segment: position.segment, at: position.offset, now: Timestamp(Date()))
                for sentence in done { print(sentence) }
            }
            let found = try folder.verify(now: Timestamp(Date()))
            for notice in found.notices { print(notice) }
            print(
                """
                \(configuration.data) is in order: \(found.checklists) checklists with \(found.items) items, \
                complete through change \(found.revision.rawValue).
                """)
        }
    }

    /// Copies a folder.
    static func backup(_ configuration: Configuration, to destination: String) throws(Failure) {
        try reportingStorageErrors { () throws(StorageError) in
            try DataFolder(at: configuration.data).backup(to: destination, now: Timestamp(Date()))
            let copy = try DataFolder(at: destination).verify(now: Timestamp(Date()))
            print(
                """
                \(destination) has \(copy.checklists) checklists with \(copy.items) items, complete through \
                change \
                \(copy.revision.rawValue). To restore it: checklistd --data \(destination)
                """)
        }
    }

    private static func reportingStorageErrors(_ body: () throws(StorageError) -> Void) throws(Failure) {
        do throws(StorageError) {
            try body()
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// A store that cannot be opened, with the status that tells what kind of help it needs.
    init(_ error: StorageError) {
        let status: ExitStatus =
            switch error {
            case .locked: .unavailable
            case .newerFormat, .damagedJournal, .damagedFile, .endOfJournalLost, .missing: .data
            case .exists: .cannotCreate
            case .invalid: .usage
            case .closed: .software
            case .system(let error): ExitStatus(errorNumber: error.code)
            }
        self.init(status, "\(error)")
    }
}
