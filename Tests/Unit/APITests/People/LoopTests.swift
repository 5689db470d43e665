import Checklists
import HTTP
import Testing

@testable import API

@Suite struct `A message of a webhook` {
    private let mark = LoopMiddleware.mark(of: .drawn())

    private func isRefused(_ method: HTTP.Method, _ fields: Fields) -> Bool {
        let head = RequestHead(
            method: method, target: RequestTarget(path: "/v1/checklists/1/items"), fields: fields,
            authority: "localhost")
        var context = RequestContext<Caller>()
        return LoopMiddleware(mark: mark).earlyResponse(to: head, &context)?.status == .loopDetected
    }

    @Test func `changes nothing in the service that sent it`() {
        #expect(mark.count == 16 && mark != LoopMiddleware.mark(of: .drawn()))
        for method in [HTTP.Method.post, .put, .patch, .delete, .move] {
            #expect(isRefused(method, ["webhook-sender": mark]), "\(method)")
            #expect(!isRefused(method, ["webhook-sender": "0123456789abcdef"]), "\(method)")
            #expect(!isRefused(method, [:]), "\(method)")
        }
        for method in [HTTP.Method.get, .head, .report] {
            #expect(!isRefused(method, ["webhook-sender": mark]), "\(method)")
        }
    }
}
