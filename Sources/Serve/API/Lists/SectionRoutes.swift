import Checklists
import HTTP
import JSON

/// The routes of a list's sections. Their entity tag is that of the list.
struct SectionRoutes {
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/checklists/{checklistId}/sections"
        let one = "\(all)/{sectionId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.post, all, .edit, bodyBytesMax: small, handler: add),
            Endpoint(.patch, one, .edit, bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, .edit, gives: nil, handler: remove),
            Endpoint(.post, "\(one)/move", .edit, bodyBytesMax: small, handler: move),
        ]
    }

    private func add(_ call: Call<Checklist.ID>, _ body: SectionDraftBody) async throws -> Response {
        let result = try await call.session.addSection(
            named: body.name, uid: body.uid, to: call.id, idempotencyKey: call.idempotencyKey)
        guard let section = result.value.sections.all.last else { throw ChecklistsError.notFound(.section) }
        return .created(
            SectionBody(section), tags.tag(of: result.value.revision),
            at: "/v1/checklists/\(call.id)/sections/\(section.id)"
        ).replayed(result.isReplay)
    }

    private func update(
        _ call: Call<SectionPath>, _ update: ResourceUpdate<SectionPatchBody>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let checklist = try await call.session.updateSection(
            call.id.sectionID, on: call.id.checklistID, name: update.body.name,
            ifMatch: update.expectation(expected, SectionBody.init))
        return try answer(call.session.resolved(call.id.sectionID), of: checklist)
    }

    private func move(
        _ call: Call<SectionPath>, _ update: ResourceUpdate<PlacementBody<Section.ID>>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let result = try await call.session.moveSection(
            call.id.sectionID, on: call.id.checklistID, to: update.body.placement,
            ifMatch: update.expectation(expected, SectionBody.init), idempotencyKey: call.idempotencyKey)
        return try answer(call.session.resolved(call.id.sectionID), of: result.value)
            .replayed(result.isReplay)
    }

    private func remove(_ call: Call<SectionPath>, _ precondition: Precondition) async throws -> Response {
        let checklist = try await call.session.deleteSection(
            call.id.sectionID, from: call.id.checklistID,
            ifMatch: expectedRevisions(of: call, precondition))
        var response = Response.noContent
        response.fields.append(.etag, tags.tag(of: checklist.revision))
        return response
    }

    private func answer(_ id: Section.ID, of checklist: Checklist) throws(ChecklistsError) -> Response {
        guard let section = checklist.sections[id] else { throw .notFound(.section) }
        return .ok(SectionBody(section), tags.tag(of: checklist.revision))
    }

    private func expectedRevisions(
        of call: Call<SectionPath>, _ precondition: Precondition
    ) async throws -> KnownState? {
        try await precondition.expectedRevisions(tags) {
            try await call.session.checklist(call.id.checklistID).revision
        }
    }
}

/// The path of a section.
private struct SectionPath: PathTarget {
    let checklistID: Checklist.ID
    let sectionID: Section.ID

    init(_ parameters: [String]) throws(ChecklistsError) {
        checklistID = try Checklist.ID(parameters, of: .checklist)
        sectionID = try Section.ID(Array(parameters.dropFirst()), of: .section)
    }
}

/// A section in JSON.
struct SectionBody: JSONWritable {
    let section: Section

    init(_ section: Section) { self.section = section }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", section.id.rawValue)
            json.member("name", section.name)
            json.member("uid", section.uid)
        }
    }
}

/// The body that adds a section.
private struct SectionDraftBody: RequestBody {
    static let noun = "a section"
    static let readOnlyFields = ["id"]

    let name: String
    let uid: String?

    init(from fields: inout FieldReader) {
        name = fields.required("name", .string) ?? ""
        uid = fields.nullable("uid", .uuid) ?? nil
    }
}

/// The body that changes a section.
private struct SectionPatchBody: RequestBody {
    static let noun = "a section"
    static let readOnlyFields = ["id", "uid"]

    let name: String?

    init(from fields: inout FieldReader) { name = fields.optional("name", .string) }
}
