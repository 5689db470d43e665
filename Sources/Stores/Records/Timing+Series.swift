package import Checklists

// Versions before schema version 10 reject unknown members, so PostgreSQL stores the new members in separate
// columns.

extension Tombstone {
    /// The tombstone without the series of its items.
    package var withoutSeries: Tombstone {
        guard var trash, trash.items.contains(where: \.hasTiming) else { return self }
        for index in trash.items.indices where trash.items[index].hasTiming {
            trash.items[index].timing = trash.items[index].timing.withoutSeries
        }
        var tombstone = self
        tombstone.trash = trash
        return tombstone
    }

    /// The series of its items, for the separate column.
    package var series: [SeriesOfItem] {
        (trash?.items ?? []).compactMap { item in
            guard item.hasTiming else { return nil }
            return item.timing.onlySeries.map { SeriesOfItem(id: item.id, timing: $0) }
        }
    }

    /// The tombstone with the series of its items, read from the separate column.
    package func with(_ series: [SeriesOfItem]) -> Tombstone {
        guard !series.isEmpty, var trash else { return self }
        let timings = Dictionary(series.map { ($0.id, $0.timing) }) { first, _ in first }
        for index in trash.items.indices {
            guard let timing = timings[trash.items[index].id] else { continue }
            trash.items[index].timing = trash.items[index].timing.with(timing)
        }
        var tombstone = self
        tombstone.trash = trash
        return tombstone
    }
}

/// The members of an item's timing that versions before schema version 10 reject.
package struct SeriesOfItem {
    package private(set) var id: Item.ID
    package private(set) var timing: Timing

    init(id: Item.ID, timing: Timing) { (self.id, self.timing) = (id, timing) }
}

extension SeriesOfItem: Record {
    package static var blank: SeriesOfItem { SeriesOfItem(id: Item.ID(rawValue: 0), timing: .blank) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("timing", &timing)
    }
}

extension Timing {
    /// The timing without the members that versions before schema version 10 reject.
    package var withoutSeries: Timing {
        var timing = self
        (timing.series, timing.movedDays) = (Series(), 0)
        timing.occurrence?.base = nil
        timing.lastStep?.occurrence.base = nil
        timing.lastStep?.series = nil
        return timing
    }

    /// Only the members that versions before schema version 10 reject, and the occurrences that have one;
    /// `nil` if there are none.
    package var onlySeries: Timing? {
        if self == withoutSeries { return nil }
        var timing = Timing()
        (timing.series, timing.movedDays) = (series, movedDays)
        if occurrence?.base != nil { timing.occurrence = occurrence }
        if lastStep?.occurrence.base != nil || lastStep?.series != nil { timing.lastStep = lastStep }
        return timing
    }

    /// The timing with the members of the separate column.
    package func with(_ other: Timing) -> Timing {
        var timing = self
        (timing.series, timing.movedDays) = (other.series, other.movedDays)
        if let occurrence = other.occurrence { timing.occurrence = occurrence }
        if let lastStep = other.lastStep { timing.lastStep = lastStep }
        return timing
    }
}
