import Checklists
import HTTP
import JSON
import MemoryStore
import Testing

@testable import API

@Suite struct `An endpoint` {
    private struct Query: RequestQuery {
        init(_ query: inout QueryReader) { _ = query.value("a", .text) }
    }

    /// The statuses of a plain request, and of those with a query, with content and with a condition.
    private func statuses(_ endpoint: Endpoint, _ path: String = "/x/1") async -> [Int] {
        let store = VolatileStore(now: { Timestamp(milliseconds: 0) })
        let environment = Endpoint.Environment(
            errors: ErrorTable { error, _ in Issue.record(error) }, cache: ResponseCache(store),
            jsonDepthMax: 64, store: store,
            cursors: CursorCipher(.drawn()), proposalMessage: { _, _, _ in [] })
        let router = Router([endpoint.route(environment)])
        var statuses: [Int] = []
        for (query, body, fields) in [
            (nil, "", [:]), ("a=1", "", [:]), (nil, "{}", [.contentType: "application/json"]),
            (nil, "", [.ifMatch: "*"]),
        ] as [(String?, String, Fields)] {
            let head = RequestHead(
                method: endpoint.method, target: RequestTarget(path: path, query: query), fields: fields)
            let request = Request(head: head, body: Array(body.utf8))
            statuses.append(await router.respond(to: request, as: .local).status.code)
        }
        return statuses
    }

    @Test func `takes what its handler has as an argument, and refuses the rest`() async {
        let path = "/x/{itemId}"
        #expect(
            await statuses(Endpoint(.get, path, .read) { (_: Call<Item.ID>, _: Query) in .noContent })
                == [204, 204, 400, 412])
        #expect(
            await statuses(Endpoint(.get, path, .read) { (_: Call<Item.ID>, _: Precondition) in .noContent })
                == [204, 400, 400, 204])
        #expect(
            await statuses(
                Endpoint(.get, path, .read) { (_: Call<Item.ID>, _: Query, _: Precondition) in .noContent })
                == [204, 204, 400, 204])
        #expect(
            await statuses(Endpoint(.post, path, .edit) { (_: Call<Item.ID>, _: EmptyBody) in .noContent })
                == [204, 400, 204, 412])
        #expect(
            await statuses(
                Endpoint(.post, path, .edit) { (_: Call<Item.ID>, _: EmptyBody, _: Precondition) in .noContent
                })
                == [204, 400, 204, 204])
        #expect(
            await statuses(
                Endpoint(.post, path, .edit) { (_: Call<Item.ID>, _: Query, _: EmptyBody) in .noContent })
                == [204, 204, 204, 412])
    }

    @Test func `is about nothing where its path names what cannot be`() async {
        let endpoint = Endpoint(.get, "/x/{itemId}", .read) { (call: Call<Item.ID>, _: Precondition) in
            call.id == Item.ID(rawValue: 7) ? .noContent : .ok(EmptyList())
        }
        #expect(await statuses(endpoint, "/x/7").first == 204)
        #expect(await statuses(endpoint, "/x/8").first == 200)
        for name in ["0", "-1", "07", "a", "7.0"] {
            #expect(await statuses(endpoint, "/x/\(name)").first == 404, "\(name)")
        }
    }

    private struct EmptyList: JSONWritable {
        func write(to json: inout JSONWriter) { json.array { _ in } }
    }
}
