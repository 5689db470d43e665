import HTTP
import Testing

@Suite struct `A repeated request` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Bread"}"#)
    }

    static let posts: [(target: String, body: String?)] = [
        ("/v1/checklists", #"{"name": "Other"}"#), ("/v1/checklists/1/items", #"{"text": "Eggs"}"#),
        ("/v1/items/1/toggle", nil), ("/v1/items/1/toggle", "{}"), ("/v1/items/1/move", #"{"last": true}"#),
        ("/v1/items/1/move", #"{"first": true}"#),
    ]

    @Test(arguments: posts)
    func `is answered as it was at first`(target: String, body: String?) async {
        let first = await service.post(target, body, [.idempotencyKey: #""k-1""#])
        #expect(first.status / 100 == 2)
        #expect(first.fields[.idempotentReplayed] == nil)
        // What happens meanwhile does not show.
        _ = await service.patch("/v1/items/1", #"{"text": "Oat milk"}"#)
        _ = await service.delete("/v1/items/1")
        let before = await service.get("/v1/counts").bytes
        for key in [#""k-1""#, "k-1"] {
            service.pass(milliseconds: 1000)
            let again = await service.post(target, body, [.idempotencyKey: key])
            #expect(again.fields[.idempotentReplayed] == "true")
            #expect(again.status == first.status)
            #expect(again.bytes == first.bytes)
            for name: FieldName in [.etag, .location, .cacheControl, .contentType] {
                #expect(again.fields[name] == first.fields[name])
            }
        }
        #expect(await service.get("/v1/counts").bytes == before)
    }

    @Test(arguments: posts)
    func `is one with the same method, target and body`(target: String, body: String?) async {
        _ = await service.post(target, body, [.idempotencyKey: "k-1"])
        let before = await service.get("/v1/counts").bytes
        let others: [(String, String?)] = [
            ("/v1/checklists", #"{"name": "Another"}"#), ("/v1/checklists/1/items", #"{"text": "Flour"}"#),
            ("/v1/items/2/toggle", nil), ("/v1/items/2/move", #"{"last": true}"#),
            ("/v1/items/1/move", #"{"after": 2}"#),
        ]
        for (target, body) in others {
            let answer = await service.post(target, body, [.idempotencyKey: "k-1"])
            #expect(answer.status == 422)
            #expect(answer["type"] == "tag:checklistd,2026:idempotency-key-reused")
            #expect(answer.errors.isEmpty)
        }
        #expect(await service.get("/v1/counts").bytes == before)
    }

    @Test func `is a new one after an error`() async {
        let refused = await service.post("/v1/checklists", "{}", [.idempotencyKey: "k-1"])
        #expect(refused.status == 422)
        let answer = await service.post("/v1/checklists", #"{"name": "Other"}"#, [.idempotencyKey: "k-1"])
        #expect(answer.status == 201)
        #expect(answer.fields[.idempotentReplayed] == nil)
    }

    @Test func `is a new one after a day`() async {
        let body = #"{"name": "Other"}"#
        let day: Int64 = 24 * 60 * 60 * 1000
        _ = await service.post("/v1/checklists", body, [.idempotencyKey: "k-1"])
        service.pass(milliseconds: day - 1)
        #expect(await service.post("/v1/checklists", body, [.idempotencyKey: "k-1"])["id"] == 2)
        service.pass(milliseconds: 2)
        let answer = await service.post("/v1/checklists", body, [.idempotencyKey: "k-1"])
        #expect(answer["id"] == 3)
        #expect(answer.fields[.idempotentReplayed] == nil)
    }

    @Test func `without a key is a new one`() async {
        #expect(await service.post("/v1/items/1/toggle", nil)["checked"] == true)
        #expect(await service.post("/v1/items/1/toggle", nil)["checked"] == false)
        #expect(await service.post("/v1/items/1/toggle", nil, [.idempotencyKey: "a"])["checked"] == true)
        #expect(await service.post("/v1/items/1/toggle", nil, [.idempotencyKey: "b"])["checked"] == false)
    }

    @Test func `is answered as at first although its condition no longer holds`() async {
        let fields: Fields = [.idempotencyKey: "k-1", .ifMatch: #""0-2""#]
        let first = await service.post("/v1/items/1/toggle", nil, fields)
        #expect(first.status == 200)
        let again = await service.post("/v1/items/1/toggle", nil, fields)
        #expect(again.status == 200)
        #expect(again.bytes == first.bytes)
    }

    @Test(arguments: [
        String(repeating: "k", count: 255), "k", "a b", #""a \"b\" \\ c""#, "~!@#$%^&*()", "0",
        #""\#(String(repeating: "k", count: 255))""#,
    ])
    func `can have any printable key`(key: String) async {
        for isReplay in [nil, "true"] {
            let answer = await service.post("/v1/checklists", #"{"name": "Other"}"#, [.idempotencyKey: key])
            #expect(answer.status == 201)
            #expect(answer.fields[.idempotentReplayed] == isReplay)
        }
    }

    @Test(arguments: posts)
    func `is refused with a key that is none`(target: String, body: String?) async {
        let before = await service.get("/v1/counts").bytes
        for key in [
            "", #""""#, String(repeating: "k", count: 256), "schlüssel", #""a"#, #""a"b"#, #""a\b""#,
            #""a"; b"#,
        ] {
            #expect(await service.post(target, body, [.idempotencyKey: key]).status == 400)
        }
        var twice: Fields = [.idempotencyKey: "a"]
        twice.append(.idempotencyKey, "a")
        #expect(await service.post(target, body, twice).status == 400)
        #expect(await service.get("/v1/counts").bytes == before)
    }
}
