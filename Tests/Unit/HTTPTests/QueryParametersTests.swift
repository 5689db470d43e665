import HTTP
import Testing

@Suite struct `Query parameters` {
    private func parameters(_ query: String?) throws -> [String] {
        try QueryParameters(RequestTarget(path: "/", query: query)).map { "\($0.name)=\($0.value)" }
    }

    @Test(
        arguments: [
            (nil, []), ("", []), ("a=1", ["a=1"]), ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]), ("a", ["a="]),
            ("a=", ["a="]),
            ("=1", ["=1"]), ("&&a=1&", ["a=1"]), ("a=b=c", ["a=b=c"]), ("q=a+b%2Bc%20d", ["q=a b+c d"]),
            ("%C3%A9=%E2%82%AC", ["é=€"]), ("a=1;b=2", ["a=1;b=2"]), ("a=%26%3D", ["a=&="]),
        ] as [(String?, [String])])
    func `are decoded in order`(_ query: String?, _ expected: [String]) throws {
        #expect(try parameters(query) == expected)
    }

    @Test func `can be asked for by name`() throws {
        let query = try QueryParameters(RequestTarget(path: "/", query: "a=1&b=2&a=3"))
        #expect(query.values(of: "a") == ["1", "3"])
        #expect(query.values(of: "c") == [])
    }

    @Test func `that are no text are refused by name`() throws {
        #expect(
            (#expect(throws: Problem.self) { try parameters("a=1&name=%FF") })?.detail.contains("name")
                == true)
        #expect(throws: Problem.self) { try parameters("%C3=1") }
        #expect(throws: Problem.self) { try parameters("a=%ED%A0%80") }
        for query in ["a%00=1", "a=1%00", "a=%00"] {
            let problem = #expect(throws: Problem.self) { try parameters(query) }
            #expect(problem?.status == .badRequest, "\(query)")
        }
    }

    @Test func `are limited in number`() throws {
        func query(_ count: Int) -> String { Array(repeating: "a=1", count: count).joined(separator: "&") }
        #expect(try parameters(query(100)).count == 100)
        #expect((#expect(throws: Problem.self) { try parameters(query(101)) })?.status == .badRequest)
    }

    @Test func `can be written`() {
        #expect(PercentEncoding.encode("aZ09-._~ +&=/?#é\"") == "aZ09-._~%20%2B%26%3D%2F%3F%23%C3%A9%22")
    }
}
