import HTTP
import JSON
import Testing

@Suite struct `Many items at once` {
    let service: Service
    let items = "/v1/checklists/1/items"
    let batch = "/v1/checklists/1/items/batch"

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
    }

    private var texts: [String?] {
        get async { await service.get("\(items)?limit=1000").elements.map { $0["text"]?.text } }
    }

    @Test func `are added in their order`() async {
        let answer = await service.post(batch, #"[{"text": "b"}, {"text": "a", "checked": true}]"#)
        #expect(answer.status == 201)
        #expect(answer.fields[.location] == items)
        #expect(answer.fields[.etag] == nil)
        #expect(answer.bytes == (await service.get(items)).bytes)
        #expect(await texts == ["b", "a"])
        #expect(await service.get("/v1/checklists/1")["summary"] == "1 Remaining")
    }

    @Test func `are added up to a thousand`() async {
        let thousand = Array(repeating: #"{"text": "a"}"#, count: 1000).joined(separator: ",")
        #expect(await service.post(batch, "[\(thousand)]").status == 201)
        for (refused, code) in [("[\(thousand),{\"text\": \"a\"}]", "too-many"), ("[]", "empty")] {
            let answer = await service.post(batch, refused)
            #expect(answer.status == 422)
            #expect(answer.errors == [": \(code)"])
        }
        #expect(await texts.count == 1000)
    }

    @Test func `are added by an operation of their own`() async {
        let answer = await service.post(batch, #"[{"text": "b"}, {"text": "a"}]"#, [.idempotencyKey: "k"])
        #expect(answer.status == 201)
        #expect(answer.fields[.location] == items)
        #expect(answer.fields[.etag] == nil)
        #expect(answer.bytes == (await service.get(items)).bytes)
        let again = await service.post(batch, #"[{"text": "b"}, {"text": "a"}]"#, [.idempotencyKey: "k"])
        #expect(again.fields[.idempotentReplayed] == "true")
        #expect(again.bytes == answer.bytes)
        #expect(await service.post(batch, #"[{"text": "c"}, {"text": ""}]"#).status == 422)
        #expect(await service.post("/v1/checklists/9/items/batch", #"[{"text": "a"}]"#).status == 404)
        for refused in [#"{"text": "c"}"#, "7", "null"] {
            let answer = await service.post(batch, refused)
            #expect(answer.status == 422)
            #expect(answer.errors == [": wrong-type"])
        }
        #expect(await texts == ["b", "a"])
    }

    @Test func `are refused whole, with what is wrong with each`() async {
        let answer = await service.post(
            batch,
            #"[{"text": "a"}, {"text": ""}, {"colour": 1}, 7, {"text": "b", "location": {"latitude": 100}}]"#)
        #expect(answer.status == 422)
        #expect(
            answer.errors == [
                "/1/text: empty", "/2/text: missing", "/2/colour: unknown-field", "/3: wrong-type",
                "/4/location/latitude: out-of-range", "/4/location/longitude: required-with",
            ])
        #expect(await texts == [])
    }

    @Test func `are added once, however often that is asked with one key`() async {
        let key: Fields = [.idempotencyKey: "\"k\""]
        let first = await service.post(batch, #"[{"text": "a"}, {"text": "b"}]"#, key)
        let again = await service.post(batch, #"[{"text": "a"}, {"text": "b"}]"#, key)
        #expect(again.status == 201)
        #expect(again.bytes == first.bytes)
        #expect(again.fields[.idempotentReplayed] == "true")
        #expect(await service.post(batch, #"[{"text": "a"}]"#, key).status == 422)
        #expect(await texts == ["a", "b"])
    }

    @Test func `are all checked`() async {
        _ = await service.post(batch, #"[{"text": "a"}, {"text": "b", "checked": true}, {"text": "c"}]"#)
        let answer = await service.patch(items, #"{"checked": true}"#)
        #expect(answer.status == 200)
        #expect(answer.text == #"{"changed":2}"#)
        #expect(await service.get("/v1/checklists/1")["summary"] == "All Done!")
        #expect(await service.patch(items, #"{"checked": true}"#).text == #"{"changed":0}"#)
    }

    @Test func `are put off if a filter finds them`() async {
        _ = await service.post(
            batch,
            """
            [{"text": "past", "dueDate": "2026-11-01T08:00:00Z"}, {"text": "never"},
             {"text": "done", "dueDate": "2026-11-02T08:00:00Z", "checked": true},
             {"text": "ahead", "dueDate": "2026-12-01T08:00:00Z"}]
            """)
        let answer = await service.patch(
            "\(items)?checked=false&dueBefore=2026-11-21T00:00:00Z",
            #"{"dueDate": "2026-11-22T09:00:00+01:00"}"#)
        #expect(answer.text == #"{"changed":1}"#)
        #expect(await service.get("/v1/items/1")["dueDate"] == "2026-11-22T08:00:00.000Z")
        #expect(await service.get("/v1/items/3")["dueDate"] == "2026-11-02T08:00:00.000Z")
    }

    @Test func `take no filter that is none, and no condition that cannot be met`() async {
        _ = await service.post(batch, #"[{"text": "a"}]"#)
        #expect(await service.patch("\(items)?sort=text", #"{"checked": true}"#).status == 400)
        #expect(await service.patch("\(items)?chekced=false", #"{"checked": true}"#).status == 400)
        #expect(await service.patch(items, #"{"checked": true}"#, [.ifMatch: "\"0-1\""]).status == 412)
        #expect(await service.patch(items, #"{"shouldRemind": true}"#).status == 422)
        #expect(await service.patch(items, #"{"checklistId": 9}"#).status == 422)
        #expect(await service.patch("/v1/checklists/9/items", #"{"checked": true}"#).status == 404)
        #expect(await service.get("/v1/items/1")["checked"] == false)
    }
}
