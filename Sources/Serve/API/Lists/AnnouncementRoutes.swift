import Checklists
import HTTP
import JSON

/// The route by which a member announces something to the other members of a list.
struct AnnouncementRoutes {
    /// Writes the messages.
    let messages: MessageWriter

    var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/v1/checklists/{checklistId}/announcements", .persons(.write),
                bodyBytesMax: Limits.smallBodyBytesMax, handler: announce)
        ]
    }

    private func announce(_ call: Call<Checklist.ID>, _ body: AnnouncementDraftBody) async throws -> Response
    {
        let result = try await call.session.announce(body.kind, on: call.id, body: messages.announcement)
        let body = AnnouncementBody(announcement: result.value, names: try await call.session.names())
        return .ok(body).replayed(result.isReplay)
    }
}

/// The body of a request to announce something.
private struct AnnouncementDraftBody: RequestBody {
    static let noun = "an announcement"
    static let readOnlyFields = ["announcedAt", "notified"]

    let kind: Announcement.Kind

    init(from fields: inout FieldReader) {
        kind = fields.required("kind", .choice(of: Announcement.Kind.self)) ?? .shopping
    }
}

/// An announcement in JSON. It omits people who share no list with the caller any more.
private struct AnnouncementBody: JSONWritable {
    let announcement: Announcement
    let names: [Person.ID: String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", announcement.kind.rawValue)
            json.member("announcedAt", TimestampBody(announcement.announcedAt))
            json.array("notified") { json in
                for id in announcement.notifiedIDs {
                    guard let name = names[id] else { continue }
                    json.object { json in
                        json.member("personId", id.rawValue)
                        json.member("name", name)
                    }
                }
            }
        }
    }
}
