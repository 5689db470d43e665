import Checklists
import Testing

@Suite struct `A repeated request` {
    @Test(arguments: RepositoryKind.allCases) func `is answered as the first and changes nothing`(
        kind: RepositoryKind
    ) async throws {
        let contract = try await RepositoryContract(kind)
        let repository = contract.repository
        let list = try await contract.list()
        let items = try await contract.items("A", "B", on: list)
        let requests: [(String, () async throws -> Once<OnceRecord.Result>)] = [
            (
                "checklist",
                { .init(try await repository.addChecklist(ChecklistDraft(name: "C"), once: .sample("1"))) }
            ),
            (
                "item",
                { .init(try await repository.addItem(ItemDraft(text: "C"), to: list, once: .sample("2"))) }
            ),
            (
                "toggle",
                { .init(try await repository.toggleItem(items[0], ifMatch: nil, once: .sample("3"))) }
            ),
            (
                "move",
                {
                    .init(
                        try await repository.moveItem(items[0], to: .last, ifMatch: nil, once: .sample("4")))
                }
            ),
            (
                "stay",
                {
                    .init(
                        try await repository.moveItem(items[0], to: .last, ifMatch: nil, once: .sample("5")))
                }
            ),
        ]
        var answers: [OnceRecord.Result] = []
        for (name, request) in requests {
            let first = try await request()
            #expect(!first.isReplay, "\(name)")
            answers.append(first.value)
        }
        _ = try await repository.moveItem(items[0], to: .first, ifMatch: nil, once: nil)
        contract.advance(milliseconds: 24 * 60 * 60 * 1_000 - 1)
        let before = try await repository.items(ItemQuery()).elements
        for ((name, request), answer) in zip(requests, answers) {
            let again = try await request()
            #expect(again.isReplay, "\(name)")
            #expect(again.value == answer, "\(name)")
        }
        try await #expect(repository.items(ItemQuery()).elements == before)
        try await #expect(repository.counts().checklists == 2)
    }

    @Test(arguments: RepositoryKind.allCases) func `is answered when what it was about is gone`(
        kind: RepositoryKind
    ) async throws {
        let contract = try await RepositoryContract(kind)
        let repository = contract.repository
        let list = try await contract.list()
        let item = try await repository.addItem(ItemDraft(text: "Milk"), to: list, once: .sample()).value
        try await repository.deleteChecklist(list, ifMatch: nil)
        let again = try await repository.addItem(ItemDraft(text: "Milk"), to: list, once: .sample())
        #expect(again.isReplay)
        #expect(again.value == item)
    }

    @Test(arguments: RepositoryKind.allCases) func `with another content is refused`(kind: RepositoryKind)
        async throws
    {
        let contract = try await RepositoryContract(kind)
        let repository = contract.repository
        let list = try await contract.list()
        let item = try await repository.addItem(ItemDraft(text: "Milk"), to: list, once: .sample()).value.id
        let key = IdempotencyKey.sample(ofAnotherRequest: true)
        let refusal = ChecklistsError.idempotencyKeyReused
        try await contract.expect(refusal) {
            _ = try await repository.addChecklist(ChecklistDraft(name: "New"), once: key)
        }
        try await contract.expect(refusal) {
            _ = try await repository.addItem(ItemDraft(text: "New"), to: list, once: key)
        }
        try await contract.expect(refusal) {
            _ = try await repository.toggleItem(item, ifMatch: nil, once: key)
        }
        try await contract.expect(refusal) {
            _ = try await repository.moveItem(item, to: .first, ifMatch: nil, once: key)
        }
    }

    @Test(arguments: RepositoryKind.allCases) func `is a new one after 24 hours`(kind: RepositoryKind)
        async throws
    {
        let contract = try await RepositoryContract(kind)
        let repository = contract.repository
        let first = try await repository.addChecklist(ChecklistDraft(name: "New"), once: .sample()).value
        contract.advance(milliseconds: 24 * 60 * 60 * 1_000)
        let second = try await repository.addChecklist(ChecklistDraft(name: "New"), once: .sample())
        #expect(!second.isReplay)
        #expect(second.value.id != first.id)
        let again = try await repository.addChecklist(ChecklistDraft(name: "New"), once: .sample())
        #expect(again.value.id == second.value.id)
    }

    @Test(arguments: RepositoryKind.allCases) func `of one that failed is tried anew`(kind: RepositoryKind)
        async throws
    {
        let contract = try await RepositoryContract(kind)
        let nothing = Checklist.ID(rawValue: 1)
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.repository.addItem(ItemDraft(text: "Milk"), to: nothing, once: .sample())
        }
        let list = try await contract.list()
        let made = try await contract.repository.addItem(ItemDraft(text: "Milk"), to: list, once: .sample())
        #expect(!made.isReplay)
    }

    @Test(arguments: RepositoryKind.allCases) func `without a key is another request`(kind: RepositoryKind)
        async throws
    {
        let contract = try await RepositoryContract(kind)
        try await #expect(contract.list() != contract.list())
    }
}

extension Once<OnceRecord.Result> {
    fileprivate init(_ once: Once<Checklist>) { self.init(.checklist(once.value), isReplay: once.isReplay) }
    fileprivate init(_ once: Once<Item>) { self.init(.item(once.value), isReplay: once.isReplay) }
}
