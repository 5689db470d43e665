/// Suggestions for an unknown word.
enum Suggestion {
    /// The maximum length of a word, in bytes. A longer one is no misspelling, and gets no suggestions.
    private static let wordBytesMax = 64
    /// The maximum number of suggested words.
    private static let wordsMax = 3

    /// A question with similar words, with a leading space; empty if there are none.
    /// - Parameters:
    ///   - words: The known words.
    ///   - prefix: The prefix of each word in the question.
    static func question(for word: String, among words: [String], prefix: String = "") -> String {
        var found = misspelled(word, among: words)
        if word.utf8.count >= 3 {
            found += words.filter { !found.contains($0) && ($0.hasPrefix(word) || $0.hasSuffix("-\(word)")) }
        }
        let names = found.prefix(wordsMax).map { prefix + $0 }
        guard let last = names.last else { return "" }
        let rest = names.dropLast().joined(separator: ", ")
        return rest.isEmpty ? " Did you mean \(last)?" : " Did you mean \(rest) or \(last)?"
    }

    /// The words within a small edit distance, nearest first. The maximum is a third of the length of a word,
    /// and from 1 to 3.
    static func misspelled(_ word: String, among words: [String]) -> [String] {
        guard word.utf8.count <= wordBytesMax else { return [] }
        let near = words.enumerated().compactMap { index, candidate in
            let distance = distance(from: Array(word.utf8), to: Array(candidate.utf8))
            let distanceMax = max(1, min(3, candidate.utf8.count / 3))
            return distance <= distanceMax ? (distance: distance, index: index, word: candidate) : nil
        }
        return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.word)
    }

    /// The optimal string alignment distance in bytes: insertions, deletions, replacements, and swaps of
    /// neighbours.
    static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (byte == other ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
