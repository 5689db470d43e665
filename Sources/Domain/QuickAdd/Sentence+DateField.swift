import Checklists

/// Texts that are dates as a whole.
extension Sentence {
    /// Words before a `!` that makes a repetition count from completion.
    private static let completionWords: Set<String> = [
        "every", "each", "alle", "jede", "jeden", "jeder", "jedes", "chaque", "tous", "toutes", "les",
    ]

    /// Removes marks of completion (`every! 3 days`), and replaces the shorthands of a date field.
    ///
    /// - Returns: The tokens, and the indices of those before a removed mark.
    static func withoutCompletionMarks(
        _ tokens: [Token], _ dateLexicon: Lexicon?
    ) -> (tokens: [Token], marked: Set<Int>) {
        var kept: [Token] = []
        var marked: Set<Int> = []
        kept.reserveCapacity(tokens.count)
        for (index, token) in tokens.enumerated() {
            let isMark = token.kind == .symbol && token.text == "!" && !token.isApart
            if isMark, let last = kept.last {
                let isInDateField = dateLexicon != nil && last.isJapanese
                if isInDateField || (index + 1 < tokens.count && completionWords.contains(last.text)) {
                    marked.insert(kept.count - 1)
                    continue
                }
            }
            kept.append(dateLexicon?.shorthands[token.text].map(token.reading) ?? token)
        }
        return (kept, marked)
    }

    /// The parts of a text that is a date as a whole; `nil` if any other word remains.
    func dateParts() -> [Found]? {
        let parts = timeParts()
        let taken = Set(parts.flatMap { Array($0.tokens) })
        let isWhole = tokens.indices.allSatisfy { index in
            taken.contains(index) || [",", "、", "."].contains(tokens[index].text)
        }
        return isWhole && !parts.isEmpty ? parts : nil
    }
}
