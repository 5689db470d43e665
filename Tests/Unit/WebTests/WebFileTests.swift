import HTTP
import Testing

@testable import Web

@Suite struct `A file of the page` {
    private let content = Array("a { color: red }\n".utf8)

    private func answer(_ file: WebFile) throws -> Response {
        let fields: Fields = [.acceptEncoding: "gzip"]
        let head = RequestHead(method: .get, target: RequestTarget(path: "/"), fields: fields)
        return try file.answer(to: Request(head: head))
    }

    private func body(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    @Test func `is sent compressed`() throws {
        let response = try answer(WebFile(.style, content))
        #expect(response.fields[.contentEncoding] == "gzip")
        #expect(body(response).starts(with: [0x1F, 0x8B, 8]))
    }

    @Test func `is sent as it is without zlib`() throws {
        let file = WebFile(.style, content) { _ in nil }
        let response = try answer(file)
        #expect(response.status == .ok)
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.vary] == "Accept-Encoding")
        #expect(body(response) == content)
    }
}
