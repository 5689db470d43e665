import CalDAV
import Checklists
import HTTP
import Randomness
import Testing

/// Random changes of tasks that name their parents, compared with the parents that their objects give.
@Suite struct `Tasks that name parents at random` {
    /// A task as its app knows it.
    private struct Task {
        var list: String
        var parent: Int?
    }

    private let client = Client()
    private var session: Session { client.store.asFirst }
    private static let lists = ["shop", "home"]

    private func path(_ number: Int, _ list: String) -> String { "\(Client.home)\(list)/\(number).ics" }

    /// The parent that a task names, if it is on the same list.
    private func named(by number: Int, in tasks: [Int: Task]) -> Int? {
        guard let task = tasks[number], let parent = task.parent, tasks[parent]?.list == task.list else {
            return nil
        }
        return parent
    }

    /// The task and those that name it, directly or not.
    private func family(of number: Int, in tasks: [Int: Task]) -> [Int] {
        tasks.keys.filter { first in
            var next: Int? = first
            while let one = next, one != number { next = named(by: one, in: tasks) }
            return next == number
        }
    }

    /// The page shows one level: the parent of a task is the topmost one.
    private func parents(in tasks: [Int: Task]) -> [Int: Int] {
        var parents: [Int: Int] = [:]
        for number in tasks.keys {
            var next = named(by: number, in: tasks)
            while let parent = next {
                parents[number] = parent
                next = named(by: parent, in: tasks)
            }
        }
        return parents
    }

    @Test(arguments: seeds(6, of: 200))
    func `have the topmost task as their parent`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for list in Self.lists { _ = await client.make(list) }
        var tasks: [Int: Task] = [:]
        var log: [String] = []
        for _ in 0..<100 {
            let number = Int.random(in: 0..<7, using: &random)
            let items = try await session.items(ItemQuery()).elements
            let item = items.first { $0.uid == "\(number)" }
            let kind = Int.random(in: 0..<10, using: &random)
            if kind < 4, let task = tasks[number], let item {
                let path = path(number, task.list)
                switch kind {
                case 0:
                    log.append("app deletes \(number)")
                    #expect(await client.send(.delete, path).status == 204)
                    tasks[number] = nil
                case 1:
                    log.append("page deletes \(number)")
                    try await session.deleteItem(item.id, ifMatch: nil)
                    for one in family(of: number, in: tasks) { tasks[one] = nil }
                case 2:
                    let other = Self.lists[task.list == Self.lists[0] ? 1 : 0]
                    log.append("\(number) moves to \(other)")
                    let target = self.path(number, other)
                    #expect(await client.send(.move, path, ["Destination": target]).status == 201)
                    for one in family(of: number, in: tasks) { tasks[one]?.list = other }
                default:
                    log.append("page toggles \(number)")
                    let after = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value
                    let family = family(of: number, in: tasks).map { "\($0)" }
                    let all = try await session.items(ItemQuery()).elements
                    let open = all.filter { family.contains($0.uid ?? "") && !$0.checked }
                    #expect(!after.checked || open.isEmpty, "\(log)")
                }
            } else {
                // A task names only tasks with a lower number, so that none names itself.
                let parent = (0..<number).randomElement(using: &random)
                let list = tasks[number]?.list ?? Self.lists[Int.random(in: 0...1, using: &random)]
                tasks[number] = Task(list: list, parent: Bool.random(using: &random) ? parent : nil)
                let lines = tasks[number]?.parent.map { ["RELATED-TO:\($0)"] } ?? []
                log.append("app puts \(number) on \(list), \(lines)")
                let answer = await client.put(path(number, list), uid: "\(number)", lines)
                #expect([201, 204].contains(answer.status), "\(log)")
            }
            let all = try await session.items(ItemQuery()).elements
            let numbers = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.uid.flatMap { Int($0) }) })
            var found: [Int: Int] = [:]
            for item in all {
                let subtasks = all.filter { $0.parentID == item.id }
                let counts = SubtaskCounts(all: subtasks.count, unchecked: subtasks.count { !$0.checked })
                #expect(item.details.subtasks == counts, "\(log)")
                if let parent = item.parentID, let number = numbers[item.id] ?? nil {
                    found[number] = numbers[parent] ?? nil
                }
            }
            #expect(Set(numbers.values) == Set(tasks.keys.map(Optional.some)), "\(log)")
            #expect(found == parents(in: tasks), "\(log)")
            if found != parents(in: tasks) { return }
        }
    }
}
