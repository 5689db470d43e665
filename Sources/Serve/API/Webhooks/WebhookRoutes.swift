import Checklists
import HTTP

/// The routes of webhooks and their deliveries.
struct WebhookRoutes {
    let makeSecret: @Sendable () -> Webhook.Secret
    let sending: SendingLimits
    let messages: MessageWriter
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/webhooks"
        let one = "/v1/webhooks/{webhookId}"
        let small = Limits.smallBodyBytesMax
        // Only callers who may send messages may see where they go.
        let write = Caller.Permission.persons(.write)
        return [
            Endpoint(.get, all, write, handler: list),
            Endpoint(.post, all, write, bodyBytesMax: small, handler: add),
            Endpoint(.get, one, write, handler: show),
            Endpoint(.patch, one, write, bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, write, gives: nil, handler: remove),
            Endpoint(.post, "\(one)/rotate-secret", write, bodyBytesMax: small, handler: rotate),
            Endpoint(.post, "\(one)/test", write, bodyBytesMax: small, handler: test),
            Endpoint(.get, "\(one)/deliveries", write, handler: listDeliveries),
            Endpoint(.get, "/v1/deliveries/{deliveryId}", write, handler: showDelivery),
            Endpoint(
                .post, "/v1/deliveries/{deliveryId}/redeliver", write, bodyBytesMax: small,
                handler: redeliver),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        try .page(
            try await call.session.webhooks(page), of: "/v1/webhooks", for: call,
            precondition, as: { WebhookBody($0) })
    }

    private func add(_ call: Call<Fixed>, _ body: WebhookDraftBody) async throws -> Response {
        let result = try await call.session.addWebhook(
            body.draft(makeSecret), idempotencyKey: call.idempotencyKey)
        let webhook = result.value
        return .created(
            WebhookBody(webhook, showsSecret: true), tags.tag(of: webhook.revision),
            at: "/v1/webhooks/\(webhook.id)"
        )
        .secret.replayed(result.isReplay)
    }

    private func show(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        let webhook = try await call.session.webhook(call.id)
        let etag = tags.tag(of: webhook.revision)
        return try precondition.answer(etag, with: .ok(WebhookBody(webhook), etag))
    }

    private func update(
        _ call: Call<Webhook.ID>, _ update: ResourceUpdate<WebhookPatchBody>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let webhook = try await call.session.updateWebhook(
            call.id, update.body.patch, ifMatch: update.expectation(expected) { WebhookBody($0) })
        return .ok(WebhookBody(webhook), tags.tag(of: webhook.revision))
    }

    private func remove(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        try await call.session.deleteWebhook(call.id, ifMatch: expectedRevisions(of: call, precondition))
        return .noContent
    }

    private func rotate(
        _ call: Call<Webhook.ID>, _ body: EmptyBody, _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let result = try await call.session.rotateSecret(
            of: call.id, to: makeSecret(), ifMatch: expected, idempotencyKey: call.idempotencyKey)
        return .ok(WebhookBody(result.value, showsSecret: true), tags.tag(of: result.value.revision))
            .secret.replayed(result.isReplay)
    }

    private func test(_ call: Call<Webhook.ID>, _ body: EmptyBody) async throws -> Response {
        _ = try await call.session.webhook(call.id)
        try sending.count(.test, for: try call.session.person)
        let result = try await call.session.testWebhook(
            call.id, idempotencyKey: call.idempotencyKey, body: messages.test)
        return .created(
            DeliveryBody(result.value), tags.tag(of: result.value.revision),
            at: "/v1/deliveries/\(result.value.id)"
        )
        .replayed(result.isReplay)
    }

    private func listDeliveries(
        _ call: Call<Webhook.ID>, _ query: DeliveryQuery, _ precondition: Precondition
    ) async throws -> Response {
        try .page(
            try await call.session.deliveries(of: call.id, status: query.status, query.page),
            of: "/v1/webhooks/\(call.id)/deliveries", for: call, precondition, as: DeliveryBody.init)
    }

    private func showDelivery(
        _ call: Call<Delivery.ID>, _ precondition: Precondition
    ) async throws -> Response {
        let delivery = try await call.session.delivery(call.id)
        let etag = tags.tag(of: delivery.revision)
        return try precondition.answer(etag, with: .ok(DeliveryBody(delivery), etag))
    }

    private func redeliver(_ call: Call<Delivery.ID>, _ body: EmptyBody) async throws -> Response {
        _ = try await call.session.delivery(call.id)
        try sending.count(.redelivery, for: try call.session.person)
        let result = try await call.session.redeliver(call.id, idempotencyKey: call.idempotencyKey)
        return .ok(DeliveryBody(result.value), tags.tag(of: result.value.revision)).replayed(result.isReplay)
    }

    private func expectedRevisions(
        of call: Call<Webhook.ID>, _ precondition: Precondition
    ) async throws -> KnownState? {
        try await precondition.expectedRevisions(tags) { try await call.session.webhook(call.id).revision }
    }
}

/// The query for deliveries of a webhook.
private struct DeliveryQuery: RequestQuery {
    let status: Delivery.Status?
    let page: PageRequest

    init(_ query: inout QueryReader) {
        status = query.value("status", .deliveryStatus)
        page = PageRequest(&query)
    }
}

extension QueryType<Delivery.Status> {
    /// The status of a delivery.
    fileprivate static var deliveryStatus: Self {
        Self({ _ in .notOneOf(Delivery.Status.allCases.map(\.rawValue)) }) { Delivery.Status(rawValue: $0) }
    }
}
