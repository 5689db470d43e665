/// Finds the name that is most like a misspelled one.
enum EditDistance {
    /// Longer names are cut to this many characters before they are compared.
    private static let charactersMax = 64

    /// The nearest name, upper and lower case aside. Of several equally near ones it is the first in order.
    static func nearest(to name: String, among names: [String]) -> String? {
        let wanted = name.prefix(charactersMax).lowercased()
        return names.sorted().min { left, right in
            distance(from: wanted, to: left.lowercased()) < distance(from: wanted, to: right.lowercased())
        }
    }

    /// The number of characters to insert, delete or replace (Levenshtein distance).
    private static func distance(from left: String, to right: String) -> Int {
        let right = Array(right)
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (character == other ? 0 : 1)
                current.append(min(replaced, last[column + 1] + 1, current[column] + 1))
            }
            last = current
        }
        return last[right.count]
    }
}
