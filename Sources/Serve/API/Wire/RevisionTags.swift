import Checklists
import HTTP
import JSON

/// The entity tags of resources: epoch and revision. After a restored backup or lost changes the epoch
/// differs, so that earlier tags no longer match.
struct RevisionTags: Sendable {
    /// Read for each tag: a database that lost changes begins a new epoch while the store is open.
    private let epoch: @Sendable () -> Epoch

    init(_ epoch: @escaping @Sendable () -> Epoch) { self.epoch = epoch }

    /// The version of the JSON of resources. It increases when fields are added or removed: a resource with
    /// the same revision and another version is another representation, with another tag (RFC 9110 §8.8.1).
    static let form = 4

    func tag(of revision: Revision) -> ETag {
        let epoch = epoch().description
        var opaque: [UInt8] = []
        let bytesMax = epoch.utf8.count + 1 + OutputSpan<UInt8>.decimalBytesMax + Self.suffix.count
        // Joining strings takes 600 more of the 44,000 instructions of a GET of an item.
        opaque.append(addingCapacity: bytesMax) { output in
            output.append(epoch.utf8.span)
            output.append(UInt8(ascii: "-"))
            output.append(decimal: revision.rawValue)
            output.append(Self.suffix.span)
        }
        return ETag(String(decoding: opaque, as: UTF8.self))
    }

    private static let suffix = Array(".\(form)".utf8)

    /// The revision of a tag, with any version of the JSON; `nil` if the tag is malformed or of another
    /// epoch.
    func revision(of tag: ETag) -> Revision? {
        let prefix = "\(epoch())-"
        guard tag.opaque.utf8.starts(with: prefix.utf8) else { return nil }
        var digits = Substring(tag.opaque.utf8.dropFirst(prefix.utf8.count))
        // Version 1 had no suffix.
        if let end = digits.firstIndex(of: ".") {
            guard (2...Self.form).contains(where: { digits[end...] == ".\($0)" }) else { return nil }
            digits = digits[..<end]
        }
        guard let number = UInt64(digits), String(number) == digits else { return nil }
        return Revision(rawValue: number)
    }
}
