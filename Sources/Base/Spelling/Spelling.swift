/// Suggests words for a misspelled word.
public enum Spelling {
    /// The maximum length of a word. It bounds the work, which grows with the square of the length.
    public static let wordBytesMax = 64

    /// The words within one to three edits of a word, the nearest first. An edit is an insertion, a deletion,
    /// a replacement or a swap of neighbours. A third of a word may differ, or one byte if the first byte
    /// differs.
    public static func words(near word: String, among words: [String]) -> [String] {
        guard word.utf8.count <= wordBytesMax else { return [] }
        typealias Candidate = (distance: Int, index: Int, word: String)
        let near = words.enumerated().compactMap { index, candidate -> Candidate? in
            let beginsAlike = word.utf8.first == candidate.utf8.first
            let distanceMax = beginsAlike ? max(1, min(3, candidate.utf8.count / 3)) : 1
            // The difference in length is a lower bound of the distance. A word of edits alone does not
            // count.
            guard candidate.utf8.count > distanceMax,
                abs(word.utf8.count - candidate.utf8.count) <= distanceMax
            else { return nil }
            let distance = distance(from: Array(word.utf8), to: Array(candidate.utf8))
            return distance <= distanceMax ? (distance: distance, index: index, word: candidate) : nil
        }
        return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.word)
    }

    /// The number of edits between two words, by bytes (the optimal string alignment distance).
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
