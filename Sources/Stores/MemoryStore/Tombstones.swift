import Checklists

/// The tombstones, by the change that made each.
struct Tombstones: Sendable {
    /// All tombstones, oldest first.
    private(set) var all: [Tombstone] = []
    /// The revision of the newest evicted tombstone.
    var horizon = Revision.zero
    /// The approximate size in files, in bytes.
    private(set) var bytes = 0

    subscript(id: Tombstone.ID) -> Tombstone? {
        let index = index(notBefore: id)
        return index < all.count && all[index].id == id ? all[index] : nil
    }

    /// The tombstones from a revision on.
    func suffix(from revision: Revision) -> ArraySlice<Tombstone> {
        all[index(notBefore: Tombstone.ID(rawValue: Int(clamping: revision.rawValue)))...]
    }

    /// Upserts a tombstone; `nil` removes it.
    mutating func put(_ new: Tombstone?, for id: Tombstone.ID) {
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

    /// Whether tombstones that a follower of some lists needs, after a revision, were evicted.
    ///
    /// - Parameter joins: The revisions at which the follower joined lists. A joined list is sent whole, so
    ///   its
    ///   older tombstones are not needed.
    func areForgotten(
        after known: Revision, for person: Person.ID?, seeing lists: Set<Checklist.ID>,
        _ joins: [Checklist.ID: Revision]
    ) -> Bool {
        suffix(from: known).contains { tombstone in
            guard tombstone.isHorizon, tombstone.revision > known else { return false }
            if !tombstone.people.isEmpty { return person.map(tombstone.people.contains) ?? false }
            return lists.contains(tombstone.checklistID)
                && joins[tombstone.checklistID].map { $0 < tombstone.revision } ?? true
        }
    }

    /// The tombstones to evict or reduce, oldest first: those too old, those over a person's limit, and
    /// horizons
    /// that a newer one covers.
    func stale(_ age: TombstoneAge) -> [Tombstone] {
        var counts: [Tombstone.Payer: Int] = [:]
        var horizons: [Checklist.ID: [Tombstone]] = [:]
        var stale: [Tombstone] = []
        for tombstone in all.reversed() {
            if age.includes(tombstone) {
                stale.append(tombstone)
            } else if tombstone.isHorizon {
                let newer = horizons[tombstone.checklistID, default: []]
                if newer.contains(where: tombstone.isCovered) {
                    stale.append(tombstone)
                } else {
                    horizons[tombstone.checklistID, default: []].append(tombstone)
                }
            } else if tombstone.trash == nil || tombstone.trash?.undo != nil {
                counts[tombstone.payer, default: 0] += 1
                if counts[tombstone.payer, default: 0] > age.tombstonesPerPersonMax {
                    stale.append(tombstone)
                }
            }
        }
        return stale.suffix(age.limit).reversed()
    }

    private func index(notBefore id: Tombstone.ID) -> Int {
        var (low, high) = (0, all.count)
        // New tombstones are appended.
        if let last = all.last, last.id < id { return high }
        while low < high {
            let middle = (low + high) / 2
            if all[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
