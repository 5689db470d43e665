import HTTP
import JSON
import Testing

@testable import API

@Suite struct `Time in items` {
    private let service = Service()

    /// Adds an item with those fields beside its text, to a list that is made for it.
    private func add(_ fields: String) async -> Answer {
        _ = await service.post("/v1/checklists", #"{"name": "List"}"#)
        return await service.post("/v1/checklists/1/items", #"{"text": "Bins", \#(fields)}"#)
    }

    @Test func `is told as it was said`() async {
        let answer = await add(
            """
            "dueOn": "2026-11-24", "timeZone": "Europe/Paris", "repeatEvery": "PT10M",
            "recurrence": {"rule": "freq=weekly;byday=tu"},
            "alarms": [{"offset": "PT9H"}, {"offset": "-P1D"}, {"at": "2026-11-23T18:00:00+01:00"}]
            """)
        #expect(answer.status == 201)
        #expect(
            answer.text.contains(
                #"""
                "dueDate":null,"dueOn":"2026-11-24","timeZone":"Europe/Paris","recurrence":\#
                {"rule":"FREQ=WEEKLY;BYDAY=TU","from":"due"},"completionsCount":0,"lastCompletedAt":null,\#
                "alarms":[{"offset":"PT9H"},{"offset":"-P1D"},{"at":"2026-11-23T17:00:00.000Z"}],\#
                "repeatEvery":"PT10M","shouldRemind":false
                """#))
        let done = await service.post("/v1/items/1/toggle", nil)
        #expect(done.json["dueOn"] == .string("2026-12-01") && done.json["checked"] == .bool(false))
        #expect(done.json["lastCompletedAt"] == .string("2026-11-20T23:55:57.484Z"))
        let skipped = await service.post("/v1/items/1/skip", nil)
        #expect(skipped.json["dueOn"] == .string("2026-12-08") && skipped.fields[.etag] != nil)
    }

    @Test func `is null or empty where nothing was said`() async {
        let answer = await add(#""dueDate": "2026-11-24T08:00:00Z""#)
        #expect(
            answer.text.contains(
                #"""
                "dueDate":"2026-11-24T08:00:00.000Z","dueOn":null,"timeZone":null,"recurrence":null,\#
                "completionsCount":0,"lastCompletedAt":null,"alarms":[],"repeatEvery":null,\#
                "shouldRemind":false
                """#))
    }

    @Test(arguments: [
        (#""dueOn": "2026-11-31""#, "/dueOn", "no-such-day"),
        (
            #""dueOn": "2026-11-25", "timeZone": "Paris""#, "/timeZone",
            "not-a-time-zone"
        ),
        (
            #""dueOn": "2026-11-25", "recurrence": {"rule": "FREQ=HOURLY"}"#, "/recurrence/rule",
            "not-a-recurrence-rule"
        ),
        (
            #""dueOn": "2026-11-25", "recurrence": {"rule": "FREQ=DAILY;BYHOUR=8"}"#, "/recurrence/rule",
            "not-a-recurrence-rule"
        ),
        (
            #""dueOn": "2026-11-25", "recurrence": {"rule": "FREQ=DAILY", "from": "now"}"#,
            "/recurrence/from", "not-one-of"
        ),
        (#""dueOn": "2026-11-25", "recurrence": {}"#, "/recurrence/rule", "missing"),
        (#""dueOn": "2026-11-25", "recurrence": "daily""#, "/recurrence", "wrong-type"),
        (#""alarms": {}"#, "/alarms", "wrong-type"),
        (#""alarms": [{}]"#, "/alarms/0", "not-exactly-one"),
        (
            #""alarms": [{"at": "2026-11-25T00:00:00Z"}, {"offset": "9 hours"}]"#, "/alarms/1/offset",
            "not-a-duration"
        ),
        (#""repeatEvery": "PT30S""#, "/repeatEvery", "duration-out-of-range"),
        (#""completionsCount": 3"#, "/completionsCount", "read-only"),
        (
            #""dueOn": "2026-11-25", "dueDate": "2026-11-25T00:00:00Z""#, "/dueOn",
            "not-together"
        ),
    ])
    func `is refused where it is none, by its name`(fields: String, pointer: String, code: String) async {
        let answer = await add(fields)
        #expect(answer.status == 422)
        #expect(answer.errors == ["\(pointer): \(code)"])
    }

    @Test func `can be put off again and again, and no more`() async {
        _ = await add(#""dueOn": "2026-11-25", "timeZone": "UTC", "alarms": [{"offset": "PT9H"}]"#)
        for _ in 0..<2 {
            let put = await service.send(.put, "/v1/items/1/snooze", #"{"until": "2026-11-26T08:00:00Z"}"#)
            #expect(put.status == 200 && put.json["snoozedUntil"] == .string("2026-11-26T08:00:00.000Z"))
        }
        for _ in 0..<2 { #expect(await service.send(.delete, "/v1/items/1/snooze").status == 204) }
        let item = await service.get("/v1/items/1")
        #expect(item.json["snoozedUntil"] == .null)
        #expect(await service.get("/v1/reminders").text.contains(#""at":"2026-11-25T09:00:00.000Z""#))
        #expect(await service.send(.delete, "/v1/items/9/snooze").status == 404)
    }

    @Test func `of a person is that of dates without one`() async {
        #expect(await service.get("/v1/preferences").json["timeZone"] == .string("UTC"))
        let set = await service.send(.patch, "/v1/preferences", #"{"timeZone": "Asia/Tokyo"}"#)
        #expect(set.json["timeZone"] == .string("Asia/Tokyo"))
        #expect(await add(#""dueOn": "2026-11-25""#).json["timeZone"] == .string("Asia/Tokyo"))
        let none = await service.send(.patch, "/v1/preferences", #"{"timeZone": null}"#)
        #expect(none.json["timeZone"] == .string("UTC"))
        #expect(await service.send(.patch, "/v1/preferences", #"{"timeZone": "CET"}"#).status == 422)
    }
}

@Suite struct `Lists that are used again` {
    private let service = Service()

    @Test func `say when they are reset`() async {
        let made = await service.post(
            "/v1/checklists", #"{"name": "Morning", "resetRule": {"rule": "FREQ=DAILY", "timeZone": "UTC"}}"#)
        let rule = #""resetRule":{"rule":"FREQ=DAILY","timeZone":"UTC"}"#
        #expect(made.status == 201 && made.text.contains(rule))
        #expect(await service.get("/v1/checklists/1").text.contains(rule))
        let free = await service.send(.patch, "/v1/checklists/1", #"{"resetRule": null}"#)
        #expect(free.status == 200 && free.json["resetRule"] == .null)
        let wrong = await service.send(
            .patch, "/v1/checklists/1", #"{"resetRule": {"rule": "FREQ=DAILY;COUNT=3"}}"#)
        #expect(wrong.status == 422 && wrong.text.contains("/resetRule/rule"))
    }

    @Test func `are copied`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Camping", "icon": "Trips"}"#)
        _ = await service.post(
            "/v1/checklists/1/items", #"{"text": "Tent", "checked": true, "dueOn": "2026-11-25"}"#)
        let copy = await service.post(
            "/v1/checklists/1/copy", #"{"name": "Alps", "unchecked": true, "shiftDatesTo": "2027-07-01"}"#)
        #expect(copy.status == 201 && copy.fields[.location] == "/v1/checklists/2")
        #expect(copy.json["summary"] == .string("1 Remaining") && copy.json["icon"] == .string("Trips"))
        #expect(await service.get("/v1/items/2").json["dueOn"] == .string("2027-07-01"))
        let same = await service.post("/v1/checklists/1/copy", nil)
        #expect(same.status == 201 && same.json["name"] == .string("Camping"))
        #expect(await service.post("/v1/checklists/9/copy", nil).status == 404)
        #expect(await service.post("/v1/checklists/1/copy", #"{"name": ""}"#).status == 422)
    }
}
