/// What the program can be asked to do, in the order of `--help`. Help, manual page, completion and
/// suggestions are made from this table and that of the flags.
enum Command: String, CaseIterable {
    case serve
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
    case verify
    case migrate
    case schema
    case help
    case man
    case completion

    /// What commands have to do with one another.
    enum Group: String, CaseIterable {
        case service = "Serving"
        case access = "Who may ask"
        case people = "People and what they sign in with"
        case exchange = "Lists in and out"
        case data = "All of it"
        case program = "The program itself"
    }

    /// What it belongs to.
    var group: Group {
        switch self {
        case .serve: .service
        case .createToken, .listTokens, .revokeToken: .access
        case .addPerson, .listPeople, .removePerson, .linkPerson, .listDevices, .revokeDevice: .people
        case .importLists, .exportLists: .exchange
        case .backup, .verify, .migrate, .schema: .data
        case .help, .man, .completion: .program
        }
    }

    /// What it does.
    var summary: String {
        switch self {
        case .serve: "Keep and serve checklists. This is what happens without a command."
        case .verify: "Check a folder or a database without changing it, and say what is wrong with what."
        case .importLists:
            """
            Take in lists: an export, Checklists.json or Checklists.plist; - is standard input. All of them \
            or none.
            """
        case .exportLists: "Print all lists as one document, also while they are being served."
        case .createToken:
            """
            Make an access token and print it, once. From then on requests need one. It is the first \
            person's; other people, and devices, have theirs by person and device.
            """
        case .listTokens:
            """
            List the access tokens, which are the first person's: what each allows, when it was made, and \
            its name. device list has those of devices.
            """
        case .revokeToken:
            """
            Take an access token of the first person out of force, within a second also where the service \
            runs. device revoke does it for a device.
            """
        case .addPerson: "Add somebody, and print a link that signs in their first device, once."
        case .listPeople: "List the people: the number of each, how many devices they have, and the name."
        case .removePerson: "Remove somebody, with their devices. Lists that nobody else owns need an heir."
        case .linkPerson: "Print a link that signs in one more device of somebody, once, within a day."
        case .listDevices: "List the devices: number, what each allows, when it was used last, and whose."
        case .revokeDevice: "Sign a device out, such as a phone that is lost."
        case .backup: "Copy everything, also while it is being served. The copy is a data folder itself."
        case .migrate:
            """
            Take everything from one place to another that is empty, a folder or a database, with numbers, \
            tokens and webhooks. Nothing may serve either meanwhile.
            """
        case .schema: "Say what tables a database has, and what --upgrade would do to them."
        case .help: "Explain a command with all its flags, or tell what commands there are."
        case .man: "Print the manual page, in troff."
        case .completion: "Print what lets a shell complete commands, flags and their values."
        }
    }

    /// Something to try.
    var example: String {
        switch self {
        case .serve: "checklistd --listen 127.0.0.1:8080 --data ./data"
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
        case .verify: "checklistd verify --data /backup/monday"
        case .migrate: "checklistd migrate --from ./data --to postgres://checklistd@db.example/lists"
        case .schema: "checklistd schema --store postgres://checklistd@db.example/lists"
        case .help: "checklistd help token"
        case .man: "checklistd man | man --local-file -"
        case .completion: "checklistd completion bash > ~/.local/share/bash-completion/completions/checklistd"
        }
    }

    /// The words that it takes beside flags.
    var operands: [Operand] {
        switch self {
        case .serve, .verify, .exportLists, .createToken, .listTokens, .listPeople, .listDevices, .migrate,
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

    /// Whether it works with data, and so takes settings from flags and the environment.
    var usesSettings: Bool { group != .program }

    /// How it is written, without its flags.
    var usage: String { ([rawValue] + operands.map(\.usage)).joined(separator: " ") }

    /// The flags that it knows, its own ones first.
    var flags: [Flag] {
        let known = Flag.all.filter { $0.commands.contains(self) }
        guard self != .serve else { return known }
        // What most commands know is about none of them.
        let isGeneral = { (flag: Flag) in 2 * flag.commands.count > Self.allCases.count }
        return known.filter { !isGeneral($0) } + known.filter(isGeneral)
    }

    /// The first words of all commands: `token`, `import`.
    static let firstWords: [String] = allCases.map(\.firstWord).reduce(into: []) { words, word in
        if !words.contains(word) { words.append(word) }
    }

    /// What help can be asked for: commands, and words that several of them begin with.
    static let topics = firstWords + allCases.map(\.rawValue).filter { !firstWords.contains($0) }

    /// The commands that a topic is about; none where there is no such topic.
    static func about(_ topic: String) -> [Command] {
        allCases.filter { $0.rawValue == topic || $0.rawValue.hasPrefix("\(topic) ") }
    }

    /// The command that words begin with, in one word or two; `nil` if they begin with none.
    init?(_ words: some Collection<String>) {
        let names = (1...2).map { words.prefix($0).joined(separator: " ") }
        guard let command = names.lazy.compactMap(Command.init(rawValue:)).first else { return nil }
        self = command
    }

    /// How many words it has.
    var words: Int { rawValue.split(separator: " ").count }

    /// Its first word.
    var firstWord: String { String(rawValue.prefix { $0 != " " }) }
}

/// A word that a command takes beside its flags.
struct Operand {
    /// What stands for it in explanations, in capitals.
    let name: String
    /// What it can be; empty where that cannot be listed.
    let choices: [String]
    /// Whether it may be left out.
    let isOptional: Bool

    init(_ name: String, choices: [String] = [], isOptional: Bool = false) {
        self.name = name
        self.choices = choices
        self.isOptional = isOptional
    }

    /// How it is written.
    var usage: String { isOptional ? "[\(name)]" : name }
}
