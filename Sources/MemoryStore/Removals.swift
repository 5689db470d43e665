import Checklists

/// What went out of sight, by the changes that did it.
struct Removals: Sendable {
    /// The oldest first.
    private(set) var all: [Removal] = []
    /// The newest of those that are forgotten.
    var horizon = Revision.zero
    /// About how many bytes they take in files.
    private(set) var bytes = 0

    /// What a change took out of sight.
    subscript(id: Removal.ID) -> Removal? {
        let index = index(notBefore: id)
        return index < all.count && all[index].id == id ? all[index] : nil
    }

    /// Those from a change on.
    func suffix(from revision: Revision) -> ArraySlice<Removal> {
        all[index(notBefore: Removal.ID(rawValue: Int(clamping: revision.rawValue)))...]
    }

    /// Makes one what it is now; `nil` if it is no more.
    mutating func put(_ new: Removal?, for id: Removal.ID) {
        let index = index(notBefore: id)
        let isKnown = index < all.count && all[index].id == id
        if isKnown { bytes -= all[index].storedBytes }
        bytes += new?.storedBytes ?? 0
        switch (isKnown, new) {
        case (true, let new?): all[index] = new
        case (true, nil): all.remove(at: index)
        case (false, let new?): all.insert(new, at: index)
        case (false, nil): break
        }
    }

    /// Those that are too old to be kept as they are, the oldest first.
    func stale(_ age: RemovalAge) -> [Removal] {
        let surplus = max(0, all.count - age.countMax)
        let old = all[surplus...].lazy.filter(age.includes)
        return Array((all[..<surplus] + old).prefix(age.limit))
    }

    private func index(notBefore id: Removal.ID) -> Int {
        var (low, high) = (0, all.count)
        // What is new comes last.
        if let last = all.last, last.id < id { return high }
        while low < high {
            let middle = (low + high) / 2
            if all[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
