import HTTP
import HTTPServer
import Storage

/// Everything that can be set, with its defaults.
struct Configuration {
    /// Where to listen, as named; nothing named means the default.
    var listen: [ListenAddress] = []
    /// The data folder.
    var data = "./data"
    /// What is logged, and how.
    var logLevel = Log.Level.info
    var logFormat = Log.Format.text
    /// Whether to listen where others than this machine's own users may come from.
    var allowsEveryone = false
    /// How large messages may be.
    var messageLimits = MessageLimits()
    /// How long clients may take, and how many there may be.
    var serverLimits = ServerLimits()
    /// How long the journal may grow.
    var storageLimits = StorageLimits()
    /// How long requests that run when the process is to stop may take to finish.
    var stopSeconds = 10
    /// Where `verify` cuts a damaged journal.
    var truncateAt: JournalPosition?

    /// A place in the journal, written `SEGMENT:OFFSET`.
    struct JournalPosition {
        let segment: Int
        let offset: Int

        init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let segment = Int(parts[0]), let offset = Int(parts[1]), offset >= 0
            else {
                return nil
            }
            self.segment = segment
            self.offset = offset
        }
    }

    /// Where to listen.
    func addresses() throws(Failure) -> [ListenAddress] {
        guard listen.isEmpty else { return listen }
        return [try ListenAddress.parsed("127.0.0.1:8080")]
    }
}

extension ListenAddress {
    /// An address as somebody wrote it.
    static func parsed(_ text: String) throws(Failure) -> ListenAddress {
        do throws(ListenError) {
            return try ListenAddress(text)
        } catch {
            throw Failure(.usage, "--listen: \(error).")
        }
    }
}
