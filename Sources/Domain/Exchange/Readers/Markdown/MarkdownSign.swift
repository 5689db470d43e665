/// The emoji of Obsidian Tasks.
enum MarkdownSign: Hashable {
    case due, scheduled, start, created, done, cancelled
    case priority(MarkdownPriority)
    case recurrence
    case onCompletion, identifier, dependsOn

    /// What follows an emoji.
    enum Value {
        case none, day, words, word
    }

    init?(_ scalar: Unicode.Scalar) {
        guard let sign = Self.all[scalar] else { return nil }
        self = sign
    }

    var value: Value {
        switch self {
        case .due, .scheduled, .start, .created, .done, .cancelled: .day
        case .priority: .none
        case .recurrence: .words
        case .onCompletion, .identifier, .dependsOn: .word
        }
    }

    /// The key of the same field in the format of Dataview.
    var key: String {
        switch self {
        case .due: "due"
        case .scheduled: "scheduled"
        case .start: "start"
        case .created: "created"
        case .done: "completion"
        case .cancelled: "cancelled"
        case .priority: "priority"
        case .recurrence: "repeat"
        case .onCompletion: "onCompletion"
        case .identifier: "id"
        case .dependsOn: "dependsOn"
        }
    }

    private static let all: [Unicode.Scalar: MarkdownSign] = [
        "📅": .due, "📆": .due, "🗓": .due, "⏳": .scheduled, "⌛": .scheduled, "🛫": .start, "➕": .created,
        "✅": .done, "❌": .cancelled, "🔺": .priority(.highest), "⏫": .priority(.high),
        "🔼": .priority(.medium), "🔽": .priority(.low), "⏬": .priority(.lowest), "🔁": .recurrence,
        "🏁": .onCompletion, "🆔": .identifier, "⛔": .dependsOn,
    ]
}

/// The priorities of Obsidian Tasks.
enum MarkdownPriority: String {
    case highest, high, medium, low, lowest
}
