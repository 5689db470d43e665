import Synchronization
import Testing

@testable import Checklists

@Suite struct `Forgetting in steps` {
    @Test func `ends with the first step that finds less than its limit`() async throws {
        var found = [10, 10, 3, 10]
        let count = try await Checklists.inSteps(of: 10) { found.removeFirst() }
        #expect(count == 23 && found == [10])
    }

    @Test func `ends between two steps when it is cancelled`() async throws {
        let steps = Atomic(0)
        let task = Task {
            try await Checklists.inSteps(of: 10) {
                if steps.add(1, ordering: .relaxed).newValue == 3 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return 10
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(steps.load(ordering: .relaxed) == 3)
    }
}
