/// An emoji of Obsidian Tasks.
struct MarkdownSign {
    /// What follows an emoji.
    enum Value {
        case none, day, words, word
    }

    /// The key of the same field in the format of Dataview.
    let key: String
    let value: Value
    /// The priority that the emoji means.
    private(set) var priority: String?

    private init(_ key: String, _ value: Value, priority: String? = nil) {
        (self.key, self.value, self.priority) = (key, value, priority)
    }

    init?(_ scalar: Unicode.Scalar) {
        guard let sign = Self.all[scalar] else { return nil }
        self = sign
    }

    private static let all: [Unicode.Scalar: MarkdownSign] = {
        let due = MarkdownSign("due", .day)
        let scheduled = MarkdownSign("scheduled", .day)
        let priorities =
            ["🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"]
            as [Unicode.Scalar: String]
        return [
            "📅": due, "📆": due, "🗓": due, "⏳": scheduled, "⌛": scheduled, "🛫": MarkdownSign("start", .day),
            "➕": MarkdownSign("created", .day), "✅": MarkdownSign("completion", .day),
            "❌": MarkdownSign("cancelled", .day), "🔁": MarkdownSign("repeat", .words),
            "🏁": MarkdownSign("onCompletion", .word), "🆔": MarkdownSign("id", .word),
            "⛔": MarkdownSign("dependsOn", .word),
        ].merging(priorities.mapValues { MarkdownSign("priority", .none, priority: $0) }) { one, _ in one }
    }()
}
