import API
import Checklists
import Compression
import HTTP
import HTTPClient
import HTTPServer
import JSON
import MemoryStore
import Synchronization
import Testing

@testable import checklistd

/// A server on this machine that answers as a public one does, and a service that asks it, for one test.
final class Provider: Sendable {
    /// The status and the content of an answer.
    typealias Answer = (status: Int, content: String)

    let api: API
    private let queries = Mutex<[String]>([])
    private let clock = Mutex(Provider.start)

    /// 2026-11-20T23:55:57.484Z.
    static let start = Timestamp(milliseconds: 1_795_218_957_484)

    /// What was asked, in order.
    var asked: [String] { queries.withLock(\.self) }

    /// Runs a test.
    /// - Parameters:
    ///   - answers: Those to the requests in turn, the last one to all further ones; none at all for a server
    ///     that takes connections and never answers.
    ///   - flag: The setting that gets the address of the server.
    static func run(
        _ answers: [Answer], flag: WritableKeyPath<Configuration, String?>,
        limits: OutgoingLimits = OutgoingLimits(), _ test: (Provider) async throws -> Void
    ) async throws {
        let late = LateValue<Provider>()
        let route = Route<Never, Never>.open(.get, "/ask") { request, _ in
            let number = late.value?.noted(request.head.target.query ?? "") ?? 0
            let answer = answers[min(number, answers.count - 1)]
            return Response(
                Status.all.first { $0.code == answer.status } ?? .notImplemented,
                fields: [.contentType: "application/json; charset=utf-8"],
                body: .bytes(Array(answer.content.utf8)))
        }
        let server = try HTTPServer(
            addresses: [.ipv4(host: "127.0.0.1", port: 0)], responder: Router([route]), loops: 1)
        var configuration = Configuration()
        configuration[keyPath: flag] = "http://\(server.boundAddresses[0])/ask"
        let provider = Provider(configuration, limits)
        late.value = provider
        if !answers.isEmpty { try server.start() }
        do {
            try await test(provider)
            await server.stop(within: .seconds(0))
        } catch {
            await server.stop(within: .seconds(0))
            throw error
        }
    }

    private init(_ configuration: Configuration, _ limits: OutgoingLimits) {
        let clock = LateValue<@Sendable () -> Timestamp>()
        let now: @Sendable () -> Timestamp = { clock.value?() ?? Provider.start }
        let places = LocationServices(configuration, limits: limits, now: now)
        api = API(
            VolatileStore(now: now), now: now,
            makeSecret: { Webhook.Secret(bytes: Array(0..<32)) }, geocoder: places.geocoder,
            weather: places.weather,
            messages: MessageWriter(), inflate: { Inflate.content(of: $0, size: $1) },
            background: globalConcurrentExecutor, log: { _, _ in })
        clock.value = { [weak self] in self?.clock.withLock(\.self) ?? Provider.start }
    }

    private func noted(_ query: String) -> Int {
        queries.withLock { queries in
            queries.append(query)
            return queries.count - 1
        }
    }

    /// Lets time pass.
    func pass(minutes: Int64) {
        clock.withLock { $0 = $0.advanced(byMilliseconds: minutes * 60_000) }
    }

    /// What the service answers: the status, and the content as JSON.
    func send(
        _ method: HTTP.Method, _ path: String, _ body: String = ""
    ) async throws -> (status: Int, json: JSONValue) {
        let fields: Fields = body.isEmpty ? [:] : [.contentType: "application/json"]
        let head = RequestHead(
            method: method, target: RequestTarget(path: path, query: nil), fields: fields,
            authority: "localhost")
        let response = await Router(api.routes).respond(
            to: Request(head: head, body: Array(body.utf8)), as: .local)
        guard case .bytes(let bytes) = response.body else { return (response.status.code, .null) }
        return (response.status.code, try JSONValue.parse(bytes))
    }

    /// Makes a list with one item, which both have the number 1, and gives the answer.
    @discardableResult
    func addItem(_ fields: String) async throws -> (status: Int, json: JSONValue) {
        _ = try await send(.post, "/v1/checklists", #"{"name": "Trips"}"#)
        return try await send(.post, "/v1/checklists/1/items", #"{"text": "Picnic"\#(fields)}"#)
    }
}
