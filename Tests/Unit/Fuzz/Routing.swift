import Dispatch
import HTTP

private func route(_ method: HTTP.Method, _ pattern: String) -> Route<Never, Never> {
    .open(method, pattern) { _, context in
        Response(.ok, body: .bytes(Array(context.parameters.joined(separator: "/").utf8)))
    }
}

private let router = Router([
    route(.get, "/"), route(.get, "/v1/checklists"), route(.post, "/v1/checklists"),
    route(.get, "/v1/checklists/{checklist}"), route(.patch, "/v1/checklists/{checklist}"),
    route(.get, "/v1/checklists/{checklist}/items"), route(.get, "/v1/items/new"),
    route(.post, "/v1/items/{item}/toggle"), route(.delete, "/v1/items/{item}"),
])

/// Reads the input as a request line's method and target, and routes what is accepted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRouting(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var parser = RequestParser()
    parser.feed(UnsafeBufferPointer(start: start, count: count))
    parser.feed(Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    guard case .head(let head, _)? = try? parser.next() else { return 0 }
    let route = router.route(for: head).route
    let done = DispatchSemaphore(value: 0)
    Task {
        let response = await router.respond(to: Request(head: head))
        let code = response.status.code
        precondition(code != 500, "a handler was asked for what it cannot answer")
        precondition(route == nil || code == 200 || code == 400, "a route is found and does not answer")
        precondition(code != 405 || response.fields.contains(.allow), "405 without Allow")
        done.signal()
    }
    done.wait()
    return 0
}
