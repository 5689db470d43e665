import Checklists
import Dates
import HTTP
import MemoryStore
import Testing
import XML

@Suite struct `A task of a calendar program` {
    private let client = Client()
    private let list = "\(Client.home)shop/"

    @Test func `is given back as it came, under the name that it came by`() async throws {
        _ = await client.make("shop")
        let made = await client.put(
            "\(list)Any%20name", ["SUMMARY:Milk", "X-FOO:bar"], ["If-None-Match": "*"])
        #expect(made.status == 201)
        let read = await client.send(.get, "\(list)Any%20name")
        #expect(read.text == Client.task(["SUMMARY:Milk", "X-FOO:bar"]))
        #expect(read.etag == made.etag)
        #expect(read.etag != nil)
        let items = try await client.store.asFirst.items(ItemQuery()).elements
        #expect(items.contains { $0.text == "Milk" && $0.uid == "a@b" })
    }

    @Test func `has U+0000 neither in its name nor in what it says`() async {
        _ = await client.make("shop")
        for properties in [["SUMMARY:M\0lk"], ["UID:a\0b"], ["X-FOO:\0"]] {
            #expect(await client.put("\(list)a.ics", properties).status == 403)
        }
        #expect(await client.put("\(list)a%00.ics", ["SUMMARY:Milk"]).status == 400)
        #expect(await client.send(.get, "\(list)a.ics").status == 404)
    }

    @Test func `is written only as it was read`() async {
        _ = await client.make("shop")
        let path = "\(list)a.ics"
        #expect(await client.put(path, ["SUMMARY:1"], ["If-Match": "\"x\""]).status == 412)
        let etag = await client.put(path, ["SUMMARY:1"]).etag ?? ""
        #expect(await client.put(path, ["SUMMARY:2"], ["If-None-Match": "*"]).status == 412)
        let second = await client.put(path, ["SUMMARY:2"], ["If-Match": etag])
        #expect(second.status == 204)
        #expect(await client.put(path, ["SUMMARY:3"], ["If-Match": etag]).status == 412)
        #expect(await client.send(.delete, path, ["If-Match": etag]).status == 412)
        let deleted = await client.send(.delete, path, ["If-Match": second.etag ?? ""])
        #expect(deleted.status == 204 && deleted.fields["Trash-Id"] != nil)
        #expect(await client.send(.get, path).status == 404)
    }

    @Test func `is written and read only where the conditions of WebDAV hold`() async {
        _ = await client.make("shop")
        let path = "\(list)a.ics"
        let etag = await client.put(path, ["SUMMARY:1"]).etag ?? ""
        let failing = [
            "([\"nope\"])", "(<urn:lock> [\(etag)])", "(Not [\(etag)])", "<\(list)b.ics> ([\(etag)])",
            "(<DAV:no-lock>)",
        ]
        for condition in failing {
            #expect(await client.put(path, ["SUMMARY:2"], ["If": condition]).status == 412, "\(condition)")
            #expect(await client.send(.get, path, ["If": condition]).status == 412, "\(condition)")
            #expect(await client.send(.delete, path, ["If": condition]).status == 412, "\(condition)")
        }
        for malformed in ["", "nope", "(", "()", "([nope])", "(Not)", "([\"a\"]"] {
            #expect(await client.send(.get, path, ["If": malformed]).status == 400, "\(malformed)")
        }
        let holding = [
            "([\(etag)])", "([\"nope\"]) ([\(etag)])", "(Not <DAV:no-lock>)", "(Not [\"nope\"] [\(etag)])",
            "<\(path)> ([\(etag)])", "<https://lists.example\(path)> ([\(etag)])",
        ]
        for condition in holding {
            #expect(await client.send(.get, path, ["If": condition]).status == 200, "\(condition)")
        }
        #expect(await client.send(.get, path, ["If-Match": "\"nope\""]).status == 412)
        #expect(await client.send(.get, path, ["If-Match": etag]).status == 200)
        let old = ["If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"] as Fields
        #expect(await client.send(.get, path, old).status == 412)
        #expect(await client.put(path, ["SUMMARY:3"], old).status == 412)
        #expect(await client.send(.get, path).text.contains("SUMMARY:1"))
    }

    @Test func `has changed since the Date of an answer in the second of the change`() async throws {
        let start = Timestamp(milliseconds: 1_795_000_000_500)
        let (before, path) = (Client(at: start), "\(list)a.ics")
        _ = await before.make("shop")
        #expect(await before.put(path, ["SUMMARY:1"]).status == 201)
        let later = before.at(start.advanced(byMilliseconds: 3_000))
        let date = HTTPDate(secondsSince1970: 1_795_000_000).text
        let next = HTTPDate(secondsSince1970: 1_795_000_001).text
        #expect(await later.send(.get, path).fields[.lastModified] == next)
        #expect(await later.send(.get, path, ["If-Modified-Since": date]).status == 200)
        #expect(await later.send(.get, path, ["If-Modified-Since": next]).status == 304)
        #expect(await later.send(.delete, path, ["If-Unmodified-Since": date]).status == 412)
        #expect(await later.send(.delete, path, ["If-Unmodified-Since": next]).status == 204)
    }

    @Test func `is on a list that changes only where the conditions of WebDAV hold`() async throws {
        _ = await client.make("shop")
        let token = await client.find(list, "<D:sync-token/>").text
            .split(separator: "<D:sync-token>").last?.split(separator: "<").first
        let known = "(<\(try #require(token))>)"
        #expect(await client.send(.delete, list, ["If": "([\"nope\"])"]).status == 412)
        #expect(await client.send(.delete, list, [.ifMatch: "\"nope\""]).status == 412)
        #expect(await client.send(.propfind, list, ["Depth": "0", "If": known]).status == 207)
        let tagged: Fields = ["If": "<\(list)> \(known)"]
        #expect(await client.put("\(list)a.ics", ["SUMMARY:Milk"], tagged).status == 201)
        #expect(await client.put("\(list)b.ics", uid: "b", ["SUMMARY:Tea"], tagged).status == 412)
        let a = await client.send(.get, "\(list)a.ics").fields[.etag] ?? ""
        for (header, status) in [
            ("<\(list)a.ics> ([\"nope\"])", 412),
            ("<\(list)a.ics> ([\(a)]) <\(list)b.ics> ([\"nope\"])", 201),
            ("<\(list)none.ics> (Not [\"nope\"])", 204), ("</elsewhere> (Not [\"nope\"])", 412),
        ] {
            let answer = await client.put("\(list)b.ics", uid: "b", ["SUMMARY:Tea"], ["If": header])
            #expect(answer.status == status, "\(header)")
        }
        #expect(await client.send(.delete, list, ["If": known]).status == 412)
        #expect(await client.send(.delete, list, [.ifMatch: "*"]).status == 204)
    }

    @Test func `has a text where its summary shows none`() async throws {
        _ = await client.make("shop")
        #expect(await client.put("\(list)a.ics", ["SUMMARY:\u{200B}\u{2060}"]).status == 201)
        #expect(try await client.store.asFirst.items(ItemQuery()).elements.first?.text == "Untitled")
    }

    @Test func `has a floating time at the same moment for all, and in copies`() async throws {
        _ = await client.make("shop")
        _ = await client.make("other")
        let session = client.store.asFirst
        let lists = try await session.checklists(ChecklistQuery()).elements
        let shop = try #require(lists.first { $0.name == "shop" })
        var preferences = PreferencesPatch()
        preferences.timeZone = "Europe/Paris"
        _ = try await session.updatePreferences(preferences, ifMatch: nil)
        var draft = ItemDraft(text: "Milk")
        draft.uid = "a@b"
        draft.dueDate = Timestamp(milliseconds: 1_796_115_600_000)
        let item = try await session.addItem(draft, to: shop.id, idempotencyKey: nil).value
        let floating = ["SUMMARY:Milk", "DUE:20261201T100000"]
        #expect(await client.put("\(list)a@b.ics", floating).status == 204)
        #expect(try await session.item(item.id).dueDate == draft.dueDate)
        let text = await client.send(.get, "\(list)a@b.ics").text
        #expect(text.contains("DUE:20261201T100000\r\n"))
        let copy = "\(Client.home)other/a@b.ics"
        #expect(await client.send(.copy, "\(list)a@b.ics", ["Destination": copy]).status == 201)
        #expect(await client.send(.get, copy).text.contains("DUE:20261201T100000\r\n"))
    }

    @Test func `keeps what it cannot say`() async throws {
        _ = await client.make("shop")
        _ = await client.put("\(list)a.ics", ["SUMMARY:Milk", "DUE:20301203T120000Z"])
        let session = client.store.asFirst
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.text == "Milk" })
        var patch = ItemPatch()
        patch.recurrence = try Recurrence(RecurrenceRule("FREQ=WEEKLY"), from: .completion)
        patch.text = "Oat milk"
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        let read = await client.send(.get, "\(list)a.ics")
        #expect(read.text.contains("SUMMARY:Oat milk"))
        #expect(!read.text.contains("RRULE"))
        let text = read.text.replacing("Oat milk", with: "Soy milk")
        #expect(await client.send(.put, "\(list)a.ics", body: text).status == 204)
        let after = try await session.item(item.id)
        #expect(after.text == "Soy milk")
        #expect(after.timing.recurrence?.from == .completion)
    }

    @Test func `comes again when it is done, whatever tells so`() async throws {
        _ = await client.make("shop")
        let series = ["DUE:20301203T120000Z", "RRULE:FREQ=DAILY"]
        let path = "\(list)a.ics"
        _ = await client.put(path, series)
        #expect(await client.put(path, series + ["STATUS:COMPLETED"]).etag == nil)
        #expect(await client.send(.get, path).text.contains("DUE:20301204T120000Z"))
        let override = [
            "DUE:20301204T120000Z", "RRULE:FREQ=DAILY", "END:VTODO", "BEGIN:VTODO", "UID:a@b",
            "RECURRENCE-ID:20301204T120000Z", "STATUS:COMPLETED",
        ]
        #expect(await client.put(path, override).status == 204)
        // The object says that itself, and stays as it was sent.
        #expect(await client.send(.get, path).text == Client.task(override))
        let item = try #require(
            try await client.store.asFirst.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        #expect(item.timing.completionsCount == 2)
        #expect(item.dueDate?.milliseconds == 1_922_702_400_000)
    }

    @Test func `is refused with what is wrong`() async {
        _ = await client.make("shop")
        let path = "\(list)a.ics"
        let event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let refused: [(String, XMLName)] = [
            ("nothing", .calDAV("valid-calendar-data")), (event, .calDAV("supported-calendar-component")),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", .calDAV("valid-calendar-object-resource")),
            (
                Client.task(["DESCRIPTION:" + String(repeating: "x", count: Limits.calendarObjectBytesMax)]),
                .calDAV("max-resource-size")
            ),
        ]
        for (body, condition) in refused {
            let answer = await client.send(.put, path, body: body)
            #expect(answer.status == 403)
            #expect(answer.condition == condition)
        }
        _ = await client.put(path, [])
        #expect(await client.put("\(list)b.ics", []).condition == .calDAV("no-uid-conflict"))
        #expect(await client.put(path, uid: "other", []).condition == .calDAV("no-uid-conflict"))
        #expect(await client.put("\(list)checklistd-99.ics", uid: "x", []).status == 403)
        #expect(await client.put("\(Client.home)none/a.ics", []).status == 404)
    }

    @Test func `goes to other lists, and is copied there`() async {
        _ = await client.make("shop")
        _ = await client.make("other")
        let (path, target) = ("\(list)a.ics", "\(Client.home)other/b.ics")
        _ = await client.put(path, ["SUMMARY:Milk", "X-FOO:bar"])
        #expect(
            await client.send(.copy, path, ["Destination": "https://lists.example\(target)"]).status == 201)
        let copy = await client.send(.get, target)
        #expect(copy.text.contains("X-FOO:bar"))
        #expect(await client.send(.move, path, ["Destination": target, "Overwrite": "F"]).status == 412)
        #expect(await client.send(.move, path, ["Destination": target]).status == 204)
        #expect(await client.send(.get, path).status == 404)
        #expect(await client.send(.get, target).text.contains("SUMMARY:Milk"))
        #expect(await client.send(.move, target, ["Destination": "\(Client.home)other/c.ics"]).status == 403)
        #expect(await client.send(.move, target, ["Destination": "/elsewhere"]).status == 403)
        #expect(await client.send(.move, target, ["Destination": "\(Client.home)none/c.ics"]).status == 409)
        #expect(await client.send(.move, target).status == 400)
    }

    @Test(arguments: [HTTP.Method.copy, .move])
    func `replaces another in one change`(method: HTTP.Method) async throws {
        _ = await client.make("shop")
        _ = await client.make("other")
        let (path, target) = ("\(list)a.ics", "\(Client.home)other/b.ics")
        _ = await client.put(path, ["SUMMARY:Milk"])
        _ = await client.put(target, uid: "b", ["SUMMARY:Tea"])
        var commits = client.store.commits().makeAsyncIterator()
        #expect(await client.send(method, path, ["Destination": target]).status == 204)
        #expect(await client.send(.get, target).text.contains("SUMMARY:Milk"))
        let replaced = try #require(await commits.next()?.touched)
        _ = await client.make("third")
        let lists = try await client.store.asFirst.checklists(ChecklistQuery()).elements
        let (other, third) = (lists.first { $0.name == "other" }, lists.first { $0.name == "third" })
        #expect(replaced.lists.contains { $0 == other?.id })
        #expect(await commits.next()?.touched?.lists == [try #require(third).id])
        #expect(try await client.store.asFirst.trash(PageRequest(limit: 9)).elements.count == 1)
    }

    @Test func `that others made has a name as well`() async throws {
        _ = await client.make("shop")
        let lists = try await client.store.asFirst.checklists(ChecklistQuery()).elements
        let shop = try #require(lists.first { $0.name == "shop" })
        let item = try await client.store.asFirst.addItem(
            ItemDraft(text: "Tea"), to: shop.id, idempotencyKey: nil
        )
        .value
        let path = "\(list)checklistd-\(item.id).ics"
        let read = await client.send(.get, path)
        #expect(read.text.contains("SUMMARY:Tea"))
        let text = read.text.replacing("SUMMARY:Tea", with: "SUMMARY:Green tea\r\nX-FOO:bar")
        let written = await client.send(.put, path, ["If-Match": read.etag ?? ""], body: text)
        #expect(written.status == 204)
        #expect(written.etag != nil)
        #expect(await client.send(.get, path).text == text)
        #expect(try await client.store.asFirst.item(item.id).text == "Green tea")
    }
}
