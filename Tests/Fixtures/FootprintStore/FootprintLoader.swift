package import Checklists
package import Footprints
package import MemoryStore

/// Loads a footprint from a memory store.
package struct FootprintLoader {
    private var memory: MemoryStore
    /// How many neighbours to omit: a fault, for tests that check the tests.
    private let neighboursLeftOut: Int

    /// A loader over a copy of the memory.
    package init(_ memory: MemoryStore, neighboursLeftOut: Int = 0) {
        self.memory = memory
        self.memory.begin(at: memory.now)
        self.neighboursLeftOut = neighboursLeftOut
    }

    /// Loads one need.
    package mutating func load(_ need: Need, into footprint: inout Footprint) {
        // Once: it forgets which numbers are allocated.
        if memory.now != footprint.now { memory.begin(at: footprint.now) }
        switch need {
        case .checklist(let id): footprint.load(memory.checklist(id), for: id)
        case .item(let id): footprint.load(memory.item(id), for: id)
        case .itemID(let uid): footprint.load(memory.itemID(of: uid), of: uid)
        case .items(let id): footprint.load(allItems: Array(memory.items(of: id)), of: id)
        case .subtasks(let id): footprint.load(subtasks: memory.subtasks(of: id), of: id)
        case .taggedItems(let key, let lists):
            footprint.load(memory.items(tagged: key, on: lists), tagged: key, on: lists)
        case .lastPosition(let id): load(.last, on: id, reach: 1, into: &footprint)
        case .neighbours(let placement, let id, let reach):
            load(placement, on: id, reach: reach, into: &footprint)
        case .dueReminders(let moment, let limit):
            footprint.load(memory.dueReminders(since: moment, limit: limit), since: moment, limit: limit)
        case .dueReset: footprint.load(memory.dueReset())
        case .preferences(let person): footprint.load(memory.preferences(of: person))
        case .person(let id): footprint.load(memory.person(id), for: id)
        case .tombstone(let id): footprint.load(memory.tombstone(id), for: id)
        case .allTrash: footprint.load(allTrash: memory.allTrash())
        case .staleTombstones(let age): footprint.load(memory.staleTombstones(age), stale: age)
        case .trash(let person): footprint.load(memory.trash(ownedBy: person), ownedBy: person)
        case .undoRecords(let person): footprint.load(memory.undoRecords(of: person), undoneBy: person)
        case .checklistIDs(let person): footprint.load(memory.checklistIDs(of: person), of: person)
        case .owner(let digest): footprint.load(memory.owner(ofSecret: digest), ofSecret: digest)
        case .webhook(let id): footprint.load(memory.webhook(id), for: id)
        case .webhooks(let person):
            footprint.load(allWebhooks: memory.webhooks(of: person), of: person)
        case .delivery(let id): footprint.load(memory.delivery(id), for: id)
        case .claim(let id): footprint.load(memory.claim(on: id), for: id)
        case .recentMessages(let id): footprint.load(memory.recentMessages(to: id), to: id)
        case .deliveries(let id): footprint.load(allDeliveries: memory.deliveries(to: id), to: id)
        case .finishedDeliveriesCount:
            footprint.load(finishedDeliveriesCount: memory.finishedDeliveriesCount())
        case .finishedDeliveries(let moment, let limit):
            footprint.load(
                finishedDeliveries: memory.finishedDeliveries(before: moment, limit: limit), for: need)
        case .surplusDeliveries(let person, let share, let limit):
            footprint.load(
                finishedDeliveries: memory.surplusDeliveries(of: person, beyond: share, limit: limit),
                for: need)
        case .idempotencyRecord(let key): footprint.load(memory.idempotencyRecord(key), for: key)
        case .newIDs(let kind, let count):
            footprint.load((0..<count).map { _ in memory.allocate(kind) }, of: kind)
        }
    }

    private func load(
        _ placement: ItemPlacement, on id: Checklist.ID, reach: Int, into footprint: inout Footprint
    ) {
        var neighbours = memory.neighbours(of: placement, on: id, reach: reach)
        if neighbours.before.count == reach {
            neighbours.before.removeFirst(min(neighboursLeftOut, neighbours.before.count))
        }
        footprint.load(neighbours, of: placement, on: id, reach: reach)
    }
}
