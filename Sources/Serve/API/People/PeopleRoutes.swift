import Checklists
import HTTP
import JSON

/// The routes of people, devices and sign-in links.
struct PeopleRoutes {
    /// Makes 32 random bytes for the secret of a link or for a token.
    let makeSecret: @Sendable () -> Webhook.Secret
    let offer: Offer
    let tags: RevisionTags
    /// The names of the providers at which people sign in.
    let providers: [String]

    var endpoints: [Endpoint] {
        let people = "/v1/people"
        let one = "/v1/people/{personId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, "/v1/me", .read, handler: me),
            Endpoint(.get, people, .read, handler: list),
            Endpoint(.post, people, .persons(.admin), bodyBytesMax: small, handler: add),
            Endpoint(.get, one, .read, handler: show),
            Endpoint(.patch, one, .persons(.write), bodyBytesMax: small, handler: rename),
            Endpoint(.delete, one, .persons(.admin), gives: nil, handler: remove),
            Endpoint(
                .post, "\(one)/sign-in-links", .persons(.write), bodyBytesMax: small, handler: addLink),
            Endpoint(.get, "/v1/devices", .persons(.read), handler: listDevices),
            .open(.get, "/v1/sign-in", handler: listProviders),
            .open(.post, "/v1/devices", bodyBytesMax: small, handler: signIn),
            Endpoint(.delete, "/v1/devices/{deviceId}", .persons(.write), gives: nil, handler: removeDevice),
        ]
    }

    private func listProviders(
        _ call: OpenCall, _ query: NoQuery, _ content: NoContent, _ condition: NoCondition
    ) async throws -> Response {
        .ok(ProvidersBody(names: providers, path: SignInRoutes.path))
    }

    private func me(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        switch call.session.principal {
        case .person(let id, device: let device):
            let person = try await call.session.store.person(id)
            let ways = await offer.ways
            let body = MeBody(
                person: person, device: person.devices.first { $0.id == device }, scope: call.caller.scope,
                isByProxy: call.caller.isByProxy, checklist: nil, role: nil,
                reach: ways.used(of: try await call.session.reach()), ways: ways)
            return try .ok(body, precondition)
        case .guest(_, on: let list):
            let checklist = try await call.session.checklist(list)
            let role = call.body(of: checklist).role
            let body = MeBody(
                person: nil, device: nil, scope: call.caller.scope, isByProxy: false, checklist: checklist,
                role: role, reach: Reach(), ways: await offer.ways)
            return try .ok(body, precondition)
        }
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        let isWhole = call.caller.scope == .admin
        let page = try await call.session.people(page, isWhole: isWhole)
        return try .page(page, of: "/v1/people", for: call, precondition) {
            PersonBody($0, isWhole: isWhole)
        }
    }

    private func add(_ call: Call<Fixed>, _ body: NameBody) async throws -> Response {
        let result = try await call.session.store.addPerson(
            named: body.name, idempotencyKey: call.idempotencyKey)
        let person = result.value
        return .created(
            PersonBody(person, isWhole: true), tags.tag(of: person.revision), at: "/v1/people/\(person.id)"
        )
        .replayed(result.isReplay)
    }

    private func show(_ call: Call<Person.ID>, _ precondition: Precondition) async throws -> Response {
        let person = try await visiblePerson(call)
        let etag = tags.tag(of: person.revision)
        let body = PersonBody(person, isWhole: call.caller.scope == .admin)
        return try precondition.answer(etag, with: .ok(body, etag))
    }

    private func rename(
        _ call: Call<Person.ID>, _ update: ResourceUpdate<NameBody>, _ precondition: Precondition
    ) async throws -> Response {
        try await checkOwn(call)
        let expected = try await precondition.expectedRevisions(tags) {
            try await call.session.store.person(call.id).revision
        }
        let isWhole = call.caller.scope == .admin
        let person = try await call.session.store.renamePerson(
            call.id, to: update.body.name,
            ifMatch: update.expectation(expected) { PersonBody($0, isWhole: isWhole) })
        return .ok(PersonBody(person, isWhole: isWhole), tags.tag(of: person.revision))
    }

    private func remove(
        _ call: Call<Person.ID>, _ query: TombstoneQuery, _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await precondition.expectedRevisions(tags) {
            try await call.session.store.person(call.id).revision
        }
        do {
            try await call.session.store.removePerson(
                call.id, transferringTo: query.transferTo, ifMatch: expected)
        } catch ChecklistsError.invalid {
            throw RequestError.invalidQuery([.init(parameter: "transferTo", reason: .notAPerson)])
        }
        return .noContent
    }

    private func addLink(_ call: Call<Person.ID>, _ body: SignInLinkDraftBody) async throws -> Response {
        try await checkOwn(call)
        let own = call.caller.scope
        let scope = body.scope ?? min(own, .write)
        guard scope <= own else {
            throw ChecklistsError.conflict([Violation("/scope", .scopeExceeded(own.rawValue))])
        }
        let secret = LinkSecret(makeSecret().bytes)
        let result = try await call.session.store.addSignInLink(
            for: call.id, scope, secretDigest: secret.digest, idempotencyKey: call.idempotencyKey)
        // The server does not store the secret, so a repeated request cannot get it again.
        let body = SignInLinkBody(link: result.value, secret: result.isReplay ? nil : secret.text)
        return .created(body, at: "/v1/people/\(call.id)").secret.replayed(result.isReplay)
    }

    private func listDevices(
        _ call: Call<Fixed>, _ query: DevicesQuery, _ precondition: Precondition
    ) async throws -> Response {
        let id = try owner(of: query, call)
        let person = try await call.session.store.person(id)
        return try .ok(DevicesBody(devices: person.devices, current: call.device), precondition)
    }

    private func removeDevice(_ call: Call<Device.ID>, _ query: DevicesQuery) async throws -> Response {
        try await call.session.store.removeDevice(call.id, of: owner(of: query, call))
        return .noContent
    }

    /// Exchanges the secret of a link for a token.
    private func signIn(
        _ call: OpenCall, _ query: NoQuery, _ body: SignInBody, _ condition: NoCondition
    ) async throws -> Response {
        guard let secret = LinkSecret(body.secret) else { throw ChecklistsError.notFound(.link) }
        let random = AccessToken.text(makeSecret().bytes)
        let result = try await call.store.signIn(
            bySecret: secret.digest, tokenDigest: AccessToken.digest(of: random),
            deviceName: body.name, idempotencyKey: call.idempotencyKey)
        let token =
            switch result.value {
            case .device: random
            case .guest: secret.guestToken
            }
        return .created(SignedInBody(signedIn: result.value, token: token), at: "/v1/me").secret
            .replayed(result.isReplay)
    }

    /// The person whose devices the query names. Only an administrator may name another person.
    private func owner(
        of query: DevicesQuery, _ call: Call<some PathTarget>
    ) throws(ChecklistsError) -> Person.ID {
        let own = try call.session.person
        guard let id = query.personID, id != own else { return own }
        guard call.caller.scope == .admin else { throw .notFound(.person) }
        return id
    }

    private func visiblePerson(_ call: Call<Person.ID>) async throws -> Person {
        let isOwn = call.session.principal.personID == call.id
        if call.caller.scope != .admin, !isOwn, try await call.session.names()[call.id] == nil {
            throw ChecklistsError.notFound(.person)
        }
        return try await call.session.store.person(call.id)
    }

    /// Checks that the path names the caller, or that the caller is an administrator.
    private func checkOwn(_ call: Call<Person.ID>) async throws {
        if call.caller.scope == .admin { return }
        guard try call.session.person == call.id else {
            _ = try await visiblePerson(call)
            throw Problem(
                .otherPerson,
                "You can do this only for yourself; for others your token needs the scope admin.")
        }
    }
}

/// The person who gets the lists of a removed person.
private struct TombstoneQuery: RequestQuery {
    let transferTo: Person.ID?

    init(_ query: inout QueryReader) { transferTo = query.value("transferTo", .identifier()) }
}

/// The person whose devices the request is about.
private struct DevicesQuery: RequestQuery {
    let personID: Person.ID?

    init(_ query: inout QueryReader) { personID = query.value("personId", .identifier()) }
}

extension Call {
    /// The device of the caller.
    fileprivate var device: Device.ID? {
        if case .person(_, device: let device) = session.principal { device } else { nil }
    }
}
