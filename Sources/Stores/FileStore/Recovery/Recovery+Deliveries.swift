import Checklists
import MemoryStore
import Records

// Restores people, tombstones, webhooks and the delivery log from files and journal.

extension Recovery {
    mutating func restorePeople(
        _ file: PeopleFile?, _ references: References
    ) throws(StorageError) {
        if let file { try reach(file.revision, of: FileName.people) }
        let touched = journal.replay.people
        changed.people = !touched.isEmpty || isRepaired(file)
        let untouched = (file?.records ?? []).filter { touched[$0.id] == nil }
        for var person in untouched + touched.values.compactMap(\.value) {
            if let notice = references.repair(&person) {
                notices.append(notice)
                changed.people = true
            }
            memory.restore(person)
        }
        var sequences = Sequences()
        for id in touched.keys { sequences.raise(above: id) }
        memory.restore(sequences)
    }

    mutating func restoreTombstones() throws(StorageError) {
        let name = FileName.tombstones
        let file = try folder.content(of: name) { bytes throws(FormatError) in try TombstonesFile(bytes) }
        if let file { try reach(file.revision, of: name) }
        let touched = journal.replay.tombstones
        changed.tombstones = !touched.isEmpty || isRepaired(file)
        for tombstone in file?.records ?? [] where touched[tombstone.id] == nil { memory.restore(tombstone) }
        memory.restore(tombstonesHorizon: settings.tombstonesHorizon)
        for (id, state) in touched.sorted(by: { $0.key < $1.key }) {
            if let tombstone = state.value {
                memory.restore(tombstone)
            } else {
                memory.restore(tombstonesHorizon: Revision(rawValue: UInt64(id.rawValue)))
            }
        }
    }

    mutating func restoreWebhooks(_ references: References) throws(StorageError) {
        let name = FileName.webhooks
        let file = try folder.content(of: name) { bytes throws(FormatError) in try WebhooksFile(bytes) }
        if let file { try reach(file.revision, of: name) }
        let touched = journal.replay.webhooks
        changed.webhooks = !touched.isEmpty || isRepaired(file)
        let untouched = (file?.records ?? []).filter { touched[$0.id] == nil }
        for known in untouched + touched.values.compactMap(\.value) {
            var webhook = Optional(known)
            if let notice = references.repair(&webhook) {
                notices.append(notice)
                changed.webhooks = true
            }
            if let webhook { memory.restore(webhook) }
        }
        let touchedMax = touched.keys.map(\.rawValue).max() ?? 0
        var sequences = settings.sequences
        sequences[Webhook.ID.self] = max(sequences[Webhook.ID.self], Webhook.ID(rawValue: touchedMax + 1))
        memory.restore(sequences)
    }

    mutating func restoreDeliveries() throws(StorageError) {
        try checkDeliveryFiles()
        let touched = journal.replay.deliveries
        changed.deliveries = Set(touched.keys.map(DeliveriesFile.number))
        for number in deliveryFiles.sorted() {
            let name = FileName.deliveries(number)
            let file = try folder.content(of: name) { bytes throws(FormatError) in try DeliveriesFile(bytes) }
            guard let file else { continue }
            try reach(file.revision, of: name)
            if isRepaired(file) { changed.deliveries.insert(number) }
            for delivery in file.records where touched[delivery.id] == nil { restore(delivery) }
        }
        for state in touched.values {
            if let delivery = state.value { restore(delivery) }
        }
        let touchedMax = touched.keys.map(\.rawValue).max() ?? 0
        var sequences = Sequences()
        sequences[Delivery.ID.self] = Delivery.ID(rawValue: touchedMax + 1)
        memory.restore(sequences)
    }

    /// Restores a delivery, or drops it if its webhook no longer exists.
    private mutating func restore(_ delivery: Delivery) {
        if memory.webhook(delivery.webhookID) != nil { return memory.restore(delivery) }
        notices.append(References.notice(dropping: delivery))
        changed.deliveries.insert(DeliveriesFile.number(of: delivery.id))
    }

    /// Whether a file was repaired by hand. The next checkpoint rewrites it with a checksum.
    private mutating func isRepaired(_ file: RecordFile<some FileRecord>?) -> Bool {
        guard let file, !file.hasChecksum else { return false }
        isRepaired = true
        return true
    }

    /// Checks that the files named in the settings exist.
    func checkOtherFiles() throws(StorageError) {
        for name in settings.files where !otherFiles.contains(name) {
            guard !allowsNewerFiles || FileName.uncovered.contains(name) else { continue }
            throw .unlisted(folder.path(of: name))
        }
    }

    /// Checks that every part of the log has its file. A part may be missing if the journal deletes one of
    /// its deliveries, because a checkpoint removes an empty part.
    private func checkDeliveryFiles() throws(StorageError) {
        let deleted = Set(
            journal.replay.deliveries.filter { $0.value.value == nil }.keys.map(DeliveriesFile.number))
        for number in settings.deliveries where !deliveryFiles.contains(number) && !deleted.contains(number) {
            guard !allowsNewerFiles else { continue }
            throw .unlisted(folder.path(of: FileName.deliveries(number)))
        }
    }
}
