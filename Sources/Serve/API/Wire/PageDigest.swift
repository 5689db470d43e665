import Checklists
import HTTP

/// What tells one state of a page from another: which elements it has, by their numbers and their last
/// changes, in which order, and how many there are in all. Whatever an answer shows of them follows from
/// that.
struct PageDigest {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325 + UInt64(RevisionTags.form)

    /// The digest of a page.
    init<Element: Digestible>(_ page: Page<Element>) {
        add(UInt64(page.total))
        add(page.next == nil ? 0 : 1)
        for element in page.elements { element.add(to: &self) }
    }

    /// Adds a number, so that each bit of it changes about half of the others' (MurmurHash3's finalizer).
    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0xFF51_AFD7_ED55_8CCD
        value ^= value >> 33
        value = value &* 0xC4CE_B9FE_1A85_EC53
        value ^= value >> 33
    }

    /// Adds what has a number and changes.
    mutating func add(_ id: some Identifier, _ revision: Revision) {
        add(UInt64(bitPattern: Int64(id.rawValue)))
        add(revision.rawValue)
    }

    /// The tag of the page, in that history.
    func tag(_ epoch: Epoch) -> ETag { ETag("\(epoch)-p\(String(value, radix: 16))") }
}

/// An element of a page whose state follows from a few numbers.
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

extension Removal: Digestible {
    func add(to digest: inout PageDigest) { digest.add(id, revision) }
}

extension Reminder: Digestible {
    func add(to digest: inout PageDigest) {
        digest.add(itemID, Revision(rawValue: UInt64(bitPattern: at.milliseconds)))
        digest.add(UInt64(checklistID.rawValue))
        for byte in text.utf8 { digest.add(UInt64(byte)) }
    }
}
