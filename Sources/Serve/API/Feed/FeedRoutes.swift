import Checklists
import Digest
import HTTP
import JSON

/// The routes of the change feed: pages of changes, and event streams.
struct FeedRoutes {
    static let eventsPath = "/v1/events"

    let encodings: EncodingCache
    let hub: EventHub
    /// Whether an access token is still valid, by its id.
    let isValid: @Sendable (UInt64) -> Bool
    let tickets: EventTicket.Cipher
    /// Makes random bytes.
    let makeSecret: @Sendable () -> Webhook.Secret
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/changes", .read, handler: changes),
            Endpoint(
                .get, Self.eventsPath, .read, gives: .eventStream, reads: [.lastEventID], handler: listen),
            Endpoint(
                .post, "\(Self.eventsPath)/tickets", .read, bodyBytesMax: Limits.smallBodyBytesMax,
                handler: makeTicket),
        ]
    }

    private func changes(_ call: Call<Fixed>, _ query: FeedQuery) async throws -> Response {
        let position = try query.since.map { try FeedCursor.position($0, in: call.session.store.epoch) }
        let page = try await call.session.changes(after: position, limit: query.limit)
        let cursor = FeedCursor(page.next, call.session.store.epoch)
        return .ok(ChangesBody(page: page, cursor: cursor, call: call, encodings: encodings))
    }

    /// Makes a ticket for one stream of the caller.
    private func makeTicket(_ call: Call<Fixed>, _ body: EmptyBody) async throws -> Response {
        let token = AccessMiddleware.bearer(call.request.head.fields)
        let digest = call.caller == .local ? nil : token.map(AccessToken.digest(of:)) ?? []
        let ticket = EventTicket(ofToken: digest, random: makeSecret().bytes, at: now())
        return .ok(TicketBody(ticket: tickets.text(of: ticket), end: ticket.end)).secret
    }

    /// Starts after the cursor in `Last-Event-ID` of a reconnecting client, else in the query, else now.
    private func listen(_ call: Call<Fixed>, _ streamQuery: StreamQuery) async throws -> Response {
        let query = streamQuery.feed
        let epoch = call.session.store.epoch
        let last = try call.request.head.fields[.lastEventID].map { text in
            guard let cursor = Cursor(base64URL: text) else { throw FeedCursor.malformed }
            return cursor
        }
        var position = try (last ?? query.since).map { try FeedCursor.position($0, in: epoch) }
        if position == nil {
            position = FeedPosition(after: try await call.session.changes(after: nil, limit: 1).next.start)
        }
        let page = try await call.session.changes(after: position, limit: query.limit)
        let audience = EventHub.Audience(
            session: call.session,
            parties: StreamBounds.parties(of: call.caller),
            epoch: epoch, limit: query.limit,
            isAllowed: { [isValid, caller = call.caller] in
                guard case .person(_, by: .serviceToken(let token), scope: _) = caller else { return true }
                return isValid(token)
            }, text: { [encodings] page, session in page.events(for: session, encodings) })
        let beginning = page.events(for: call.session, encodings)
        let subscription = try hub.subscribe(audience, from: page.next, after: beginning)
        return Response(
            .ok,
            fields: [
                .contentType: MediaType.eventStream.description, .cacheControl: "no-store",
                // Makes nginx pass on each event at once.
                "X-Accel-Buffering": "no",
            ], body: .stream { await subscription.next() })
    }
}

/// The query for changes.
private struct FeedQuery: RequestQuery {
    let since: Cursor?
    let limit: Int

    init(_ query: inout QueryReader) {
        since = query.value("since", .feedCursor)
        limit = query.value("limit", .limit) ?? Limits.pageElementsDefault
    }
}

/// The query for a stream. `AccessMiddleware` reads the ticket.
private struct StreamQuery: RequestQuery {
    let feed: FeedQuery

    init(_ query: inout QueryReader) {
        feed = FeedQuery(&query)
        _ = query.value(EventTicket.queryParameter, .text)
    }
}

/// A ticket in JSON.
private struct TicketBody: JSONWritable {
    let ticket: String
    let end: Timestamp

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("ticket", ticket)
            json.member("expiresAt", TimestampBody(end))
        }
    }
}

extension QueryType<Cursor> {
    /// A cursor of the feed.
    fileprivate static var feedCursor: Self {
        Self({ _ in .notACursor }) { Cursor(base64URL: $0) }
    }
}

/// The text form of a feed position: a version, the epoch, and the fields of the position as big-endian
/// integers.
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

    /// Decodes a position.
    /// - Throws: `cursorExpired` for another epoch; `RequestError.invalidQuery` for a malformed cursor.
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

    static let malformed = RequestError.invalidQuery([.init(parameter: "since", reason: .notACursor)])
}

/// A page of changes in JSON.
private struct ChangesBody: JSONWritable {
    let page: FeedPage
    let cursor: FeedCursor
    let call: Call<Fixed>
    let encodings: EncodingCache

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("changes") { json in
                for entry in page.entries {
                    ChangeBody(entry: entry, session: call.session, encodings: encodings).write(to: &json)
                }
            }
            json.member("next", cursor.text)
            json.member("hasMore", page.hasMore)
        }
    }
}

/// A change in JSON.
private struct ChangeBody: JSONWritable {
    let entry: FeedEntry
    let session: Session
    let encodings: EncodingCache

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch entry.subject {
            case .checklist(let list):
                begin("checklist", list.id.rawValue, &json)
                json.member("checklist", session.body(of: list))
            case .item(let item):
                begin("item", item.id.rawValue, &json)
                json.member("item", encodings.json(of: item))
            case .checklistRemoved(let id):
                begin("checklist", id.rawValue, &json)
                json.member("deleted", true)
            case .itemRemoved(let id, from: let list, name: _):
                begin("item", id.rawValue, &json)
                json.member("checklistId", list.rawValue)
                json.member("deleted", true)
            // A session does not return these.
            case .membersRemoved, .itemMoved: break
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

/// The author of a change in JSON.
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

extension FeedPage {
    /// The changes as Server-Sent Events (WHATWG HTML §9.2). Only the last event has an `id`. A client that
    /// loses the connection before that event receives all of them again.
    fileprivate func events(for session: Session, _ encodings: EncodingCache) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += "data: ".utf8
            var json = JSONWriter(capacity: 512)
            ChangeBody(entry: entry, session: session, encodings: encodings).write(to: &json)
            bytes += json.line()
            // The `id` belongs to the last event, before the empty line that ends it.
            bytes += "\n".utf8
        }
        if !entries.isEmpty { bytes.removeLast() }
        bytes += "id: \(FeedCursor(next, session.store.epoch).text)\n\n".utf8
        return bytes
    }
}
