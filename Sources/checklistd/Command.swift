/// What the program can be asked to do.
enum Command: String, CaseIterable {
    case serve
    case verify
    case backup
    case importLists = "import"
    case exportLists = "export"
    case createToken = "token create"
    case listTokens = "token list"
    case revokeToken = "token revoke"

    /// What it does, for `--help`.
    var summary: String {
        switch self {
        case .serve: "Keep and serve checklists. This is what happens without a command."
        case .verify: "Check a data folder without changing it, and say what is wrong with which file."
        case .importLists:
            "Take in lists: an export, Checklists.json or Checklists.plist. All of them or none."
        case .exportLists: "Print all lists as one document, also while they are being served."
        case .createToken: "Make an access token and print it, once. From then on requests need one."
        case .listTokens: "List the access tokens: what each allows, when it was made, and its name."
        case .revokeToken: "Take an access token out of force, within a second also where the service runs."
        case .backup: "Copy a data folder, also while it is being served. The copy is a data folder itself."
        }
    }

    /// The arguments that it needs, as `--help` names them.
    var operands: [String] {
        switch self {
        case .serve, .verify, .exportLists, .createToken, .listTokens: []
        case .revokeToken: ["NAME"]
        case .backup: ["DIR"]
        case .importLists: ["FILE"]
        }
    }

    /// The command that arguments begin with, in one word or two; `nil` if they begin with none.
    init?(_ arguments: ArraySlice<String>) {
        let words = (1...2).map { arguments.prefix($0).joined(separator: " ") }
        guard let command = words.lazy.compactMap(Command.init(rawValue:)).first else { return nil }
        self = command
    }

    /// How many words it has.
    var words: Int { rawValue.split(separator: " ").count }
}
