import Digest
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `A collection` {
    let service = Service()

    private func addChecklists(_ names: [String]) async {
        for name in names { _ = await service.post("/v1/checklists", #"{"name": "\#(name)"}"#) }
    }

    private func addItems(_ bodies: [String]) async {
        await addChecklists(["Groceries"])
        for body in bodies { _ = await service.post("/v1/checklists/1/items", body) }
    }

    private func texts(_ target: String) async -> [String] {
        await service.get(target).elements.compactMap { ($0["text"] ?? $0["name"])?.text }
    }

    private static let all = ["/v1/checklists", "/v1/items", "/v1/checklists/1/items"]

    @Test func `is a bare array`() async {
        await addChecklists(["Groceries"])
        for target in Self.all {
            let answer = await service.get(target)
            #expect(answer.status == 200)
            #expect(answer.fields[.contentType] == "application/json")
            #expect(answer.fields[.cacheControl] == "private, no-cache")
            #expect(answer.fields[.xTotalCount] == (target == "/v1/checklists" ? "1" : "0"))
            #expect(answer.fields[.link] == nil)
            #expect(answer.fields[.etag] != nil)
            guard case .array = answer.json else {
                Issue.record("\(target) answers \(answer.text)")
                continue
            }
        }
    }

    @Test func `has a tag that changes exactly when it does`() async {
        await addItems([#"{"text": "Milk"}"#, #"{"text": "Bread"}"#])
        let targets = [
            "/v1/checklists", "/v1/items", "/v1/checklists/1/items", "/v1/items?limit=1", "/v1/agenda",
        ]
        var (tags, texts): ([String: String], [String: String]) = ([:], [:])
        let steps: [@Sendable (Service) async -> Void] = [
            { _ in },
            { _ = await $0.patch("/v1/items/1", #"{"notes": "fresh"}"#) },
            { _ = await $0.patch("/v1/items/1", #"{"notes": "fresh"}"#) },
            { _ = await $0.post("/v1/items/2/move", #"{"first": true}"#) },
            { _ = await $0.patch("/v1/checklists/1", #"{"name": "Shopping"}"#) },
            { _ = await $0.post("/v1/checklists/1/items", #"{"text": "Butter"}"#) },
            { _ = await $0.delete("/v1/items/1") },
        ]
        for (number, step) in steps.enumerated() {
            await step(service)
            for target in targets {
                let answer = await service.get(target)
                let tag = answer.fields[.etag] ?? ""
                let text = "\(answer.fields[.xTotalCount] ?? "") \(answer.text)"
                #expect((tags[target] == tag) == (texts[target] == text), "\(target), step \(number)")
                let known = await service.get(target, [.ifNoneMatch: tag])
                #expect(known.status == 304 && known.bytes.isEmpty && known.fields[.etag] == tag)
                (tags[target], texts[target]) = (tag, text)
            }
        }
    }

    @Test(arguments: all)
    func `comes page by page, each element once`(target: String) async {
        await addChecklists(["Groceries"])
        for number in 1...7 {
            _ = await service.post("/v1/checklists", #"{"name": "List \#(number)"}"#)
            _ = await service.post("/v1/checklists/1/items", #"{"text": "Item \#(number)"}"#)
        }
        let whole = await service.get(target)
        var next: String? = "\(target)?limit=3"
        var elements: [JSONValue] = []
        while let page = next {
            let answer = await service.get(page)
            #expect(answer.fields[.xTotalCount] == whole.fields[.xTotalCount])
            #expect(answer.elements.count <= 3)
            elements += answer.elements
            next = answer.next
        }
        #expect(elements == whole.elements)
        #expect(elements.count == (target == "/v1/checklists" ? 8 : 7))
    }

    /// Twelve items, each with half a megabyte of notes that are not too many characters.
    @Test func `ends a page early where its elements are large, and makes it in pieces`() async throws {
        await addChecklists(["Groceries"])
        let notes = String(repeating: "👩‍👩‍👧‍👦", count: 20_000)
        for number in 1...12 {
            let due = "2026-11-2\(number % 3)T12:00:00Z"
            let body = "{\"text\": \"Item \(number)\", \"notes\": \"\(notes)\", \"dueDate\": \"\(due)\"}"
            #expect(await service.post("/v1/checklists/1/items", body).status == 201)
        }
        let targets = [
            "/v1/items?limit=1000", "/v1/checklists/1/items?limit=1000&checked=false", "/v1/items?q=item",
            "/v1/agenda?limit=1000",
        ]
        for target in targets {
            var next: String? = target
            var counts: [Int] = []
            while let page = next {
                let answer = await service.get(page)
                #expect(answer.fields[.xTotalCount] == "12")
                #expect(answer.bytes.count < 5_500_000)
                counts.append(answer.elements.reduce(0) { $0 + Self.itemsCount($1) })
                next = answer.next
            }
            #expect(counts == [9, 3], "\(target)")
            let parts = target.split(separator: "?").map(String.init)
            let head = RequestHead(method: .get, target: RequestTarget(path: parts[0], query: parts[1]))
            let response = await service.responder.respond(to: Request(head: head))
            guard case .stream(let piece) = response.body else {
                Issue.record("\(target) is answered in one piece")
                continue
            }
            #expect(try await piece()?.count ?? .max < 1_000_000)
        }
    }

    /// How many items an element is: itself, or those of a section.
    private static func itemsCount(_ element: JSONValue) -> Int {
        if case .array(let items) = element["items"] { items.count } else { 1 }
    }

    @Test func `goes on where it was although elements come and go`() async {
        await addItems((1...6).map { #"{"text": "Item \#($0)"}"# })
        let first = await service.get("/v1/items?limit=2")
        _ = await service.delete("/v1/items/2")
        _ = await service.delete("/v1/items/4")
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Item 7"}"#)
        let rest = await texts(first.next.map { $0.replacing("limit=2", with: "limit=100") } ?? "")
        #expect(rest == ["Item 3", "Item 5", "Item 6", "Item 7"])
    }

    @Test func `links to the next page of the same query`() async throws {
        await addItems(
            ["a & b", "a & b > \\\"c\\\"", "a & bé"].map { #"{"text": "\#($0)", "checked": true}"# })
        let answer = await service.get("/v1/items?q=A%20%26+b&checked=true&sort=-text,checked&limit=1")
        let next = try #require(answer.next)
        #expect(next.hasPrefix("/v1/items?q=A%20%26%20b&checked=true&sort=-text%2Cchecked&limit=1&cursor="))
        let cursor = next.split(separator: "=").last ?? ""
        #expect(
            cursor.utf8.allSatisfy {
                $0 == 0x2D || $0 == 0x5F || Character(Unicode.Scalar($0)).isLetter
                    || Character(Unicode.Scalar($0)).isNumber
            })
        // An address stands in logs, which are to have no text of an item.
        let bytes = try #require([UInt8](base64URL: String(cursor)))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("a & b"))
        var forged = bytes
        forged[20] ^= 1
        for wrong in [forged, Array(bytes.dropLast()), Array(bytes.prefix(15))] {
            #expect(await service.get(next.replacing(cursor, with: wrong.base64URL)).status == 400)
        }
        let second = await service.get(next)
        #expect(second.fields[.xTotalCount] == "3")
        #expect(second.elements.count == 1)
        let third = await service.get(try #require(second.next))
        #expect(third.next == nil)
        #expect(Set([answer, second, third].compactMap { $0.elements.first?["id"]?.integer }) == [1, 2, 3])
    }

    @Test func `has at most a thousand elements to a page, and a hundred where nobody says`() async {
        await addItems((1...1001).map { #"{"text": "Item \#($0)"}"# })
        for (query, count) in [("", 100), ("?limit=1", 1), ("?limit=1000", 1000)] {
            let answer = await service.get("/v1/items\(query)")
            #expect(answer.elements.count == count)
            #expect(answer.fields[.xTotalCount] == "1001")
            #expect(answer.next != nil)
        }
    }

    @Test(arguments: all)
    func `refuses what a parameter cannot be`(target: String) async {
        await addChecklists(["Groceries"])
        let limit = "limit must be a whole number from 1 to 1000"
        for value in [
            "0", "1001", "-1", "+1", "01001", "1.0", "1e2", "x", "", "%EF%BC%91", "99999999999999999999",
        ] {
            let answer = await service.get("\(target)?limit=\(value)")
            #expect(answer.status == 400)
            #expect(answer["detail"] == .string("In the query, \(limit)."))
        }
        #expect(await service.get("\(target)?limit").status == 400)
        #expect(
            await service.get("\(target)?limit=10&limit=10")["detail"]
                == "In the query, limit is given more than once; give it once.")
        for cursor in ["", "x", "AAAA", "A===", "!", "%20", "AAAA%3D", "AB", "e30"] {
            #expect(await service.get("\(target)?cursor=\(cursor)").status == 400)
        }
        for sort in [
            "", ",", "colour", "-", "--createdAt", "createdAt,", ",createdAt", "createdAt,createdAt",
            "createdAt,-createdAt", "CreatedAt", "createdAt%20", "+createdAt", "createdAt;updatedAt",
        ] {
            let answer = await service.get("\(target)?sort=\(sort)")
            #expect(answer.status == 400)
            #expect(answer["detail"].text?.hasPrefix("In the query, sort must be some of ") == true)
        }
    }

    @Test(arguments: all)
    func `refuses U+0000 in any parameter`(target: String) async {
        await addChecklists(["Groceries"])
        for query in ["q=%00", "q=a%00b", "cursor=AA%00", "sort=%00", "%00=1"] {
            #expect(await service.get("\(target)?\(query)").status == 400, "\(query)")
        }
    }

    @Test(arguments: ["/v1/items", "/v1/checklists/1/items"])
    func `refuses filters that are none`(target: String) async {
        await addChecklists(["Groceries"])
        for name in ["checked", "important", "shouldRemind"] {
            for value in ["", "1", "True", "yes", "null", "truefalse"] {
                let answer = await service.get("\(target)?\(name)=\(value)")
                #expect(answer.status == 400)
                #expect(answer["detail"] == .string("In the query, \(name) must be true or false."))
            }
        }
        for name in ["dueBefore", "dueAfter"] {
            for value in ["", "2026-11-20", "tomorrow", "2026-02-30T00:00:00Z", "2026-11-20T23:55:57+01:00"] {
                #expect(await service.get("\(target)?\(name)=\(value)").status == 400)
            }
            #expect(await service.get("\(target)?\(name)=2026-11-20T23:55:57%2B01:00").status == 200)
        }
    }

    @Test func `and everything else refuse parameters that are unknown`() async {
        await addItems([#"{"text": "Milk"}"#])
        let known = "q, archived, sort, limit, cursor"
        let answer = await service.get("/v1/checklists?colour=red&limit=0&size=1&colour=2")
        #expect(answer.status == 400)
        #expect(
            answer["detail"]
                == .string(
                    """
                    In the query, limit must be a whole number from 1 to 1000; \
                    colour is not a query parameter; use one of \(known); size is not a query parameter \
                    (did you mean limit?).
                    """))
        let requests: [(HTTP.Method, String, String?)] = [
            (.get, "/v1/items", nil), (.get, "/v1/checklists/1/items", nil), (.get, "/v1/items/1", nil),
            (.get, "/v1/checklists/1", nil), (.get, "/v1/counts", nil), (.get, "/openapi.yaml", nil),
            (.post, "/v1/checklists", #"{"name": "Other"}"#), (.patch, "/v1/checklists/1", "{}"),
            (.delete, "/v1/checklists/1", nil), (.post, "/v1/checklists/1/items", #"{"text": "Bread"}"#),
            (.delete, "/v1/checklists/1/items", nil), (.patch, "/v1/items/1", "{}"),
            (.delete, "/v1/items/1", nil), (.post, "/v1/items/1/toggle", nil),
            (.post, "/v1/items/1/move", #"{"first": true}"#),
        ]
        for (method, target, body) in requests {
            for query in ["colour=red", "colour", "Limit=1", "=1"] {
                let answer = await service.send(method, "\(target)?\(query)", body)
                #expect(answer.status == 400)
                #expect(answer.faults == ["\(query.prefix { $0 != "=" }): unknown-parameter"])
            }
            #expect(await service.send(method, "\(target)?%FF=1", body).status == 400)
        }
        #expect(await service.get("/v1/counts")["items"] == 1)
        #expect(await service.get("/v1/counts?").status == 200)
    }

    @Test func `of checklists is in order of their names as people read them`() async {
        await addChecklists(["list 10", "Ärger", "List 2", "zoo", "apple", "Apple 1"])
        #expect(await texts("/v1/checklists") == ["apple", "Apple 1", "Ärger", "List 2", "list 10", "zoo"])
        #expect(await texts("/v1/checklists?sort=-name").first == "zoo")
        #expect(await texts("/v1/checklists?sort=createdAt").count == 6)
        #expect(await texts("/v1/checklists?sort=-uncheckedItemsCount,-name").first == "zoo")
        #expect(await texts("/v1/checklists?q=LIST") == ["List 2", "list 10"])
        #expect(await texts("/v1/checklists?q=arger") == ["Ärger"])
        #expect(await texts("/v1/checklists?q=").count == 6)
        #expect(await texts("/v1/checklists?q=none").isEmpty)
    }

    @Test func `of items can be filtered, searched and ordered`() async {
        await addItems([
            #"{"text": "Crème", "dueDate": "2026-11-22T00:00:00Z", "shouldRemind": true}"#,
            #"{"text": "Milk", "important": true, "notes": "for the crème"}"#,
            #"{"text": "Bread", "checked": true, "dueDate": "2026-11-21T00:00:00Z"}"#,
            #"{"text": "Eggs", "dueDate": "2026-11-21T12:00:00.500Z"}"#,
        ])
        #expect(await texts("/v1/items") == ["Crème", "Milk", "Bread", "Eggs"])
        #expect(await texts("/v1/items?sort=-position") == ["Eggs", "Bread", "Milk", "Crème"])
        #expect(await texts("/v1/items?sort=text") == ["Bread", "Crème", "Eggs", "Milk"])
        #expect(await texts("/v1/items?sort=dueDate") == ["Bread", "Eggs", "Crème", "Milk"])
        #expect(await texts("/v1/items?sort=-dueDate") == ["Crème", "Eggs", "Bread", "Milk"])
        #expect(
            await texts("/v1/items?sort=checked,-important,dueDate") == ["Milk", "Eggs", "Crème", "Bread"])
        #expect(await texts("/v1/items?checked=true") == ["Bread"])
        #expect(await texts("/v1/items?checked=false&important=true") == ["Milk"])
        #expect(await texts("/v1/items?shouldRemind=true") == ["Crème"])
        #expect(await texts("/v1/items?q=creme") == ["Crème", "Milk"])
        #expect(await texts("/v1/items?dueBefore=2026-11-21T12:00:00.500Z") == ["Bread"])
        #expect(await texts("/v1/items?dueAfter=2026-11-21T12:00:00.499Z") == ["Crème", "Eggs"])
        #expect(await texts("/v1/items?dueAfter=2026-11-21T13:00:00.500%2B01:00") == ["Crème", "Eggs"])
        #expect(await texts("/v1/items?dueAfter=2026-11-21T13:00:00.501%2B01:00") == ["Crème"])
        #expect(await texts("/v1/checklists/1/items?q=milk") == ["Milk"])
    }
}
