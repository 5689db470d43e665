import Checklists
import MemoryStore
import Testing

@testable import checklistd

@Suite struct `An administrator` {
    private let store = VolatileStore(epoch: Epoch(rawValue: 0), now: { Timestamp(milliseconds: 1_000) })

    private func refusal(
        _ body: (StoreAdministration) async throws(Failure) -> Void
    ) async -> Failure? {
        do throws(Failure) {
            try await body(StoreAdministration(store))
            return nil
        } catch {
            return error
        }
    }

    @Test func `adds people who sign in, and removes them`() async throws {
        let administration = StoreAdministration(store)
        let id = try await administration.addPerson(named: " Ada ")
        #expect(try await store.person(id).name == "Ada")
        let link = try await administration.addSignInLink(for: id, .read)
        #expect(link.secret.hasPrefix("cll_"))
        #expect(link.expiresAt == "1970-01-02T00:00:01.000Z")
        #expect(try await store.person(id).signInLinks.map(\.scope) == [.read])
        try await administration.removePerson(id, transferringTo: .first)
        await #expect(throws: ChecklistsError.notFound(.person)) { try await store.person(id) }
    }

    @Test func `is refused in the words of the command line`() async throws {
        let nobody = Person.ID(rawValue: 7)
        var refused = await refusal { administration throws(Failure) in
            _ = try await administration.addPerson(named: "")
        }
        #expect(refused?.status == .cannotCreate)
        #expect(refused?.message == "The name must not be empty.")
        refused = await refusal { administration throws(Failure) in
            try await administration.removePerson(nobody, transferringTo: nil)
        }
        #expect(refused?.status == .noInput)
        #expect(refused?.message.hasPrefix("There is no such person. List the ids") == true)
        let id = try await StoreAdministration(store).addPerson(named: "Ada")
        refused = await refusal { administration throws(Failure) in
            try await administration.removePerson(id, transferringTo: nobody)
        }
        #expect(refused?.message == "--transfer-to must be the id of another person.")
        let ada = Session(store, for: .person(id, device: nil))
        let list = try await ada.addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil).value
        refused = await refusal { administration throws(Failure) in
            try await administration.removePerson(id, transferringTo: nil)
        }
        #expect(
            refused?.message
                == "Person \(id) is the only owner of lists \(list.id); "
                + "name their next owner with --transfer-to.")
        refused = await refusal { administration throws(Failure) in
            try await administration.removeDevice(Device.ID(rawValue: 1), of: id)
        }
        #expect(refused?.message.hasPrefix("There is no such device.") == true)
    }
}
