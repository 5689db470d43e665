import Checklists
import Dispatch
import Synchronization

/// The newest state of every item that the journal touched, by id; `nil` for deleted items.
///
/// The states are in parts by id, so that several threads can merge changes.
struct ItemStates: Sendable {
    private typealias Part = [Item.ID: Replay.State<Item>]

    private var parts = [Part](repeating: [:], count: partsCount)
    private static let partsCount = 4

    /// One more than the highest id; 1 without items.
    private(set) var nextID = Item.ID(rawValue: 1)

    var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

    subscript(id: Item.ID) -> Replay.State<Item>? { parts[Self.part(of: id)][id] }

    /// Merges changes into the previous ones.
    mutating func add(_ entries: [(entry: JournalEntry, revision: Revision)]) {
        let results = changeParts { number, part in
            var last = 0
            for (entry, revision) in entries {
                // Matching the payload would copy the items of other parts too.
                for index in entry.outcomes.indices {
                    guard case .item(let id, _) = entry.outcomes[index], Self.part(of: id) == number,
                        case .item(_, let item) = entry.outcomes[index]
                    else { continue }
                    part[id] = Replay.State(value: item, revision: revision)
                    last = max(last, id.rawValue)
                }
            }
            return last
        }
        nextID = max(nextID, Item.ID(rawValue: (results.max() ?? 0) + 1))
    }

    /// The items that still exist, by list.
    func idsByChecklist() -> [Checklist.ID: [Item.ID]] {
        var copy = self
        let found = copy.changeParts { _, part in
            var lists: [Checklist.ID: [Item.ID]] = [:]
            for (id, state) in part {
                if let item = state.value { lists[item.checklistID, default: []].append(id) }
            }
            return lists
        }
        return found.reduce(into: [:]) { lists, part in lists.merge(part) { $0 + $1 } }
    }

    /// Removes all states, on several threads.
    mutating func removeAll() { _ = changeParts { _, part in part = [:] } }

    /// The lowest id of an item on a list.
    func firstItem(on list: Checklist.ID) -> Item.ID? {
        parts.joined().filter { $0.value.value?.checklistID == list }.map(\.key).min()
    }

    private static func part(of id: Item.ID) -> Int { id.rawValue & (partsCount - 1) }

    /// Runs the body on each part, on several threads.
    private mutating func changeParts<Result: Sendable>(
        _ body: @Sendable (_ number: Int, inout Part) -> Result
    ) -> [Result] {
        let work = Mutex((parts: exchange(&parts, with: []), results: [Int: Result]()))
        DispatchQueue.concurrentPerform(iterations: Self.partsCount) { number in
            var part = work.withLock { exchange(&$0.parts[number], with: [:]) }
            let result = body(number, &part)
            work.withLock { work in
                work.parts[number] = part
                work.results[number] = result
            }
        }
        let (changed, results) = work.withLock { ($0.parts, $0.results) }
        parts = changed
        return (0..<Self.partsCount).compactMap { results[$0] }
    }
}
