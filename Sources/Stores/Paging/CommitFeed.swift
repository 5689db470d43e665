package import Checklists
import Synchronization

/// Tells whoever wants to know of every commit.
package final class CommitFeed: Sendable {
    private let subscribers = Mutex<(next: Int, streams: [Int: AsyncStream<Commit>.Continuation])>((0, [:]))

    /// A feed that nobody follows.
    package init() {}

    /// Every commit from now on. What was not taken yet is kept, some 20 bytes each.
    package func stream() -> AsyncStream<Commit> {
        let (stream, continuation) = AsyncStream<Commit>.makeStream()
        let number = subscribers.withLock { subscribers in
            subscribers.next += 1
            subscribers.streams[subscribers.next] = continuation
            return subscribers.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.subscribers.withLock { $0.streams[number] = nil }
        }
        return stream
    }

    /// Tells of a commit.
    package func send(_ commit: Commit) {
        for stream in subscribers.withLock({ Array($0.streams.values) }) { stream.yield(commit) }
    }

    /// Ends all streams: there will be no commit any more.
    package func finish() {
        for stream in subscribers.withLock({ Array($0.streams.values) }) { stream.finish() }
    }
}
