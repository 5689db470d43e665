/// A code that is the shorter the more often a symbol comes, as DEFLATE has it (RFC 1951 §3.2.2).
struct HuffmanCode {
    /// How many bits each symbol takes; none for one that never comes.
    let lengths: [Int]
    /// The code of each symbol, its first bit the lowest.
    private let codes: [Int]

    /// A code for symbols that come so often, of at most so many bits each.
    init(frequencies: [Int], bitsMax: Int) {
        var weights = frequencies
        var lengths = Self.depths(weights)
        while lengths.contains(where: { $0 > bitsMax }) {
            // The rare come nearer to the frequent until the tree is flat enough.
            weights = weights.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = Self.depths(weights)
        }
        self.lengths = lengths
        var next = 0
        var codes = [Int](repeating: 0, count: lengths.count)
        for length in 1...bitsMax {
            next <<= 1
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = Self.reversed(next, bits: length)
                next += 1
            }
        }
        self.codes = codes
    }

    /// What is written for a symbol, its lowest bit first.
    subscript(symbol: Int) -> (code: Int, bits: Int) { (codes[symbol], lengths[symbol]) }

    /// How deep each symbol lies in the tree in which the two lightest are joined, again and again.
    private static func depths(_ weights: [Int]) -> [Int] {
        let leaves = weights.indices.filter { weights[$0] > 0 }.sorted { weights[$0] < weights[$1] }
        var depths = [Int](repeating: 0, count: weights.count)
        guard leaves.count > 1 else {
            for leaf in leaves { depths[leaf] = 1 }
            return depths
        }
        // The leaves, then what they are joined to: both from light to heavy.
        var nodes = leaves.map { weights[$0] }
        var parents = [Int](repeating: 0, count: 2 * leaves.count - 1)
        var leaf = 0
        var inner = leaves.count
        while nodes.count < parents.count {
            var weight = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < leaves.count && (inner >= nodes.count || nodes[leaf] <= nodes[inner])
                let lightest = takesLeaf ? leaf : inner
                if takesLeaf { leaf += 1 } else { inner += 1 }
                weight += nodes[lightest]
                parents[lightest] = nodes.count
            }
            nodes.append(weight)
        }
        var nodeDepths = [Int](repeating: 0, count: nodes.count)
        for node in nodes.indices.dropLast().reversed() { nodeDepths[node] = nodeDepths[parents[node]] + 1 }
        for (node, symbol) in leaves.enumerated() { depths[symbol] = nodeDepths[node] }
        return depths
    }

    private static func reversed(_ code: Int, bits: Int) -> Int {
        (0..<bits).reduce(0) { $0 << 1 | code >> $1 & 1 }
    }
}
