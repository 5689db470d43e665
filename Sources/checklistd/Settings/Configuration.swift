import API
import Checklists
import FileStore
import HTTP
import HTTPClient
import HTTPServer
import Web

/// Everything that can be set, with its defaults.
struct Configuration {
    /// Where to listen, as named; nothing named means the default.
    var listen: [ListenAddress] = []
    /// The data folder, where no database is named.
    var data = "./data"
    /// Whether somebody named the folder.
    var namesFolder = false
    /// The database that everything is kept in; `nil` where that is the folder.
    var database: DatabaseAddress?
    /// Where `migrate` takes everything from, and where it brings it.
    var source: Place?
    var destination: Place?
    /// Whether `schema` brings the tables of a database up to date.
    var upgrades = false
    /// What is logged, and how.
    var logLevel = Log.Level.info
    var logFormat = Log.Format.text
    /// Whether to listen where others than this machine's own users may come from.
    var allowsEveryone = false
    /// Whether to make a token at a start where none was ever made.
    var createsToken = false
    /// The origins whose pages may use the service.
    var corsOrigins: [String] = []
    /// How often one client may ask; `nil` for as often as it likes.
    var rateLimit: RateLimit?
    /// How many wrong tokens one address may show in a minute; 0 for any number.
    var wrongTokensPerMinuteMax = 20
    /// How many event streams one client may have open.
    var streamsPerClientMax = 100
    /// Where people reach the page, as named; `nil` for where the service listens.
    var url: String?
    /// The person whose devices a command is about.
    var personID: Person.ID?
    /// Who gets the lists of somebody who is removed.
    var heir: Person.ID?
    /// The name of a token to make.
    var tokenName: String?
    /// What a token that is made allows, or that of a device.
    var tokenScope: Scope?
    /// How large messages may be.
    var messageLimits = MessageLimits()
    /// How long clients may take, and how many there may be.
    var serverLimits = ServerLimits()
    /// How much there may be, and how long the journal may grow.
    var storageLimits = Configuration.usualStorageLimits
    /// How long requests that run when the process is to stop may take to finish.
    var stopTime = Duration.seconds(10)
    /// How webhooks are sent: where they may go, by what way, and whom they trust.
    var client = HTTPClient.Configuration()
    /// Where to ask for addresses.
    var geocoder: String?
    /// Where to ask for the weather.
    var weather: String?
    /// How mail is sent.
    var mail = MailSettings()
    /// Whom push services can turn to, as named; `nil` for where people reach the page, or whom mail is from.
    var pushContact: String?
    /// Where the pictures of maps come from.
    var mapTiles: MapTiles?
    /// How long the log keeps deliveries that are delivered or given up.
    var deliveryLogDays = 30
    /// Whether `import` says alone what it would take in.
    var isTrial = false
    /// What `export` prints.
    var exportFormat = ExportDocument.Format.full
    /// Where `verify` cuts a damaged journal.
    var truncateAt: JournalPosition?

    private static let usualStorageLimits: StorageLimits = {
        var limits = StorageLimits()
        limits.capacity.peopleMax = 1_000
        limits.capacity.checklistsMax = 100_000
        limits.capacity.itemsMax = 1_000_000
        limits.capacity.dataBytesMax = 1 << 30
        return limits
    }()

    /// A position in the journal, written `SEGMENT:OFFSET`.
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
