import CalDAV
import CalendarObjects
import Checklists
import HTTP
import MemoryStore
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

/// Tasks that name each other by `RELATED-TO`.
@Suite struct `Related tasks` {
    private let client = Client()
    private let list = "\(Client.home)shop/"
    private var session: Session { client.store.asFirst }

    private func put(_ uid: String, _ lines: String...) async throws {
        _ = await client.make("shop")
        let status = await client.put("\(list)\(uid).ics", uid: uid, ["SUMMARY:\(uid)"] + lines).status
        #expect(status == 201 || status == 204)
    }

    private func put(_ uid: String, below parent: String) async throws {
        try await put(uid, "RELATED-TO;RELTYPE=PARENT:\(parent)")
    }

    private func item(_ uid: String) async throws -> Item {
        try #require(try await session.items(ItemQuery()).elements.first { $0.uid == uid })
    }

    /// The items with their parents, by position.
    private var tree: [String: String] {
        get async throws {
            let items = try await session.items(ItemQuery()).elements
            let uids = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.uid ?? $0.text) })
            for item in items {
                let subtasks = items.filter { $0.parentID == item.id }
                let counts = SubtaskCounts(all: subtasks.count, unchecked: subtasks.count { !$0.checked })
                #expect(item.details.subtasks == counts, "\(item.text)")
                let object = try TaskObject(Array(TaskObject.text(of: item, at: now).utf8))
                #expect(object.says(item, at: now), "\(item.text)")
            }
            return Dictionary(
                uniqueKeysWithValues: items.compactMap { item in
                    item.parentID.map { (item.uid ?? item.text, uids[$0] ?? "?") }
                })
        }
    }

    @Test(arguments: [
        ["a", "b", "c", "d"], ["d", "c", "b", "a"], ["c", "a", "d", "b"], ["b", "d", "a", "c"],
        ["c", "b", "a", "d"], ["d", "b", "c", "a"],
    ])
    func `become one level, in whatever order they arrive`(order: [String]) async throws {
        let parents = ["b": "a", "c": "b", "d": "c"]
        for uid in order {
            if let parent = parents[uid] {
                try await put(uid, below: parent)
            } else {
                try await put(uid)
            }
        }
        #expect(try await tree == ["b": "a", "c": "a", "d": "a"])
        #expect(try await item("a").details.subtasks == SubtaskCounts(all: 3, unchecked: 3))
        // The server returns the objects as they were sent, so that an app keeps its tree.
        for (uid, parent) in parents {
            let sent = Client.task(uid: uid, ["SUMMARY:\(uid)", "RELATED-TO;RELTYPE=PARENT:\(parent)"])
            #expect(await client.send(.get, "\(list)\(uid).ics").text == sent)
            #expect(await client.send(.put, "\(list)\(uid).ics", body: sent).status == 204)
        }
        #expect(try await tree == ["b": "a", "c": "a", "d": "a"])
    }

    @Test func `leave the entity tag of their parent, which changes with the parent alone`() async throws {
        try await put("a")
        let tag = try #require(await client.send(.get, "\(list)a.ics").fields[.etag])
        try await put("b", below: "a")
        _ = try await session.toggleItem(try await item("b").id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await item("a").details.subtasks == SubtaskCounts(all: 1, unchecked: 0))
        #expect(await client.send(.get, "\(list)a.ics").fields[.etag] == tag)
        let changed = Client.task(uid: "a", ["SUMMARY:changed"])
        let answer = await client.send(.put, "\(list)a.ics", [.ifMatch: tag], body: changed)
        #expect(answer.status == 204)
        #expect(await client.send(.get, "\(list)a.ics").fields[.etag] != tag)
        #expect(await client.send(.put, "\(list)a.ics", [.ifMatch: tag], body: changed).status == 412)
    }

    @Test func `of more children than an item can have are read up to the limit`() async throws {
        let names = (0..<2_000).map { "RELATED-TO;RELTYPE=CHILD:child\($0)" }
        let task = Client.task(uid: "many", ["SUMMARY:many"] + names)
        _ = await client.make("shop")
        #expect(await client.send(.put, "\(list)many.ics", body: task).status == 201)
        try await put("child0")
        try await put("child1999")
        #expect(try await tree == ["child0": "many"])
    }

    @Test func `without a type are subtasks, and other relations stay`() async throws {
        try await put("a")
        try await put("b", "RELATED-TO:a")
        try await put("c", "RELATED-TO;RELTYPE=SIBLING:a")
        #expect(try await tree == ["b": "a"])
        try await put("b")
        #expect(try await tree == [:])
    }

    @Test func `have no parent if the list lacks it`() async throws {
        _ = await client.make("other")
        _ = await client.put("\(Client.home)other/p.ics", uid: "p", ["SUMMARY:p"])
        try await put("a", below: "p")
        try await put("b", below: "b")
        try await put("c", below: "d")
        try await put("d", below: "c")
        #expect(try await tree == ["d": "c"])
        #expect(try await item("a").parentID == nil)
        #expect(await client.send(.get, "\(list)a.ics").text.contains("RELATED-TO;RELTYPE=PARENT:p"))
    }

    @Test func `are below the parent of a task that arrives with it`() async throws {
        let other = "\(Client.home)other/"
        _ = await client.make("other")
        _ = await client.put("\(other)a.ics", uid: "a", ["SUMMARY:a"])
        _ = await client.put("\(other)b.ics", uid: "b", ["SUMMARY:b", "RELATED-TO:a"])
        try await put("c", below: "b")
        #expect(try await tree == ["b": "a"])
        let target = "\(list)a.ics"
        #expect(await client.send(.move, "\(other)a.ics", ["Destination": target]).status == 201)
        #expect(try await tree == ["b": "a", "c": "a"])
    }

    @Test func `name their new parent after the page moved them`() async throws {
        try await put("a")
        try await put("b", below: "a")
        try await put("c")
        var patch = ItemPatch()
        patch.details.parentID = try await item("c").id
        _ = try await session.updateItem(item("b").id, patch, ifMatch: nil)
        #expect(await client.send(.get, "\(list)b.ics").text.contains("RELATED-TO;RELTYPE=PARENT:c\r\n"))
        #expect(try await tree == ["b": "c"])
        patch.details.parentID = .some(nil)
        _ = try await session.updateItem(item("b").id, patch, ifMatch: nil)
        #expect(await !client.send(.get, "\(list)b.ics").text.contains("RELATED-TO"))
        #expect(try await tree == [:])
    }

    @Test func `of items without an object name the UID that the server made`() async throws {
        try await put("a")
        let id = try await item("a").checklistID
        let parent = try await session.addItem(ItemDraft(text: "parent"), to: id, idempotencyKey: nil).value
        var draft = ItemDraft(text: "child")
        draft.patch.details.parentID = parent.id
        let child = try await session.addItem(draft, to: id, idempotencyKey: nil).value
        let text = await client.send(.get, "\(list)checklistd-\(child.id).ics").text
        let line = try #require(text.split(separator: "\r\n").first { $0.hasPrefix("RELATED-TO") })
        let uid = String(try #require(line.split(separator: ":").last))
        let parentText = await client.send(.get, "\(list)checklistd-\(parent.id).ics").text
        #expect(parentText.contains("UID:\(uid)\r\n"))
        try await put("b", below: uid)
        #expect(try await tree == ["child": "parent", "b": "parent"])
    }

    @Test func `have no parent while they recur`() async throws {
        try await put("a")
        try await put("b", below: "a")
        try await put("b", "RELATED-TO:a", "DUE:20261201T090000Z", "RRULE:FREQ=DAILY")
        #expect(try await tree == [:])
        try await put("b", "RELATED-TO:a", "DUE:20261201T090000Z")
        #expect(try await tree == ["b": "a"])
    }

    @Test func `come back to a parent that is restored`() async throws {
        try await put("a")
        let parent = try await item("a")
        let trash = try #require(try await session.deleteItem(parent.id, ifMatch: nil))
        try await put("b", below: "a")
        #expect(try await tree == [:])
        _ = try await session.restore(trash, idempotencyKey: nil)
        #expect(try await tree == ["b": "a"])
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `move to another list one after the other`(order: [String]) async throws {
        _ = await client.make("other")
        try await put("a")
        try await put("b", below: "a")
        for uid in order where try await item(uid).parentID == nil || order == ["b", "a"] {
            let target = "\(Client.home)other/\(uid).ics"
            #expect(await client.send(.move, "\(list)\(uid).ics", ["Destination": target]).status == 201)
        }
        #expect(try await tree == ["b": "a"])
        #expect(try await item("b").checklistID == item("a").checklistID)
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `can be named by the parent`(order: [String]) async throws {
        for uid in order {
            if uid == "a" { try await put("a", "RELATED-TO;RELTYPE=CHILD:b") } else { try await put("b") }
        }
        #expect(try await tree == ["b": "a"])
        #expect(await client.send(.get, "\(list)b.ics").text.contains("RELATED-TO;RELTYPE=PARENT:a"))
        // The app sends its own version again.
        try await put("b")
        try await put("a", "RELATED-TO;RELTYPE=CHILD:b")
        #expect(try await tree == ["b": "a"])
        try await put("a")
        #expect(try await tree == [:])
    }

    @Test func `keep their ETags when the parent comes or goes`() async throws {
        try await put("b", below: "a")
        let before = await client.send(.get, "\(list)b.ics")
        let tag = try #require(before.fields[.etag])
        try await put("a")
        #expect(try await tree == ["b": "a"])
        #expect(await client.send(.get, "\(list)b.ics").fields[.etag] == tag)
        // An app that deletes both deletes the parent first, and knows one tag of the subtask.
        #expect(await client.send(.delete, "\(list)a.ics").status == 204)
        let after = await client.send(.get, "\(list)b.ics")
        #expect(after.fields[.etag] == tag && after.text == before.text)
        #expect(try await tree == [:])
        #expect(await client.send(.delete, "\(list)b.ics", [.ifMatch: tag]).status == 204)
    }

    @Test func `keep their ETags when the parent moves`() async throws {
        for uid in ["a", "d"] { try await put(uid) }
        try await put("b", below: "a")
        try await put("c", below: "b")
        let tag = try #require(await client.send(.get, "\(list)c.ics").fields[.etag])
        try await put("b")
        #expect(try await tree == ["c": "b"])
        #expect(await client.send(.get, "\(list)c.ics").fields[.etag] == tag)
        try await put("b", below: "d")
        #expect(try await tree == ["b": "d", "c": "d"])
        #expect(await client.send(.get, "\(list)c.ics").fields[.etag] == tag)
    }

    @Test func `can be named by the parent where two UIDs have the same hash`() async throws {
        let uids = ["uid-18606", "uid-150105"]
        try await put("a", "RELATED-TO;RELTYPE=CHILD:\(uids[0])", "RELATED-TO;RELTYPE=CHILD:\(uids[1])")
        for uid in uids { try await put(uid) }
        #expect(try await tree == [uids[0]: "a", uids[1]: "a"])
    }

    @Test func `are no longer named by a parent after the page removed them from it`() async throws {
        try await put("a", "RELATED-TO;RELTYPE=CHILD:b", "RELATED-TO;RELTYPE=CHILD:c")
        try await put("b")
        var patch = ItemPatch()
        patch.details.parentID = .some(nil)
        _ = try await session.updateItem(item("b").id, patch, ifMatch: nil)
        #expect(try await tree == [:])
        let text = await client.send(.get, "\(list)a.ics").text
        #expect(text.contains("CHILD:c") && !text.contains("CHILD:b"))
        // Both programs send what they read.
        #expect(await client.send(.put, "\(list)a.ics", body: text).status == 204)
        try await put("b")
        #expect(try await tree == [:])
    }

    @Test func `are in the order of their app`() async throws {
        try await put("a")
        for (uid, order) in [("b", 30), ("c", 10), ("d", 20)] {
            try await put(uid, "RELATED-TO:a", "X-APPLE-SORT-ORDER:\(order)")
        }
        let items = try await session.items(ItemQuery()).elements.filter { $0.parentID != nil }
        #expect(items.sorted { $0.position < $1.position }.map(\.uid) == ["c", "d", "b"])
    }

    /// Three levels: `c` below `b` below `a`.
    private func putChain() async throws {
        try await put("a")
        try await put("b", below: "a")
        try await put("c", below: "b")
        #expect(try await tree == ["b": "a", "c": "a"])
    }

    @Test func `follow their own parent to the top and back`() async throws {
        try await putChain()
        try await put("b")
        #expect(try await tree == ["c": "b"])
        try await put("b", below: "a")
        #expect(try await tree == ["b": "a", "c": "a"])
        // A series has no parent.
        try await put("b", "RELATED-TO:a", "DUE:20261201T090000Z", "RRULE:FREQ=DAILY")
        #expect(try await tree == ["c": "b"])
    }

    @Test func `move up when an app deletes the task that they name`() async throws {
        try await putChain()
        #expect(await client.send(.delete, "\(list)a.ics").status == 204)
        #expect(try await tree == ["c": "b"])
        #expect(await client.send(.get, "\(list)b.ics").text.contains("RELATED-TO;RELTYPE=PARENT:a"))
        // The app sends it again.
        try await put("a")
        #expect(try await tree == ["b": "a", "c": "a"])
        #expect(await client.send(.delete, "\(list)b.ics").status == 204)
        #expect(try await tree == [:])
        #expect(try await item("c").parentID == nil)
        try await put("b", below: "a")
        #expect(try await tree == ["b": "a", "c": "a"])
    }

    @Test func `are deleted and completed with the task that they name on the page`() async throws {
        try await putChain()
        _ = try await session.toggleItem(item("b").id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await item("c").checked)
        #expect(try await !item("a").checked)
        #expect(try await tree == ["b": "a", "c": "a"])
        try await session.deleteItem(item("b").id, ifMatch: nil)
        #expect(try await session.items(ItemQuery()).elements.map(\.uid) == ["a"])
        #expect(try await tree == [:])
    }

    @Test func `move to another list and back with the task that they name`() async throws {
        _ = await client.make("other")
        try await putChain()
        let target = "\(Client.home)other/b.ics"
        #expect(await client.send(.move, "\(list)b.ics", ["Destination": target]).status == 201)
        #expect(try await tree == ["c": "b"])
        #expect(try await item("c").checklistID != item("a").checklistID)
        var patch = ItemPatch()
        patch.checklistID = try await item("a").checklistID
        _ = try await session.updateItem(item("b").id, patch, ifMatch: nil)
        #expect(try await tree == ["b": "a", "c": "a"])
    }

    @Test func `are copied with their parents`() async throws {
        try await put("b", below: "a")
        try await put("a")
        let id = try await item("a").checklistID
        let copy = try await session.copyChecklist(id, ChecklistCopy(), idempotencyKey: nil).value.id
        var query = ItemQuery()
        query.page.limit = 100
        let items = try await session.items(query).elements.filter { $0.checklistID == copy }
        let parent = try #require(items.first { $0.text == "a" })
        let child = try #require(items.first { $0.text == "b" })
        #expect(child.parentID == parent.id)
        let text = TaskObject.text(of: child, at: now)
        #expect(text == child.calendarObject?.text)
        let uid = try TaskObject(Array(TaskObject.text(of: parent, at: now).utf8)).uid
        #expect(text.replacing("\r\n ", with: "").contains("RELATED-TO;RELTYPE=PARENT:\(uid)"))
    }

    @Test func `wait for no more than a list remembers`() async throws {
        try await put("a")
        for number in 0..<3 { try await put("b\(number)", below: "none") }
        for number in 0..<3 {
            _ = try await session.deleteItem(item("b\(number)").id, ifMatch: nil)
        }
        try await put("none")
        #expect(try await tree == [:])
    }
}
