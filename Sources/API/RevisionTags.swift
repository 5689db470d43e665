import Checklists
import HTTP

/// Entity tags of resources: the number of the change that last touched one, and the epoch that it belongs
/// to. So a tag from before a backup was restored fits nothing after it.
struct RevisionTags: Sendable {
    private let store: any Store

    /// The tags of a store.
    init(_ store: any Store) { self.store = store }

    private var prefix: String { store.epoch.description + "-" }

    /// The tag of a resource.
    func tag(of revision: Revision) -> ETag {
        var opaque = store.epoch.description
        opaque.reserveCapacity(40)
        opaque += "-"
        opaque += String(revision.rawValue)
        return ETag(opaque)
    }

    /// The revision that a tag was made from; `nil` where it was made from none of this epoch.
    func revision(of tag: ETag) -> Revision? {
        let prefix = prefix
        guard tag.opaque.hasPrefix(prefix) else { return nil }
        let digits = tag.opaque.dropFirst(prefix.count)
        guard let number = UInt64(digits), String(number) == digits else { return nil }
        return Revision(rawValue: number)
    }
}
