import Checklists
import HTTP

/// The entity tags of resources: epoch and revision. After a restored backup the epoch differs, so that
/// earlier tags no longer match.
struct RevisionTags: Sendable {
    private let store: any Store

    init(_ store: any Store) { self.store = store }

    /// The version of the JSON of resources. It increases when fields are added or removed: a resource with
    /// the same revision and another version is another representation, with another tag (RFC 9110 §8.8.1).
    static let form = 3

    private var prefix: String { store.epoch.description + "-" }

    func tag(of revision: Revision) -> ETag {
        var opaque = store.epoch.description
        opaque.reserveCapacity(40)
        opaque += "-"
        opaque += String(revision.rawValue)
        opaque += Self.suffix
        return ETag(opaque)
    }

    private static let suffix = ".\(form)"

    /// The revision of a tag, with any version of the JSON; `nil` if the tag is malformed or of another
    /// epoch.
    func revision(of tag: ETag) -> Revision? {
        let prefix = prefix
        guard tag.opaque.hasPrefix(prefix) else { return nil }
        var digits = tag.opaque.dropFirst(prefix.count)
        // Version 1 had no suffix.
        if let end = digits.firstIndex(of: ".") {
            guard (2...Self.form).contains(where: { digits[end...] == ".\($0)" }) else { return nil }
            digits = digits[..<end]
        }
        guard let number = UInt64(digits), String(number) == digits else { return nil }
        return Revision(rawValue: number)
    }
}
