package import Checklists

/// All readable data of a store, for comparison.
package struct StoreListing: Equatable {
    package var checklists: [Checklist]
    package var items: [Item]
    /// The same items by list, in the order of their positions.
    package var snapshots: [Checklist.ID: [Item]] = [:]
    package var counts: Counts
    /// The feed from the beginning, which has all of it again.
    package var feed: [FeedEntry]
    package var trash: [Tombstone]
    package var preferences: Preferences
    package var reminders: [Reminder]
    /// The webhooks of every kind.
    package var webhooks: [Webhook] = []
    package var deliveries: [Delivery] = []
    /// The claimable deliveries.
    package var due: [ClaimedDelivery]
    package var nextAttempt: Timestamp?

    private static let page = PageRequest(limit: 1_000_000)

    /// The data of a store at a moment.
    package init(of store: any Store, at now: Timestamp) async throws {
        var lists = ChecklistQuery()
        lists.sort = [SortKey(.createdAt)]
        lists.page = Self.page
        checklists = try await store.asFirst.checklists(lists).elements
        var query = ItemQuery()
        query.sort = [SortKey(.createdAt)]
        query.page = Self.page
        items = try await store.asFirst.items(query).elements
        for snapshot in try await store.asFirst.snapshots(of: nil) {
            snapshots[snapshot.checklist.id] = Array(snapshot.items)
        }
        counts = try await store.asFirst.counts()
        feed = try await store.asFirst.changes(after: nil, limit: 1_000_000).entries
        trash = try await store.asFirst.trash(Self.page).elements
        preferences = try await store.asFirst.preferences()
        reminders = try await store.asFirst.reminders(Self.page).elements
        for kind in Webhook.Kind.allCases {
            webhooks += try await store.asFirst.webhooks(Self.page, kind).elements
        }
        for webhook in webhooks {
            deliveries += try await store.deliveries(of: webhook.id, status: nil, Self.page).elements
        }
        due = try await store.claimDeliveries(.sample(limitPerWebhook: 5, by: 0))
        await store.release(due.map(\.claim))
        nextAttempt = try await store.nextAttempt(after: now)
    }
}
