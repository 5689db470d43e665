/// The pairs of brackets in the text of a task that has inline fields.
struct BracketPairs {
    /// The index of the closing bracket of each opening one; 0 for none. Empty where the text has no `::`.
    private var closes: [Int] = []

    init(_ scalars: [Unicode.Scalar]) {
        guard zip(scalars, scalars.dropFirst()).contains(where: { $0 == ":" && $1 == ":" }) else { return }
        closes = Array(repeating: 0, count: scalars.count)
        var (squares, rounds): ([Int], [Int]) = ([], [])
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "\\": if index + 1 < scalars.count, scalars[index + 1].isEscapable { index += 1 }
            case "[": squares.append(index)
            case "(": rounds.append(index)
            case "]": if let open = squares.popLast() { closes[open] = index }
            case ")": if let open = rounds.popLast() { closes[open] = index }
            default: break
            }
            index += 1
        }
    }

    /// The index of the bracket that closes another one; `nil` if none does.
    func close(of open: Int) -> Int? { closes.isEmpty || closes[open] == 0 ? nil : closes[open] }
}

/// The spans of code in the text of a task (CommonMark 0.31 §6.1).
struct CodeSpans {
    private let scalars: [Unicode.Scalar]
    /// The starts of the runs of backticks, by their length.
    private var starts: [Int: [Int]] = [:]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        var index = 0
        while index < scalars.count {
            let end = endOfRun(from: index)
            if end > index { starts[end - index, default: []].append(index) }
            index = max(end, index + 1)
        }
    }

    private func endOfRun(from start: Int) -> Int {
        var end = start
        while end < scalars.count, scalars[end] == "`" { end += 1 }
        return end
    }

    /// The end of the code that begins at a backtick, or of its backticks where no others close it.
    func end(from start: Int) -> Int {
        let end = endOfRun(from: start)
        let (count, candidates) = (end - start, starts[end - start] ?? [])
        // The first run of this length from `end` on.
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle] < end { low = middle + 1 } else { high = middle }
        }
        return low < candidates.count ? candidates[low] + count : end
    }
}
