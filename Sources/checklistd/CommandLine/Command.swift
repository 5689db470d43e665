/// The commands, in the order of `--help`. Help, manual page, completion and suggestions derive from this
/// table and that of the flags.
enum Command: String, CaseIterable {
    case serve
    case healthcheck
    case createToken = "token create"
    case listTokens = "token list"
    case revokeToken = "token revoke"
    case addPerson = "person add"
    case listPeople = "person list"
    case removePerson = "person remove"
    case linkPerson = "person link"
    case listDevices = "device list"
    case revokeDevice = "device revoke"
    case importLists = "import"
    case exportLists = "export"
    case backup
    case restore
    case verify
    case migrate
    case schema
    case help
    case man
    case completion

    /// The groups of commands in help and manual page.
    enum Group: String, CaseIterable {
        case service = "Serving"
        case access = "Access tokens"
        case people = "People and devices"
        case exchange = "Import and export"
        case data = "Backup and maintenance"
        case program = "Help"
    }

    var group: Group {
        switch self {
        case .serve, .healthcheck: .service
        case .createToken, .listTokens, .revokeToken: .access
        case .addPerson, .listPeople, .removePerson, .linkPerson, .listDevices, .revokeDevice: .people
        case .importLists, .exportLists: .exchange
        case .backup, .restore, .verify, .migrate, .schema: .data
        case .help, .man, .completion: .program
        }
    }

    /// The explanation in help and manual page. Completion shows its first sentence.
    var summary: String {
        switch self {
        case .serve: "Serve checklists. This is the default command."
        case .healthcheck:
            """
            Ask the running server at the address of --listen whether it is ready. Exits with 0 if it \
            is, else with 1, after at most 5 seconds.
            """
        case .verify: "Check a data folder or a database, and report what is damaged. Changes nothing."
        case .importLists:
            """
            Import lists from an export, or a file of another program; - is standard input. --format names \
            the formats. After an error nothing is imported.
            """
        case .exportLists: "Print all lists as one document. Works while a server runs."
        case .createToken:
            """
            Create an access token for person 1 and print it once. From then on requests need a token. \
            Other people sign in with a link: see person add.
            """
        case .listTokens:
            """
            List the access tokens of person 1: scope, time of creation and name. For the tokens of devices \
            see device list.
            """
        case .revokeToken:
            """
            Revoke an access token of person 1. A running server refuses it within a second. For a device \
            see device revoke.
            """
        case .addPerson: "Add a person, and print a one-time link that signs in their first device."
        case .listPeople: "List the people: id, number of devices and name."
        case .removePerson: "Remove a person and their devices. Lists that only they own need --transfer-to."
        case .linkPerson: "Print a one-time link that signs in another device. It expires after a day."
        case .listDevices: "List the devices: id, scope, time of last use, person and name."
        case .revokeDevice: "Sign out a device, for example a lost phone."
        case .backup: "Copy everything into a new data folder. Works while a server runs."
        case .restore:
            """
            Make a new data folder from a replica, as the store was at a moment. With --list, print the \
            moments instead. Works while a server runs.
            """
        case .migrate:
            """
            Copy everything to an empty folder or database, with ids, tokens and webhooks. Stop all servers \
            of both first.
            """
        case .schema: "Print the version of a database's tables, and whether they need --upgrade."
        case .help: "Explain a command and its flags, or list all commands."
        case .man: "Print the manual page in troff format."
        case .completion: "Print a shell script that completes commands, flags and values."
        }
    }

    /// An example of its use.
    var example: String {
        switch self {
        case .serve: "checklistd --listen 127.0.0.1:8080 --data ./data"
        case .healthcheck: "checklistd healthcheck --listen 127.0.0.1:8080"
        case .createToken: "checklistd token create --name phone --scope write"
        case .listTokens: "checklistd token list"
        case .revokeToken: "checklistd token revoke phone"
        case .addPerson: "checklistd person add Ada --url http://192.168.1.2:8080"
        case .listPeople: "checklistd person list"
        case .removePerson: "checklistd person remove 2 --transfer-to 1"
        case .linkPerson: "checklistd person link 1 --scope admin"
        case .listDevices: "checklistd device list --person 2"
        case .revokeDevice: "checklistd device revoke 17 --person 2"
        case .importLists: "checklistd import Checklists.json --dry-run"
        case .exportLists: "checklistd export > lists.json"
        case .backup: "checklistd backup /backup/monday"
        case .restore:
            "checklistd restore --from /mnt/replica --at 2026-12-01T18:00:00Z --data /var/lib/restored"
        case .verify: "checklistd verify --data /backup/monday"
        case .migrate: "checklistd migrate --from ./data --to postgres://checklistd@db.example/lists"
        case .schema: "checklistd schema --store postgres://checklistd@db.example/lists"
        case .help: "checklistd help token"
        case .man: "checklistd man | man --local-file -"
        case .completion: "checklistd completion bash > ~/.local/share/bash-completion/completions/checklistd"
        }
    }

    /// The arguments beside flags.
    var operands: [Operand] {
        switch self {
        case .serve, .healthcheck, .verify, .exportLists, .createToken, .listTokens, .listPeople,
            .listDevices, .restore, .migrate,
            .schema, .man:
            []
        case .revokeToken, .addPerson: [Operand("NAME")]
        case .removePerson, .linkPerson, .revokeDevice: [Operand("ID")]
        case .backup: [Operand("DIR")]
        case .importLists: [Operand("FILE")]
        case .help: [Operand("COMMAND", choices: Command.firstWords, isOptional: true)]
        case .completion: [Operand("SHELL", choices: Shell.allCases.map(\.rawValue))]
        }
    }

    /// Whether the command works on data, and so reads settings from flags and the environment.
    var usesSettings: Bool { group != .program }

    /// Whether the command opens a data folder or a database.
    var usesStore: Bool { usesSettings && self != .healthcheck }

    /// The command with its operands, without flags.
    var usage: String { ([rawValue] + operands.map(\.usage)).joined(separator: " ") }

    /// The flags that the command accepts, its specific ones first.
    var flags: [Flag] {
        let known = Flag.all.filter { $0.commands.contains(self) }
        guard self != .serve else { return known }
        // A flag of more than half of the commands is general.
        let isGeneral = { (flag: Flag) in 2 * flag.commands.count > Self.allCases.count }
        return known.filter { !isGeneral($0) } + known.filter(isGeneral)
    }

    /// The distinct first words of all commands, for example `token` and `import`.
    static let firstWords: [String] = allCases.map(\.firstWord).reduce(into: []) { words, word in
        if !words.contains(word) { words.append(word) }
    }

    /// The topics of help: commands, and first words that several commands share.
    static let topics = firstWords + allCases.map(\.rawValue).filter { !firstWords.contains($0) }

    /// The commands of a topic; empty for an unknown topic.
    static func about(_ topic: String) -> [Command] {
        allCases.filter { $0.rawValue == topic || $0.rawValue.hasPrefix("\(topic) ") }
    }

    /// The command at the beginning of `words`, which has one word or two; `nil` if there is none.
    init?(_ words: some Collection<String>) {
        let names = (1...2).map { words.prefix($0).joined(separator: " ") }
        guard let command = names.lazy.compactMap(Command.init(rawValue:)).first else { return nil }
        self = command
    }

    /// The number of words in the name of the command.
    var words: Int { rawValue.split(separator: " ").count }

    var firstWord: String { String(rawValue.prefix { $0 != " " }) }
}

/// An argument of a command beside its flags.
struct Operand {
    /// The name in explanations, in capitals.
    let name: String
    /// The accepted values; empty if they cannot be listed.
    let choices: [String]
    let isOptional: Bool

    init(_ name: String, choices: [String] = [], isOptional: Bool = false) {
        self.name = name
        self.choices = choices
        self.isOptional = isOptional
    }

    var usage: String { isOptional ? "[\(name)]" : name }
}
