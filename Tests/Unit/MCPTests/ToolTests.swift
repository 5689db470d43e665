import Checklists
import HTTP
import JSON
import Testing

/// What every tool says of itself, and what callers see.
@Suite struct `The list of tools` {
    private let assistant = Assistant()

    private func tools(_ assistant: Assistant) async throws -> [JSONValue] {
        let answer = try await assistant.ask("tools/list")
        guard case .array(let tools)? = answer.body["result"]?["tools"] else { return [] }
        return tools
    }

    private func names(_ assistant: Assistant) async throws -> [String] {
        try await tools(assistant).compactMap { tool in
            guard case .string(let name)? = tool["name"] else { return nil }
            return name
        }
    }

    private static let reading = ["list_lists", "find_items", "agenda"]
    private static let all =
        reading + [
            "add_items", "update_items", "check_items", "move_items", "create_list", "delete_items",
            "restore",
        ]

    @Test func `has the tools that the caller may use`() async throws {
        #expect(try await names(assistant) == Self.all)
        #expect(try await names(assistant.with(.read)) == Self.reading)
        #expect(try await names(assistant.with(.assist)) == Self.all)
        #expect(try await names(assistant.with(.write)) == Self.all)
        #expect(try await names(assistant.with(.admin)) == Self.all)
        let guest = Caller.guest(
            ListLink.ID(rawValue: 1), on: Checklist.ID(rawValue: 1), scope: .write, payer: .first)
        #expect(try await names(assistant.acting(as: guest)) == Self.all.filter { $0 != "create_list" })
    }

    @Test func `refuses calls of the others`() async throws {
        let answer = try await assistant.with(.read).ask(
            "tools/call", #""name": "add_items""#, ["Mcp-Name": "add_items"])
        #expect(answer.status == 400 && answer.code == -32_602)
        let unknown = try await assistant.ask("tools/call", #""name": "nap""#, ["Mcp-Name": "nap"])
        #expect(unknown.status == 400 && unknown.code == -32_602)
    }

    @Test func `has strict schemas, in which every field is explained`() async throws {
        for tool in try await tools(assistant) {
            for name in ["inputSchema", "outputSchema"] {
                let schema = try #require(tool[name])
                #expect(schema["type"] == .string("object"))
                try check(schema, tool["name"])
            }
            #expect(tool["annotations"]?["openWorldHint"] == .bool(false))
        }
    }

    private func check(_ schema: JSONValue, _ tool: JSONValue?) throws {
        if case .array? = schema["type"] {
            #expect(schema["type"]?.at(["1"]) == .string("null"))
        } else if case .string(let type)? = schema["type"] {
            if type == "array" { try check(#require(schema["items"]), tool) }
        } else {
            Issue.record("\(schema) of \(String(describing: tool)) has no type")
        }
        guard case .object(let properties)? = schema["properties"] else { return }
        #expect(schema["additionalProperties"] == .bool(false))
        for property in properties {
            #expect(property.value["description"] != nil, "\(property.name)")
            try check(property.value, tool)
        }
    }

    @Test func `may be kept for an hour by the caller`() async throws {
        let result = try #require(try await assistant.ask("tools/list").body["result"])
        #expect(result["ttlMs"] == .number(JSONNumber(3_600_000)))
        #expect(result["cacheScope"] == .string("private"))
    }
}

/// Arguments that break a schema are results, so that the model can correct them.
@Suite struct `Wrong arguments` {
    private let assistant = Assistant()

    @Test func `are named in a sentence, and nothing changes`() async throws {
        let list = try #require(
            try await assistant.call("create_list", #"{"name": "Shop"}"#).int("list", "listId"))
        let cases = [
            ("add_items", "{}", "/listId is required"),
            ("add_items", #"{"listId": \#(list), "lines": []}"#, "/lines must not be empty"),
            ("add_items", #"{"listId": \#(list), "lines": [1]}"#, "/lines/0 must be a string"),
            ("add_items", #"{"listId": \#(list), "lines": ["a", " "]}"#, "/lines/1 "),
            ("add_items", #"{"listId": "1", "lines": ["a"]}"#, "/listId must be a positive whole number"),
            ("add_items", #"{"listId": 999, "lines": ["a"]}"#, "There is no such list"),
            (
                "add_items", #"{"listId": 1, "line": ["a"]}"#,
                "/line is not a field of add_items (did you mean lines?)"
            ),
            ("find_items", #"{"due": "soon"}"#, "/due must be one of none, overdue"),
            ("find_items", #"{"dueFrom": "2026-02-30"}"#, "/dueFrom must be a day that exists"),
            (
                "find_items", #"{"text": "\#(String(repeating: "x", count: 1_001))"}"#,
                "/text must have at most 1000 characters"
            ),
            ("find_items", #"{"limit": 0}"#, "/limit must be a whole number from 1 to 200"),
            ("find_items", #"{"cursor": "?"}"#, "/cursor must be a cursor"),
            ("list_lists", #"{"cursor": "AAAA"}"#, "The cursor belongs to a call with other arguments"),
            ("agenda", #"{"timeZone": "Nowhere"}"#, "/timeZone must be"),
            ("update_items", #"{"changes": [{"itemId": 999}]}"#, "/changes/0: There is no such item"),
            (
                "update_items", #"{"changes": [{"itemId": 1, "dueDate": "now"}]}"#,
                "/changes/0/dueDate must be"
            ),
            ("check_items", #"{"itemIds": [5, 5]}"#, "/itemIds/1 "),
            ("move_items", #"{"itemIds": [5]}"#, "/place is required"),
            (
                "move_items", #"{"itemIds": [5], "place": "first", "afterItemId": 6}"#,
                "/place cannot be combined"
            ),
            ("restore", #"{"trashIds": [999]}"#, "The trash has no such entry"),
            ("create_list", #"{"name": ""}"#, "/name must not be empty"),
            ("create_list", #"{"name": "a\u0000"}"#, "/name must not contain the character U+0000"),
            ("create_list", #"{"name": "a", "idempotencyKey": "é"}"#, "/idempotencyKey must be"),
        ]
        for (tool, arguments, start) in cases {
            let result = try await assistant.call(tool, arguments)
            #expect(result.isError && result.text.contains(start), "\(tool) \(arguments): \(result.text)")
        }
        #expect(try await assistant.call("find_items").int("total") == 0)
        #expect(try await assistant.call("list_lists").int("total") == 1)
    }

    @Test func `that are no object are a fault of the protocol`() async throws {
        let answer = try await assistant.ask(
            "tools/call", #""name": "agenda", "arguments": []"#, ["Mcp-Name": "agenda"])
        #expect(answer.code == -32_602)
    }
}

/// The work of the tools.
@Suite struct `Tools` {
    private let assistant = Assistant()

    private func makeList(_ name: String, _ lines: [String] = []) async throws -> (list: Int, items: [Int]) {
        let quoted = lines.map { "\"\($0)\"" }.joined(separator: ", ")
        let arguments = lines.isEmpty ? "" : #", "lines": [\#(quoted)]"#
        let result = try await assistant.call("create_list", #"{"name": "\#(name)"\#(arguments)}"#)
        #expect(!result.isError, "\(result.text)")
        let items = lines.indices.compactMap { result.int("items", "\($0)", "itemId") }
        return (try #require(result.int("list", "listId")), items)
    }

    @Test func `make a list with items of typed lines`() async throws {
        let result = try await assistant.call(
            "create_list",
            #"{"name": "Shop", "icon": "Groceries", "lines": ["Milk 2 l", "Call Ann tomorrow 9am !!"]}"#)
        #expect(result.text("list", "name") == "Shop" && result.text("list", "icon") == "Groceries")
        #expect(result.int("list", "itemsCount") == 2 && result.text("list", "role") == "own")
        #expect(result.text("items", "0", "text") == "Milk" && result.int("items", "0", "quantity") == 2)
        #expect(result.text("items", "1", "dueDate") == "2026-11-27T09:00:00.000Z")
        #expect(result.content.at(["items", "1", "important"]) == .bool(true))
    }

    @Test func `answer the same in text and in structure`() async throws {
        let result = try await assistant.call("list_lists")
        #expect(try JSONValue.parse(Array(result.text.utf8)) == result.content)
    }

    @Test func `find items by their conditions, page by page`() async throws {
        let (shop, _) = try await makeList("Shop", ["Milk", "Bread @food", "Butter @food"])
        let (home, _) = try await makeList("Home", ["Milk the cow today"])
        #expect(try await assistant.call("find_items", #"{"text": "MILK"}"#).int("total") == 2)
        #expect(
            try await assistant.call("find_items", #"{"text": "milk", "listIds": [\#(home)]}"#).int("total")
                == 1)
        #expect(try await assistant.call("find_items", #"{"tags": ["food"]}"#).int("total") == 2)
        #expect(try await assistant.call("find_items", #"{"dueThrough": "2026-11-26"}"#).int("total") == 1)
        #expect(try await assistant.call("find_items", #"{"due": "none"}"#).int("total") == 3)
        let first = try await assistant.call("find_items", #"{"listIds": [\#(shop)], "limit": 2}"#)
        #expect(first.count("items") == 2 && first.int("total") == 3)
        let cursor = try #require(first.text("nextCursor"))
        let second = try await assistant.call(
            "find_items", #"{"listIds": [\#(shop)], "limit": 2, "cursor": "\#(cursor)"}"#)
        #expect(second.count("items") == 1 && second.text("items", "0", "text") == "Butter")
        #expect(second.content["nextCursor"] == .null)
    }

    @Test func `end a page before it has too many bytes`() async throws {
        let (_, items) = try await makeList("Long", (1...4).map { "Item \($0)" })
        let notes = String(repeating: "x", count: 20_000)
        for item in items {
            for _ in 1...2 {
                let change = #"{"changes": [{"itemId": \#(item), "notes": "\#(notes)"}]}"#
                #expect(try await assistant.call("update_items", change).isError == false)
            }
        }
        _ = try await makeList("More", (1...4).map { "More \($0)" })
        #expect(try await assistant.call("find_items").count("items") == 8)
        let more = try await assistant.call("find_items", #"{"text": "More"}"#)
        for number in 0..<4 {
            let id = try #require(more.int("items", "\(number)", "itemId"))
            _ = try await assistant.call(
                "update_items", #"{"changes": [{"itemId": \#(id), "notes": "\#(notes)"}]}"#)
        }
        let page = try await assistant.call("find_items")
        #expect(page.count("items") == 6 && page.int("total") == 8)
        let cursor = try #require(page.text("nextCursor"))
        #expect(try await assistant.call("find_items", #"{"cursor": "\#(cursor)"}"#).count("items") == 2)
    }

    @Test func `show the agenda by day`() async throws {
        _ = try await makeList(
            "Home", ["Sweep today", "Call today 3pm", "Bake tomorrow", "Fly on 2027-03-01"])
        let agenda = try await assistant.call("agenda")
        #expect(agenda.text("today") == "2026-11-26" && agenda.text("timeZone") == "UTC")
        #expect(agenda.count("days") == 2 && agenda.int("total") == 3)
        #expect(agenda.text("days", "0", "date") == "2026-11-26")
        #expect(agenda.text("days", "0", "items", "0", "text") == "Sweep")
        #expect(agenda.text("days", "1", "items", "0", "text") == "Bake")
        #expect(try await assistant.call("agenda", #"{"from": "2027-03-01"}"#).int("total") == 1)
    }

    @Test func `change and check items`() async throws {
        let (_, items) = try await makeList("Shop", ["Milk", "Bread"])
        let changed = try await assistant.call(
            "update_items",
            #"""
            {"changes": [
              {"itemId": \#(items[0]), "text": "Oat milk", "quantity": 1.5, "unit": "l", "tags": ["food"],
               "dueOn": "2026-12-01", "recurrence": "FREQ=WEEKLY"},
              {"itemId": \#(items[1]), "dueDate": "2026-12-01T08:00:00+01:00", "reminds": true}]}
            """#)
        #expect(changed.text("items", "0", "text") == "Oat milk" && changed.text("items", "0", "unit") == "l")
        #expect(changed.text("items", "0", "recurrence") == "FREQ=WEEKLY")
        #expect(changed.text("items", "1", "dueDate") == "2026-12-01T07:00:00.000Z")
        let cleared = try await assistant.call(
            "update_items", #"{"changes": [{"itemId": \#(items[1]), "dueDate": null, "reminds": false}]}"#)
        #expect(cleared.content.at(["items", "0", "dueDate"]) == .null)
        let checked = try await assistant.call("check_items", #"{"itemIds": [\#(items[1]), \#(items[0])]}"#)
        #expect(checked.content.at(["items", "0", "checked"]) == .bool(true))
        // The recurring item goes on to its next day.
        #expect(checked.content.at(["items", "1", "checked"]) == .bool(false))
        #expect(checked.text("items", "1", "dueOn") == "2026-12-08")
    }

    @Test func `move items in their order`() async throws {
        let (_, items) = try await makeList("Shop", ["A", "B", "C", "D"])
        let (home, homeItems) = try await makeList("Home", ["X", "Y"])
        _ = try await assistant.call(
            "move_items",
            #"{"itemIds": [\#(items[3]), \#(items[1])], "listId": \#(home), "afterItemId": \#(homeItems[0])}"#
        )
        let found = try await assistant.call("find_items", #"{"listIds": [\#(home)]}"#)
        #expect((0..<4).map { found.text("items", "\($0)", "text") } == ["X", "D", "B", "Y"])
        let ended = try await assistant.call(
            "move_items", #"{"itemIds": [\#(homeItems[0])], "place": "last"}"#)
        #expect(ended.int("items", "0", "itemId") == homeItems[0])
        let last = try await assistant.call("find_items", #"{"listIds": [\#(home)]}"#)
        #expect(last.text("items", "3", "text") == "X")
    }

    @Test func `delete items to the trash, and restore them`() async throws {
        let (list, items) = try await makeList("Shop", ["A", "B", "C"])
        _ = try await assistant.call(
            "update_items", #"{"changes": [{"itemId": \#(items[1]), "parentId": \#(items[0])}]}"#)
        let deleted = try await assistant.call("delete_items", #"{"itemIds": [\#(items[1]), \#(items[0])]}"#)
        #expect(deleted.int("deleted") == 1 && deleted.count("trashIds") == 1)
        #expect(try await assistant.call("find_items").int("total") == 1)
        let trash = try await assistant.call("restore")
        #expect(trash.count("lists") == 0 && trash.text("trash", "0", "name") == "A")
        #expect(trash.int("trash", "0", "itemsCount") == 2)
        let id = try #require(deleted.int("trashIds", "0"))
        let restored = try await assistant.call("restore", #"{"trashIds": [\#(id)]}"#)
        #expect(restored.int("lists", "0", "listId") == list && restored.count("trash") == 0)
        #expect(try await assistant.call("find_items").int("total") == 3)
    }

    @Test func `with a key have one effect`() async throws {
        let (list, _) = try await makeList("Shop")
        let arguments = #"{"listId": \#(list), "lines": ["Milk"], "idempotencyKey": "a"}"#
        let first = try await assistant.call("add_items", arguments)
        let second = try await assistant.call("add_items", arguments)
        #expect(first.int("items", "0", "itemId") == second.int("items", "0", "itemId"))
        #expect(try await assistant.call("find_items").int("total") == 1)
        let other = try await assistant.call(
            "add_items", #"{"listId": \#(list), "lines": ["Bread"], "idempotencyKey": "a"}"#)
        #expect(other.isError && other.text.contains("Another call had this idempotencyKey"))
        // Keys of different callers are separate.
        let others = try await assistant.with(.write).call(
            "add_items", #"{"listId": \#(list), "lines": ["Bread"], "idempotencyKey": "a"}"#)
        #expect(!others.isError)
    }

    @Test func `see and change only what the caller may`() async throws {
        let (list, items) = try await makeList("Shop", ["Milk"])
        let stranger = assistant.with(.write, of: Person.ID(rawValue: 2))
        #expect(try await stranger.call("list_lists").int("total") == 0)
        for (tool, arguments) in [
            ("add_items", #"{"listId": \#(list), "lines": ["a"]}"#),
            ("check_items", #"{"itemIds": [\#(items[0])]}"#),
            ("delete_items", #"{"itemIds": [\#(items[0])]}"#), ("find_items", #"{"listIds": [\#(list)]}"#),
        ] {
            let result = try await stranger.call(tool, arguments)
            #expect(result.isError || result.int("total") == 0, "\(tool)")
        }
    }
}

/// Calls that change several items.
@Suite struct `A call` {
    private let assistant = Assistant()

    @Test func `changes all of its items or none`() async throws {
        let made = try await assistant.call("create_list", #"{"name": "Shop", "lines": ["A", "B"]}"#)
        let (first, second) = (
            try #require(made.int("items", "0", "itemId")), try #require(made.int("items", "1", "itemId"))
        )
        let calls = [
            (
                "update_items",
                #"{"changes": [{"itemId": \#(first), "text": "X"}, {"itemId": \#(second), "text": ""}]}"#,
                "/changes/1/text must not be empty"
            ),
            ("check_items", #"{"itemIds": [\#(first), 999]}"#, "/itemIds/1: There is no such item"),
            (
                "move_items", #"{"itemIds": [\#(second), 999], "place": "first"}"#,
                "/itemIds/1: There is no such"
            ),
            ("delete_items", #"{"itemIds": [\#(first), 999]}"#, "/itemIds/1: There is no such item"),
        ]
        for (tool, arguments, start) in calls {
            let result = try await assistant.call(tool, arguments)
            #expect(result.isError && result.text.contains(start), "\(tool): \(result.text)")
        }
        let deletion = try await assistant.call("delete_items", #"{"itemIds": [\#(first)]}"#)
        let trashID = try #require(deletion.int("trashIds", "0"))
        let restored = try await assistant.call("restore", #"{"trashIds": [\#(trashID), 999]}"#)
        #expect(restored.isError && restored.text.contains("/trashIds/1: The trash has no such entry"))
        let left = try await assistant.call("find_items")
        #expect(left.int("total") == 1 && left.text("items", "0", "text") == "B")
        #expect(left.content.at(["items", "0", "checked"]) == .bool(false))
    }

    @Test func `with a key changes its items once`() async throws {
        let arguments = #"{"name": "Shop", "lines": ["Water plants every day"], "idempotencyKey": "list"}"#
        let made = try await assistant.call("create_list", arguments)
        let again = try await assistant.call("create_list", arguments)
        #expect(made.int("list", "listId") == again.int("list", "listId"))
        #expect(try await assistant.call("list_lists").int("total") == 1)
        let item = try #require(made.int("items", "0", "itemId"))
        let check = #"{"itemIds": [\#(item)], "idempotencyKey": "check"}"#
        let first = try await assistant.call("check_items", check)
        let second = try await assistant.call("check_items", check)
        #expect(first.text("items", "0", "dueOn") == "2026-11-27")
        #expect(second.text("items", "0", "dueOn") == "2026-11-27")
        let deletion = #"{"itemIds": [\#(item)], "idempotencyKey": "delete"}"#
        let deleted = try await assistant.call("delete_items", deletion)
        #expect(try await assistant.call("delete_items", deletion).text == deleted.text)
    }
}
