import JSON
import Testing

@Suite struct `A JSON tokenizer` {
    /// The value that a text stands for, put together from its tokens.
    private func value(_ bytes: [UInt8]) throws -> JSONValue {
        var tokens = JSONTokenizer()
        let value = try rest(of: try #require(try tokens.next(in: bytes.span)), &tokens, bytes)
        #expect(try tokens.next(in: bytes.span) == nil)
        #expect(tokens.offset == bytes.count)
        return value
    }

    private func rest(
        of first: JSONTokenizer.Token, _ tokens: inout JSONTokenizer, _ bytes: [UInt8]
    ) throws -> JSONValue {
        switch first {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .beginArray:
            var elements: [JSONValue] = []
            while let token = try tokens.next(in: bytes.span), token != .endArray {
                elements.append(try rest(of: token, &tokens, bytes))
            }
            return .array(elements)
        case .beginObject:
            var members: [JSONValue.Member] = []
            while case .name(let name) = try tokens.next(in: bytes.span) {
                let first = try #require(try tokens.next(in: bytes.span))
                members.append(JSONValue.Member(name, try rest(of: first, &tokens, bytes)))
            }
            return .object(members)
        case .endArray, .endObject, .name:
            Issue.record("\(first) where a value should be")
            return .null
        }
    }

    @Test(arguments: ConformanceCase.accepted + ConformanceCase.acceptedByChoice)
    func `reads what the parser reads`(_ text: ConformanceCase) throws {
        #expect(try value(text.bytes) == JSONValue.parse(text.bytes, allowsDuplicateNames: true))
    }

    @Test(arguments: ConformanceCase.refused + ConformanceCase.refusedByChoice)
    func `refuses what the parser refuses`(_ text: ConformanceCase) {
        #expect(throws: JSONSyntaxError.self) {
            var tokens = JSONTokenizer()
            while try tokens.next(in: text.bytes.span) != nil {}
        }
    }
}
