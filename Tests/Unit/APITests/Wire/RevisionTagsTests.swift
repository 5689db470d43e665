import Checklists
import Synchronization
import Testing

@testable import API

@Suite struct `The entity tag of a revision` {
    /// An epoch that changes, as that of a database after a failover.
    private final class ChangingEpoch: Sendable {
        let epoch = Mutex(Epoch(rawValue: 1))
    }

    @Test func `does not match after a new epoch began while the store is open`() {
        let changing = ChangingEpoch()
        let tags = RevisionTags { changing.epoch.withLock { $0 } }
        let (revision, tag) = (Revision(rawValue: 7), tags.tag(of: Revision(rawValue: 7)))
        #expect(tags.revision(of: tag) == revision)
        changing.epoch.withLock { $0 = Epoch(rawValue: 2) }
        #expect(tags.revision(of: tag) == nil)
        #expect(tags.tag(of: revision) != tag)
        #expect(tags.revision(of: tags.tag(of: revision)) == revision)
    }
}
