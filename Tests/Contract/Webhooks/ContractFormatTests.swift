import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A webhook of a format` {
    private static let template = Webhook.Template(
        contentType: "application/json", body: #"{"text": "{{item.text}}"}"#)

    @Test(arguments: StoreKind.allCases) func `is stored with its format and authorization`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        for format in [.standard, .ntfy, .template(Self.template)] as [Webhook.Format] {
            let id = try await contract.webhook { draft in
                draft.format = format
                draft.authorization = Webhook.Authorization("Bearer tk_1")
            }
            let webhook = try await contract.store.asFirst.webhook(id)
            #expect(webhook.format == format && webhook.authorization?.value == "Bearer tk_1")
            // A failed attempt keeps both.
            let delivery = try await contract.delivery(for: id).id
            let due = try await contract.listing.due.first { $0.delivery.id == delivery }
            #expect(due?.webhook == webhook)
            try await contract.end(delivery, .failed)
            let after = try await contract.store.asFirst.webhook(id)
            #expect(after.format == format && after.authorization == webhook.authorization)
        }
    }

    @Test(arguments: StoreKind.allCases) func `gets texts for people in its language`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let app = try await contract.webhook { draft in
            draft.format = .ntfy
            draft.language = .german
        }
        try await #expect(contract.store.asFirst.webhook(app).language == .german)
        try await contract.change(app) { $0.language = .japanese }
        let delivery = try await contract.delivery(for: app).id
        let due = try await contract.listing.due.first { $0.delivery.id == delivery }
        #expect(due?.webhook.language == .japanese)
        let program = try await contract.webhook()
        let forPeople = Violation("/language", .notForFormat(["ntfy", "template"]))
        try await contract.expect(.conflict([forPeople])) {
            try await contract.change(program) { $0.language = .german }
        }
        try await #expect(contract.store.asFirst.webhook(program).language == .english)
    }

    @Test(arguments: StoreKind.allCases) func `is notified only while it is active, in every format`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook { $0.format = .ntfy }
        let delivery = try await contract.delivery(for: webhook).id
        try await contract.change(webhook) { $0.active = false }
        try await #expect(contract.due().isEmpty)
        try await #expect(contract.store.nextAttempt(after: contract.later(-1)) == nil)
        try await contract.change(webhook) { $0.active = true }
        try await #expect(contract.due() == [delivery])
        try await #expect(contract.store.nextAttempt(after: contract.later(-1)) == contract.now)
    }

    @Test(arguments: StoreKind.allCases) func `follows changes in every format`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook { draft in
            draft.format = .template(Self.template)
            draft.events = [.itemCreated]
        }
        try await #expect(contract.store.changeFollowers(.webhooks).map(\.webhook.id) == [webhook])
        try await contract.change(webhook) { $0.active = false }
        try await #expect(contract.store.changeFollowers(.webhooks).isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `can change its template and not its format`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook { $0.format = .template(Self.template) }
        let plain = Webhook.Template(body: "{{ title }}")
        let changed = try await contract.change(webhook) { $0.template = plain }
        #expect(changed.format == .template(plain))
        let other = try await contract.webhook()
        let fault = Violation("/template", .notForFormat(["template"]))
        try await contract.expect(.conflict([fault])) {
            _ = try await contract.change(other) { $0.template = plain }
        }
        let ntfy = try await contract.webhook { $0.format = .ntfy }
        let topic = Violation("/url", .noTopic)
        try await contract.expect(.conflict([topic])) {
            _ = try await contract.change(ntfy) { $0.url = "https://ntfy.sh/" }
        }
    }

    @Test(arguments: StoreKind.allCases) func `loses its authorization when its URL changes server`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let token = Webhook.Authorization("Bearer tk_1")
        let webhook = try await contract.webhook { $0.authorization = token }
        let moved = try await contract.change(webhook) { $0.url = "https://EXAMPLE.org/other?a=/b" }
        #expect(moved.authorization == token)
        for url in ["https://example.org:8443/hook", "http://example.org/hook", "https://b.example.org"] {
            try await contract.change(webhook) { patch in
                (patch.url, patch.authorization) = ("https://example.org/hook", token)
            }
            try await #expect(contract.change(webhook) { $0.url = url }.authorization == nil)
        }
        let both = try await contract.change(webhook) { patch in
            (patch.url, patch.authorization) = ("https://c.example.org/", token)
        }
        #expect(both.authorization == token)
        try await #expect(contract.change(webhook) { $0.authorization = .some(nil) }.authorization == nil)
    }

    @Test(arguments: StoreKind.allCases) func `is refused with the errors of its template`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let bodies: [(String, Violation.Reason)] = [
            ("", .empty),
            (String(repeating: "é", count: 5_001), .tooLong(max: 10_000, .bytes)),
            ("a {{title", .openPlaceholder),
        ]
        for (body, reason) in bodies {
            try await contract.expect(.invalid([Violation("/template/body", reason)])) {
                _ = try await contract.webhook { $0.format = .template(Webhook.Template(body: body)) }
            }
        }
        let error = await #expect(throws: ChecklistsError.self) {
            _ = try await contract.webhook { draft in
                draft.format = .template(Webhook.Template(contentType: "text plain", body: "{{item.colour}}"))
            }
        }
        guard case .invalid(let violations) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(violations.map(\.pointer) == ["/template/body", "/template/contentType"])
        #expect(violations.map(\.code) == [.unknownPlaceholder, .notAMediaType])
        let rule = "contains the unknown placeholder {{item.colour}}; known: {{event}}, {{id}}, "
        #expect(violations[0].detail.hasPrefix(rule))
    }
}
