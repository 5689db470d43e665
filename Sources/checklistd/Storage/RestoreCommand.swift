import Checklists
import FileStore
import Foundation
import Records

/// `restore`: a new data folder from a replica.
enum RestoreCommand {
    static func run(_ configuration: Configuration) throws(Failure) {
        guard case .folder(let path)? = configuration.source else {
            throw Failure(.usage, "checklistd restore needs --from DIR, the folder of a replica.")
        }
        guard configuration.listsMoments || configuration.namesFolder else {
            throw Failure(.usage, "checklistd restore needs --data DIR, the new folder for the data.")
        }
        let replica = Replica(at: path)
        do throws(StorageError) {
            if configuration.listsMoments {
                for span in try replica.spans() { print(line(span)) }
                return
            }
            let done = try replica.restore(
                to: configuration.data, at: configuration.restoredMoment, now: Timestamp(Date()))
            print(sentences(done, in: configuration.data))
        } catch {
            throw Failure(error)
        }
    }

    private static func line(_ span: ReplicaSpan) -> String {
        """
        \(span.first.text) to \(span.last.text), changes \(span.firstRevision.rawValue) to \
        \(span.lastRevision.rawValue)
        """
    }

    private static func sentences(_ done: Restoration, in folder: String) -> String {
        let found = done.verification
        return """
            \(folder) has \(found.checklists) checklists with \(found.items) items, complete through change \
            \(found.revision.rawValue) at \(done.moment.text). To use it: checklistd --data \(folder)
            """
    }
}
