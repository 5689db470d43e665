import Checklists
import HTTP
import JSON
import Synchronization

/// Tells what has changed: to whoever was away, and to whoever listens.
struct FeedRoutes {
    let encodings: EncodingCache
    let hub: EventHub
    /// Whether a token that is no device's is still in force, by its number.
    let isInForce: @Sendable (UInt64) -> Bool

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/changes", handler: changes),
            Endpoint(.get, "/v1/events", gives: .eventStream, handler: listen),
        ]
    }

    private func changes(_ call: Call<Fixed>, _ query: FeedQuery) async throws -> Response {
        let position = try query.since.map { try FeedCursor.position($0, in: call.session.store.epoch) }
        let page = try await call.session.changes(after: position, limit: query.limit)
        let cursor = FeedCursor(page.next, call.session.store.epoch)
        return .ok(ChangesBody(page: page, cursor: cursor, call: call, encodings: encodings))
    }

    /// Where somebody was comes with the query, or in the header where the connection was lost; without
    /// either it begins now.
    private func listen(_ call: Call<Fixed>, _ query: FeedQuery) async throws -> Response {
        let epoch = call.session.store.epoch
        let last = try call.request.head.fields[.lastEventID].map { text in
            guard let cursor = Cursor(base64URL: text) else { throw FeedCursor.malformed }
            return cursor
        }
        // Before the first look, so that nothing is missed between that and the next.
        let subscription = hub.subscribe(call.session.principal)
        var position = try (last ?? query.since).map { try FeedCursor.position($0, in: epoch) }
        if position == nil {
            position = FeedPosition(after: try await call.session.changes(after: nil, limit: 1).next.start)
        }
        let page = try await call.session.changes(after: position, limit: query.limit)
        let stream = EventStream(
            page, limit: query.limit, of: call, subscription, encodings, isInForce: isInForce)
        return Response(
            .ok,
            fields: [
                .contentType: MediaType.eventStream.description, .cacheControl: "no-store",
                // What nginx is told by: to pass each event on as it comes.
                "X-Accel-Buffering": "no",
            ], body: .stream { try await stream.next() })
    }
}

/// Which changes are asked for.
private struct FeedQuery: RequestQuery {
    let since: Cursor?
    let limit: Int

    init(_ query: inout QueryReader) {
        since = query.value("since", .feedCursor)
        limit = query.value("limit", .limit) ?? Limits.pageElementsDefault
    }
}

extension QueryType<Cursor> {
    /// Where somebody is who follows changes.
    fileprivate static var feedCursor: Self {
        Self(name: "a cursor from an answer before") { Cursor(base64URL: $0) }
    }
}

/// A position in the feed as clients carry it: a version, the epoch, and what the position says, with
/// integers in big-endian order.
struct FeedCursor {
    let text: String

    private static let version: UInt8 = 1

    init(_ position: FeedPosition, _ epoch: Epoch) {
        var bytes = [Self.version]
        for number in [
            epoch.rawValue, position.revision.rawValue, UInt64(UInt8(clamping: position.kind)),
            UInt64(position.number), position.start.rawValue,
        ] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        text = bytes.base64URL
    }

    /// The position that a cursor stands for.
    /// - Throws: `cursorExpired` for one of another history; `RequestError.invalidQuery`.
    static func position(_ cursor: Cursor, in epoch: Epoch) throws -> FeedPosition {
        let bytes = cursor.bytes
        guard bytes.count == 1 + 5 * 8, bytes.first == version else { throw malformed }
        let numbers = (0..<5).map { index in
            bytes[(1 + 8 * index)..<(9 + 8 * index)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard numbers[2] <= UInt8.max, let number = Int(exactly: numbers[3]) else { throw malformed }
        guard numbers[0] == epoch.rawValue else { throw ChecklistsError.cursorExpired }
        let kind = numbers[2] == UInt8.max ? Int.max : Int(numbers[2])
        return FeedPosition(
            revision: Revision(rawValue: numbers[1]), kind: kind, number: number,
            start: Revision(rawValue: numbers[4]))
    }

    static let malformed = RequestError.invalidQuery(["since must be a cursor from an answer before"])
}

/// A part of what changed, as it is answered.
private struct ChangesBody: JSONWritable {
    let page: FeedPage
    let cursor: FeedCursor
    let call: Call<Fixed>
    let encodings: EncodingCache

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("changes") { json in
                for entry in page.entries {
                    ChangeBody(entry: entry, call: call, encodings: encodings).write(to: &json)
                }
            }
            json.member("next", cursor.text)
            json.member("hasMore", page.hasMore)
        }
    }
}

/// One thing that changed, as it is answered.
private struct ChangeBody: JSONWritable {
    let entry: FeedEntry
    let call: Call<Fixed>
    let encodings: EncodingCache

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch entry.subject {
            case .checklist(let list):
                begin("checklist", list.id.rawValue, &json)
                json.member("checklist", call.body(of: list))
            case .item(let item):
                begin("item", item.id.rawValue, &json)
                json.member("item", encodings.json(of: item))
            case .checklistRemoved(let id):
                begin("checklist", id.rawValue, &json)
                json.member("deleted", true)
            case .itemRemoved(let id, from: _):
                begin("item", id.rawValue, &json)
                json.member("deleted", true)
            case .membersRemoved: break
            }
        }
    }

    private func begin(_ type: String, _ id: Int, _ json: inout JSONWriter) {
        json.member("type", type)
        json.member("id", id)
        json.member("at", TimestampBody(entry.at))
        json.member("by", entry.by.map(AuthorBody.init))
    }
}

/// Who did something, as it is answered.
struct AuthorBody: JSONWritable {
    private let author: Principal

    init(_ author: Principal) { self.author = author }

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch author {
            case .person(let id, let device):
                json.member("personId", id.rawValue)
                json.member("deviceId", device?.rawValue)
                json.member("linkId", nil as Int?)
            case .guest(let link, on: _):
                json.member("personId", nil as Int?)
                json.member("deviceId", nil as Int?)
                json.member("linkId", link.rawValue)
            }
        }
    }
}

/// Changes as they happen, as Server-Sent Events (WHATWG HTML §9.2) for one listener.
private final class EventStream: Sendable {
    private let call: Call<Fixed>
    private let subscription: EventHub.Subscription
    private let encodings: EncodingCache
    private let isTokenInForce: @Sendable (UInt64) -> Bool
    private let limit: Int
    private let state: Mutex<State>

    private struct State {
        /// What has been read and not been sent.
        var pending: FeedPage?
        var position: FeedPosition
        var hasBegun = false
        var hasEnded = false
    }

    init(
        _ page: FeedPage, limit: Int, of call: Call<Fixed>, _ subscription: EventHub.Subscription,
        _ encodings: EncodingCache, isInForce: @escaping @Sendable (UInt64) -> Bool
    ) {
        self.call = call
        self.subscription = subscription
        self.encodings = encodings
        self.limit = limit
        isTokenInForce = isInForce
        state = Mutex(State(pending: page, position: page.next))
    }

    /// The next piece: events, or a comment where nothing has happened for long; `nil` at the end.
    func next() async throws -> [UInt8]? {
        while true {
            let (pending, position, hasBegun, hasEnded) = state.withLock { state in
                (state.pending.take(), state.position, state.hasBegun, state.hasEnded)
            }
            if hasEnded { return nil }
            guard try await isLetIn() else { return nil }
            let page: FeedPage
            if let pending {
                page = pending
            } else {
                page = try await call.session.changes(after: position, limit: limit)
            }
            state.withLock { state in
                state.position = page.next
                state.hasBegun = true
            }
            if !page.entries.isEmpty || !hasBegun { return text(of: page) }
            switch await subscription.wait() {
            case .changed: continue
            case .idle: return Array(":\n\n".utf8)
            case .ended:
                state.withLock { $0.hasEnded = true }
                return Array("retry: \(Limits.reconnectMilliseconds)\n\n".utf8)
            }
        }
    }

    /// The events of a page. Whoever loses the connection in the middle gets them all again.
    private func text(of page: FeedPage) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in page.entries {
            bytes += "data: ".utf8
            var json = JSONWriter(capacity: 512)
            ChangeBody(entry: entry, call: call, encodings: encodings).write(to: &json)
            bytes += json.line()
            // The last one says where to go on, before the line that ends it.
            bytes += "\n".utf8
        }
        if !page.entries.isEmpty { bytes.removeLast() }
        bytes += "id: \(FeedCursor(page.next, call.session.store.epoch).text)\n\n".utf8
        return bytes
    }

    /// Whether whoever listens may still read.
    private func isLetIn() async throws -> Bool {
        switch call.session.principal {
        case .guest(_, on: let list):
            do {
                _ = try await call.session.checklist(list)
                return true
            } catch ChecklistsError.notFound {
                return false
            }
        case .person(let id, let device?):
            return try await call.session.store.person(id).devices.contains { $0.id == device }
        case .person(_, device: nil):
            guard call.context.holder != nil, let token = call.context.principal else { return true }
            return isTokenInForce(token)
        }
    }
}
