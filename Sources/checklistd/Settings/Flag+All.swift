import API
import Checklists
import Exchange
import FileStore
import HTTP
import HTTPClient
import HTTPServer

extension Flag {
    /// All flags by topic, in the order of `--help`: the most common ones first.
    static let groups = [
        FlagGroup("Common", [listen, data, store] + logging),
        FlagGroup("Access and rate limits", access),
        FlagGroup("Sign-in by a proxy", proxies),
        FlagGroup("Sign-in at an OpenID provider", provider),
        FlagGroup("Import and export", exchange),
        FlagGroup("Webhooks and reminders", webhooks),
        FlagGroup("Mail", mail),
        FlagGroup("Places and weather", places),
        FlagGroup("Replica", replica),
        FlagGroup("Migration and schema", everything),
        FlagGroup("Repair", [truncateAt]),
        FlagGroup("Limits", limits),
        FlagGroup("Connection limits", connectionLimits),
    ]

    /// All flags.
    static let all = groups.flatMap(\.flags)

    private static let listen = Flag(
        name: "listen", value: "ADDRESS", commands: [.serve, .healthcheck],
        help: """
            Address to listen on: localhost:8080, [::1]:8080, unix:/run/checklistd.sock or
            unix:/run/checklistd.sock?mode=0660&group=www-data; port 0 takes a free port. May be repeated.
            Default 127.0.0.1:8080.
            """,
        repeats: true, reset: { $0.listen = [] },
        set: { (configuration, text) throws(Failure) in
            configuration.listen.append(try ListenAddress.parsed(text))
        })

    private static let data = Flag(
        name: "data", value: "DIR",
        commands: Set(Command.allCases.filter { $0.usesStore && $0 != .migrate && $0 != .schema }),
        help: "Data folder; created if it is missing. Default ./data.",
        set: { (configuration, text) throws(Failure) in
            guard !text.isEmpty else { throw Failure(.usage, "--data needs the name of a folder.") }
            configuration.data = text
            configuration.namesFolder = true
        })

    private static let store = Flag(
        name: "store", value: "ADDRESS",
        commands: Set(Command.allCases.filter { $0.usesStore && $0 != .migrate && $0 != .restore }),
        help: """
            PostgreSQL database, instead of a folder; several processes may serve one:
            postgres://USER@HOST/DATABASE. A password comes from PGPASSWORD, ~/.pgpass or a service file.
            """,
        set: { (configuration, text) throws(Failure) in
            configuration.database = text.isEmpty ? nil : try DatabaseAddress(text, flag: "store")
        })

    private static let everything: [Flag] = [
        Flag(
            name: "from", value: "SOURCE", commands: [.migrate, .restore],
            help: """
                Source of migrate: a data folder, or postgres://USER@HOST/DATABASE. Source of restore: the
                folder of a replica.
                """,
            set: { (configuration, text) throws(Failure) in
                configuration.source = try DataLocation(text, flag: "from")
            }),
        Flag(
            name: "to", value: "DESTINATION", commands: [.migrate],
            help: "Destination: a new folder, or an empty database.",
            set: { (configuration, text) throws(Failure) in
                configuration.destination = try DataLocation(text, flag: "to")
            }),
        Flag(
            name: "upgrade", value: "", commands: [.schema],
            help: "Create or upgrade the tables. Processes of the previous version keep running.",
            set: { (configuration, text) throws(Failure) in
                configuration.upgrades = !["false", "0"].contains(text)
            }),
    ]

    private static let truncateAt = Flag(
        name: "truncate-at", value: "SEGMENT:OFFSET", commands: [.verify],
        help: """
            Cut a damaged journal at the position that verify reports, and keep the rest in a file beside
            it. All changes after that position are lost.
            """,
        set: { (configuration, text) throws(Failure) in
            guard let position = Configuration.JournalPosition(text) else {
                throw Failure(
                    .usage, "--truncate-at cannot be '\(text)'; use SEGMENT:OFFSET, as verify prints it.")
            }
            configuration.truncateAt = position
        })

    private static let exportFormats = ExportFormat.allCases.map(\.rawValue)
    private static let languages = Language.allCases.map(\.rawValue)
    private static let importFormats = ["auto"] + ImportFormat.all.map(\.name)

    private static let exchange: [Flag] = [
        Flag(
            name: "dry-run", value: "", commands: [.importLists],
            help: "Print what would be imported, and change nothing.",
            set: { (configuration, text) throws(Failure) in
                configuration.isDryRun = !["false", "0"].contains(text)
            }),
        Flag(
            name: "format", value: "NAME", commands: [.importLists, .exportLists],
            help: """
                Format of the file. export writes \(exportFormats.joined(separator: ", ")); default full,
                which has all data. import reads \(importFormats.joined(separator: ", ")); default auto, which
                detects the format.
                """,
            choices: exportFormats + importFormats.filter { !exportFormats.contains($0) },
            set: { (configuration, text) throws(Failure) in
                guard (exportFormats + importFormats).contains(text) else {
                    throw Failure(
                        .usage,
                        "--format cannot be '\(text)'; export writes "
                            + "\(exportFormats.joined(separator: ", ")); import reads "
                            + "\(importFormats.joined(separator: ", ")).")
                }
                configuration.format = text
            }),
        Flag(
            name: "columns", value: "NAMES", commands: [.importLists],
            help: """
                Meaning of the columns of a CSV file, in order, separated by commas: text,due,,tags. An empty
                name puts the column into the notes. --dry-run shows the guess.
                """,
            set: { (configuration, text) throws(Failure) in configuration.columns = text }),
        Flag(
            name: "lists", value: "NUMBERS", commands: [.importLists],
            help: """
                Lists of the file to import, by their numbers from 0, with ranges: 0-3,7. Default all.
                """,
            set: { (configuration, text) throws(Failure) in
                guard let lists = RangeSet(numbers: text) else {
                    throw Failure(.usage, "--lists cannot be '\(text)'; use numbers and ranges like 0-3,7.")
                }
                configuration.lists = lists
            }),
        Flag(
            name: "language", value: "CODE", commands: [.importLists],
            help: """
                Language of dates in words, where the file does not name it:
                \(languages.joined(separator: ", ")).
                """,
            choices: languages,
            set: { (configuration, text) throws(Failure) in
                guard let language = Language(rawValue: text) else {
                    throw Failure(
                        .usage,
                        "--language cannot be '\(text)'; use one of \(languages.joined(separator: ", ")).")
                }
                configuration.language = language
            }),
        Flag(
            name: "time-zone", value: "NAME", commands: [.importLists, .exportLists],
            help: "Time zone of dates without one, such as Europe/Berlin. Default the zone of the system.",
            set: { (configuration, text) throws(Failure) in
                guard let zone = LocalTime(zone: text) else {
                    throw Failure(
                        .usage,
                        "--time-zone cannot be '\(text)'; use a name of the IANA database like Europe/Berlin."
                    )
                }
                configuration.zone = zone
            }),
    ]

    private static let logging: [Flag] = [
        .choice("log-level", \.logLevel, "Lowest level of events to log on standard error"),
        .choice("log-format", \.logFormat, "Format of the log"),
        .toggle(
            "access-log", \.logsAccess,
            """
            Log every request at any level: method, path without query, status, bytes, time, person, device
            and client address.
            """),
    ]

    private static let webhooks: [Flag] = [
        Flag(
            name: "webhook-allow", value: "CIDR", commands: [.serve],
            help: """
                Non-public addresses that webhooks may reach: 192.168.1.0/24, fd00::/8. May be repeated. A
                server on loopback without tokens and devices also allows loopback.
                """,
            repeats: true, reset: { $0.client.policy.allowed = [] },
            set: { (configuration, text) throws(Failure) in
                guard let block = CIDR(text) else {
                    throw Failure(
                        .usage, "--webhook-allow cannot be '\(text)'; use a CIDR like 192.168.1.0/24.")
                }
                configuration.client.policy.allowed.append(block)
            }),
        Flag(
            name: "webhook-ca", value: "FILE", commands: [.serve],
            help: "PEM file of certificates to trust for webhooks, beside those of the system.",
            set: { (configuration, text) throws(Failure) in
                configuration.client.additionalCertificatesPath = configuration.path(text)
            }),
        Flag(
            name: "webhook-proxy", value: "URL", commands: [.serve],
            help: "HTTP proxy for webhooks. Variables such as http_proxy are ignored.",
            set: { (configuration, text) throws(Failure) in
                // The error omits the value, which can contain a password.
                guard isProxy(text) else {
                    throw Failure(
                        .usage,
                        "--webhook-proxy needs an address that begins with http:// or https://, for example"
                            + " http://proxy.example:3128.")
                }
                configuration.client.proxy = text
            }),
        Flag(
            name: "push-contact", value: "URL", commands: [.serve],
            help: """
                Contact for push services in case of problems, such as mailto:me@example.org. Default --url if
                it begins with https://, else --smtp-from. Without a contact, Apple's push service refuses all
                messages.
                """,
            set: { (configuration, text) throws(Failure) in
                guard isContact(text) else {
                    throw Failure(
                        .usage,
                        "--push-contact needs mailto:me@example.org, or an address that begins with https://."
                    )
                }
                configuration.pushContact = text
            }),
        .number(
            "delivery-log-days", "N", \.deliveryLogDays, in: 1...3650,
            "Number of days to keep completed deliveries in the log"),
        .number(
            "list-messages-per-hour-max", "N", \.listMessagesPerHourMax, in: 0...1_000_000,
            """
            Maximum number of messages about one list to one webhook, device or address in an hour; 0 for no
            limit
            """),
    ]

    private static let limits: [Flag] = [
        .time(
            "stop-seconds", .seconds, \.stopTime, in: 0...3600,
            "Seconds that running requests may take to finish after SIGTERM"),
        .number(
            "request-line-bytes-max", "N", \.messageLimits.requestLineBytesMax, in: 8000...1_048_576,
            "Maximum length of a request line, in bytes"),
        .number(
            "field-bytes-max", "N", \.messageLimits.fieldBytesMax, in: 256...1_048_576,
            "Maximum length of one header field, in bytes"),
        .number(
            "head-bytes-max", "N", \.messageLimits.headBytesMax, in: 8192...4_194_304,
            "Maximum length of request line and header fields together, in bytes"),
        .number(
            "fields-max", "N", \.messageLimits.fieldsMax, in: 8...10_000,
            "Maximum number of header fields"),
        .time(
            "head-seconds-max", .seconds, \.serverLimits.headTimeMax, in: 1...3600,
            "Seconds that the complete head of a request may take to arrive"),
        .time(
            "body-seconds-max", .seconds, \.serverLimits.bodyTimeMax, in: 1...3600,
            "Seconds that a request body may arrive more slowly than --body-bytes-per-second-min"),
        .time(
            "write-stall-seconds-max", .seconds, \.serverLimits.writeStallTimeMax, in: 1...3600,
            "Seconds that a client may go without acknowledging any of the response"),
        .time(
            "idle-seconds-max", .seconds, \.serverLimits.idleTimeMax, in: 1...86_400,
            "Seconds that an idle connection stays open between requests"),
        .number(
            "people-max", "N", \.storageLimits.capacity.peopleMax, in: 1...1_000_000,
            commands: [.serve, .addPerson],
            "Maximum number of people; further ones get 403"),
        .number(
            "checklists-max", "N", \.storageLimits.capacity.checklistsMax, in: 1...1_000_000_000,
            "Maximum number of checklists; further ones get 403"),
        .number(
            "items-max", "N", \.storageLimits.capacity.itemsMax, in: 1...1_000_000_000,
            "Maximum number of items on all checklists together"),
        .number(
            "trash-days", "N", \.storageLimits.retention.trashDays, in: 0...3650,
            "Number of days that deleted lists and items can be restored; 0 turns the trash off"),
        .number(
            "tombstone-days", "N", \.storageLimits.retention.tombstoneDays, in: 1...3650,
            "Number of days that a client may be offline before it has to read everything again"),
        .number(
            "data-bytes-max", "N", \.storageLimits.capacity.dataBytesMax, in: 1...1_099_511_627_776,
            """
            Approximate maximum size of all files in bytes, with idempotency records and deliveries. The disk
            needs twice as much, plus the journal
            """),
        .optionalNumber(
            "checklists-per-person-max", "N", \.storageLimits.capacity.checklistsPerPersonMax,
            in: 1...1_000_000_000,
            "Maximum number of checklists of one person. Default the value of --checklists-max."),
        .optionalNumber(
            "items-per-person-max", "N", \.storageLimits.capacity.itemsPerPersonMax,
            in: 1...1_000_000_000,
            """
            Maximum number of items on the checklists of one person, whose items other people may have added:
            a checklist counts for its first owner. Default the value of --items-max.
            """),
        .optionalNumber(
            "data-bytes-per-person-max", "N", \.storageLimits.capacity.dataBytesPerPersonMax,
            in: 1...1_099_511_627_776,
            """
            Approximate maximum size of one person's checklists and items in files, in bytes. Default the
            value of --data-bytes-max.
            """),
        .number(
            "journal-bytes-max", "N", \.storageLimits.journalBytesMax, in: 1...4_294_967_296,
            "Size of the journal in bytes that starts a checkpoint, which updates the other files"),
        .number(
            "journal-changes-max", "N", \.storageLimits.journalChangesMax, in: 1...100_000_000,
            "Number of changes in the journal that starts a checkpoint"),
    ]
}
