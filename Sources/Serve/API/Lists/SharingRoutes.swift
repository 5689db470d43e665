import Checklists
import HTTP
import JSON

/// The routes of a list's members and share links.
struct SharingRoutes {
    /// Makes random bytes for the secrets of links.
    let makeSecret: @Sendable () -> Webhook.Secret
    /// The wall clock, which decides whether an offer of ownership has expired.
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        let list = "/v1/checklists/{checklistId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, "\(list)/members", .read, handler: showMembers),
            Endpoint(
                .put, "\(list)/members/{personId}", .persons(.write), bodyBytesMax: small,
                handler: putMember),
            Endpoint(
                .delete, "\(list)/members/{personId}", .persons(.write), gives: nil, handler: removeMember),
            Endpoint(.get, "\(list)/membership", .persons(.read), handler: showMembership),
            Endpoint(
                .put, "\(list)/membership", .persons(.write), bodyBytesMax: small, handler: putMembership),
            Endpoint(
                .patch, "\(list)/membership", .persons(.write), bodyBytesMax: small,
                handler: updateMembership),
            Endpoint(.get, "\(list)/links", .persons(.write), handler: showLinks),
            Endpoint(.post, "\(list)/links", .persons(.write), bodyBytesMax: small, handler: addLink),
            Endpoint(.delete, "\(list)/links/{linkId}", .persons(.write), gives: nil, handler: removeLink),
        ]
    }

    private func showMembers(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws
        -> Response
    {
        let checklist = try await call.session.checklist(call.id)
        let body = MembersBody(members: try await members(of: checklist, in: call.session))
        return try .ok(body, precondition)
    }

    private func putMember(
        _ call: Call<MemberPath>, _ update: ResourceUpdate<RoleBody>
    ) async throws -> Response {
        let person = call.id.personID
        try await checkKnown(person, call)
        let after = try await call.session.putMember(
            person, update.body.role, on: call.id.checklistID,
            ifMatch: try await expectation(update, of: person, in: call.session))
        guard let member = try await member(person, of: after, in: call.session) else {
            throw ChecklistsError.notFound(.member)
        }
        return .ok(member)
    }

    /// Checks that an owner knows the person to add: both share a list, or the owner administers the server.
    /// Otherwise an owner could read every name by id, because the answer has it.
    /// - Throws: `notFound`, as for a person who does not exist.
    private func checkKnown(_ person: Person.ID, _ call: Call<MemberPath>) async throws {
        if call.caller.scope == .admin { return }
        let checklist = try await call.session.checklist(call.id.checklistID)
        // The store refuses all other cases.
        guard let caller = call.session.principal.personID, checklist.member(caller)?.role == .own,
            checklist.member(person) == nil
        else { return }
        guard try await call.session.names()[person] != nil else { throw ChecklistsError.notFound(.person) }
    }

    private func removeMember(_ call: Call<MemberPath>, _ query: NoQuery) async throws -> Response {
        try await call.session.removeMember(call.id.personID, from: call.id.checklistID, ifMatch: nil)
        return .noContent
    }

    private func showMembership(_ call: Call<Checklist.ID>, _ query: NoQuery) async throws -> Response {
        try await membership(in: call.session.checklist(call.id), call)
    }

    private func putMembership(
        _ call: Call<Checklist.ID>, _ update: ResourceUpdate<MembershipBody>
    ) async throws -> Response {
        try await updateMembership(call, update, update.body.patch)
    }

    private func updateMembership(
        _ call: Call<Checklist.ID>, _ update: ResourceUpdate<MembershipPatchBody>
    ) async throws -> Response {
        try await updateMembership(call, update, update.body.patch)
    }

    private func updateMembership(
        _ call: Call<Checklist.ID>, _ update: ResourceUpdate<some RequestBody>, _ patch: ListPreferencesPatch
    ) async throws -> Response {
        let expected = try await expectation(update, of: call.session.person, in: call.session)
        return try await membership(
            in: call.session.updateMembership(patch, on: call.id, ifMatch: expected), call)
    }

    /// The expectation of a change of a member. Names are read before; the list does not have them.
    private func expectation(
        _ update: ResourceUpdate<some RequestBody>, of person: Person.ID, in session: Session
    ) async throws -> KnownState? {
        if update.comparesNothing { return nil }
        let names = try await session.names()
        return update.expectation { (list: Checklist) in
            members(of: list, names, in: session).first { $0.member.personID == person }
        }
    }

    private func membership(in checklist: Checklist, _ call: Call<Checklist.ID>) async throws -> Response {
        guard let own = try await ownMember(in: checklist, call) else {
            throw ChecklistsError.notFound(.checklist)
        }
        return .ok(own)
    }

    private func ownMember(in checklist: Checklist, _ call: Call<Checklist.ID>) async throws -> MemberBody? {
        try await member(call.session.person, of: checklist, in: call.session)
    }

    private func member(
        _ person: Person.ID, of checklist: Checklist, in session: Session
    ) async throws -> MemberBody? {
        try await members(of: checklist, in: session).first { $0.member.personID == person }
    }

    private func showLinks(
        _ call: Call<Checklist.ID>, _ precondition: Precondition
    ) async throws -> Response {
        try .ok(ListLinksBody(links: try await call.session.links(to: call.id)), precondition)
    }

    private func addLink(_ call: Call<Checklist.ID>, _ body: ListLinkDraftBody) async throws -> Response {
        let secret = LinkSecret(makeSecret().bytes)
        let result = try await call.session.addLink(
            to: call.id, body.role, named: body.name, secretDigest: secret.digest,
            tokenDigest: AccessToken.digest(of: secret.guestToken), until: body.expiresAt,
            idempotencyKey: call.idempotencyKey)
        // The server does not store the secret, so a repeated request cannot get it again.
        let link = ListLinkBody(link: result.value, secret: result.isReplay ? nil : secret.text)
        return .created(link, at: "/v1/checklists/\(call.id)/links").secret.replayed(result.isReplay)
    }

    private func removeLink(_ call: Call<LinkPath>, _ query: NoQuery) async throws -> Response {
        try await call.session.removeLink(call.id.linkID, to: call.id.checklistID)
        return .noContent
    }

    private func members(of checklist: Checklist, in session: Session) async throws -> [MemberBody] {
        members(of: checklist, try await session.names(), in: session)
    }

    private func members(
        of checklist: Checklist, _ names: [Person.ID: String], in session: Session
    ) -> [MemberBody] {
        let now = now()
        return checklist.members.map { member in
            MemberBody(
                member: member, name: names[member.personID] ?? "",
                offeredRole: checklist.offer(to: member.personID, at: now)?.role,
                isOwn: member.personID == session.principal.personID)
        }
    }
}

/// A member of a list in JSON. Only the member itself sees its preferences for the list.
struct MemberBody: JSONWritable {
    let member: Member
    let name: String
    let offeredRole: Role?
    let isOwn: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("personId", member.personID.rawValue)
            json.member("name", name)
            json.member("role", member.role.rawValue)
            json.member("offeredRole", offeredRole?.rawValue)
            guard isOwn else { return }
            json.member("muted", member.preferences.isMuted)
            json.member("itemSort", member.preferences.itemSort?.text)
            json.member("showChecked", member.preferences.showChecked)
            json.member("position", member.preferences.position)
            json.member("pinned", member.preferences.isPinned)
            json.member("archivedAt", member.preferences.archivedAt.map(TimestampBody.init))
        }
    }
}

/// The members of a list in JSON.
private struct MembersBody: JSONWritable {
    let members: [MemberBody]

    func write(to json: inout JSONWriter) {
        json.array { json in for member in members { member.write(to: &json) } }
    }
}

/// A share link in JSON. Its secret is present only in the first answer.
private struct ListLinkBody: JSONWritable {
    let link: ListLink
    var secret: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", link.id.rawValue)
            json.member("name", link.name)
            json.member("role", link.role.rawValue)
            json.members(ofSecret: secret)
            json.member("createdAt", TimestampBody(link.createdAt))
            json.member("expiresAt", link.expiresAt.map(TimestampBody.init))
        }
    }
}

private struct ListLinksBody: JSONWritable {
    let links: [ListLink]

    func write(to json: inout JSONWriter) {
        json.array { json in for link in links { ListLinkBody(link: link).write(to: &json) } }
    }
}

/// The body that adds a member or changes its role.
private struct RoleBody: RequestBody {
    static let noun = "a member"
    static let readOnlyFields = [
        "personId", "name", "offeredRole", "muted", "itemSort", "showChecked", "position", "pinned",
        "archivedAt",
    ]

    let role: Role

    init(from fields: inout FieldReader) {
        role = fields.required("role", .choice(of: Role.self)) ?? .view
    }
}

/// The body that creates a share link.
private struct ListLinkDraftBody: RequestBody {
    static let noun = "a link"
    static let readOnlyFields = ["id", "secret", "path", "createdAt"]

    let name: String?
    let role: Role
    let expiresAt: Timestamp?

    init(from fields: inout FieldReader) {
        name = fields.nullable("name", .string) ?? nil
        role = fields.required("role", .choice(of: Role.self)) ?? .view
        expiresAt = fields.nullable("expiresAt", .timestamp) ?? nil
    }
}
