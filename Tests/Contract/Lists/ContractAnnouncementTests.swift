import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An announcement in a store` {
    /// A store with a list of person 1, which Ada may edit and Bea may view. Cleo is no member.
    private struct Stage {
        let contract: Contract
        let list: Checklist.ID
        let people: [Person.ID]

        var ada: Person.ID { people[0] }
        var bea: Person.ID { people[1] }
        var cleo: Person.ID { people[2] }

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            list = try await contract.list()
            var people: [Person.ID] = []
            for name in ["Ada", "Bea", "Cleo"] {
                people.append(try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id)
            }
            self.people = people
            try await contract.store.asFirst.share(list, with: ada, .edit)
            try await contract.store.asFirst.share(list, with: bea, .view)
        }

        func session(_ person: Person.ID) async throws -> Session {
            Session(try await contract.store, for: .person(person, device: nil))
        }

        /// Adds a channel for reminders; by default one of ntfy.
        @discardableResult func channel(
            of person: Person.ID, _ fill: (inout WebhookDraft) -> Void = { _ in }
        ) async throws -> Webhook.ID {
            var draft = WebhookDraft(url: "https://ntfy.example.org/lists", secret: .sample(1))
            draft.format = .ntfy
            fill(&draft)
            return try await session(person).addWebhook(draft, idempotencyKey: nil).value.id
        }

        /// Announces shopping. The messages name the member, the list and the time.
        func announce(as person: Person.ID = .first) async throws -> Idempotent<Announcement> {
            try await session(person).announce(.shopping, on: list) { announcement, list, name, _ in
                Array("\(name) \(list.name) \(announcement.announcedAt.milliseconds)".utf8)
            }
        }

        /// The queued messages, by the owner of their channel.
        func messages() async throws -> [Person.ID: [String]] {
            try await contract.listing.due.reduce(into: [:]) { messages, due in
                messages[due.webhook.personID, default: []].append(
                    String(decoding: due.delivery.body, as: UTF8.self))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `sends one message to each channel of the other members`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        for person in [Person.ID.first] + stage.people { try await stage.channel(of: person) }
        try await stage.channel(of: stage.bea) { draft in
            draft.format = .template(Webhook.Template(body: "{{title}}"))
        }
        let before = try await stage.contract.store.asFirst.checklist(stage.list)
        let announced = try await stage.announce(as: stage.ada)
        let now = stage.contract.now
        #expect(
            announced.value
                == Announcement(.shopping, by: stage.ada, at: now, notifiedIDs: [.first, stage.bea]))
        #expect(!announced.isReplay)
        let message = "Ada Groceries \(now.milliseconds)"
        try await #expect(stage.messages() == [.first: [message], stage.bea: [message, message]])
        let due = try await stage.contract.listing.due
        #expect(Set(due.map(\.delivery.messageID)).count == 1)
        #expect(due.allSatisfy { $0.delivery.event == Delivery.announcementEvent })
        #expect(due.allSatisfy { $0.delivery.itemID == nil && !$0.delivery.late })
        // Clients see no change of the list.
        var after = try await stage.contract.store.asFirst.checklist(stage.list)
        #expect(after.revision == before.revision && after.announcements == [announced.value])
        after.announcements = []
        #expect(after == before)
    }

    @Test(arguments: StoreKind.allCases) func `is sent once an hour, by each member and on each list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        for person in [Person.ID.first, stage.ada, stage.bea] { try await stage.channel(of: person) }
        let first = try await stage.announce().value
        stage.contract.advance(milliseconds: Limits.announcementMilliseconds - 1)
        try await stage.contract.expectNoChange {
            let again = try await stage.announce()
            #expect(again.isReplay && again.value == first)
        }
        let other = try await stage.announce(as: stage.ada)
        #expect(!other.isReplay && other.value.notifiedIDs == [.first, stage.bea])
        stage.contract.advance(milliseconds: 1)
        let later = try await stage.announce()
        #expect(!later.isReplay && later.value.notifiedIDs == [stage.ada, stage.bea])
        let list = try await stage.contract.store.asFirst.checklist(stage.list)
        #expect(list.announcements == [other.value, later.value])
        let next = try await stage.contract.list("Hardware store")
        try await stage.contract.store.asFirst.share(next, with: stage.ada, .view)
        let elsewhere = try await stage.contract.store.asFirst.announce(.shopping, on: next) { _, _, _, _ in
            []
        }
        #expect(!elsewhere.isReplay && elsewhere.value.notifiedIDs == [stage.ada])
    }

    @Test(arguments: StoreKind.allCases) func `drops former members from older records`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        for person in [Person.ID.first, stage.ada, stage.bea] { try await stage.channel(of: person) }
        let first = try await stage.announce().value
        #expect(first.notifiedIDs == [stage.ada, stage.bea])
        try await stage.session(.first).removeMember(stage.bea, from: stage.list, ifMatch: nil)
        // A repetition gets the first result, even after the members have changed.
        try await stage.contract.expectNoChange {
            let again = try await stage.announce()
            #expect(again.isReplay && again.value == first)
        }
        let other = try await stage.announce(as: stage.ada).value
        var left = first
        left.notifiedIDs = [stage.ada]
        try await #expect(stage.session(.first).checklist(stage.list).announcements == [left, other])
        try await stage.session(.first).removeMember(stage.ada, from: stage.list, ifMatch: nil)
        try await stage.session(.first).share(stage.list, with: stage.cleo, .edit)
        let last = try await stage.announce(as: stage.cleo).value
        left.notifiedIDs = []
        try await #expect(stage.session(.first).checklist(stage.list).announcements == [left, last])
    }

    @Test(arguments: StoreKind.allCases) func `does not reach members who get no reminders of the list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let other = try await stage.contract.list("Other")
        try await stage.contract.store.asFirst.share(other, with: stage.ada, .view)
        try await stage.channel(of: stage.ada) { $0.format = .standard }
        try await stage.channel(of: stage.ada) { $0.checklistIDs = [other] }
        try await stage.channel(of: stage.ada) { $0.active = false }
        try await stage.channel(of: stage.ada) { $0.events = [.itemCreated] }
        try await stage.channel(of: stage.bea)
        for fill: (inout ListPreferencesPatch) -> Void in [
            { $0.isMuted = true },
            { ($0.isMuted, $0.isArchived) = (false, true) },
        ] {
            var patch = ListPreferencesPatch()
            fill(&patch)
            _ = try await stage.session(stage.bea).updateMembership(patch, on: stage.list)
            try await stage.contract.expectNoChange {
                let unsent = try await stage.announce()
                #expect(!unsent.isReplay && unsent.value.notifiedIDs.isEmpty)
            }
        }
        // An announcement without messages does not count.
        try await stage.channel(of: stage.ada) { $0.checklistIDs = [stage.list] }
        let announced = try await stage.announce()
        #expect(!announced.isReplay && announced.value.notifiedIDs == [stage.ada])
    }

    @Test(arguments: StoreKind.allCases) func `reaches a member on the newest of many channels`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        var channels: [Webhook.ID] = []
        for _ in 0..<Limits.announcementChannelsMax + 2 {
            channels.append(try await stage.channel(of: stage.ada))
        }
        try await #expect(stage.announce().value.notifiedIDs == [stage.ada])
        let due = try await stage.contract.listing.due
        #expect(Set(due.map(\.webhook.id)) == Set(channels.dropFirst(2)))
        #expect(due.count == Limits.announcementChannelsMax)
    }

    @Test(arguments: StoreKind.allCases) func `needs a person who may edit the list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.channel(of: .first)
        try await stage.contract.expect(.roleNeeded(.edit)) { _ = try await stage.announce(as: stage.bea) }
        try await stage.contract.expect(.notFound(.checklist)) {
            _ = try await stage.announce(as: stage.cleo)
        }
        let link = try await stage.contract.store.asFirst.addLink(
            to: stage.list, .edit, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        try await stage.contract.expect(.personNeeded) {
            let guest = Session(try await stage.contract.store, for: .guest(link.id, on: stage.list))
            _ = try await guest.announce(.shopping, on: stage.list) { _, _, _, _ in [] }
        }
    }
}
