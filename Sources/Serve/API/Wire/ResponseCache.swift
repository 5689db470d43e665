import Checklists
import HTTP
import Synchronization

/// A direct-mapped cache of person 1's responses by target. An entry is valid until its dependency changes.
///
/// `MiddlewareStack` asks it after all checks that can refuse a request.
public final class ResponseCache: Sendable {
    private let store: any Store
    private let slots = Mutex<[Entry?]>(Array(repeating: nil, count: Limits.cachedResponsesMax))

    private struct Entry {
        var target: RequestTarget
        var response: Response
        var dependency: CacheDependency
        var revision: Revision
    }

    /// Creates a cache for a store.
    init(_ store: any Store) {
        self.store = store
    }

    /// The valid cached response to a plain GET, if there is one.
    func response(to head: RequestHead, for caller: Caller?) -> Response? {
        guard head.isPlainGet, caller?.isFirstPerson == true else { return nil }
        let index = Self.index(of: head.target)
        guard let entry = slots.withLock({ $0[index] }), entry.target == head.target,
            store.currentRevision(of: entry.dependency) == entry.revision
        else { return nil }
        return entry.response
    }

    /// The revision of a dependency, to read before the response's data; `nil` if the response cannot be
    /// cached.
    func revision(of dependency: CacheDependency, for head: RequestHead) -> Revision? {
        head.isPlainGet ? store.currentRevision(of: dependency) : nil
    }

    /// Stores a response, unless it is too large.
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

    /// FNV-1a, which suffices for a few dozen bytes.
    private static func index(of target: RequestTarget) -> Int {
        let octets = target.octets.span
        var hash: UInt32 = 0x811C_9DC5
        for index in octets.indices { hash = (hash ^ UInt32(octets[index])) &* 0x0100_0193 }
        return Int(hash >> 8 ^ hash) & (Limits.cachedResponsesMax - 1)
    }
}
