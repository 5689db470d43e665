import CalDAV
import Checklists
import HTTP
import MemoryStore
import XML

/// A calendar program of the first person, without a network between it and the service.
struct Client {
    let store: VolatileStore
    private let router: Router<Caller, Caller.Permission>
    private var caller = Caller.local

    static let home = "/dav/calendars/1/"

    private let push: CollectionPush?

    init(at now: Timestamp = Timestamp(milliseconds: 1_795_000_000_000), push: CollectionPush? = nil) {
        self.init(VolatileStore(now: { now }), at: now, push)
    }

    private init(_ store: VolatileStore, at now: Timestamp, _ push: CollectionPush?) {
        self.store = store
        self.push = push
        let service = CalDAV(
            store, now: { now }, background: globalConcurrentExecutor, push: push,
            problem: { error, _ in error as? Problem ?? Problem(.internalError, "\(error)") })
        router = Router(service.routes)
    }

    /// The same calendar program at another moment.
    func at(_ now: Timestamp) -> Client { Client(store, at: now, push) }

    /// A calendar program of another person over the same store.
    func signed(in person: Person.ID, _ scope: Scope = .write) -> Client {
        var other = self
        other.caller = .person(person, by: .serviceToken(0), scope: scope)
        return other
    }

    /// Sends a request.
    func send(
        _ method: HTTP.Method, _ path: String, _ fields: Fields = [:], body: String = ""
    ) async -> Answer {
        var fields = fields
        fields[.host] = "localhost"
        let head = RequestHead(method: method, target: RequestTarget(path: path), fields: fields)
        let request = Request(head: head, body: Array(body.utf8))
        let response = await router.respond(to: request, as: caller)
        var bytes: [UInt8] = []
        var pieces: [Int] = []
        switch response.body {
        case .empty: break
        case .bytes(let all): bytes = all
        case .stream(let next):
            while let piece = try? await next() {
                bytes += piece
                pieces.append(piece.count)
            }
        }
        return Answer(status: response.status.code, fields: response.fields, bytes: bytes, pieces: pieces)
    }

    /// Asks for properties of what is at a path.
    func find(_ path: String, depth: String = "0", _ properties: String) async -> Answer {
        await send(
            .propfind, path, ["Depth": depth],
            body: Self.document("D:propfind", "<D:prop>\(properties)</D:prop>"))
    }

    /// Asks for a report.
    func report(_ path: String, _ name: String, _ content: String, depth: String = "1") async -> Answer {
        await send(.report, path, ["Depth": depth], body: Self.document(name, content))
    }

    /// Makes a list.
    func make(_ name: String) async -> Answer { await send(.mkcalendar, "\(Self.home)\(name)/") }

    /// Puts a task with these lines.
    func put(_ path: String, uid: String = "a@b", _ lines: [String], _ fields: Fields = [:]) async -> Answer {
        var fields = fields
        fields[.contentType] = "text/calendar; charset=utf-8"
        return await send(.put, path, fields, body: Self.task(uid: uid, lines))
    }

    /// A calendar of one task with these lines.
    static func task(uid: String = "a@b", _ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:\(uid)"] + lines
            + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    static func document(_ name: String, _ content: String) -> String {
        """
        <?xml version="1.0"?><\(name) xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:CS="http://calendarserver.org/ns/" xmlns:I="http://apple.com/ns/ical/">\(content)</\(name)>
        """
    }
}

/// What was answered.
struct Answer {
    let status: Int
    let fields: Fields
    let bytes: [UInt8]
    /// The sizes of the pieces in which the content came; none if it came at once.
    var pieces: [Int] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var etag: String? { fields[.etag] }

    var xml: XMLElement? { try? XMLElement.parse(bytes, bytesMax: 1 << 24) }

    /// What is told of each resource, by its path.
    var responses: [String: XMLElement] {
        let responses = xml?.children.filter { $0.name == .dav("response") } ?? []
        return Dictionary(
            responses.map { ($0.child(.dav("href"))?.text ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// A property of a resource that was found there.
    func property(_ name: XMLName, of path: String) -> XMLElement? {
        let found = responses[path]?.children.first { part in
            part.name == .dav("propstat") && part.child(.dav("status"))?.text.contains(" 200 ") ?? false
        }
        return found?.child(.dav("prop"))?.child(name)
    }

    /// The status of a resource as a whole.
    func status(of path: String) -> String? { responses[path]?.child(.dav("status"))?.text }

    var syncToken: String { xml?.child(.dav("sync-token"))?.text ?? "" }

    /// The condition that did not hold.
    var condition: XMLName? { xml?.children.first?.name }
}
