import HTTP
import JSON
import Testing

@Suite struct `The order of lists` {
    private let service = Service()

    init() async {
        for name in ["C", "B", "A"] { _ = await service.post("/v1/checklists", #"{"name": "\#(name)"}"#) }
    }

    private func names(_ query: String) async -> [String] {
        await service.get("/v1/checklists?\(query)").elements.compactMap { $0["name"]?.text }
    }

    private func patch(_ list: Int, _ body: String) async -> Answer {
        await service.patch("/v1/checklists/\(list)/membership", body)
    }

    @Test func `is that of the caller`() async {
        #expect(await names("sort=position") == ["C", "B", "A"])
        let moved = await patch(2, #"{"position": -5}"#)
        #expect(moved.status == 200 && moved["position"] == -5)
        #expect(await names("sort=position") == ["B", "C", "A"])
        #expect(await patch(3, #"{"pinned": true}"#)["pinned"] == true)
        #expect(await names("sort=position") == ["A", "B", "C"])
        #expect(await names("sort=-position") == ["A", "C", "B"])
        let list = await service.get("/v1/checklists/3")
        #expect(list["pinned"] == true && list["position"] == 0 && list["archivedAt"] == .null)
    }

    @Test func `leaves archived lists out on request`() async {
        let archived = await patch(2, #"{"archived": true}"#)
        #expect(archived["archivedAt"] == "2026-11-20T23:55:57.484Z")
        #expect(await service.get("/v1/checklists/2")["archivedAt"] == archived["archivedAt"])
        #expect(await names("archived=false") == ["A", "C"])
        #expect(await names("archived=true") == ["B"])
        #expect(await names("archived=any") == ["A", "B", "C"])
        #expect(await names("") == ["A", "B", "C"])
        #expect(await patch(2, #"{"archived": false}"#)["archivedAt"] == .null)
        let wrong = await service.get("/v1/checklists?archived=no")
        #expect(wrong.status == 400 && wrong.faults == ["archived: not-one-of"])
    }

    @Test func `stays when the other settings of the membership are set`() async {
        _ = await patch(1, #"{"position": 3, "pinned": true, "archived": true, "muted": true}"#)
        let path = "/v1/checklists/1/membership"
        let put = await service.send(.put, path, #"{"itemSort": "text"}"#)
        #expect(put["muted"] == false && put["itemSort"] == "text")
        #expect(put["position"] == 3 && put["pinned"] == true && put["archivedAt"] != .null)
        let patched = await patch(1, #"{"muted": true}"#)
        #expect(patched["itemSort"] == "text" && patched["position"] == 3)
    }

    @Test(arguments: [
        (#"{"position": 1.5}"#, "/position: out-of-range"),
        (#"{"position": 1e16}"#, "/position: out-of-range"),
        (#"{"pinned": null}"#, "/pinned: wrong-type"), (#"{"archived": "any"}"#, "/archived: wrong-type"),
        (#"{"archivedAt": "2026-11-20T23:55:57.484Z"}"#, "/archivedAt: read-only"),
        (#"{"pinnde": true}"#, "/pinnde: unknown-field"),
    ])
    func `refuses other fields and values`(body: String, error: String) async {
        let answer = await patch(1, body)
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
    }
}
