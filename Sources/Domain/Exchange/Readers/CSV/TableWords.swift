import Checklists

/// The words for truth values and importance in tables.
enum TableWords {
    /// Whether a mark says that an item is done; `nil` for other words.
    static func truth(of text: String) -> Bool? {
        let word = Folding.text(of: text.trimmed)
        if trueWords.contains(word) { return true }
        return falseWords.contains(word) ? false : nil
    }

    /// Whether a priority is high; `nil` for other words, `false` for a usual priority.
    static func importance(of text: String) -> Bool? {
        let word = Folding.text(of: text.trimmed)
        if highWords.contains(word) { return true }
        if usualWords.contains(word) { return false }
        return truth(of: text)
    }

    private static let trueWords: Set = [
        "true", "yes", "y", "x", "1", "on", "done", "completed", "complete", "checked", "finished", "closed",
        "[x]", "✓", "✔", "✔️", "☑", "☑️", "✅", "wahr", "ja", "j", "erledigt", "fertig", "abgeschlossen",
        "vrai", "oui", "o", "fait", "faite", "termine", "terminee", "はい", "完了", "済", "済み", "○", "◯", "真",
    ]

    private static let falseWords: Set = [
        "false", "no", "n", "0", "off", "open", "todo", "to do", "pending", "incomplete", "not started",
        "not completed", "needs-action", "active", "unchecked", "[ ]", "[]", "-", "☐", "✗", "✘", "falsch",
        "nein", "offen", "nicht begonnen", "faux", "non", "a faire", "いいえ", "未", "未完了", "未着手", "×", "偽",
    ]

    private static let highWords: Set = [
        "high", "highest", "urgent", "critical", "important", "a", "p1", "!", "!!", "!!!", "★", "⭐", "hoch",
        "sehr hoch", "hochste", "dringend", "wichtig", "haute", "elevee", "urgente", "importante", "高", "最高",
        "高い", "重要", "至急",
    ]

    private static let usualWords: Set = [
        "none", "normal", "keine", "aucune", "normale", "なし", "普通", "通常",
    ]
}
