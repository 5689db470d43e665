import Testing

@testable import Exchange

@Suite("A CSV table")
struct CSVTableTests {
    private func texts(_ text: String, headerWithin rows: Int = 1) throws -> [[String]] {
        let table = try CSVTable(text, headerWithin: rows, ImportLimits())
        return table.rows.map(table.texts)
    }

    @Test("has fields with quotation marks, delimiters and line ends")
    func quotes() throws {
        let rows = try texts("a,b\r\n\"x, y\",\"say \"\"hi\"\"\nthere\"\r\n\"\"\"\",\"\"\r\n")
        #expect(rows == [["a", "b"], ["x, y", "say \"hi\"\nthere"], ["\""]])
    }

    @Test("keeps a quotation mark within a field, and text after a closing one")
    func looseQuotes() throws {
        #expect(try texts("a,b\n5\" pipe,\"x\"y\n") == [["a", "b"], ["5\" pipe", "xy"]])
    }

    @Test("has rows with any line ends", arguments: ["\r\n", "\n", "\r"])
    func lineEnds(end: String) throws {
        let table = try CSVTable(["a,b", "", "1,2", ",", "3"].joined(separator: end), ImportLimits())
        #expect(table.rows.map(table.texts) == [["a", "b"], ["1", "2"], ["3"]])
        #expect(table.rows.map(\.number) == [1, 3, 5])
    }

    @Test("numbers rows as a spreadsheet does, also after a field of two lines")
    func numbers() throws {
        let table = try CSVTable("a\n\"1\n2\"\n\nb\n", ImportLimits())
        #expect(table.rows.map(\.number) == [1, 2, 4])
    }

    @Test("has the delimiter of the header")
    func delimiters() throws {
        #expect(try texts("a;b\n1,5;2") == [["a", "b"], ["1,5", "2"]])
        #expect(try texts("a\tb\n1,5\t2;3") == [["a", "b"], ["1,5", "2;3"]])
        #expect(try texts("\"a;b;c\",d\n1,2") == [["a;b;c", "d"], ["1", "2"]])
        #expect(try texts("sep=;\r\na;b,c\r\n") == [["a", "b,c"]])
        #expect(try texts("\"about; the; file\"\na,b,c\n1,2,3", headerWithin: 20).last == ["1", "2", "3"])
    }

    @Test("has one column if the header has no delimiter")
    func oneColumn() throws {
        #expect(try texts("text\neggs, ham\n") == [["text"], ["eggs, ham"]])
    }

    @Test("names the line of an unclosed quotation mark")
    func unclosed() {
        #expect(
            throws: ImportError.malformed(
                "The quotation mark in line 4 is not closed. Export the file again as CSV.")
        ) { try texts("a,b\r\n\"1\r\n2\",3\r\n4,\"5\r\n6,7\r\n") }
    }

    @Test("has at most as many fields as the limits allow, and 1,000 columns")
    func limits() throws {
        var limits = ImportLimits()
        limits.valuesMax = 3
        #expect(throws: ImportError.self) { try CSVTable("a,b\n1,2\n", limits) }
        let wide = String(repeating: "x,", count: 999_999) + "x"
        #expect(throws: ImportError.tooMany(1_000, "columns")) { try texts(wide) }
        let long = String(repeating: "x\n", count: 1_100_000)
        #expect(throws: ImportError.tooMany(1_048_576, "rows; split the file")) { try texts(long) }
        // Spreadsheets export empty columns at the end.
        #expect(try texts("a" + String(repeating: ",", count: 5_000)) == [["a"]])
    }
}
