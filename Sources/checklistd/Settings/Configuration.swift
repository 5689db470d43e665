import API
import Checklists
import FileStore
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Web

/// All settings, with their defaults.
struct Configuration {
    /// The addresses to listen on; empty for the default.
    var listen: [ListenAddress] = []
    /// The data folder, used unless a database is named.
    var data = "./data"
    /// Whether `--data` or its variable names the folder.
    var namesFolder = false
    /// The database; `nil` if the data is in the folder.
    var database: DatabaseAddress?
    /// The folder of the second copy; `nil` for none.
    var replica: String?
    /// How many days the second copy keeps every moment.
    var replicaDays = 7
    /// The moment to restore; `nil` for the last one.
    var restoredMoment: Timestamp?
    /// Whether `restore` only prints the moments.
    var listsMoments = false
    /// The source of `migrate` or `restore`, and the destination of `migrate`.
    var source: DataLocation?
    var destination: DataLocation?
    /// Whether `schema` upgrades the tables.
    var upgrades = false
    /// The folder of credentials from systemd; `nil` without `LoadCredential=`.
    var credentialsFolder: String?
    /// The lowest level of logged events, and the format of the log.
    var logLevel = Log.Level.info
    var logFormat = Log.Format.text
    /// Whether to log every request.
    var logsAccess = false
    /// Whether to listen on non-loopback addresses without any token.
    var allowsEveryone = false
    /// Whether to create a token at the first start.
    var createsToken = false
    /// The origins whose pages may use the API.
    var corsOrigins: [String] = []
    /// The rate limit of one client; `nil` for none.
    var rateLimit: RateLimit?
    /// The maximum number of wrong tokens from one address in a minute; 0 for no limit.
    var wrongTokensPerMinuteMax = 20
    /// The maximum number of open event streams of one client.
    var streamsPerClientMax = 100
    /// The address of the page from `--url`; `nil` for the listening address.
    var url: String?
    /// The person whose devices a command lists or revokes.
    var personID: Person.ID?
    /// The person who gets the lists of a removed person.
    var newOwner: Person.ID?
    /// The name of a new token.
    var tokenName: String?
    /// The scope of a new token or device.
    var tokenScope: Scope?
    /// The size limits of requests.
    var messageLimits = MessageLimits()
    /// The time, memory and connection limits of clients.
    var serverLimits = ServerLimits()
    /// The capacity of the store, and the limits of the journal.
    var storageLimits = Configuration.usualStorageLimits
    /// How long running requests may take to finish after a stop signal.
    var stopTime = Duration.seconds(10)
    /// The HTTP client of webhooks: allowed addresses, proxy and certificates.
    var client = HTTPClient.Configuration()
    /// The URL of the geocoder.
    var geocoder: String?
    /// The URL of the weather service.
    var weather: String?
    /// The settings of sign-in by a trusted proxy.
    var proxy = ProxySettings()
    /// The settings of sign-in at an OpenID provider.
    var provider = ProviderSettings()
    /// The settings of mail.
    var mail = MailSettings()
    /// The contact for push services from `--push-contact`; `nil` for the address of the page or of the mail
    /// sender.
    var pushContact: String?
    /// The source of map tiles.
    var mapTiles: MapTiles?
    /// How many days the log keeps completed deliveries.
    var deliveryLogDays = 30
    /// The maximum number of messages about one list to one receiver in an hour; 0 for no limit.
    var listMessagesPerHourMax = 60
    /// Whether `import` only prints what it would import.
    var isDryRun = false
    /// The name of the format of an exported or imported file; `nil` for the default.
    var format: String?
    /// The meaning of the columns of a CSV file to import.
    var columns: String?
    /// The indexes of the lists of a file to import; `nil` for all.
    var lists: RangeSet<Int>?
    /// The language of dates in words of an imported file; `nil` if unknown.
    var language: Language?
    /// The time zone for dates without one in imports and exports; by default, that of the system.
    var zone = LocalTime(zone: TimeZone.current.identifier) ?? .utc
    /// The position where `verify` cuts a damaged journal.
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

    /// The addresses to listen on; 127.0.0.1:8080 by default.
    func addresses() throws(Failure) -> [ListenAddress] {
        guard listen.isEmpty else { return listen }
        return [try ListenAddress.parsed("127.0.0.1:8080")]
    }
}

extension ListenAddress {
    /// Parses an address from the command line.
    static func parsed(_ text: String) throws(Failure) -> ListenAddress {
        do throws(ListenError) {
            return try ListenAddress(text)
        } catch {
            throw Failure(error)
        }
    }
}
