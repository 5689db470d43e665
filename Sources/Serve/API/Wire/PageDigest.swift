import Checklists
import HTTP

/// A digest of a page's state: the ids, revisions and order of its elements, and the total count. The content
/// of the answer follows from these.
struct PageDigest {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325 + UInt64(RevisionTags.form)

    init<Element: Digestible>(_ page: Page<Element>) {
        add(UInt64(page.total))
        add(page.next == nil ? 0 : 1)
        for element in page.elements { element.add(to: &self) }
    }

    /// Adds a number. Each of its bits changes about half of the digest's (MurmurHash3's finalizer).
    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0xFF51_AFD7_ED55_8CCD
        value ^= value >> 33
        value = value &* 0xC4CE_B9FE_1A85_EC53
        value ^= value >> 33
    }

    /// Adds the id and revision of an element.
    mutating func add(_ id: some Identifier, _ revision: Revision) {
        add(UInt64(bitPattern: Int64(id.rawValue)))
        add(revision.rawValue)
    }

    /// The entity tag of the page in an epoch.
    func tag(_ epoch: Epoch) -> ETag { ETag("\(epoch)-p\(String(value, radix: 16))") }
}

/// An element of a page whose state a few numbers identify.
protocol Digestible {
    func add(to digest: inout PageDigest)
}

extension Checklist: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Item: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Webhook: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Delivery: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Person: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Tombstone: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Reminder: Digestible {
    func add(to digest: inout PageDigest) {
        digest.add(itemID, Revision(rawValue: UInt64(bitPattern: at.milliseconds)))
        digest.add(UInt64(checklistID.rawValue))
        for byte in text.utf8 { digest.add(UInt64(byte)) }
    }
}
