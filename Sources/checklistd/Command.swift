/// What the program can be asked to do.
enum Command: String, CaseIterable {
    case serve
    case verify
    case backup

    /// What it does, for `--help`.
    var summary: String {
        switch self {
        case .serve: "Keep and serve checklists. This is what happens without a command."
        case .verify: "Check a data folder without changing it, and say what is wrong with which file."
        case .backup: "Copy a data folder, also while it is being served. The copy is a data folder itself."
        }
    }

    /// The arguments that it needs, as `--help` names them.
    var operands: [String] {
        switch self {
        case .serve, .verify: []
        case .backup: ["DIR"]
        }
    }
}
