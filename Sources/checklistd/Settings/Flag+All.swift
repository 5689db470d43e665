import API
import Checklists
import FileStore
import HTTP
import HTTPClient
import HTTPServer

extension Flag {
    /// Every setting there is, by what it is about, in the order of `--help`: first what is wanted every day.
    static let groups = [
        FlagGroup("Every day", [listen, data, store] + logging),
        FlagGroup("Who may ask, and how often", access),
        FlagGroup("Lists in and out", exchange),
        FlagGroup("Webhooks and reminders", webhooks),
        FlagGroup("Mail", mail),
        FlagGroup("Places and weather", places),
        FlagGroup("All of it", everything),
        FlagGroup("Repair", [truncateAt]),
        FlagGroup("Limits", limits),
        FlagGroup("Limits that are seldom changed", connectionLimits),
    ]

    /// Every setting there is.
    static let all = groups.flatMap(\.flags)

    private static let listen = Flag(
        name: "listen", value: "ADDRESS", commands: [.serve],
        help: """
            Where to listen: 127.0.0.1:8080, [::1]:8080 or unix:/run/checklistd.sock; port 0 takes a free one.
            May be repeated. Default 127.0.0.1:8080.
            """,
        repeats: true, reset: { $0.listen = [] },
        set: { (configuration, text) throws(Failure) in
            configuration.listen.append(try ListenAddress.parsed(text))
        })

    private static let data = Flag(
        name: "data", value: "DIR",
        commands: Set(Command.allCases.filter { $0.usesSettings && $0 != .migrate && $0 != .schema }),
        help: "The folder with the data; made when it is missing. Default ./data.",
        set: { (configuration, text) throws(Failure) in
            guard !text.isEmpty else { throw Failure(.usage, "--data needs the name of a folder.") }
            configuration.data = text
            configuration.namesFolder = true
        })

    private static let store = Flag(
        name: "store", value: "ADDRESS",
        commands: Set(Command.allCases.filter { $0.usesSettings && $0 != .migrate }),
        help: """
            The PostgreSQL database with the data, instead of a folder; any number of processes may serve one:
            postgres://USER@HOST/DATABASE. A password comes from PGPASSWORD, ~/.pgpass or a service file.
            """,
        set: { (configuration, text) throws(Failure) in
            configuration.database = text.isEmpty ? nil : try DatabaseAddress(text, flag: "store")
        })

    private static let everything: [Flag] = [
        Flag(
            name: "from", value: "PLACE", commands: [.migrate],
            help: "Where everything is: a data folder, or postgres://USER@HOST/DATABASE.",
            set: { (configuration, text) throws(Failure) in
                configuration.source = try Place(text, flag: "from")
            }),
        Flag(
            name: "to", value: "PLACE", commands: [.migrate],
            help: "Where it is to be: a new folder, or a database without lists.",
            set: { (configuration, text) throws(Failure) in
                configuration.destination = try Place(text, flag: "to")
            }),
        Flag(
            name: "upgrade", value: "", commands: [.schema],
            help: "Make the tables, or bring them up to date, beside processes of the version before.",
            set: { (configuration, text) throws(Failure) in
                configuration.upgrades = !["false", "0"].contains(text)
            }),
    ]

    private static let truncateAt = Flag(
        name: "truncate-at", value: "SEGMENT:OFFSET", commands: [.verify],
        help: """
            Cut a damaged journal where verify says that it is damaged, and keep what is cut off beside it.
            What was changed from there on is lost.
            """,
        set: { (configuration, text) throws(Failure) in
            guard let position = Configuration.JournalPosition(text) else {
                throw Failure(
                    .usage, "--truncate-at cannot be '\(text)'; write SEGMENT:OFFSET, as verify does.")
            }
            configuration.truncateAt = position
        })

    private static let exchange: [Flag] = [
        Flag(
            name: "dry-run", value: "", commands: [.importLists],
            help: "Say what would be taken in, and change nothing.",
            set: { (configuration, text) throws(Failure) in
                configuration.isTrial = !["false", "0"].contains(text)
            }),
        Flag(
            name: "format", value: "NAME", commands: [.exportLists],
            help: """
                full, which import takes in again, or what the apps know: app for Checklists.json, plist for
                Checklists.plist. Default full.
                """,
            choices: ExportDocument.Format.allCases.map(\.rawValue),
            set: { (configuration, text) throws(Failure) in
                guard let format = ExportDocument.Format(rawValue: text) else {
                    throw Failure(.usage, "--format cannot be '\(text)'; use one of full, app, plist.")
                }
                configuration.exportFormat = format
            }),
    ]

    private static let logging: [Flag] = [
        .choice("log-level", \.logLevel, "What is worth a line on standard error"),
        .choice("log-format", \.logFormat, "How such a line looks"),
    ]

    private static let webhooks: [Flag] = [
        Flag(
            name: "webhook-allow", value: "CIDR", commands: [.serve],
            help: """
                Where webhooks may go besides public addresses: 192.168.1.0/24, fd00::/8. May be repeated.
                Bound to loopback alone and without tokens, loopback is allowed too.
                """,
            repeats: true, reset: { $0.client.policy.allowed = [] },
            set: { (configuration, text) throws(Failure) in
                guard let block = CIDR(text) else {
                    throw Failure(
                        .usage, "--webhook-allow cannot be '\(text)'; write 192.168.1.0/24 or fd00::/8.")
                }
                configuration.client.policy.allowed.append(block)
            }),
        Flag(
            name: "webhook-ca", value: "FILE", commands: [.serve],
            help: "Certificates in PEM that receivers may show beside those that the system trusts.",
            set: { (configuration, text) throws(Failure) in
                configuration.client.additionalCertificatesPath = text
            }),
        Flag(
            name: "webhook-proxy", value: "URL", commands: [.serve],
            help: "The proxy that webhooks go through. Variables such as http_proxy are not looked at.",
            set: { (configuration, text) throws(Failure) in configuration.client.proxy = text }),
        Flag(
            name: "push-contact", value: "URL", commands: [.serve],
            help: """
                Whom push services can turn to when messages to devices are in their way, such as
                mailto:me@example.org. Default what --url says, where that begins with https://, or
                --smtp-from. Where nobody is known, Apple's push service takes nothing.
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
            "How long deliveries that are delivered or given up can be looked at"),
    ]

    private static let limits: [Flag] = [
        .time(
            "stop-seconds", .seconds, \.stopTime, in: 0...3600,
            "How long requests that run at SIGTERM may take to finish"),
        .number(
            "request-line-bytes-max", "N", \.messageLimits.requestLineBytesMax, in: 8000...1_048_576,
            "How long a request line may be"),
        .number(
            "field-bytes-max", "N", \.messageLimits.fieldBytesMax, in: 256...1_048_576,
            "How long one header field may be"),
        .number(
            "head-bytes-max", "N", \.messageLimits.headBytesMax, in: 8192...4_194_304,
            "How long request line and header fields may be together"),
        .number(
            "fields-max", "N", \.messageLimits.fieldsMax, in: 8...10_000,
            "How many header fields there may be"),
        .time(
            "head-seconds-max", .seconds, \.serverLimits.headTimeMax, in: 1...3600,
            "How long the head of a request may take to arrive, in all"),
        .time(
            "body-seconds-max", .seconds, \.serverLimits.bodyTimeMax, in: 1...3600,
            "How long the content of a request may come more slowly than --body-bytes-per-second-min"),
        .time(
            "write-stall-seconds-max", .seconds, \.serverLimits.writeStallTimeMax, in: 1...3600,
            "How long a client may acknowledge nothing of its answer"),
        .time(
            "idle-seconds-max", .seconds, \.serverLimits.idleTimeMax, in: 1...86_400,
            "How long a connection is kept between two requests"),
        .number(
            "people-max", "N", \.storageLimits.capacity.peopleMax, in: 1...1_000_000,
            commands: [.serve, .addPerson],
            "How many people there may be; more are refused with 403"),
        .number(
            "checklists-max", "N", \.storageLimits.capacity.checklistsMax, in: 1...1_000_000_000,
            "How many checklists there may be; more are refused with 403"),
        .number(
            "items-max", "N", \.storageLimits.capacity.itemsMax, in: 1...1_000_000_000,
            "How many items there may be on all checklists together"),
        .number(
            "trash-days", "N", \.storageLimits.retention.trashDays, in: 0...3650,
            "How long what was deleted can be restored; 0 for not at all"),
        .number(
            "tombstone-days", "N", \.storageLimits.retention.tombstoneDays, in: 1...3650,
            "How long clients that follow changes may be away until they have to read everything anew"),
        .number(
            "data-bytes-max", "N", \.storageLimits.capacity.dataBytesMax, in: 1...1_099_511_627_776,
            """
            How much all of it may take in files, about, answers to repeated requests and deliveries included.
                  The disk needs twice as much, and the journal
            """),
        .optionalNumber(
            "checklists-per-person-max", "N", \.storageLimits.capacity.checklistsPerPersonMax,
            in: 1...1_000_000_000,
            "How many checklists one person may have. Default as many as --checklists-max."),
        .optionalNumber(
            "items-per-person-max", "N", \.storageLimits.capacity.itemsPerPersonMax,
            in: 1...1_000_000_000,
            """
            How many items there may be on the checklists of one person, whoever adds them: a checklist counts
            for its first owner. Default as many as --items-max.
            """),
        .optionalNumber(
            "data-bytes-per-person-max", "N", \.storageLimits.capacity.dataBytesPerPersonMax,
            in: 1...1_099_511_627_776,
            """
            How much the checklists of one person may take in files, about, with their items. Default as much
            as --data-bytes-max.
            """),
        .number(
            "journal-bytes-max", "N", \.storageLimits.journalBytesMax, in: 1...4_294_967_296,
            "How long the journal grows before a checkpoint brings the other files up to date"),
        .number(
            "journal-changes-max", "N", \.storageLimits.journalChangesMax, in: 1...100_000_000,
            "How many changes the journal takes before a checkpoint"),
    ]
}
