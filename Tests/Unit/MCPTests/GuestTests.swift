import Checklists
import MemoryStore
import Testing

/// The assistant of someone who came through a share link.
@Suite struct `A guest’s assistant` {
    private let owner = Assistant()

    /// The assistants of guests with a role, on a list with one item.
    private func guest(_ role: Role) async throws -> (guest: Assistant, list: Int, item: Int) {
        let made = try await owner.call("create_list", #"{"name": "Shop", "lines": ["Milk"]}"#)
        let list = try #require(made.int("list", "listId"))
        let id = Checklist.ID(rawValue: list)
        let link = try await owner.store.asFirst.addLink(
            to: id, role, secretDigest: Array(repeating: 1, count: 32),
            tokenDigest: Array(repeating: 2, count: 32), until: nil, idempotencyKey: nil
        ).value
        let caller = Caller.guest(
            link.id, on: id, scope: role == .view ? .read : .write, payer: .first)
        return (owner.acting(as: caller), list, try #require(made.int("items", "0", "itemId")))
    }

    @Test func `sees the list of the link alone`() async throws {
        _ = try await owner.call("create_list", #"{"name": "Private", "lines": ["Diary today"]}"#)
        let (guest, list, _) = try await guest(.view)
        let lists = try await guest.call("list_lists")
        #expect(lists.int("total") == 1 && lists.int("lists", "0", "listId") == list)
        #expect(lists.text("lists", "0", "role") == "view")
        #expect(try await guest.call("find_items").int("total") == 1)
        #expect(try await guest.call("agenda").int("total") == 0)
    }

    @Test func `does what the role of the link allows`() async throws {
        let (checker, list, item) = try await guest(.check)
        #expect(try await checker.call("check_items", #"{"itemIds": [\#(item)]}"#).isError == false)
        let refused = try await checker.call("delete_items", #"{"itemIds": [\#(item)]}"#)
        #expect(refused.isError && refused.text.contains("needs the role edit"))
        let added = try await checker.call("add_items", #"{"listId": \#(list), "lines": ["Bread"]}"#)
        #expect(added.isError && added.text.contains("needs the role edit"))
    }

    @Test func `edits the list of its link`() async throws {
        let (editor, list, item) = try await guest(.edit)
        let added = try await editor.call("add_items", #"{"listId": \#(list), "lines": ["Bread"]}"#)
        #expect(added.text("items", "0", "text") == "Bread")
        let deleted = try await editor.call("delete_items", #"{"itemIds": [\#(item)]}"#)
        let trashID = try #require(deleted.int("trashIds", "0"))
        let restored = try await editor.call("restore", #"{"trashIds": [\#(trashID)]}"#)
        #expect(restored.int("lists", "0", "itemsCount") == 2)
    }
}
