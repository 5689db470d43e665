package import Checklists
import Synchronization

/// Publishes every commit to its subscribers.
package final class CommitFeed: Sendable {
    private let subscribers = Mutex<(next: Int, streams: [Int: AsyncStream<Commit>.Continuation])>((0, [:]))

    /// A feed without subscribers.
    package init() {}

    /// Subscribes to the commits from now on. The stream buffers unread commits without limit, some 20 bytes
    /// each.
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

    /// Publishes a commit.
    package func send(_ commit: Commit) {
        for stream in subscribers.withLock({ Array($0.streams.values) }) { stream.yield(commit) }
    }

    /// Ends all streams; the store makes no further commits.
    package func finish() {
        for stream in subscribers.withLock({ Array($0.streams.values) }) { stream.finish() }
    }
}
