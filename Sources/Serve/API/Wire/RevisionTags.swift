import Checklists
import HTTP

/// Entity tags of resources: the number of the change that last touched one, and the epoch that it belongs
/// to. So a tag from before a backup was restored fits nothing after it.
struct RevisionTags: Sendable {
    private let store: any Store

    /// The tags of a store.
    init(_ store: any Store) { self.store = store }

    /// The number of the form that resources are answered in. It grows when fields come or go: a resource of
    /// the same revision in another form is another representation, with another tag (RFC 9110 §8.8.1).
    static let form = 2

    private var prefix: String { store.epoch.description + "-" }

    /// The tag of a resource.
    func tag(of revision: Revision) -> ETag {
        var opaque = store.epoch.description
        opaque.reserveCapacity(40)
        opaque += "-"
        opaque += String(revision.rawValue)
        opaque += Self.suffix
        return ETag(opaque)
    }

    private static let suffix = ".\(form)"

    /// The revision that a tag was made from, in whatever form; `nil` where it was made from none of this
    /// epoch.
    func revision(of tag: ETag) -> Revision? {
        let prefix = prefix
        guard tag.opaque.hasPrefix(prefix) else { return nil }
        var digits = tag.opaque.dropFirst(prefix.count)
        // The first form had no number.
        if let end = digits.firstIndex(of: ".") {
            guard (2...Self.form).contains(where: { digits[end...] == ".\($0)" }) else { return nil }
            digits = digits[..<end]
        }
        guard let number = UInt64(digits), String(number) == digits else { return nil }
        return Revision(rawValue: number)
    }
}
