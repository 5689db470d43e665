package import Checklists

/// Counts of new ids, by kind.
package struct IDCounts: Sendable {
    private var counts = PerSequence(repeating: 0)

    /// Zero of every kind.
    package init() {}

    package subscript(kind: Sequences.Kind) -> Int {
        get { counts[kind] }
        set { counts[kind] = newValue }
    }

    /// Adds the count of a need for new ids; ignores other needs.
    package mutating func add(_ need: Need) {
        if case .newIDs(let kind, let count) = need { counts[kind] += count }
    }

    /// The total of all kinds.
    package var sum: Int { Sequences.Kind.allCases.reduce(0) { $0 + counts[$1] } }

    /// Adds other counts.
    package mutating func add(_ other: IDCounts) {
        for kind in Sequences.Kind.allCases { counts[kind] += other.counts[kind] }
    }

    /// The counts beyond the unused ids; never negative.
    package func without(_ unused: IDCounts) -> IDCounts {
        var missing = IDCounts()
        for kind in Sequences.Kind.allCases { missing[kind] = max(0, counts[kind] - unused.counts[kind]) }
        return missing
    }
}

/// Unused ids of one kind, ascending.
struct IDPool: Sendable {
    /// A slice: an import removes 100,000 ids one by one from its beginning.
    private var slice: ArraySlice<Int> = []
    /// How many ids the rule took since `begin`.
    private(set) var taken = 0

    var count: Int { slice.count }

    /// Whether the rule took more ids than are loaded.
    var isLacking: Bool { taken > slice.count }

    mutating func begin() { taken = 0 }

    mutating func add(_ new: [Int]) {
        let isAscending = slice.isEmpty || zip(slice.suffix(1), new).allSatisfy(<)
        slice += new
        if !isAscending { slice.sort() }
    }

    /// The next id that was not taken since `begin`; 0, which is not valid, if none is left.
    mutating func take() -> Int {
        defer { taken += 1 }
        return taken < slice.count ? slice[slice.startIndex + taken] : 0
    }

    /// The next `count` ids; none if fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<Int> {
        defer { taken += count }
        return taken + count > slice.count ? [] : slice.dropFirst(taken).prefix(count)
    }

    /// Removes the ids up to one that a change used.
    mutating func remove(through id: Int) { slice = slice.drop { $0 <= id } }
}
