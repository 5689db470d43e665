import Dispatch
import Foundation
import HTTP
import HTTPServer

/// The routes have no caller.
private typealias Context = RequestContext<Never>

/// An HTTP server with fixed responses, for conformance suites. Its only argument is a port. It listens on
/// 127.0.0.1 until it is killed.
@main
struct HTTPFixture {
    static func main() throws {
        guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
            FileHandle.standardError.write(Data("usage: HTTPFixture PORT\n".utf8))
            exit(64)
        }
        let server = try HTTPServer(
            addresses: [.ipv4(host: "127.0.0.1", port: port)], responder: Router<Never, Never>(routes))
        try server.start()
        dispatchMain()
    }

    /// The router answers other methods, such as `DELETE /`, with 405 and `Allow`, and `OPTIONS` with 204.
    private static var routes: [Route<Never, Never>] {
        [
            .open(.get, "/", handler: greet), .open(.post, "/", handler: returnContent),
            .open(.get, "/echo", handler: listFields),
            .open(.post, "/echo", handler: listFields),
            .open(.get, "/cookie", handler: listCookies), .open(.post, "/cookie", handler: listCookies),
        ]
    }

    private static func greet(_ request: Request, _ context: Context) async throws -> Response {
        text("ok\n")
    }

    private static func returnContent(_ request: Request, _ context: Context) async throws -> Response {
        let type = request.head.fields[.contentType] ?? "application/octet-stream"
        return Response(.ok, fields: [.contentType: type], body: .bytes(request.body))
    }

    /// Returns the request's fields, one a line.
    private static func listFields(_ request: Request, _ context: Context) async throws -> Response {
        text(request.head.fields.map { "\($0.name.spelling): \($0.value)\n" }.joined())
    }

    /// Returns the pairs of all `Cookie` fields (RFC 6265 §4.2.1), one a line.
    private static func listCookies(_ request: Request, _ context: Context) async throws -> Response {
        let pairs = request.head.fields.values(of: "Cookie").flatMap { $0.split(separator: ";") }
        return text(pairs.map { "\($0.trimmingCharacters(in: .whitespaces))\n" }.joined())
    }

    private static func text(_ content: String) -> Response {
        Response(.ok, fields: [.contentType: "text/plain; charset=utf-8"], body: .bytes(Array(content.utf8)))
    }
}
