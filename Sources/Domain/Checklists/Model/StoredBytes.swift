// Estimates of sizes in JSON files. Apart from its texts, each kind of record has about a constant size.

extension Checklist {
    /// The approximate size in a file, without the items.
    package var storedBytes: Int {
        Self.storedBytesBesideParts + name.utf8.count + partBytes
    }

    /// The part of `storedBytes` that the collection, the sections and the awaited tasks take.
    package var partBytes: Int {
        collectionBytes + sectionBytes + (uid == nil ? 0 : 75)
            + (awaitsTasks ? 25 * awaited.entries.count : 0)
    }

    /// The part of `storedBytes` that the sections take.
    private var sectionBytes: Int {
        guard hasSections else { return 0 }
        let sections = sections
        return sections.all.reduce(50 + 11 * sections.memory.entries.count) {
            $0 + 25 + $1.name.utf8.count + ($1.uid == nil ? 0 : 75)
        }
    }

    /// The part of `storedBytes` that the collection takes.
    package var collectionBytes: Int {
        collection.map { 50 + 50 * $0.properties.count + $0.bytesCount } ?? 0
    }

    /// The part of `storedBytes` besides the name and the parts.
    package static let storedBytesBesideParts = 200
}

extension Item {
    /// The approximate size in a file.
    package var storedBytes: Int {
        var bytes = 300 + text.utf8.count + notes.utf8.count + (uid?.utf8.count ?? 0)
        if hasTiming {
            bytes += 250 + 50 * timing.alarms.count
            if timing.hasSeries { bytes += 100 + 50 * timing.series.exceptionsCount }
            if let series = timing.lastStep?.series { bytes += 100 + 50 * series.exceptionsCount }
        }
        if hasDetails {
            let details = details
            bytes += 150 + (details.parentUID?.utf8.count ?? 0)
            bytes += details.tags.reduce(0) { $0 + 5 + $1.utf8.count }
        }
        if hasLocation, let location {
            let texts = [location.street, location.postalCode, location.city, location.country]
            bytes += texts.reduce(100) { $0 + ($1?.utf8.count ?? 0) }
        }
        if hasCalendarObject, let calendarObject {
            bytes += 50 + (calendarObject.name?.utf8.count ?? 0) + calendarObject.text.utf8.count
        }
        return bytes
    }
}

extension Delivery {
    /// The approximate size in a file.
    package var storedBytes: Int { Self.storedBytesBesideBody + body.count }

    /// The part of `storedBytes` besides the body.
    package static let storedBytesBesideBody = 300
}

extension IdempotencyRecord {
    /// The approximate size in a file.
    package var storedBytes: Int {
        Self.storedBytesBesideResult + key.key.utf8.count + result.storedBytes
    }

    /// The part of `storedBytes` besides the key and the result.
    package static let storedBytesBesideResult = 200
}

extension IdempotencyRecord.Result {
    /// The approximate size in a file.
    fileprivate var storedBytes: Int {
        switch self {
        case .checklist(let checklist): checklist.storedBytes
        case .item(let item): item.storedBytes
        case .items(let items): items.reduce(0) { $0 + $1.storedBytes }
        case .delivery(let delivery): delivery.storedBytes
        case .view(let revised):
            revised.view.query.reduce(0) { $0 + 25 + $1.name.utf8.count + $1.value.utf8.count }
        case .batch(let results): results.reduce(0) { $0 + 30 + $1.storedBytes }
        case .webhook, .imported, .person, .changed, .deletion: 0
        }
    }
}

extension Tombstone {
    /// The approximate size in a file.
    package var storedBytes: Int {
        if isVoid { return 0 }
        let trashBytes = trash.map { trash in
            (trash.checklist?.storedBytes ?? 0) + trash.items.reduce(0) { $0 + $1.storedBytes }
                + (trash.undo?.storedBytes ?? 0)
        }
        let nameBytes = names.values.reduce(0) { $0 + 15 + $1.utf8.count }
        return 150 + 10 * itemIDs.count + 10 * people.count + nameBytes + (trashBytes ?? 0)
    }
}
