import Checklists
import Testing

@testable import Exchange

@Suite("The detection of formats")
struct DetectionTests {
    private static let board = #"{"name":"B","lists":[{"id":"l","name":"L"}],"cards":[]}"#
    private static let card = #"{"id":"5f","badges":{},"name":"C","idList":"l","checklists":[]}"#
    private static let ticktick =
        "\u{FEFF}\"Date: 2026-11-26+0000\"\n\"Version: 7.1\"\n\"Status: \n0 Normal\"\n"
        + "\"List Name\",\"Title\",\"Status\"\n\"Home\",\"Milk\",\"0\"\n"
    private static let takeout =
        #"{"kind":"tasks#taskLists","items":[{"title":"L","items":[{"id":"1","title":"x"}]}]}"#

    /// A board with its history in front of the cards, as Trello writes it.
    private static func history(_ count: Int) -> String {
        let action =
            #"{"id":"a","data":{"board":{"id":"b","name":"\"}{"},"list":{"id":"l"},"card":{"id":"c"}},"#
            + #""type":"updateCard","display":{"entities":{"card":{"type":"card","id":"c"}}}}"#
        let actions = Array(repeating: action, count: count).joined(separator: ",")
        return #"{"id":"b","name":"B","actions":["# + actions + "]," + board.dropFirst()
    }

    static let texts: [(text: String, format: String)] = [
        (#"{"format":1,"checklists":[]}"#, "json"), (#"[{"name":"A","items":[]}]"#, "json"),
        (#"[{"text":"a","checked":true}]"#, "json"), (#"{"a":1}"#, "json"), ("[", "json"),
        ("<?xml version=\"1.0\"?><plist/>", "plist"), ("\u{FEFF}<plist/>", "plist"),
        ("bplist00\u{0}", "plist"),
        (board, "trello"), ("[\(board)]", "trello"), (card, "trello"), ("[\(card)]", "trello"),
        (history(300), "trello"), (history(1_000), "trello"),
        (takeout, "google-tasks"), (#"{"kind":"tasks#tasks","items":[{"title":"x"}]}"#, "google-tasks"),
        (#"{"value":[{"displayName":"Tasks","tasks":[{"title":"T"}]}]}"#, "microsoft-to-do"),
        (#"{"value":[{"title":"T","importance":"high"}]}"#, "microsoft-to-do"),
        (#"[{"id":1,"title":"P","tasks":[{"id":5,"title":"t"}]}]"#, "vikunja"),
        (#"[{"id":1,"title":"Namespace","lists":[{"title":"P","tasks":[]}]}]"#, "vikunja"),
        (#"{"projects":[{"id":1,"title":"P","tasks":[]}]}"#, "vikunja"),
        (#"[{"uuid":"1","description":"a","status":"pending"}]"#, "taskwarrior"),
        ("{\"uuid\":\"1\",\"description\":\"a\",\"status\":\"pending\"},\n{}", "taskwarrior"),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "ics"),
        ("TYPE,CONTENT,INDENT\ntask,Milk,1\n", "todoist"), ("\u{FEFF}\"TYPE\",\"CONTENT\"\n", "todoist"),
        (ticktick, "ticktick"),
        ("text,due\nMilk,2026-12-01\n", "csv"), ("Aufgabe;Datum\nMilch;1.12.2026\n", "csv"),
        ("Milk,Lidl\nBread,Aldi\n", "csv"), ("Title\tDue\nA\t2026-12-01\n", "csv"),
        ("* TO" + "DO Water\n", "org"), ("* STARTED Write\nDEADLINE: <2026-12-02 Wed>\n* HOLD x\n", "org"),
        ("#+SEQ_TODO: IDEA | MADE\n* IDEA Write\n", "org"), ("* A\n:PROPERTIES:\n:ID: 1\n:END:\n", "org"),
        ("* Groceries\nSCHEDULED: <2026-12-01 Tue>\n", "org"), ("* Pay\n  CLOSED: [2026-12-01 Tue]\n", "org"),
        ("* Groceries\n- [ ] Milk\n- [X] Eggs\n", "org"), ("* Groceries\n  - [ ] Milk\n", "org"),
        ("- [ ] Milk\n", "markdown"), ("# Home\n- [ ] Milk\n", "markdown"),
        ("* [ ] A\n  * [ ] B\n", "markdown"),
        ("# Home\n* Groceries\n- [ ] Milk\n", "markdown"), ("* [ ] A\n* B\n- [ ] C\n", "markdown"),
        ("---\ntitle: x\n---\n- [ ] a\n", "markdown"), ("[[Home]] is a page\n\n- [ ] Milk\n", "markdown"),
        ("<!-- toc -->\n- [ ] Milk\n", "markdown"), ("> [!todo] Today\n> - [ ] Call\n", "markdown"),
        ("x 2026-11-02 Buy milk +Shop\n(A) Call\n", "todo.txt"), ("Call due:2026-12-01\n", "todo.txt"),
        ("Milk\nBread\n", "text"), ("* Milk\n* Bread\n", "text"), ("SCHEDULED: <x>\n", "text"),
        ("[ ] Milk\n", "text"), ("[] Milk\n", "text"), ("[1] Milk\n[2] Bread\n", "text"),
        ("[2026-12-01] Rent\n", "text"), ("[1, 2", "json"), ("[]", "json"), ("[1]\n", "json"),
        (#"{"title":"a","listContent":[{"text":"b","isChecked":false}]}"#, "google-keep"),
        (#"[{"isTrashed":false,"textContent":"a","title":""}]"#, "google-keep"),
        ("Groceries\n=========\n- Milk\n- [x] Bread\n", "text"),
    ]

    private func format(of bytes: [UInt8]) throws(ImportError) -> String {
        try ImportFormat(detecting: UnpackedFile(bytes, .fixed())).name
    }

    @Test("finds the format of a text", arguments: texts)
    func text(text: String, format: String) throws {
        #expect(try self.format(of: Array(text.utf8)) == format)
    }

    @Test("finds the format of a text of Windows-1252, of UTF-16, and of one longer than it reads")
    func encodings() throws {
        #expect(try format(of: Self.latin("Aufgabe;Fällig\nMüll;1.12.2026\n")) == "csv")
        #expect(try format(of: Self.latin("- [ ] Müll\n")) == "markdown")
        #expect(try format(of: [0xFF, 0xFE] + "- [ ] a".utf8.flatMap { [$0, 0] }) == "markdown")
        for length in 65_530...65_540 {
            let line = "- [ ] " + String(repeating: "a", count: length - 6) + "ü\n- [ ] b\n"
            #expect(try format(of: Array(line.utf8)) == "markdown")
        }
    }

    /// The bytes of a text in ISO 8859-1.
    static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    static let archives: [(zip: StoredZip, format: String)] = [
        (StoredZip(["Takeout/Tasks/Tasks.json": takeout, "Takeout/page.html": "x"]), "google-tasks"),
        (StoredZip(["backup.csv": ticktick]), "ticktick"),
        (StoredZip(["a/List.MD": "- [ ] a\n"]), "markdown"),
        (StoredZip(["list.json": #"[{"name":"A","items":[]}]"#]), "json"),
        (StoredZip(["board.json": board, ".x.json": "1", "empty.csv": ""]), "trello"),
        (StoredZip(["a.csv": "TYPE,CONTENT\n", "b.csv": "TYPE,CONTENT\n"]), "todoist"),
        (
            StoredZip(["VERSION": "v1", "data.json": #"[{"title":"P","tasks":[]}]"#, "filters.json": "[]"]),
            "vikunja"
        ),
    ]

    @Test("finds the format of the file in an archive", arguments: archives.indices)
    func archive(number: Int) throws {
        #expect(try format(of: Self.archives[number].zip.bytes) == Self.archives[number].format)
    }

    @Test("says what is wrong with a file without a format")
    func unknown() {
        #expect(fault(Array("\u{FEFF} \n\n".utf8)) == "is empty")
        #expect(fault([]) == "is empty" && fault([0xFF, 0xFE]) == "is empty")
        for bytes in [Array("SQLite format 3\0\u{10}\0".utf8), [0x41, 0, 0x42, 0]] {
            #expect(fault(bytes).hasPrefix("has no known format; send"))
        }
        let empty: [UInt8] = [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18)
        #expect(fault(empty).hasPrefix("The archive has no file that an import reads."))
        let several = StoredZip(["a.md": "- [ ] a", "b.md": "- [ ] b"]).bytes
        #expect(fault(several).hasPrefix("The archive has 2 files that an import reads: a.md, b.md."))
    }

    private func fault(_ bytes: [UInt8]) -> String {
        do throws(ImportError) {
            return try format(of: bytes)
        } catch {
            switch error {
            case .malformed(let detail): return detail
            case .unusable(let violation): return violation.detail
            }
        }
    }

    @Test("reads the file of an archive with every format, and notes the other files")
    func unpacked() throws {
        let zip = StoredZip(["Home.csv": Self.ticktick, "x.html": "x"])
        let plan = try ForeignFormat.ticktick.plan(of: zip.bytes, .fixed())
        #expect(plan.checklists.map(\.draft.name) == ["Home"])
        #expect(plan.notes.first == [ImportNote("x.html", "", .unknown)])
        let list = try ForeignFormat.markdown.plan(of: StoredZip(["Shop.md": "- [ ] a"]).bytes, .fixed())
        #expect(list.checklists.map(\.draft.name) == ["Shop"])
    }

    @Test("reads Windows-1252 with a note, but no damaged UTF-8")
    func windows() throws {
        for (format, text) in [
            (ForeignFormat.csv, "text,due\nMüll,1.12.2026\n"), (.markdown, "- [ ] Müll\n"), (.text, "Müll\n"),
            (.todoTxt, "Müll\n"), (.org, "* DONE Müll\n"),
            (.ics, "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Müll\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"),
        ] {
            let plan = try format.plan(of: Self.latin(text), .fixed())
            #expect(plan.draft("Müll") != nil)
            #expect(plan.notes.first.contains(ImportNote("", "", .converted, "Windows-1252")))
        }
        #expect(try ForeignFormat.text.plan(of: [0x80, 0x31], .fixed()).draft("€1") != nil)
        for bytes in [[0xC3, 0xBC, 0xFC], [0x61, 0x81], [0x61, 0xFC, 0]] as [[UInt8]] {
            #expect(throws: ImportError.self) { try ForeignFormat.text.plan(of: bytes, .fixed()) }
        }
    }

    @Test("names the reason why no item is left")
    func nothing() {
        func fault(_ format: ForeignFormat, _ text: String) -> String {
            do throws(ImportError) {
                return "\(try format.plan(of: text).checklists.count)"
            } catch {
                if case .unusable(let violation) = error { return violation.detail }
                return ""
            }
        }
        for (format, header) in [
            (ForeignFormat.csv, "text,due\n"), (.todoist, "TYPE,CONTENT\n"), (.ticktick, "List Name,Title\n"),
        ] {
            #expect(fault(format, header) == "has a header but no item")
        }
        #expect(
            fault(.todoist, "TYPE,CONTENT\nx,Milk\n").hasPrefix("has a header but no item (row 2: left out"))
        #expect(fault(.markdown, "# Home\n") == "has no item")
    }
}
