import Checklists
import MemoryStore
import StoreFixtures
import Testing

extension MemoryStore {
    /// A memory in which each kind of reference names a record that does not exist: person 9, section 7, item
    /// 99, list 77.
    static var dangling: MemoryStore {
        func person(_ id: Int) -> Person.ID { Person.ID(rawValue: id) }
        func item(_ id: Int, _ list: Int, _ fill: (inout Item) -> Void) -> Item {
            var item = Item(
                id: Item.ID(rawValue: id), checklistID: Checklist.ID(rawValue: list), text: "Item \(id)",
                position: id, createdAt: Sample.moment, updatedAt: Sample.moment,
                revision: Revision(rawValue: 5))
            fill(&item)
            return item
        }
        func list(_ id: Int, _ members: [Member]) -> Checklist {
            Checklist(
                id: Checklist.ID(rawValue: id), name: "List \(id)", icon: .folder, members: members,
                createdAt: Sample.moment, updatedAt: Sample.moment, revision: Revision(rawValue: 5))
        }
        var memory = MemoryStore()
        let members = [Member(.first, .own), Member(person(2), .edit), Member(person(9), .view)]
        memory.restore(
            list(1, members),
            items: [
                item(1, 1) {
                    $0.assigneeID = person(9)
                    $0.details.sectionID = Section.ID(rawValue: 7)
                },
                item(2, 1) { $0.details.parentID = Item.ID(rawValue: 99) },
                item(3, 1) { $0.assigneeID = person(2) },
                item(4, 1) {
                    $0.assigneeID = person(8)
                    $0.details.parentID = Item.ID(rawValue: 3)
                },
            ])
        memory.restore(list(2, [Member(person(9), .own)]), items: [item(5, 2) { _ in }])
        var ada = Person(
            id: person(2), name: "Ada", createdAt: Sample.moment, updatedAt: Sample.moment,
            revision: Revision(rawValue: 5))
        for device in [nil, 6] {
            ada.proposals.append(
                Proposal(
                    id: Proposal.ID(rawValue: device ?? 1), deviceID: device.map { Device.ID(rawValue: $0) },
                    createdAt: Sample.moment, effect: ProposedEffect(asOf: .zero, changes: []),
                    operations: "[]"))
        }
        memory.restore(ada)
        for (owner, selected) in [(1, 77), (2, 2), (9, 1)] {
            var preferences = Preferences(of: person(owner))
            preferences.selectedChecklistID = Checklist.ID(rawValue: selected)
            preferences.revision = Revision(rawValue: 5)
            memory.restore(preferences)
        }
        for (id, owner) in [(1, 9), (2, 1)] {
            memory.restore(
                Webhook(
                    id: Webhook.ID(rawValue: id), personID: person(owner), url: "https://example.org/hook",
                    description: "", events: [.reminderDue], checklistIDs: [Checklist.ID(rawValue: 77)],
                    active: true, secret: .sample(1), createdAt: Sample.moment, updatedAt: Sample.moment,
                    revision: Revision(rawValue: 5)))
            memory.restore(
                Delivery(
                    id: Delivery.ID(rawValue: id), webhookID: Webhook.ID(rawValue: id), messageID: "m\(id)",
                    event: "webhook.test", itemID: Item.ID(rawValue: 99), body: [7],
                    nextAttemptAt: Sample.moment, createdAt: Sample.moment, revision: Revision(rawValue: 5)))
        }
        memory.restore(revision: Revision(rawValue: 5))
        return memory
    }

    /// Expects the content of `dangling` without its references to missing records.
    static func expectRepaired(_ memory: MemoryStore) {
        let lists = memory.checklistIDs.compactMap { memory.checklist($0) }
        #expect(lists.map { $0.members.map(\.personID.rawValue) } == [[1, 2], [1]])
        #expect(lists.map { $0.members.first?.role } == [.own, .own])
        let items = (1...5).compactMap { memory.item(Item.ID(rawValue: $0)) }
        #expect(items.map { $0.assigneeID?.rawValue } == [nil, nil, 2, nil, nil])
        #expect(items.map { $0.parentID?.rawValue } == [nil, nil, nil, 3, nil])
        #expect(items.allSatisfy { $0.sectionID == nil })
        #expect(memory.allPreferences.map(\.personID.rawValue) == [1, 2])
        #expect(memory.allPreferences.allSatisfy { $0.selectedChecklistID == nil })
        #expect(memory.person(Person.ID(rawValue: 2))?.proposals.map(\.id.rawValue) == [1])
        #expect(memory.webhooks().map(\.id.rawValue) == [2])
        #expect(memory.deliveries(in: 0..<10).map(\.id.rawValue) == [2])
    }
}
