import Checklists
import HTTP

/// Makes, changes and tests webhooks, and tells what was delivered to them.
struct WebhookRoutes {
    let webhooks: any Store
    /// Makes a new random secret.
    let makeSecret: @Sendable () -> Webhook.Secret
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/webhooks"
        let one = "/v1/webhooks/{webhookId}"
        let small = Limits.smallBodyBytesMax
        let admin = Endpoint.Access.scope(.admin)
        return [
            Endpoint(.get, all, access: admin, handler: list),
            Endpoint(.post, all, bodyBytesMax: small, access: admin, handler: add),
            Endpoint(.get, one, access: admin, handler: show),
            Endpoint(.patch, one, bodyBytesMax: small, access: admin, handler: update),
            Endpoint(.delete, one, gives: nil, access: admin, handler: remove),
            Endpoint(.post, "\(one)/rotate-secret", bodyBytesMax: small, access: admin, handler: rotate),
            Endpoint(.post, "\(one)/test", bodyBytesMax: small, access: admin, handler: test),
            Endpoint(.get, "\(one)/deliveries", access: admin, handler: listDeliveries),
            Endpoint(.get, "/v1/deliveries/{deliveryId}", access: admin, handler: showDelivery),
            Endpoint(
                .post, "/v1/deliveries/{deliveryId}/redeliver", bodyBytesMax: small, access: admin,
                handler: redeliver),
        ]
    }

    private func list(_ call: Call<Fixed>, _ page: PageRequest) async throws -> Response {
        try .page(
            try await webhooks.webhooks(page), of: "/v1/webhooks", for: call.request,
            as: { WebhookBody($0) })
    }

    private func add(_ call: Call<Fixed>, _ body: WebhookDraftBody) async throws -> Response {
        let once = try await webhooks.addWebhook(body.draft(makeSecret), once: call.once)
        let webhook = once.value
        return .created(
            WebhookBody(webhook, showsSecret: true), tags.tag(of: webhook.revision),
            at: "/v1/webhooks/\(webhook.id)"
        )
        .secret.replayed(once.isReplay)
    }

    private func show(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        let webhook = try await webhooks.webhook(call.id)
        let etag = tags.tag(of: webhook.revision)
        return try precondition.answer(etag, with: .ok(WebhookBody(webhook), etag))
    }

    private func update(
        _ call: Call<Webhook.ID>, _ body: WebhookPatchBody, _ precondition: Precondition
    ) async throws -> Response {
        let webhook = try await webhooks.updateWebhook(
            call.id, body.patch, ifMatch: expectedRevisions(of: call.id, precondition))
        return .ok(WebhookBody(webhook), tags.tag(of: webhook.revision))
    }

    private func remove(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        try await webhooks.deleteWebhook(call.id, ifMatch: expectedRevisions(of: call.id, precondition))
        return .noContent
    }

    private func rotate(
        _ call: Call<Webhook.ID>, _ body: EmptyBody, _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call.id, precondition)
        let once = try await webhooks.rotateSecret(
            of: call.id, to: makeSecret(), ifMatch: expected, once: call.once)
        return .ok(WebhookBody(once.value, showsSecret: true), tags.tag(of: once.value.revision))
            .secret.replayed(once.isReplay)
    }

    private func test(_ call: Call<Webhook.ID>, _ body: EmptyBody) async throws -> Response {
        let once = try await webhooks.testWebhook(call.id, once: call.once, body: WebhookMessage.test)
        return .created(
            DeliveryBody(once.value), tags.tag(of: once.value.revision), at: "/v1/deliveries/\(once.value.id)"
        )
        .replayed(once.isReplay)
    }

    private func listDeliveries(_ call: Call<Webhook.ID>, _ query: DeliveryQuery) async throws -> Response {
        try .page(
            try await webhooks.deliveries(of: call.id, status: query.status, query.page),
            of: "/v1/webhooks/\(call.id)/deliveries", for: call.request, as: DeliveryBody.init)
    }

    private func showDelivery(
        _ call: Call<Delivery.ID>, _ precondition: Precondition
    ) async throws -> Response {
        let delivery = try await webhooks.delivery(call.id)
        let etag = tags.tag(of: delivery.revision)
        return try precondition.answer(etag, with: .ok(DeliveryBody(delivery), etag))
    }

    private func redeliver(_ call: Call<Delivery.ID>, _ body: EmptyBody) async throws -> Response {
        let once = try await webhooks.redeliver(call.id, once: call.once)
        return .ok(DeliveryBody(once.value), tags.tag(of: once.value.revision)).replayed(once.isReplay)
    }

    private func expectedRevisions(
        of id: Webhook.ID, _ precondition: Precondition
    ) async throws -> Set<Revision>? {
        try await precondition.expectedRevisions(tags) { try await webhooks.webhook(id).revision }
    }
}

/// Which deliveries of a webhook are asked for.
private struct DeliveryQuery: RequestQuery {
    let status: Delivery.Status?
    let page: PageRequest

    init(_ query: inout QueryReader) {
        status = query.value("status", .deliveryStatus)
        page = PageRequest(&query)
    }
}

extension Response {
    /// The same answer, which nobody may keep: it shows a secret.
    fileprivate var secret: Response {
        var response = self
        response.fields[.cacheControl] = "no-store"
        return response
    }
}

extension QueryType<Delivery.Status> {
    /// How far a delivery is.
    fileprivate static var deliveryStatus: Self {
        let known = Delivery.Status.allCases.map(\.rawValue).joined(separator: ", ")
        return Self(name: "one of \(known)") { Delivery.Status(rawValue: $0) }
    }
}
