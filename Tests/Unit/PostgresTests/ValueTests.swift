import PostgresServer
import SQL
import Testing

@testable import Postgres

@Suite(.enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"))
struct `Values` {
    /// Every character that is written in some special way somewhere, and some that are long.
    static let awkward = #"'"\%_{},$1 NULL \N "# + "\t\n\r\u{1}\u{7F}é\u{301}𝄞👩‍👩‍👧\u{FFFD}\u{10FFFF}"

    @Test func `come back as they went`() async throws {
        let client = try await Client.temporary()
        var columns = try await client.row(
            "SELECT $1, $2, $3, $4, $5::text, $6, $7::jsonb, $8::int2, $9::int4",
            [
                .int(.min), .bool(true), .text(Self.awkward), .bytes(Array(0...255)), .double(-0.1),
                .moment(1_700_000_000_123), .json(#"{"a": "é"}"#), .int(-7), .int(70_000),
            ])
        #expect(try columns.int() == .min)
        #expect(try columns.bool())
        #expect(try columns.text() == Self.awkward)
        #expect(try columns.bytes() == Array(0...255))
        #expect(try columns.text() == "-0.1")
        #expect(try columns.moment() == 1_700_000_000_123)
        #expect(try columns.text() == #"{"a": "é"}"#)
        #expect(try columns.int() == -7)
        #expect(try columns.int() == 70_000)
        #expect(throws: MalformedResult("the row has only 9 columns")) { try columns.int() }
        await client.stop()
    }

    @Test func `may be absent, and may be empty`() async throws {
        let client = try await Client.temporary()
        var columns = try await client.row(
            "SELECT $1, $2, $3, $4, $5::text, $6, $7, $8, $9",
            [
                .int(nil), .bool(nil), .text(nil), .bytes(nil), .double(nil), .moment(nil), .json(nil),
                .text(""), .bytes([]),
            ])
        #expect(try columns.intIfPresent() == nil)
        #expect(try columns.boolIfPresent() == nil)
        #expect(try columns.textIfPresent() == nil)
        #expect(try columns.bytesIfPresent() == nil)
        #expect(try columns.textIfPresent() == nil)
        #expect(try columns.momentIfPresent() == nil)
        #expect(try columns.textIfPresent() == nil)
        #expect(try columns.textIfPresent() == "")
        #expect(try columns.bytesIfPresent() == [])
        await client.stop()
    }

    @Test func `come in arrays, with those that are absent`() async throws {
        let client = try await Client.temporary()
        let rows = try await client.run(
            [
                Statement(
                    "SELECT * FROM unnest($1, $2, $3, $4, $5, $6)",
                    [
                        .ints([1, nil, .max]), .bools([nil, true, false]),
                        .texts([Self.awkward, "", nil]), .byteStrings([[], [0, 255], nil]),
                        .moments([0, -1, nil]), .jsons(["[1]", nil, "null"]),
                    ])
            ], on: .read
        )[0]
        let expected: [(Int?, Bool?, String?, [UInt8]?, Int64?, String?)] = [
            (1, nil, Self.awkward, [], 0, "[1]"), (nil, true, "", [0, 255], -1, nil),
            (.max, false, nil, nil, nil, "null"),
        ]
        #expect(rows.count == 3)
        for (row, expected) in zip(rows, expected) {
            var columns = row.columns
            #expect(try columns.intIfPresent() == expected.0)
            #expect(try columns.boolIfPresent() == expected.1)
            #expect(try columns.textIfPresent() == expected.2)
            #expect(try columns.bytesIfPresent() == expected.3)
            #expect(try columns.momentIfPresent() == expected.4)
            #expect(try columns.textIfPresent() == expected.5)
        }
        await client.stop()
    }

    @Test func `come back as lists`() async throws {
        let client = try await Client.temporary()
        let parameters: [Parameter] = [
            .ints([.min, 0, .max]), .texts([Self.awkward, nil, ""]), .ints([]), .texts([]), .text(nil),
            .ints([1, nil]),
        ]
        var columns = try await client.row(
            "SELECT $1, $2, $3, $4, $5::int8[], $6, ARRAY[[$1, $1]], ARRAY[$2]", parameters)
        #expect(try columns.intsIfPresent() == [.min, 0, .max])
        #expect(try columns.textsIfPresent() == [Self.awkward, nil, ""])
        #expect(try columns.intsIfPresent() == [])
        #expect(try columns.textsIfPresent() == [])
        #expect(try columns.intsIfPresent() == nil)
        #expect(throws: MalformedResult.self) { try columns.intsIfPresent() }
        #expect(throws: MalformedResult("an array has 3 dimensions")) { try columns.intsIfPresent() }
        #expect(throws: MalformedResult.self) { try columns.intsIfPresent() }
        await client.stop()
    }

    @Test func `come in arrays without any`() async throws {
        let client = try await Client.temporary()
        let parameters: [Parameter] = [
            .ints([]), .bools([]), .texts([]), .byteStrings([]), .moments([]), .jsons([]),
        ]
        for parameter in parameters {
            var columns = try await client.row("SELECT cardinality($1)", [parameter])
            #expect(try columns.int() == 0)
        }
        await client.stop()
    }

    @Test func `of another type, and absent ones, are told apart`() async throws {
        let client = try await Client.temporary()
        let rows = try await client.run([Statement("SELECT 'a', NULL, 'infinity'::timestamptz")], on: .read)
        let columns = try #require(rows.first?.first).columns
        var first = columns
        #expect(throws: MalformedResult.self) { try first.int() }
        var second = columns
        _ = try second.text()
        #expect(throws: MalformedResult("column 2 is NULL")) { try second.text() }
        #expect(throws: MalformedResult("a timestamptz is infinite")) { try second.moment() }
        #expect(await client.state(of: [Statement("SELECT $1", [.moment(.max)])]) == "22008")
        await client.stop()
    }

    @Test func `that changed are counted`() async throws {
        let client = try await Client.temporary()
        let rows = try await client.run(
            [
                Statement("CREATE TABLE numbers (n int8)"),
                Statement("INSERT INTO numbers SELECT generate_series(1, 7)"),
                Statement("DELETE FROM numbers WHERE n > $1", [.int(4)]),
            ], on: .write)
        #expect(rows.map(\.changedCount) == [0, 7, 3])
        await client.stop()
    }
}
