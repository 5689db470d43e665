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
        let new = new?.isVoid == true ? nil : new
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

    /// Whether tombstones after a change are forgotten for a follower who sees some lists.
    ///
    /// - Parameter joins: By which change the follower came to lists, which come whole since then.
    func areForgotten(
        after known: Revision, for person: Person.ID?, seeing lists: Set<Checklist.ID>,
        _ joins: [Checklist.ID: Revision]
    ) -> Bool {
        suffix(from: known).contains { removal in
            guard removal.isHorizon, removal.revision > known else { return false }
            if !removal.people.isEmpty { return person.map(removal.people.contains) ?? false }
            return lists.contains(removal.checklistID)
                && joins[removal.checklistID].map { $0 < removal.revision } ?? true
        }
    }

    /// Those that are not to be kept as they are, the oldest first: what is too old, what is beyond the share
    /// of a person, and horizons that newer ones cover.
    func stale(_ age: RemovalAge) -> [Removal] {
        var counts: [Removal.Payer: Int] = [:]
        var horizons: [Checklist.ID: [Removal]] = [:]
        var stale: [Removal] = []
        for removal in all.reversed() {
            if age.includes(removal) {
                stale.append(removal)
            } else if removal.isHorizon {
                let newer = horizons[removal.checklistID, default: []]
                if newer.contains(where: removal.isCovered) {
                    stale.append(removal)
                } else {
                    horizons[removal.checklistID, default: []].append(removal)
                }
            } else if removal.trash == nil {
                counts[removal.payer, default: 0] += 1
                if counts[removal.payer, default: 0] > age.tombstonesPerPersonMax { stale.append(removal) }
            }
        }
        return stale.suffix(age.limit).reversed()
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
