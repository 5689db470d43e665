import Checklists
import HTTP
import JSON
import Testing

@Suite struct `An item` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
    }

    private let full = """
        {"text": " Oat milk ", "notes": " Two\\nlines ", "checked": true, "important": true,
         "dueDate": "2026-11-21T18:00:00+01:00", "shouldRemind": true,
         "location": {"street": "52 Rue de Rivoli", "postalCode": "75004", "city": "Paris",
                      "country": "France", "latitude": 48.8571, "longitude": 2.3535}}
        """

    @Test func `is added with everything that can be said of it`() async {
        let answer = await service.post("/v1/checklists/1/items", full)
        #expect(answer.status == 201)
        #expect(answer.fields[.location] == "/v1/items/1")
        #expect(answer.fields[.etag] == #""0-2.4""#)
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        #expect(
            answer.text == """
                {"id":1,"checklistId":1,"uid":null,"text":"Oat milk","notes":" Two\\nlines ","checked":true,\
                "important":true,"dueDate":"2026-11-21T17:00:00.000Z","dueOn":null,"timeZone":null,\
                "recurrence":null,"completionsCount":0,"lastCompletedAt":null,"alarms":[],\
                "repeatEvery":null,"shouldRemind":true,"sectionId":null,"parentId":null,"subtasksCount":0,\
                "uncheckedSubtasksCount":0,"tags":[],"quantity":null,"unit":null,"startDate":null,\
                "startOn":null,"snoozedUntil":null,\
                "location":{"street":"52 Rue de Rivoli","postalCode":"75004","city":"Paris",\
                "country":"France","latitude":48.8571,"longitude":2.3535},\
                "assigneeId":null,"position":65536,"checkedAt":"2026-11-20T23:55:57.484Z",\
                "createdAt":"2026-11-20T23:55:57.484Z","updatedAt":"2026-11-20T23:55:57.484Z",\
                "changedById":1,"changedBy":{"personId":1,"deviceId":null,"linkId":null}}
                """)
        #expect(await service.get("/v1/items/1").bytes == answer.bytes)
    }

    @Test func `is empty but for its text where nothing else is said`() async {
        let answer = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        #expect(
            answer.text == """
                {"id":1,"checklistId":1,"uid":null,"text":"Milk","notes":"","checked":false,\
                "important":false,"dueDate":null,"dueOn":null,"timeZone":null,"recurrence":null,\
                "completionsCount":0,"lastCompletedAt":null,"alarms":[],"repeatEvery":null,\
                "shouldRemind":false,"sectionId":null,"parentId":null,"subtasksCount":0,\
                "uncheckedSubtasksCount":0,"tags":[],"quantity":null,"unit":null,"startDate":null,\
                "startOn":null,"snoozedUntil":null,"location":null,"assigneeId":null,\
                "position":65536,"checkedAt":null,"createdAt":"2026-11-20T23:55:57.484Z",\
                "updatedAt":"2026-11-20T23:55:57.484Z","changedById":1,\
                "changedBy":{"personId":1,"deviceId":null,"linkId":null}}
                """)
    }

    @Test func `has all fields of its location, those that are not known as null`() async {
        let answer = await service.post(
            "/v1/checklists/1/items", #"{"text": "Milk", "location": {"city": "Paris", "street": null}}"#)
        let location = """
            {"street":null,"postalCode":null,"city":"Paris","country":null,"latitude":null,"longitude":null}
            """
        #expect(answer.text.contains(#""location":\#(location)"#))
    }

    @Test(arguments: [
        "👩‍👩‍👧‍👦 zu Besuch", "Crème brûlée", "買い物", "\\u0000 is refused, \\\\ is not", "a\\/b", "\u{301}",
    ])
    func `takes any text but control characters`(text: String) async {
        let answer = await service.post("/v1/checklists/1/items", #"{"text": "\#(text)"}"#)
        #expect(answer.status == (text.contains("\\u0000") ? 422 : 201))
    }

    @Test func `keeps what a patch does not name`() async {
        let made = await service.post("/v1/checklists/1/items", full)
        service.pass(milliseconds: 1000)
        let answer = await service.patch("/v1/items/1", #"{"important": false}"#)
        #expect(answer.status == 200)
        #expect(answer.fields[.etag] == #""0-3.4""#)
        #expect(
            answer.text
                == made.text.replacing(#""important":true"#, with: #""important":false"#)
                .replacing(#""updatedAt":"2026-11-20T23:55:57"#, with: #""updatedAt":"2026-11-20T23:55:58"#))
    }

    @Test func `stays as it is when a patch names nothing new`() async {
        let made = await service.post("/v1/checklists/1/items", full)
        for patch in [
            "{}", #"{"important": true}"#, #"{"location": {}}"#, #"{"dueDate": "2026-11-21T17:00:00z"}"#,
        ] {
            let answer = await service.patch("/v1/items/1", patch)
            #expect(answer.status == 200)
            #expect(answer.bytes == made.bytes)
            #expect(answer.fields[.etag] == made.fields[.etag])
        }
    }

    @Test func `is toggled with nothing to send, or an empty object`() async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        var answer = await service.post("/v1/items/1/toggle", nil)
        #expect(answer.status == 200)
        #expect(answer["checked"] == true)
        #expect(answer["checkedAt"] == "2026-11-20T23:55:57.484Z")
        #expect(answer.fields[.etag] == #""0-3.4""#)
        answer = await service.post("/v1/items/1/toggle", "{}")
        #expect(answer["checked"] == false)
        #expect(answer["checkedAt"] == nil)
        #expect(await service.post("/v1/items/1/toggle", #"{"checked": true}"#).status == 422)
        #expect(await service.post("/v1/items/1/toggle", "[]").status == 422)
        #expect(await service.post("/v1/items/1/toggle", "{").status == 400)
        #expect(await service.post("/v1/items/1/toggle", "{}", [.contentType: "text/plain"]).status == 415)
        #expect(await service.get("/v1/items/1")["checked"] == false)
    }

    @Test func `is placed within its list`() async {
        for text in ["A", "B", "C"] {
            _ = await service.post("/v1/checklists/1/items", #"{"text": "\#(text)"}"#)
        }
        func order() async -> [String?] {
            await service.get("/v1/checklists/1/items").elements.map { $0["text"]?.text }
        }
        #expect(await service.post("/v1/items/3/move", #"{"first": true}"#).status == 200)
        #expect(await order() == ["C", "A", "B"])
        _ = await service.post("/v1/items/3/move", #"{"last": true}"#)
        #expect(await order() == ["A", "B", "C"])
        _ = await service.post("/v1/items/1/move", #"{"after": 2}"#)
        #expect(await order() == ["B", "A", "C"])
        let answer = await service.post("/v1/items/3/move", #"{"before": 2}"#)
        #expect(answer["text"] == "C")
        #expect(answer.fields[.etag] != nil)
        #expect(await order() == ["C", "B", "A"])
    }

    @Test(arguments: ["before", "after"])
    func `is not placed beside what is not on its list`(side: String) async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        _ = await service.post("/v1/checklists", #"{"name": "Other"}"#)
        _ = await service.post("/v1/checklists/2/items", #"{"text": "Elsewhere"}"#)
        for other in [1, 2, 3, 9_007_199_254_740_991] {
            let answer = await service.post("/v1/items/1/move", #"{"\#(side)": \#(other)}"#)
            #expect(answer.status == 422)
            #expect(answer.errors == ["/\(side): not-a-sibling"])
        }
    }

    @Test func `moves to another list with a patch`() async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        _ = await service.post("/v1/checklists", #"{"name": "Other"}"#)
        let answer = await service.patch("/v1/items/1", #"{"checklistId": 2, "text": "Oat milk"}"#)
        #expect(answer.status == 200)
        #expect(answer["checklistId"] == 2)
        #expect(await service.get("/v1/checklists/1")["itemsCount"] == 0)
        #expect(await service.get("/v1/checklists/2/items").elements.map { $0["text"] } == ["Oat milk"])
    }

    @Test func `does not move to a list that is not there`() async {
        let made = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        let answer = await service.patch("/v1/items/1", #"{"checklistId": 2, "text": "Oat milk"}"#)
        #expect(answer.status == 422)
        #expect(answer.errors == ["/checklistId: not-a-checklist"])
        #expect(await service.get("/v1/items/1").bytes == made.bytes)
    }

    @Test(arguments: [
        ("sectionId", "not-a-section"), ("parentId", "not-a-parent"), ("assigneeId", "not-a-member"),
    ])
    func `names only what exists`(field: String, code: String) async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        for id in [9, 9_007_199_254_740_991] {
            let body = #"{"text": "Milk", "\#(field)": \#(id)}"#
            let added = await service.post("/v1/checklists/1/items", body)
            let changed = await service.patch("/v1/items/1", body)
            for answer in [added, changed] {
                #expect(answer.status == 422)
                #expect(answer.errors == ["/\(field): \(code)"])
            }
        }
        #expect(await service.get("/v1/items").elements.count == 1)
    }

    @Test func `is not one of an array`() async {
        let answer = await service.post("/v1/checklists/1/items", #"[{"text": "Milk"}]"#)
        #expect(answer.status == 422 && answer.errors == [": wrong-type"])
    }

    @Test func `is deleted`() async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        let answer = await service.delete("/v1/items/1")
        #expect(answer.status == 204)
        #expect(answer.bytes.isEmpty)
        #expect(await service.get("/v1/items/1").status == 404)
        #expect(await service.delete("/v1/items/1").status == 404)
    }

    @Test(arguments: [
        "/v1/items/1", "/v1/items/0", "/v1/items/01", "/v1/items/-1", "/v1/items/x",
    ])
    func `that is not there is not found`(target: String) async {
        for method: HTTP.Method in [.get, .head, .delete] {
            let answer = await service.send(method, target)
            #expect(answer.status == 404)
            #expect(answer["detail"] == "There is no such item.")
        }
        #expect(await service.patch(target, "{}").status == 404)
        #expect(await service.post("\(target)/toggle", nil).status == 404)
        #expect(await service.post("\(target)/move", #"{"first": true}"#).status == 404)
    }

    @Test(arguments: [("", 3), ("?checked=true", 1), ("?checked=false", 2)])
    func `goes with all of a list, or with the checked ones`(query: String, deleted: Int) async {
        for checked in [true, false, false] {
            _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk", "checked": \#(checked)}"#)
        }
        let answer = await service.delete("/v1/checklists/1/items\(query)")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"deleted":\#(deleted)}"#)
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        #expect(await service.get("/v1/checklists/1")["itemsCount"].integer == 3 - deleted)
    }

    @Test func `is counted`() async {
        _ = await service.post("/v1/checklists/1/items", full)
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Late", "dueDate": "2026-11-20T23:55:57.483Z", "shouldRemind": true, "important": true}
            """
        )
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "Early", "dueDate": "2026-11-20T23:55:57.485Z", "shouldRemind": true}"#)
        let answer = await service.get("/v1/counts")
        #expect(answer.status == 200)
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        #expect(
            answer.text == """
                {"checklists":1,"items":3,"unchecked":2,"checked":1,"important":1,"overdue":1,"reminders":1}
                """)
        service.pass(milliseconds: 2)
        let later = await service.get("/v1/counts")
        #expect(later["overdue"] == 2)
        #expect(later.fields[.etag] != answer.fields[.etag])
    }
}

@Suite struct `What a client calls an item by` {
    @Test func `is a UUID that stays, and that one item of a list has`() async {
        let service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        let items = "/v1/checklists/1/items"
        let uid = "0B8CDD2F-6C5E-4EF1-9F0C-3F1ECD7B5B3A"
        let milk = await service.post(items, #"{"text": "Milk", "uid": "\#(uid)"}"#)
        #expect(milk.status == 201 && milk["uid"].text == uid.lowercased())
        _ = await service.post(items, #"{"text": "Bread"}"#)
        #expect((await service.get("/v1/items/2"))["uid"] == .null)
        #expect((await service.get("\(items)?uid=\(uid)")).text == "[\(milk.text)]")
        #expect((await service.get("/v1/items?uid=x")).text == "[]")
        // What is called by no UUID is called so as it stands.
        var draft = ItemDraft(text: "Called")
        draft.uid = "A@example.org"
        _ = try? await service.store.asFirst.addItem(
            draft, to: Checklist.ID(rawValue: 1), idempotencyKey: nil)
        #expect(await service.get("/v1/items?uid=A@example.org").elements.map { $0["text"] } == ["Called"])
        #expect((await service.get("/v1/items?uid=a@example.org")).text == "[]")
        let again = await service.post(items, #"{"text": "Milk", "uid": "\#(uid)"}"#)
        #expect(again.status == 409 && again.text.contains("item 1 on list 1"))
        #expect(await service.post(items, #"{"text": "Milk", "uid": "milk"}"#).status == 422)
        #expect(await service.patch("/v1/items/2", #"{"uid": "\#(uid)"}"#).status == 422)
    }
}
