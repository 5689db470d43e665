import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `Quick add over HTTP` {
    /// A service with the list 1, at 2026-11-20T23:55:57Z: in Paris it is Saturday the 21st already.
    private func service(_ lists: String...) async -> Service {
        let service = Service()
        for name in lists { _ = await service.post("/v1/checklists", #"{"name": "\#(name)"}"#) }
        return service
    }

    private static func parts(of answer: Answer) -> [JSONValue] {
        guard case .array(let parts) = answer["understood"] else { return [] }
        return parts
    }

    @Test func `adds what was understood, and tells what that was`() async throws {
        let service = await service("Home")
        let answer = await service.post(
            "/v1/checklists/1/items",
            #"{"quickAdd": "Olive oil tomorrow 18:00 !!", "timeZone": "Europe/Paris"}"#)
        #expect(answer.status == 201)
        #expect(answer.fields[.location] == "/v1/items/1")
        #expect(answer["text"] == "Olive oil")
        #expect(answer["important"] == true)
        #expect(answer["dueDate"] == "2026-11-22T17:00:00.000Z")
        let understood = #"""
            [{"part": "tomorrow 18:00", "offset": 10, "length": 14, "field": "dueDate",
              "value": "2026-11-22T17:00:00.000Z"},
             {"part": "!!", "offset": 25, "length": 2, "field": "important", "value": true}]
            """#
        #expect(try answer["understood"] == JSONValue.parse(Array(understood.utf8)))
        let item = await service.get("/v1/items/1")
        #expect(item.fields[.etag] == answer.fields[.etag])
        #expect(item.json["understood"] == nil)
        #expect(item["dueDate"] == answer.json["dueDate"])
    }

    @Test func `makes items of days and of what comes again`() async {
        let service = await service("Home")
        let day = await service.post(
            "/v1/checklists/1/items", #"{"quickAdd": "牛乳 明日", "timeZone": "Asia/Tokyo"}"#)
        #expect(day["text"] == "牛乳")
        #expect(day["dueOn"] == "2026-11-22")
        #expect(day["timeZone"] == "Asia/Tokyo")
        let again = await service.post(
            "/v1/checklists/1/items",
            #"{"quickAdd": "Müll jeden Freitag um 8 Uhr", "timeZone": "Europe/Berlin"}"#)
        #expect(again["recurrence"]["rule"] == "FREQ=WEEKLY;BYDAY=FR")
        #expect(again["dueDate"] == "2026-11-27T07:00:00.000Z")
        #expect(again["timeZone"] == "Europe/Berlin")
    }

    @Test func `means the day on which it was typed`() async {
        let service = await service("Home")
        let line = #"""
            {"quickAdd": "Milk tomorrow", "typedAt": "2026-11-18T23:30:00Z", "timeZone": "Europe/Paris"}
            """#
        #expect(await service.post("/v1/checklists/1/items", line)["dueOn"] == "2026-11-20")
        #expect(await service.post("/v1/quick-add", line)["dueOn"] == "2026-11-20")
        let faulty = #"{"quickAdd": "Milk tomorrow", "typedAt": "yesterday"}"#
        #expect(await service.post("/v1/quick-add", faulty).status == 422)
    }

    /// In Berlin, clocks go forward at 2027-03-28T01:00Z and back at 2026-10-25T01:00Z.
    @Test(arguments: [
        ("Tea in 2 hours", "2027-03-28T00:30:00Z", "2027-03-28T02:30:00.000Z"),
        ("Tea in 10 minutes", "2027-03-28T00:55:00Z", "2027-03-28T01:05:00.000Z"),
        ("Tea in 10 minutes", "2026-10-25T01:00:00Z", "2026-10-25T01:10:00.000Z"),
        ("Tee in 2 Stunden", "2026-10-24T23:30:00Z", "2026-10-25T01:30:00.000Z"),
        ("Tea in half an hour", "2026-10-25T01:15:00.700Z", "2026-10-25T01:45:00.000Z"),
    ])
    func `counts elapsed time over a change of clocks`(line: String, typedAt: String, due: String) async {
        let service = await service("Home")
        let body = #"{"quickAdd": "\#(line)", "typedAt": "\#(typedAt)", "timeZone": "Europe/Berlin"}"#
        let answer = await service.post("/v1/checklists/1/items", body)
        #expect(answer["dueDate"].text == due && answer["shouldRemind"] == true)
        #expect(Self.parts(of: answer).first?["value"]?.text == due)
    }

    @Test func `goes by the clocks of the person where it says nothing of them`() async {
        let service = await service("Home")
        let body = #"{"quickAdd": "Call tomorrow"}"#
        #expect(await service.post("/v1/quick-add", body)["dueOn"] == "2026-11-21")
        _ = await service.patch("/v1/preferences", #"{"timeZone": "Europe/Paris"}"#)
        #expect(await service.post("/v1/quick-add", body)["dueOn"] == "2026-11-22")
    }

    @Test func `adds to the one list that is named`() async {
        let service = await service("Home", "Épicerie", "Twice", "twice")
        let item = await service.post("/v1/checklists/1/items", #"{"quickAdd": "Milk #epicerie"}"#)
        #expect(item["text"] == "Milk")
        #expect(item["checklistId"] == 2)
        #expect(Self.parts(of: item).map { $0["field"] } == ["checklistId"])
        #expect(Self.parts(of: item).map { $0["value"] } == [2])
        for line in ["Milk #twice", "Milk #Nowhere", "Milk #epic"] {
            let item = await service.post("/v1/checklists/1/items", #"{"quickAdd": "\#(line) !!"}"#)
            #expect(item["text"] == .string(line))
            #expect(item["checklistId"] == 1)
            #expect(item["important"] == true)
        }
    }

    @Test func `is told once, also where it is sent again on another day`() async {
        let service = await service("Home", "Shop")
        let body = #"{"quickAdd": "Milk tomorrow #shop", "uid": "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a"}"#
        let key: Fields = [.idempotencyKey: "k"]
        let first = await service.post("/v1/checklists/1/items", body, key)
        #expect(first.status == 201)
        #expect(first["uid"] == "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a")
        service.pass(milliseconds: 20 * 60 * 60 * 1000)
        let second = await service.post("/v1/checklists/1/items", body, key)
        #expect(second.fields[.idempotentReplayed] == "true")
        #expect(second.json == first.json)
        #expect(await service.get("/v1/items").fields[.xTotalCount] == "1")
        // A list that is gone has no name any more.
        _ = await service.delete("/v1/checklists/2")
        let third = await service.post("/v1/checklists/1/items", body, key)
        #expect(third.status == 201)
        #expect(Self.parts(of: third).map { $0["field"] } == ["dueOn"])
    }

    @Test func `joins the place and the tags of the body with the line`() async {
        let service = await service("Home", "Shop")
        _ = await service.post("/v1/checklists/1/sections", #"{"name": "Dairy"}"#)
        let inSection = await service.post(
            "/v1/checklists/1/items",
            #"{"quickAdd": "2 l milk @Party @cold", "sectionId": 3, "tags": ["party", "table"]}"#)
        #expect(inSection.status == 201, "\(inSection.text)")
        #expect(inSection["sectionId"] == 3)
        #expect(inSection["tags"] == ["party", "table", "cold"])
        let below = await service.post(
            "/v1/checklists/1/items", #"{"quickAdd": "Lid tomorrow", "parentId": 1, "tags": []}"#)
        #expect(below["parentId"] == 1)
        #expect(below["dueOn"] == "2026-11-21")
        let elsewhere = await service.post(
            "/v1/checklists/1/items",
            #"{"quickAdd": "Bags #shop", "sectionId": 3, "parentId": 1, "tags": ["table"]}"#)
        #expect(elsewhere["checklistId"] == 2)
        #expect(elsewhere["sectionId"] == .null)
        #expect(elsewhere["parentId"] == .null)
        #expect(elsewhere["tags"] == ["table"])
    }

    @Test func `shows what would be added and adds nothing`() async {
        let service = await service("Home", "Shop")
        let answer = await service.post(
            "/v1/quick-add", #"{"quickAdd": "Milk every day at 8 #Shop", "checklistId": 1}"#)
        #expect(answer.status == 200)
        #expect(answer["text"] == "Milk")
        #expect(answer["checklistId"] == 2)
        #expect(answer["dueDate"] == "2026-11-21T08:00:00.000Z")
        #expect(answer["recurrence"]["rule"] == "FREQ=DAILY")
        #expect(await service.get("/v1/items").fields[.xTotalCount] == "0")
        #expect(await service.post("/v1/quick-add", #"{"quickAdd": ""}"#).status == 422)
        let plain = await service.post("/v1/quick-add", #"{"quickAdd": "Milk"}"#)
        #expect(plain["understood"] == .array([]))
        #expect(plain["checklistId"] == .null)
        let hinted = await service.post("/v1/quick-add", #"{"quickAdd": "Pay 03/12", "language": "fr"}"#)
        #expect(hinted["dueOn"] == "2026-12-03")
    }

    @Test(arguments: [
        (#"{"quickAdd": "Milk", "text": "Milk"}"#, "/text"), (#"{"quickAdd": 1}"#, "/quickAdd"),
        (#"{"quickAdd": " "}"#, "/quickAdd"), (#"{"quickAdd": "Milk", "dueOn": "2026-11-21"}"#, "/dueOn"),
        (#"{"quickAdd": "Milk", "timeZone": "Mars"}"#, "/timeZone"),
        (#"{"quickAdd": "Milk", "language": "la"}"#, "/language"),
        (#"{"quickAdd": "Milk @cold", "tags": ["a,b"]}"#, "/tags/0"),
        (#"{"quickAdd": "Milk !!", "parentId": 9}"#, "/parentId"),
    ])
    func `is refused by what is wrong with it`(body: String, pointer: String) async {
        let service = await service("Home")
        let answer = await service.post("/v1/checklists/1/items", body)
        #expect(answer.status == 422)
        #expect(answer.errors.first?.hasPrefix("\(pointer): ") ?? false, "\(answer.text)")
    }

    @Test func `is not for lists that are not there`() async {
        let service = await service("Home")
        #expect(await service.post("/v1/checklists/9/items", #"{"quickAdd": "Milk"}"#).status == 404)
        #expect(await service.post("/v1/quick-add", #"{"quickAdd": "Milk", "checklistId": 9}"#).status == 422)
    }
}
