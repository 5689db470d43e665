import Checklists
import Foundation
import HTTP
import JSON
import Testing

@Suite struct `The details of items` {
    let service = Service()

    private func add(_ body: String, _ rest: String = "") async -> Answer {
        await service.post("/v1/checklists/1/items\(rest)", body)
    }

    @Test func `are members of every item, empty ones too`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        let plain = await add(#"{"text": "Milk"}"#)
        #expect(
            plain.text.contains(
                """
                "sectionId":null,"parentId":null,"subtasksCount":0,"uncheckedSubtasksCount":0,"tags":[],\
                "quantity":null,"unit":null,"startDate":null,"startOn":null
                """))
        let full = await add(
            """
            {"text": "Flour", "tags": ["Kitchen", "kitchen"], "quantity": 1.5, "unit": "kg", \
            "startOn": "2026-12-01"}
            """)
        #expect(
            full.text.contains(
                """
                "tags":["Kitchen"],"quantity":1.5,"unit":"kg","startDate":null,"startOn":"2026-12-01"
                """))
        let cleared = await service.patch("/v1/items/2", #"{"quantity": null, "startOn": null, "tags": []}"#)
        let empty = #""tags":[],"quantity":null,"unit":null,"startDate":null,"startOn":null"#
        #expect(cleared.text.contains(empty))
    }

    @Test(arguments: [
        (#""tags": "a""#, "/tags: wrong-type"), (#""tags": [1]"#, "/tags: wrong-type"),
        (#""tags": ["."]"#, "/tags/0: empty"), (#""tags": ["a", " .. "]"#, "/tags/1: empty"),
        (#""tags": ["a,b"]"#, "/tags/0: comma"), (#""quantity": 0"#, "/quantity: out-of-range"),
        (#""quantity": 1000001"#, "/quantity: out-of-range"),
        (#""quantity": 0.0009"#, "/quantity: out-of-range"),
        (#""quantity": 1000000.0001"#, "/quantity: out-of-range"),
        (#""quantity": "1""#, "/quantity: wrong-type"), (#""unit": "kg""#, "/quantity: required-with"),
        (#""startOn": "2026-02-30""#, "/startOn: no-such-day"),
        (#""startOn": "2026-12-02", "dueOn": "2026-12-01""#, "/startOn: start-after-due"),
        (#""startOn": "2026-12-02", "startDate": "2026-12-01T00:00:00Z""#, "/startOn: not-together"),
        (#""parentId": 7"#, "/parentId: not-a-parent"), (#""subtasksCount": 1"#, "/subtasksCount: read-only"),
    ])
    func `are refused by name`(field: String, fault: String) async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        let answer = await add(#"{"text": "Milk", \#(field)}"#)
        #expect(answer.status == 422 && answer.errors == [fault], "\(answer.text)")
    }

    @Test func `keep a fractional quantity in an export and an import`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await add(#"{"text": "Flour", "quantity": 1.5, "unit": "kg"}"#)
        let export = await service.get("/v1/export")
        let answer = await service.post("/v1/import", export.text)
        #expect(answer["skipped"] == .array([]), "\(answer.text)")
        let copy = await service.get("/v1/items/2")
        #expect(copy.text.contains(#""quantity":1.5,"unit":"kg""#), "\(copy.text)")
    }

    @Test func `survive an export and an import`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await add(#"{"text": "Party", "tags": ["home"], "startDate": "2026-12-01T08:00:00Z"}"#)
        _ = await add(#"{"text": "Cake", "parentId": 1, "quantity": 2, "unit": "kg"}"#)
        _ = await add(#"{"text": "Rest"}"#)
        let export = await service.get("/v1/export")
        let answer = await service.post("/v1/import", export.text)
        #expect(answer.status == 201 || answer.status == 200, "\(answer.text)")
        let items = await service.get("/v1/checklists/2/items").elements
        #expect(items.map { $0["text"]?.text } == ["Party", "Cake", "Rest"])
        #expect(items.map { $0["parentId"] } == [.null, items[0]["id"], .null])
        #expect(items[1]["unit"]?.text == "kg" && items[0]["startDate"]?.text == "2026-12-01T08:00:00.000Z")
    }

    @Test func `begin the text in the format of the apps with the amount`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await add(#"{"text": "Flour", "quantity": 1.5, "unit": "kg"}"#)
        let plist = await service.get("/v1/export?format=plist").text
        #expect(plist.contains("<string>1.5 kg Flour</string>"))
        #expect(await service.get("/v1/export?format=app").text.contains(#""text":"1.5 kg Flour""#))
    }

    @Test func `of amounts are merged on request`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await add(#"{"text": "Milk"}"#)
        let merged = await add(#"{"text": "milk", "quantity": 2}"#, "?merge=true")
        #expect(merged.status == 200 && merged.text.contains(#""id":1,"#))
        #expect(merged.text.contains(#""quantity":3,"#))
        let mixed = await add(#"[{"text": "milk"}, {"text": "Eggs"}]"#, "/batch?merge=true")
        #expect(mixed.status == 201 && mixed.elements.count == 2)
        let all = await add(#"[{"text": "milk"}, {"text": "eggs"}]"#, "/batch?merge=true")
        #expect(all.status == 200)
        #expect(await add(#"{"text": "milk"}"#).status == 201)
        let line = await add(#"{"quickAdd": "3 eggs"}"#, "?merge=true")
        #expect(line.status == 200 && line.text.contains(#""quantity":5,"#), "\(line.text)")
    }
}

@Suite struct `Tags over HTTP` {
    let service = Service()

    @Test func `are renamed and deleted in any case`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "a", "tags": ["Crème brûlée"]}"#)
        let renamed = await service.patch("/v1/tags/cr%C3%A8me%20br%C3%BBl%C3%A9e", #"{"name": "Dessert"}"#)
        #expect(renamed.text == #"{"changed":1}"#)
        #expect(await service.patch("/v1/tags/unknown", #"{"name": "x"}"#).status == 404)
        #expect(await service.patch("/v1/tags/dessert", #"{"name": "a,b"}"#).errors == ["/name: comma"])
        #expect(await service.delete("/v1/tags/DESSERT").text == #"{"changed":1}"#)
        #expect(await service.delete("/v1/tags/dessert").status == 404)
    }
}
