import HTTP
import Testing

@Suite struct `The preferences` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
    }

    @Test func `are there from the start`() async {
        let answer = await service.get("/v1/preferences")
        #expect(answer.status == 200)
        let start = #"{"selectedChecklistId":null,"showChecked":true,"itemSort":"position","timeZone":"UTC"}"#
        #expect(answer.text == start)
        #expect(answer.fields[.etag] == #""0-0.4""#)
    }

    @Test func `keep what is set and touch nothing else`() async {
        #expect(await service.patch("/v1/preferences", #"{"selectedChecklistId": 1}"#).status == 200)
        let sorted = await service.patch("/v1/preferences", #"{"itemSort": "checked,-dueDate"}"#)
        #expect(
            sorted.text == #"""
                {"selectedChecklistId":1,"showChecked":true,"itemSort":"checked,-dueDate","timeZone":"UTC"}
                """#)
        let read = await service.get("/v1/preferences")
        #expect(read.bytes == sorted.bytes)
        #expect(read.fields[.etag] == sorted.fields[.etag])
        #expect(await service.get("/v1/checklists/1").fields[.etag] == #""0-1.4""#)
    }

    @Test func `change no other answer`() async {
        _ = await service.post("/v1/checklists/1/items", #"{"text": "B", "checked": true}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "A"}"#)
        let before = await service.get("/v1/checklists/1/items").bytes
        _ = await service.patch("/v1/preferences", #"{"showChecked": false, "itemSort": "text"}"#)
        #expect(await service.get("/v1/checklists/1/items").bytes == before)
    }

    @Test func `name no list that is gone`() async {
        _ = await service.patch("/v1/preferences", #"{"selectedChecklistId": 1}"#)
        _ = await service.delete("/v1/checklists/1")
        #expect(await service.get("/v1/preferences")["selectedChecklistId"] == nil)
        let refused = await service.patch("/v1/preferences", #"{"selectedChecklistId": 1}"#)
        #expect(refused.status == 422)
        #expect(refused.errors == ["/selectedChecklistId: not-a-checklist"])
    }

    @Test func `are emptied of the list with null`() async {
        _ = await service.patch("/v1/preferences", #"{"selectedChecklistId": 1}"#)
        let answer = await service.patch("/v1/preferences", #"{"selectedChecklistId": null}"#)
        #expect(answer["selectedChecklistId"] == nil)
    }

    @Test func `are not overwritten by who has not seen them`() async {
        let seen = await service.get("/v1/preferences").fields[.etag] ?? ""
        #expect(await service.get("/v1/preferences", [.ifNoneMatch: seen]).status == 304)
        #expect(
            await service.patch("/v1/preferences", #"{"showChecked": false}"#, [.ifMatch: seen]).status == 200
        )
        #expect(
            await service.patch("/v1/preferences", #"{"showChecked": true}"#, [.ifMatch: seen]).status == 412)
        #expect(await service.get("/v1/preferences")["showChecked"] == false)
    }

    @Test(arguments: [
        (#"{"showChecked": null}"#, "/showChecked: wrong-type"),
        (#"{"selectedChecklistId": 0}"#, "/selectedChecklistId: not-an-id"),
        (#"{"theme": "dark"}"#, "/theme: unknown-field"),
        (#"{"itemSort": "text,-text"}"#, "/itemSort: not-a-sort-order"),
    ])
    func `are refused whole where a field will not do`(patch: String, error: String) async {
        let answer = await service.patch("/v1/preferences", #"{"showChecked": false, "# + patch.dropFirst())
        let alone = await service.patch("/v1/preferences", patch)
        #expect(alone.status == 422)
        #expect(alone.errors == [error])
        #expect(answer.status != 200)
        #expect(await service.get("/v1/preferences").fields[.etag] == #""0-0.4""#)
    }
}
