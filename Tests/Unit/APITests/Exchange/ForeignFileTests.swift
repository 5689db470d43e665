import Checklists
import HTTP
import JSON
import Testing

@Suite struct `A file of another program` {
    let service = Service()

    /// A table with two lists.
    private static let table = "List,Title,Due,Owner\nHome,Water,2027-01-02,Ada\nWork,Call,2027-01-03,\n"

    private func send(
        _ text: String, query: String? = nil, _ fields: Fields = [:]
    ) async -> Answer {
        await service.takeIn(Array(text.utf8), "application/octet-stream", query: query, fields)
    }

    @Test func `is read without the name of its format`() async {
        let answer = await send(Self.table)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["format"] == "csv")
        #expect(answer["columns"] == ["list", "text", "due", ""])
        #expect(answer["checklists"] == 2 && answer["items"] == 2)
        #expect(await service.get("/v1/checklists").elements.map { $0["name"] } == ["Home", "Work"])
        let items = await service.get("/v1/items").elements
        #expect(items.map { $0["dueOn"] } == ["2027-01-02", "2027-01-03"])
        #expect(items.map { $0["notes"] } == ["Owner: Ada", ""])
    }

    @Test func `names the places of parts that are kept in another form`() async {
        let changed = await send(Self.table, query: "dryRun=true")["changed"]
        guard case .array(let remarks) = changed, let remark = remarks.first else {
            Issue.record("there is no remark")
            return
        }
        #expect(remark["place"] == "row 2" && remark["field"] == "Owner")
        #expect(remark["code"] == "kept-in-notes" && remark["value"] == "Ada")
        #expect(await service.get("/v1/counts")["checklists"] == 0)
    }

    @Test func `makes only the chosen lists, and names their ids`() async {
        let key: Fields = [.idempotencyKey: "k"]
        let answer = await send(Self.table, query: "lists=1", key)
        #expect(answer["checklists"] == 1)
        #expect(answer["lists"].array?.first?["index"] == 1 && answer["lists"].array?.first?["id"] == 1)
        #expect(await service.get("/v1/checklists").elements.map { $0["name"] } == ["Work"])
        let again = await send(Self.table, query: "lists=1", key)
        #expect(again.bytes == answer.bytes)
        #expect(await service.get("/v1/counts")["checklists"] == 1)
        let none = await send(Self.table, query: "lists=9,5-7")
        #expect(none.errors == [": nothing-to-import"])
        #expect(none.text.contains("has lists 0 to 1, but lists names 5-7,9"), "\(none.text)")
        for lists in ["x", "1-", "-1", "", "1,,2", "1234567890123456"] {
            #expect(await send(Self.table, query: "lists=\(lists)").status == 400, "\(lists)")
        }
    }

    @Test func `can be undone by a request that deletes its lists`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Before"}"#)
        _ = await send(Self.table)
        let deletion = await service.delete("/v1/checklists?ids=3-2,99")
        #expect(deletion.status == 200 && deletion["deleted"] == 2)
        #expect(await service.get("/v1/checklists").elements.map { $0["name"] } == ["Before"])
        #expect(await service.get("/v1/trash").elements.map { $0["name"] } == ["Work", "Home"])
        #expect(await service.delete("/v1/checklists?ids=2-3")["deleted"] == 0)
        #expect(await service.delete("/v1/checklists").faults == ["ids: missing"])
        #expect(await service.delete("/v1/checklists?ids=x").status == 400)
    }

    @Test func `can be imported into a list, and undone by the ids of its items`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Before"}"#)
        let paste = "## Dairy\n\n- [ ] Milk\n  - [x] Oat\n- [ ] Butter\n"
        let dry = await service.takeIn(
            Array(paste.utf8), "text/markdown", path: "/v1/checklists/1/import", query: "dryRun=true")
        #expect(dry.status == 200 && dry["items"] == 3 && dry["subtasks"] == 1 && dry["sections"] == 1)
        #expect(!dry.text.contains("itemIds"))
        let answer = await service.takeIn(
            Array(paste.utf8), "text/markdown", path: "/v1/checklists/1/import")
        #expect(answer["itemIds"] == [2, 3, 4], "\(answer.text)")
        let items = await service.get("/v1/checklists/1/items").elements
        #expect(items.map { $0["text"] } == ["Before", "Milk", "Oat", "Butter"])
        #expect(items.map { $0["checked"] } == [false, false, true, false])
        #expect(await service.delete("/v1/checklists/1/items?ids=2-4")["deleted"] == 3)
        #expect(await service.get("/v1/checklists/1")["itemsCount"] == 1)
        let long = Array(String(repeating: "- x\n", count: 1_001).utf8)
        for query in ["dryRun=true", "format=text"] {
            let answer = await service.takeIn(
                long, "text/plain", path: "/v1/checklists/1/import", query: query)
            #expect(answer.status == 422 && answer.text.contains("1000"), "\(answer.text)")
        }
        let missing = await service.takeIn(
            Array(paste.utf8), "text/markdown", path: "/v1/checklists/9/import", query: "dryRun=true")
        #expect(missing.status == 404)
    }

    @Test func `gets the meaning of its columns from the query`() async {
        let answer = await send(Self.table, query: "columns=,notes,start,text")
        #expect(answer["items"] == 2, "\(answer.text)")
        #expect(answer["columns"] == ["", "notes", "start", "text"])
        #expect(await send(Self.table, query: "columns=colour").status == 400)
    }

    @Test func `without a known format is an error that names the formats`() async {
        for bytes in [[0xFF, 0x00, 0x81], Array(#"{"a": 1}"#.utf8)] as [[UInt8]] {
            let answer = await service.takeIn(bytes, "application/octet-stream")
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.text.contains("todoist"), "\(answer.text)")
        }
        for text in ["\n\n", "text,due\n", "# Home\n"] {
            let answer = await send(text)
            #expect(answer.errors == [": nothing-to-import"], "\(answer.text)")
            #expect(!answer.text.contains("todoist"), "\(answer.text)")
        }
        #expect(await send("x", query: "format=excel").status == 400)
        #expect(await send("x", query: "format=trello").status == 400)
        #expect(await service.get("/v1/counts")["checklists"] == 0)
    }

    @Test(arguments: [
        ("[[Home]] is a page\n\n- [ ] Milk\n", "markdown", 1), ("<!-- toc -->\n- [ ] Milk\n", "markdown", 1),
        ("Groceries\n=========\n- Milk\n- [x] Bread\n", "text", 2),
        ("Title,Notes\nMilk,\"two\n- [ ] cups\n* x\"\nBread,\n", "csv", 2),
        ("> [!todo] Today\n> - [ ] Call\n> - [x] Buy\n", "markdown", 2),
        ("* TO" + "DO Water\n", "org", 1), ("x 2026-11-02 Buy milk +Shop\n(A) Call\n", "todo.txt", 2),
        (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nSUMMARY:a\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
            "ics", 1
        ),
    ])
    func `is recognised by its content`(_ text: String, _ format: String, _ items: Int) async {
        let answer = await send(text, query: "dryRun=true")
        #expect(answer["format"] == .string(format), "\(answer.text)")
        #expect(answer["items"] == .number(JSONNumber(items)), "\(answer.text)")
    }

    @Test func `gets the name of the list from the query`() async {
        #expect(await send("- Milk\n- Bread\n", query: "name=Shop").status == 200)
        #expect(await service.get("/v1/checklists").elements.map { $0["name"] } == ["Shop"])
        let unnamed = await send("- Milk\n- Bread\n", query: "format=text")
        #expect(unnamed["lists"].array?.first?["name"] == "Imported")
    }

    @Test(arguments: ["csv", "markdown", "todo.txt", "text", "ics"])
    func `comes from an export of one list`(_ format: String) async {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        _ = await service.post("/v1/checklists", #"{"name": "Work"}"#)
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "Water", "important": true, "notes": "- [ ] x\n* x"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Done", "checked": true}"#)
        _ = await service.post("/v1/checklists/2/items", #"{"text": "Call"}"#)
        let export = await service.get("/v1/export?format=\(format)&checklistId=1")
        #expect(export.status == 200)
        #expect(export.text.contains("Water") && !export.text.contains("Call"))
        let other = Service()
        let answer = await other.takeIn(export.bytes, "application/octet-stream")
        #expect(answer["format"] == .string(format), "\(answer.text)")
        let items = await other.get("/v1/items").elements
        #expect(items.map { $0["text"] } == ["Water", "Done"])
        #expect(items.map { $0["checked"] } == [false, true])
        if format != "text" { #expect(items.map { $0["important"] } == [true, false]) }
        #expect(await service.get("/v1/export?format=\(format)&checklistId=9").status == 404)
    }
}
