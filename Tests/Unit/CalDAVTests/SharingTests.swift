import CalDAV
import Checklists
import Dates
import HTTP
import Testing
import XML

/// Programs of members who may not do everything on a list.
@Suite struct `A program of another member` {
    private let client = Client()
    private let mine = "\(Client.home)shop/"

    /// Shares the list `shop`; returns the other person's program and path of the list.
    private func share(_ role: Role) async throws -> (Client, String) {
        _ = await client.make("shop")
        let ada = try await client.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let lists = try await client.store.asFirst.checklists(ChecklistQuery()).elements
        let shop = try #require(lists.first { $0.name == "shop" })
        _ = try await client.store.asFirst.putMember(ada, role, on: shop.id, ifMatch: nil)
        return (client.signed(in: ada), "/dav/calendars/\(ada)/list-\(shop.id)/")
    }

    private func item(_ uid: String = "a@b") async throws -> Item {
        try #require(try await client.store.asFirst.items(ItemQuery()).elements.first { $0.uid == uid })
    }

    @Test func `cannot move what it may only look at, and leaves the target alone`() async throws {
        let (ada, list) = try await share(.view)
        _ = await client.put("\(mine)a.ics", ["SUMMARY:Milk"])
        let own = list.replacing(try #require(list.split(separator: "/").last), with: "mine")
        #expect(await ada.send(.mkcalendar, own).status == 201)
        #expect(await ada.put("\(own)a.ics", uid: "other", ["SUMMARY:Tea"]).status == 201)
        let moved = await ada.send(
            .move, "\(list)a.ics", ["Destination": "\(own)a.ics", "Overwrite": "T"])
        #expect(moved.status == 403)
        #expect(await ada.send(.get, "\(own)a.ics").text.contains("SUMMARY:Tea"))
        #expect(await client.send(.get, "\(mine)a.ics").status == 200)
        let copied = await client.send(.copy, "\(mine)a.ics", ["Destination": "\(Client.home)none/a.ics"])
        #expect(copied.status == 409)
        let back = await ada.send(.copy, "\(own)a.ics", ["Destination": "\(list)b.ics"])
        #expect(back.status == 403)
    }

    @Test func `checks, dismisses, snoozes and goes on, where it may only check`() async throws {
        let (ada, list) = try await share(.check)
        let task = [
            "SUMMARY:Milk", "DUE:20261201T090000Z", "RRULE:FREQ=DAILY", "BEGIN:VALARM", "UID:alarm",
            "ACTION:DISPLAY", "TRIGGER;RELATED=END:PT0S", "END:VALARM",
        ]
        _ = await client.put("\(mine)a.ics", task)
        let path = "\(list)a.ics"
        var dismissed = task
        dismissed.insert("ACKNOWLEDGED:20261118T000000Z", at: 5)
        #expect(await ada.put(path, dismissed).status == 204)
        #expect(await client.send(.get, path.replacing(list, with: mine)).text.contains(dismissed[5]))
        #expect(await ada.put(path, ["X-MOZ-SNOOZE-TIME:20261201T100000Z"] + task).status == 204)
        #expect(try await item().snoozedUntil != nil)
        #expect(await ada.put(path, task).status == 204)
        #expect(try await item().snoozedUntil == nil)
        let next = task.map { $0.replacing("20261201", with: "20261202") }
        #expect(await ada.put(path, next).status == 204)
        #expect(try await item().timing.completionsCount == 1)
        #expect(await ada.send(.get, path).text.contains("DUE:20261202T090000Z"))
        let done = ["STATUS:COMPLETED", "COMPLETED:20261117T090000Z"] + next
        #expect(await ada.put(path, ["X-MOZ-SNOOZE-TIME:20261201T100000Z"] + next).status == 204)
        #expect(await ada.put(path, done).status == 204)
        #expect(try await item().timing.completionsCount == 2)
        #expect(try await item().snoozedUntil == nil)
        let other = next.map { $0.replacing("T090000", with: "T080000") }
        #expect(await ada.put(path, other).status == 403)
        #expect(await ada.put(path, next.map { $0.replacing("Milk", with: "Tea") }).status == 403)
    }

    @Test func `does not end a series that only its app follows, where it may only check`() async throws {
        let (ada, list) = try await share(.check)
        let task = ["DUE:20261201T090000Z", "RRULE:FREQ=HOURLY"]
        _ = await client.put("\(mine)a.ics", task)
        #expect(await ada.put("\(list)a.ics", task + ["STATUS:COMPLETED"]).status == 403)
        #expect(try await !item().checked)
        #expect(await client.send(.get, "\(mine)a.ics").text == Client.task(task))
    }

    @Test func `checks a counted series as Tasks.org does`() async throws {
        let (ada, list) = try await share(.check)
        _ = await client.put("\(mine)a.ics", ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=5"])
        let next = ["DUE:20261202T090000Z", "RRULE:FREQ=DAILY;COUNT=4"]
        #expect(await ada.put("\(list)a.ics", next).status == 204)
        #expect(try await item().timing.completionsCount == 1)
        #expect(await ada.send(.get, "\(list)a.ics").text.contains("COUNT=4"))
    }

    @Test(arguments: [Role.view, .edit])
    func `has a color of its own`(role: Role) async throws {
        let (ada, list) = try await share(role)
        func set(_ color: String, _ client: Client, _ path: String) async -> Int {
            let color = "<A:calendar-color xmlns:A=\"http://apple.com/ns/ical/\">\(color)</A:calendar-color>"
            return await client.send(
                .proppatch, path,
                body: Client.document("D:propertyupdate", "<D:set><D:prop>\(color)</D:prop></D:set>")
            ).status
        }
        func color(_ client: Client, _ path: String) async -> String {
            let name = "<A:calendar-color xmlns:A=\"http://apple.com/ns/ical/\"/>"
            return await client.find(path, name).text
        }
        #expect(await set("#FF0000", client, mine) == 207)
        #expect(await set("#0000FF", ada, list) == 207)
        #expect(await set("#0000FF", ada, list) == 207)
        #expect(await color(client, mine).contains("#FF0000"))
        #expect(await color(ada, list).contains("#0000FF"))
        let long = String(repeating: "F", count: Limits.memberPropertiesBytesMax)
        for bad in [long, "", "red", "#12345", "#GGGGGG", "#ＦＦ00００"] {
            let change = "<D:set><D:prop><I:calendar-color>\(bad)</I:calendar-color></D:prop></D:set>"
            let answer = await ada.send(.proppatch, list, body: Client.document("D:propertyupdate", change))
            #expect(answer.text.contains(" 409 "), "\(bad)")
        }
        #expect(await color(ada, list).contains("#0000FF"))
    }

    @Test func `places the list among its own`() async throws {
        let (ada, list) = try await share(.view)
        func set(_ order: String, _ client: Client, _ path: String) async -> Int {
            let change = "<D:set><D:prop><I:calendar-order>\(order)</I:calendar-order></D:prop></D:set>"
            return await client.send(.proppatch, path, body: Client.document("D:propertyupdate", change))
                .status
        }
        func order(_ client: Client, _ path: String) async -> String? {
            let answer = await client.find(path, "<I:calendar-order/>")
            return answer.property(XMLName(XMLNamespace.apple, "calendar-order"), of: path)?.text
        }
        func positions() async throws -> [Int] {
            let lists = try await client.store.asFirst.checklists(ChecklistQuery()).elements
            return lists.first { $0.name == "shop" }?.members.map(\.preferences.position) ?? []
        }
        #expect(await order(client, mine) == nil)
        #expect(await set("7", ada, list) == 207)
        #expect(await set("3", client, mine) == 207)
        #expect(try await positions() == [3, 7])
        #expect(await order(client, mine) == "3")
        #expect(await order(ada, list) == "7")
        var patch = ChecklistPatch()
        patch.position = 5
        let id = try #require(
            try await client.store.asFirst.checklists(ChecklistQuery()).elements.first { $0.name == "shop" }
        ).id
        _ = try await client.store.asFirst.updateChecklist(id, patch, ifMatch: nil)
        #expect(await order(client, mine) == "5")
        #expect(await set("0", client, mine) == 207)
        #expect(try await positions() == [0, 7])
        #expect(await order(client, mine) == "0")
        let bad = "<D:set><D:prop><I:calendar-order>first</I:calendar-order></D:prop></D:set>"
        let answer = await client.send(.proppatch, mine, body: Client.document("D:propertyupdate", bad))
        #expect(answer.text.contains(" 409 "))
        #expect(await order(client, mine) == "0")
    }

    @Test func `is told what its role and its token allow`() async throws {
        let (ada, list) = try await share(.edit)
        let person = try #require(Int(list.split(separator: "/")[2]))
        let privileges = { (client: Client) in
            await client.find(list, "<D:current-user-privilege-set/>").text
        }
        #expect(await privileges(ada).contains("<D:write-content/>"))
        let reader = client.signed(in: Person.ID(rawValue: person), .read)
        #expect(await !privileges(reader).contains("write"))
        #expect(await privileges(reader).contains("<D:read/>"))
        let home = "/dav/calendars/\(person)/"
        #expect(await !reader.find(home, "<D:current-user-privilege-set/>").text.contains("bind"))
    }
}
