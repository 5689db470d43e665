import Checklists
import Synchronization
import Testing

/// The repositories that keep the contract.
///
/// What follows in the files of this name runs on each of them; another one joins with a case and its
/// `makeRepository`.
enum RepositoryKind: CaseIterable {
    case inMemory

    /// An empty repository.
    func makeRepository(now: @escaping @Sendable () -> Timestamp) async throws -> any ChecklistRepository {
        switch self {
        case .inMemory: InMemoryRepository(now: now)
        }
    }
}

/// An empty repository with a clock that stands still until it is told to go on.
struct RepositoryContract {
    let repository: any ChecklistRepository
    private let clock = Clock()

    private final class Clock: Sendable {
        let milliseconds = Mutex<Int64>(1_760_000_000_000)
    }

    init(_ kind: RepositoryKind) async throws {
        repository = try await kind.makeRepository { [clock] in
            Timestamp(milliseconds: clock.milliseconds.withLock(\.self))
        }
    }

    /// What the clock says.
    var now: Timestamp { Timestamp(milliseconds: clock.milliseconds.withLock(\.self)) }

    /// Lets time pass.
    func advance(milliseconds: Int64) { clock.milliseconds.withLock { $0 += milliseconds } }

    /// Makes a list.
    func list(_ name: String = "Groceries") async throws -> Checklist.ID {
        try await repository.addChecklist(ChecklistDraft(name: name), once: nil).value.id
    }

    /// Adds items, in that order, to a list.
    @discardableResult func items(_ texts: String..., on list: Checklist.ID) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for text in texts {
            ids.append(try await repository.addItem(ItemDraft(text: text), to: list, once: nil).value.id)
        }
        return ids
    }

    /// The texts of a list as its items are placed.
    func texts(on list: Checklist.ID) async throws -> [String] {
        try await repository.items(ItemQuery(checklistID: list)).elements.map(\.text)
    }

    /// Expects an error and that nothing was changed by what threw it.
    func expect(
        _ error: ChecklistsError, location: SourceLocation = #_sourceLocation,
        from body: () async throws -> Void
    ) async throws {
        let before = try await contents
        await #expect(throws: error, sourceLocation: location) { try await body() }
        try await #expect(contents == before, sourceLocation: location)
    }

    /// All that can be read.
    private var contents: [AnyHashable] {
        get async throws {
            let checklists = try await repository.checklists(ChecklistQuery()).elements
            let items = try await repository.items(ItemQuery()).elements
            return try await [checklists, items, repository.counts()]
        }
    }
}

extension IdempotencyKey {
    /// A key as a client makes it, of one of two requests.
    static func sample(_ key: String = "key", ofAnotherRequest: Bool = false) -> IdempotencyKey {
        IdempotencyKey(key: key, fingerprint: ofAnotherRequest ? [2] : [1])
    }
}
