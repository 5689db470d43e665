import Checklists
import StoreFixtures

/// A listing that continues after a cursor.
struct HostileWalk: Sendable {
    let name: String
    let page: @Sendable (any Store, Cursor?) async throws -> HostilePage

    static let all: [HostileWalk] =
        ItemQuery.Property.allCases.flatMap { property in
            [false, true].map { items(by: SortKey(property, descending: $0)) }
        }
        + ChecklistQuery.Property.allCases.map(lists) + [
            HostileWalk(name: "reminders") { store, cursor in
                let page = try await store.asFirst.reminders(PageRequest(limit: 1, cursor: cursor))
                return HostilePage(page.elements.map(\.itemID.rawValue), page.next)
            },
            HostileWalk(name: "deliveries") { store, cursor in
                let page = try await store.asFirst.deliveries(
                    of: HostileRequests.webhook, status: nil, PageRequest(limit: 1, cursor: cursor))
                return HostilePage(page.elements.map(\.id.rawValue), page.next)
            },
        ]

    private static func items(by key: SortKey<ItemQuery.Property>) -> HostileWalk {
        HostileWalk(name: "items by \(key)") { store, cursor in
            var query = ItemQuery()
            query.sort = [key]
            query.page = PageRequest(limit: 1, cursor: cursor)
            let page = try await store.asFirst.items(query)
            return HostilePage(page.elements.map(\.id.rawValue), page.next)
        }
    }

    private static func lists(by property: ChecklistQuery.Property) -> HostileWalk {
        HostileWalk(name: "lists by \(property)") { store, cursor in
            var query = ChecklistQuery()
            query.sort = [SortKey(property)]
            query.page = PageRequest(limit: 1, cursor: cursor)
            let page = try await store.asFirst.checklists(query)
            return HostilePage(page.elements.map(\.id.rawValue), page.next)
        }
    }
}

/// The ids on a page, and the cursor of the next page.
struct HostilePage: Hashable, Sendable {
    let ids: [Int]
    let next: Cursor?

    init(_ ids: [Int], _ next: Cursor?) {
        (self.ids, self.next) = (ids, next)
    }
}
