import Checklists
import HTTP
import Synchronization

/// A direct-mapped cache of person 1's responses by target. An entry is valid until its dependency changes.
///
/// `MiddlewareStack` asks it after all checks that can refuse a request.
public final class ResponseCache: Sendable {
    private let store: any Store
    private let compression: ResponseCompression
    private let slots = Mutex(LazySlots<Entry>(count: Limits.cachedResponsesMax))

    private struct Entry {
        var target: RequestTarget
        var response: Response
        var isCompressible: Bool
        /// The compressed form, once a client has asked for it.
        var compressed: Response?
        var dependency: CacheDependency
        var revision: Revision
    }

    /// Creates a cache for a store.
    init(_ store: any Store, compression: ResponseCompression = .none) {
        self.store = store
        self.compression = compression
    }

    /// The valid cached response to a plain GET, if there is one.
    func response(to head: RequestHead, for caller: Caller?) -> Response? {
        guard head.isPlainGet, caller?.isFirstPerson == true else { return nil }
        let hash = Self.hash(of: head.target)
        guard let entry = slots.withLock({ $0[hash] }), entry.target == head.target,
            store.currentRevision(of: entry.dependency) == entry.revision
        else { return nil }
        guard entry.isCompressible, AcceptEncoding(head.fields).allowsGzip else {
            return entry.response
        }
        if let compressed = entry.compressed { return compressed }
        let compressed = compression.gzipped(entry.response)
        slots.withLock { slots in
            guard slots[hash]?.target == entry.target, slots[hash]?.revision == entry.revision else {
                return
            }
            slots[hash]?.compressed = compressed
        }
        return compressed
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
        let hash = Self.hash(of: target)
        let isCompressible = ResponseCompression.isCompressible(response)
        let entry = Entry(
            target: target.withoutHead,
            response: isCompressible ? ResponseCompression.varying(response) : response,
            isCompressible: isCompressible, dependency: dependency, revision: revision)
        slots.withLock { $0[hash] = entry }
    }

    /// FNV-1a, which suffices for a few dozen bytes.
    private static func hash(of target: RequestTarget) -> Int {
        let octets = target.octets.span
        var hash: UInt32 = 0x811C_9DC5
        for index in octets.indices { hash = (hash ^ UInt32(octets[index])) &* 0x0100_0193 }
        return Int(hash >> 8 ^ hash)
    }
}
