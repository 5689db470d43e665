import Spelling

/// Suggestions for an unknown word.
enum Suggestion {
    /// The maximum number of suggested words.
    private static let wordsMax = 3

    /// A question with similar words, with a leading space; empty if there are none.
    /// - Parameters:
    ///   - words: The known words.
    ///   - prefix: The prefix of each word in the question.
    static func question(for word: String, among words: [String], prefix: String = "") -> String {
        var found = Spelling.words(near: word, among: words)
        if word.utf8.count >= 3 {
            found += words.filter { !found.contains($0) && ($0.hasPrefix(word) || $0.hasSuffix("-\(word)")) }
        }
        let names = found.prefix(wordsMax).map { prefix + $0 }
        guard let last = names.last else { return "" }
        let rest = names.dropLast().joined(separator: ", ")
        return rest.isEmpty ? " Did you mean \(last)?" : " Did you mean \(rest) or \(last)?"
    }
}
