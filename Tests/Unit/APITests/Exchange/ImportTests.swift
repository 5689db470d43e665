import API
import Checklists
import Exchange
import Foundation
import HTTP
import JSON
import Testing

@Suite struct `An import` {
    let service = Service()

    private func takeIn(_ text: String, query: String? = nil, _ fields: Fields = [:]) async -> Answer {
        await service.takeIn(Array(text.utf8), "application/json", query: query, fields)
    }

    /// What was left out, as `pointer: detail`.
    private func skipped(_ text: String) async -> [String] {
        let answer = await takeIn(text)
        #expect(answer.status == 200, "\(answer.text)")
        guard case .array(let skipped) = answer["skipped"] else { return [] }
        return skipped.map { "\($0["pointer"]?.text ?? "-"): \($0["detail"]?.text ?? "-")" }
    }

    @Test func `takes no calendar object that is too long or no text`() async {
        let long = String(repeating: "x", count: Limits.calendarObjectBytesMax + 1)
        let skipped = await skipped(
            """
            [{"name": "A", "items": [
               {"text": "a", "calendarObject": "\(long)"}, {"text": "b", "calendarObject": {}},
               {"text": "c", "calendarObject": "\(long.dropLast())"}]}]
            """)
        #expect(
            skipped == [
                "/0/items/0/calendarObject: must have at most 1048576 bytes of UTF-8; it is left out",
                "/0/items/1/calendarObject: must be a string; it is left out",
            ])
        let items = try? await service.store.asFirst.items(ItemQuery()).elements
        let sizes = items?.map { $0.calendarObject?.text.utf8.count }
        #expect(sizes == [nil, nil, Limits.calendarObjectBytesMax])
    }

    @Test func `names what does not fit, and keeps the rest`() async {
        let skipped = await skipped(
            #"""
            [{"name": "A", "iconName": "Rockets", "colour": {"r": [1]}, "items": [
               {"text": " ", "checked": true}, {"checked": true}, 7,
               {"text": "kept", "checked": 1, "dueDate": "soon", "shouldRemind": true,
                "prio/rity": 3, "itemID": 5,
                "location": {"latitude": 1}, "checkedAt": 0, "snoozedUntil": 0, "notes": null}]},
             {"name": "", "items": [{"text": "lost"}]}, {"items": []}, [], {"name": "B", "items": {}}]
            """#)
        #expect(
            skipped == [
                "/0/iconName: must be one of No Icon, Appointments, Birthdays, Chores, Drinks, Folder, "
                    + "Groceries, Inbox, Photos, Trips; it is left out",
                "/0/colour: is not a field of a list; it is left out",
                "/0/items/0/text: must not be empty; the item is left out",
                "/0/items/1/text: is required; the item is left out",
                "/0/items/2: must be an object; it is left out",
                "/0/items/3/checked: must be true or false; it is left out",
                "/0/items/3/dueDate: must be an RFC 3339 timestamp, or seconds since 2001, "
                    + "in the years 1 to 9999; it is left out",
                "/0/items/3/prio~1rity: is not a field of an item; it is left out",
                "/0/items/3/location/longitude: is required together with latitude; it is left out",
                "/0/items/3/shouldRemind: requires a dueDate or dueOn, "
                    + #"for example "dueOn": "2026-12-01"; it is left out"#,
                "/0/items/3/snoozedUntil: requires an unchecked item with shouldRemind or alarms; "
                    + "it is left out",
                "/0/items/3/checkedAt: requires a checked item; it is left out",
                "/1/name: must not be empty; the list is left out, with 1 items",
                "/2/name: is required; the list is left out, with 0 items",
                "/3: must be an object; it is left out",
                "/4/items: must be an array; it is left out",
            ])
        let lists = await service.get("/v1/checklists").elements
        #expect(lists.map { $0["name"] } == ["A", "B"])
        #expect(lists.map { $0["icon"] } == ["Folder", "Folder"])
        let items = await service.get("/v1/items").elements
        #expect(items.map { $0["text"] } == ["kept"])
        #expect(items.map { $0["shouldRemind"] } == [false])
    }

    @Test func `keeps as many sections as a list can have, and reports names that break a rule`() async {
        let names = (1...101).map { #""S\#($0)""# }.joined(separator: ", ")
        let long = String(repeating: "x", count: 101)
        let skipped = await skipped(
            #"""
            [{"name": "A", "remembersSections": "no", "items": [
               {"text": "a", "section": 4}, {"text": "b", "section": 1}, {"text": "c", "section": 0}],
              "sections": [" Fruit ", "\#(long)", "two\nlines", 7, "Bread"]},
             {"name": "B", "items": [], "sections": [\#(names)]}]
            """#)
        #expect(
            skipped == [
                "/0/remembersSections: must be true or false; it is left out",
                "/0/sections/1: must have at most 100 characters; it is left out",
                "/0/sections/2: must be one line; it contains the line break U+000A; it is left out",
                "/0/sections/3: must be a string; it is left out",
                "/1/sections/100: must have at most 100 sections; it is left out",
            ])
        let lists = try? await service.store.asFirst.checklists(ChecklistQuery()).elements
        #expect(lists?.map { $0.sections.all.count } == [2, 100])
        #expect(lists?.first?.sections.all.map(\.name) == ["Fruit", "Bread"])
        let items = try? await service.store.asFirst.items(ItemQuery()).elements
        let kept = lists?.first?.sections.all.map(\.id) ?? []
        #expect(items?.map(\.sectionID) == [kept.last, nil, kept.first])
    }

    @Test func `leaves out a unit without a quantity, and a start after the due time`() async {
        let skipped = await skipped(
            #"""
            [{"name": "A", "items": [
               {"text": "a", "unit": "kg", "location": {"city": "Lyon"}},
               {"text": "b", "quantity": 1000001, "unit": "kg"},
               {"text": "c", "dueOn": "2026-12-01", "startOn": "2026-12-02"},
               {"text": "d", "dueDate": "2026-12-01T08:00:00Z", "startDate": "2026-12-01T09:00:00Z"}]}]
            """#)
        #expect(
            skipped == [
                "/0/items/0/quantity: is required together with unit; it is left out",
                "/0/items/1/quantity: must be a number from 0.001 to 1000000 or null; it is left out",
                "/0/items/1/quantity: is required together with unit; it is left out",
                "/0/items/2/startOn: must not be after the due time; move the due time first; "
                    + "it is left out",
                "/0/items/3/startDate: must not be after the due time; move the due time first; "
                    + "it is left out",
            ])
        let items = await service.get("/v1/items").elements
        #expect(items.map { $0["unit"] } == [.null, .null, .null, .null])
        #expect(items.map { $0["startOn"] } == [.null, .null, .null, .null])
        #expect(items.map { $0["startDate"] } == [.null, .null, .null, .null])
        #expect(items.first?["location"]?["city"] == "Lyon")
    }

    @Test(arguments: [
        ("7", ""), ("{}", ""), (#"{"checklists": {}}"#, "/checklists"), ("null", ""),
        (#"{"format": 2, "checklists": []}"#, "/format"), (#"{"$archiver": "NSKeyedArchiver"}"#, ""),
    ])
    func `of something else is refused`(_ text: String, _ pointer: String) async {
        let answer = await takeIn(text)
        #expect(answer.status == 422)
        #expect(answer.errors.count == 1)
        #expect(answer.errors.first?.hasPrefix("\(pointer): ") == true)
        #expect(await service.get("/v1/counts")["checklists"] == 0)
    }

    /// Documents of other services that no reader knows.
    static let foreign = [
        #"["a"]"#, #"[["a"]]"#,
        // A part of a board of Trello, whose cards have checklists.
        #"{"name": "Board", "checklists": [{"id": "5b", "name": "Shop", "checkItems": [{"name": "Milk"}]}]}"#,
        // Interfaces of Todoist and TickTick.
        #"{"projects": [{"name": "Inbox"}], "items": [{"content": "Milk"}]}"#,
        #"[{"name": "Inbox", "items": [{"title": "Milk"}, {"title": "Bread"}]}]"#,
    ]

    @Test(arguments: foreign) func `of another service is refused, and nothing of it is taken`(
        _ text: String
    ) async {
        for query in [nil, "dryRun=true"] {
            let answer = await takeIn(text, query: query)
            #expect(answer.status == 422, "\(text)")
            #expect(answer.errors.count == 1, "\(text)")
        }
        #expect(await service.get("/v1/counts")["checklists"] == 0)
    }

    @Test(arguments: [
        "", "[", "[{]", #"[{"name": "A", "name": "B"}]"#,
        #"[{"name": "A", "items": [{"x": 1, "x": 2}]}]"#,
        String(repeating: "[", count: 65), #"[{"name": "\ud800"}]"#,
    ])
    func `of what is not JSON is refused`(_ text: String) async {
        #expect(await takeIn(text).status == 400)
        #expect(await service.get("/v1/counts")["checklists"] == 0)
    }

    @Test func `of items alone is told by what only items have`() async {
        let texts = [
            #"[{"id": 1, "createdAt": 0, "x": {"name": "deep"}, "text": "a"}, {"text": "b"}, 7]"#,
            #"[{"checked": true}, {"text": "a", "name": "an item has none"}]"#, #"[{"itemID": 1}]"#,
        ]
        var counts: [JSONValue] = []
        for text in texts { counts.append(await takeIn(text)["items"]) }
        #expect(counts == [2, 1, "nothing of that name"])
        #expect(
            await skipped(texts[1]) == [
                "/0/text: is required; the item is left out",
                "/1/name: is not a field of an item; it is left out",
            ])
        for text in [#"[{"id": 1, "items": [], "text": "a"}]"#, "[{}]", #"[7, {"text": "a"}]"#] {
            #expect(await takeIn(text).errors == [": nothing-to-import"])
        }
        #expect(await takeIn("[]")["checklists"] == 0)
        #expect(await takeIn(#"{"checklists": []}"#)["checklists"] == 0)
    }

    @Test func `on trial changes nothing and answers the same`() async {
        let text = #"[{"name": "A", "items": [{"text": "x"}, {}]}]"#
        let trial = await takeIn(text, query: "dryRun=true")
        #expect(await service.get("/v1/counts")["checklists"] == 0)
        let real = await takeIn(text)
        #expect(trial.status == 200)
        #expect(trial.text == real.text.replacing(#""id":1,"#, with: ""))
        #expect(await service.get("/v1/counts")["items"] == 1)
        #expect(await takeIn(text, query: "dryRun=perhaps").status == 400)
        let malformed = await service.post("/v1/import?dryRun=true", text, [.idempotencyKey: ""])
        #expect(malformed.status == 400)
    }

    @Test func `repeated with its key is answered again and not done again`() async {
        let text = #"[{"name": "A", "items": [{"text": "x"}, {}]}]"#
        let first = await takeIn(text, [.idempotencyKey: "k"])
        let second = await takeIn(text, [.idempotencyKey: "k"])
        #expect(second.bytes == first.bytes)
        #expect(second.fields[.idempotentReplayed] == "true")
        #expect(first.fields[.idempotentReplayed] == nil)
        #expect(await service.get("/v1/counts")["checklists"] == 1)
        #expect(await takeIn("[]", [.idempotencyKey: "k"]).status == 422)
    }

    @Test func `has bounds on lists, items and what does not fit`() throws {
        var limits = ImportLimits()
        limits.checklistsMax = 3
        limits.itemsMax = 4
        limits.skippedMax = 2
        func read(_ text: String) throws(ImportError) -> ImportDocument {
            try ImportDocument(Array(text.utf8), limits: limits)
        }
        let list = #"{"name":"A","items":[{"text":"x"},{"text":"y"}]}"#
        let empty = #"{"name":"A"}"#
        #expect(try read("[\(list),\(list),\(empty)]").itemsCount == 4)
        #expect(throws: ImportError.unusable(Violation("", .tooMany(max: 3, "lists")))) {
            try read("[\(empty),\(empty),\(empty),\(empty)]")
        }
        #expect(
            throws: ImportError.unusable(
                Violation("/2/items", .tooMany(max: 4, "items, with all other lists")))
        ) { try read("[\(list),\(list),\(list)]") }
        #expect(try read("[1,\(empty),2]").skipped.count == 2)
        #expect(
            throws: ImportError.unusable(
                Violation("/2", .tooManySkipped(max: 2)))
        ) { try read("[1,2,3]") }
    }

    @Test func `is told of in openapi.yaml with its bounds`() {
        let text = Description.shared.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let limits = ImportLimits()
        for count in [limits.checklistsMax, limits.itemsMax, limits.skippedMax] {
            #expect(text.contains(count.formatted(.number.locale(Locale(identifier: "en_US")))))
        }
    }
}
