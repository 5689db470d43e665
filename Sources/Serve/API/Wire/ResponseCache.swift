import Checklists
import HTTP
import Synchronization

/// Answers that were given and hold as long as nothing changes, by the target that they were asked for with.
///
/// `MiddlewareStack` asks it after everything that may refuse a request. There is a fixed number of slots; of
/// targets that come to the same slot the last one has it.
public final class ResponseCache: Sendable {
    private let store: any Store
    private let slots = Mutex<[Entry?]>(Array(repeating: nil, count: Limits.cachedResponsesMax))

    private struct Entry {
        var target: RequestTarget
        var response: Response
        var dependency: CacheDependency
        var revision: Revision
    }

    /// A cache of what is read from a store.
    init(_ store: any Store) {
        self.store = store
    }

    /// The answer to a plain GET, if there is one that still holds.
    func response(to head: RequestHead, for caller: Caller?) -> Response? {
        guard head.isPlainGet, caller?.isFirstPerson == true else { return nil }
        let index = Self.index(of: head.target)
        guard let entry = slots.withLock({ $0[index] }), entry.target == head.target,
            store.currentRevision(of: entry.dependency) == entry.revision
        else { return nil }
        return entry.response
    }

    /// The newest change of what an answer is going to depend on, to be asked before that is read; `nil` if
    /// the answer is not to be kept.
    func revision(of dependency: CacheDependency, for head: RequestHead) -> Revision? {
        head.isPlainGet ? store.currentRevision(of: dependency) : nil
    }

    /// Keeps an answer, unless it is too large.
    func keep(
        _ response: Response, to target: RequestTarget, of dependency: CacheDependency,
        asOf revision: Revision
    ) {
        guard case .bytes(let content) = response.body, content.count <= Limits.cachedResponseBytesMax,
            target.octets.count <= Limits.cachedTargetBytesMax
        else { return }
        let index = Self.index(of: target)
        let entry = Entry(
            target: target.withoutHead, response: response, dependency: dependency, revision: revision)
        slots.withLock { $0[index] = entry }
    }

    /// FNV-1a, as good as any for a few dozen octets.
    private static func index(of target: RequestTarget) -> Int {
        let octets = target.octets.span
        var hash: UInt32 = 0x811C_9DC5
        for index in octets.indices { hash = (hash ^ UInt32(octets[index])) &* 0x0100_0193 }
        return Int(hash >> 8 ^ hash) & (Limits.cachedResponsesMax - 1)
    }
}
