import HTTP
import JSON
import Testing

@Suite struct `A selection of members` {
    let service = Service()

    init() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries", "icon": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items/batch", #"[{"text": "Milk"}, {"text": "A \"b\"}"}]"#)
    }

    @Test(arguments: ["/v1/items", "/v1/checklists/1/items"])
    func `keeps the named ones, and the id`(path: String) async {
        #expect(
            await service.get("\(path)?fields=text,tags").text
                == #"[{"id":1,"text":"Milk","tags":[]},{"id":2,"text":"A \"b\"}","tags":[]}]"#)
        #expect(await service.get("\(path)?fields=id").text == #"[{"id":1},{"id":2}]"#)
    }

    @Test func `of all members is the whole item`() async {
        let all = await service.get("/v1/items?limit=1").elements[0].names
        let chosen = await service.get("/v1/items?fields=\(all.joined(separator: ","))")
        #expect(chosen.text == (await service.get("/v1/items").text))
    }

    @Test func `adds the list`() async {
        let answer = await service.get("/v1/items?fields=text&include=checklist&limit=1")
        let list = #"{"id":1,"name":"Groceries","icon":"Groceries"}"#
        #expect(answer.text == #"[{"id":1,"text":"Milk","checklist":\#(list)}]"#)
        let whole = await service.get("/v1/items?include=checklist")
        #expect(whole.elements.allSatisfy { $0["checklist"]?["name"]?.text == "Groceries" })
    }

    @Test func `has an entity tag that changes with the list`() async throws {
        let path = "/v1/items?include=checklist"
        let tag = try #require(await service.get(path).fields[.etag])
        #expect(await service.get(path, [.ifNoneMatch: tag]).status == 304)
        _ = await service.patch("/v1/checklists/1", #"{"name": "Food"}"#)
        let answer = await service.get(path, [.ifNoneMatch: tag])
        #expect(answer.status == 200)
        #expect(answer.elements.first?["checklist"]?["name"]?.text == "Food")
    }

    @Test func `is part of a saved view`() async {
        let view = await service.post(
            "/v1/views",
            #"{"name": "Short", "query": {"fields": ["text"], "include": ["checklist"], "checked": false}}"#)
        let path = "\(view.fields[.location] ?? "")/items"
        let answer = await service.get("\(path)?limit=1")
        #expect(answer.elements.first?.names == ["id", "text", "checklist"])
        _ = await service.patch(
            view.fields[.location] ?? "", #"{"query": {"fields": ["notes"], "checked": false}}"#)
        let tag = answer.fields[.etag] ?? ""
        let changed = await service.get("\(path)?limit=1", [.ifNoneMatch: tag])
        #expect(changed.elements.first?.names == ["id", "notes"])
    }

    @Test(arguments: [
        ("/v1/items?fields=", "fields: not-a-set-of"), ("/v1/items?fields=text,", "fields: not-a-set-of"),
        ("/v1/items?fields=Text", "fields: not-a-set-of"),
        ("/v1/items?fields=checklist", "fields: not-a-set-of"),
        ("/v1/items?include=list", "include: not-one-of"),
        ("/v1/checklists/1/items?include=checklist", "include: unknown-parameter"),
        ("/v1/items?sort=text,checklist", "sort: not-a-sort-order"),
        ("/v1/items?sort=dueDate,section", "sort: not-a-sort-order"),
    ])
    func `is refused by name`(target: String, fault: String) async {
        let answer = await service.get(target)
        #expect(answer.status == 400 && answer.faults == [fault], "\(answer.text)")
    }

    @Test(arguments: ["checked,checklist,text", "-important,section,position", "checklist,section"])
    func `accepts groups after flags`(sort: String) async {
        #expect(await service.get("/v1/items?sort=\(sort)").status == 200)
    }
}

extension JSONValue {
    /// The names of the members of an object, in order.
    fileprivate var names: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }
}
