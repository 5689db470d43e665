import API
import Checklists
import Compression
import Delivery
import HTTP
public import JSON
import MemoryStore
import Synchronization
import Testing

/// The API over a store in memory, without a socket, at a time that stands still until it is moved.
final class Service: Sendable {
    let api: API
    /// The routes, with what is in front of them in any case.
    let responder: MiddlewareStack
    let router: CallerRouter
    let store: VolatileStore
    /// The secret of the store.
    let secret: StoreSecret
    private let clock: Clock

    /// 2026-11-20T23:55:57.484Z.
    static let start = Timestamp(milliseconds: 1_795_218_957_484)

    private final class Clock: Sendable {
        let now = Mutex(Service.start)
    }

    init(
        epoch: Epoch = Epoch(rawValue: 0), jsonDepthMax: Int = 64,
        pushEncryption: any PushEncryption = ReadableEncryption(), pageAddress: String? = nil,
        links: MessageLinks? = nil, sendsMail: Bool = false, compression: ResponseCompression = .none,
        secret: StoreSecret = .drawn(), signIn: ProviderSignIn? = nil,
        isValid: @escaping @Sendable (UInt64) -> Bool = { _ in true },
        makeSecret: @escaping @Sendable () -> Webhook.Secret = { Webhook.Secret(bytes: Array(0..<32)) }
    ) {
        let clock = Clock()
        self.clock = clock
        self.secret = secret
        let store = VolatileStore(epoch: epoch, now: { clock.now.withLock(\.self) })
        self.store = store
        api = API(
            store, now: { clock.now.withLock(\.self) },
            makeSecret: makeSecret,
            messages: MessageWriter(pageAddress: pageAddress, links: links), pushEncryption: pushEncryption,
            sending: SendingLimits(
                sendsMail: sendsMail,
                uptime: { UInt64(clock.now.withLock(\.self).milliseconds) * 1_000_000 }),
            inflate: { Inflate.content(of: $0, size: $1) }, background: globalConcurrentExecutor,
            jsonDepthMax: jsonDepthMax, secret: secret, signIn: signIn, isValid: isValid,
            compression: compression,
            log: { error, _ in preconditionFailure("\(error)") })
        router = Router(api.routes)
        responder = MiddlewareStack(
            [LocalCaller()], before: router, cache: api.responseCache, compression: compression)
    }

    /// Secrets that differ from each other, and from the tokens of `Entrance`.
    static func differentSecrets() -> @Sendable () -> Webhook.Secret {
        final class Octets: Sendable { let drawn = Atomic<UInt8>(100) }
        let octets = Octets()
        return {
            let octet = octets.drawn.add(1, ordering: .relaxed).newValue
            return Webhook.Secret(bytes: Array(repeating: octet, count: 32))
        }
    }

    /// Lets time pass.
    func pass(milliseconds: Int64) {
        clock.now.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    }

    /// The answer to a request, whose status has to be in openapi.yaml. A body is JSON, unless the fields say
    /// otherwise.
    func send(
        _ method: HTTP.Method, _ target: String, _ body: String? = nil, _ fields: Fields = [:]
    ) async -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        var fields = fields
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        let head = RequestHead(
            method: method, target: RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil),
            fields: fields, authority: "localhost")
        let request = Request(head: head, body: Array((body ?? "").utf8))
        let answer = await Answer(responder.respond(to: request))
        if answer.fields[.contentType]?.contains("json") == true, answer.fields[.contentEncoding] == nil {
            #expect(answer.bytes.last == UInt8(ascii: "\n"), "\(target) is answered without a line feed")
        }
        let pattern = router.route(for: head).pattern.map { router.patterns[$0] } ?? ""
        if let operation = Description.shared.operation(method, pattern) {
            #expect(
                operation.statuses.contains(answer.status),
                "openapi.yaml has no \(answer.status) for \(operation.id), which \(target) was answered with")
        }
        return answer
    }

    func get(_ target: String, _ fields: Fields = [:]) async -> Answer {
        await send(.get, target, nil, fields)
    }

    func post(_ target: String, _ body: String?, _ fields: Fields = [:]) async -> Answer {
        await send(.post, target, body, fields)
    }

    func patch(_ target: String, _ body: String, _ fields: Fields = [:]) async -> Answer {
        await send(.patch, target, body, fields)
    }

    func delete(_ target: String, _ fields: Fields = [:]) async -> Answer {
        await send(.delete, target, nil, fields)
    }
}

/// Has every request be one of the local machine.
final class LocalCaller: Middleware {
    func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        context.caller = .local
        return nil
    }
}

/// Leaves messages as they are, for devices that have a key.
struct ReadableEncryption: PushEncryption {
    let isAvailable = true

    func publicKey() async throws -> [UInt8] { [4] + Array(1...64) }

    func check(_ endpoint: String) async throws {
        if endpoint.hasPrefix("https://wary.") { throw PushEncryptionError.unavailable("say who you are") }
    }

    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8] {
        if target.publicKey.dropFirst().allSatisfy({ $0 == 0 }) { throw PushEncryptionError.invalidKey }
        return message
    }

    func authorization(for endpoint: String, until end: Timestamp) async throws -> String { "vapid" }
}

/// Encrypts nothing, as where the library is missing.
struct MissingEncryption: PushEncryption {
    let isAvailable = false
    private let error = PushEncryptionError.unavailable("there is no libcrypto")

    func publicKey() async throws -> [UInt8] { throw error }
    func check(_ endpoint: String) async throws { throw error }
    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8] { throw error }
    func authorization(for endpoint: String, until end: Timestamp) async throws -> String { throw error }
}

/// What came back.
struct Answer {
    let status: Int
    let fields: Fields
    let bytes: [UInt8]

    init(_ response: Response) async {
        status = response.status.code
        fields = response.fields
        switch response.body {
        case .bytes(let bytes): self.bytes = bytes
        case .empty: bytes = []
        case .stream(let next):
            // A stream of events has no end, and something at its beginning.
            let isEndless = fields[.contentType] == "text/event-stream"
            var bytes: [UInt8] = []
            do {
                while let piece = try await next() {
                    bytes += piece
                    if isEndless { break }
                }
            } catch {
                Issue.record("a stream ended with \(error)")
            }
            self.bytes = bytes
        }
    }

    /// The content, without the line feed that ends it where it is JSON.
    var text: String {
        let isLine = fields[.contentType]?.contains("json") == true && bytes.last == UInt8(ascii: "\n")
        return String(decoding: isLine ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// The content; `null` where it is no JSON.
    var json: JSONValue { (try? JSONValue.parse(bytes)) ?? .null }

    subscript(name: String) -> JSONValue { json[name] ?? "nothing of that name" }

    /// The elements of a collection.
    var elements: [JSONValue] {
        guard case .array(let elements) = json else { return [] }
        return elements
    }

    /// Everything that is wrong with the content of the request, as `pointer: code`.
    var errors: [String] {
        guard case .array(let errors) = json["errors"] else { return [] }
        return errors.map { "\($0["pointer"]?.text ?? "-"): \($0["code"]?.text ?? "-")" }
    }

    /// Everything that is wrong with the query, as `parameter: code`.
    var faults: [String] {
        guard case .array(let errors) = json["errors"] else { return [] }
        return errors.map { "\($0["parameter"]?.text ?? "-"): \($0["code"]?.text ?? "-")" }
    }

    /// Where the next page is.
    var next: String? {
        guard let link = fields[.link], link.hasPrefix("<"), link.hasSuffix(">; rel=\"next\"") else {
            return nil
        }
        return String(link.dropFirst().dropLast(">; rel=\"next\"".count))
    }
}

extension JSONValue {
    /// The text of a string.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array.
    var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The whole number.
    var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return number.integer
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension MessageWriter {
    /// A writer that renders messages over the channels of `Delivery`.
    init(pageAddress: String? = nil, links: MessageLinks? = nil) {
        self.init(pageAddress: pageAddress, links: links) { $0.body(for: $1) }
    }
}
