import Checklists
import HTTP

/// Makes, changes and tests webhooks, and tells what was delivered to them.
struct WebhookRoutes {
    let webhooks: any WebhookRepository
    /// Makes a new random secret.
    let makeSecret: @Sendable () -> Webhook.Secret

    var operations: [Operation] {
        let all = "/v1/webhooks"
        let one = "/v1/webhooks/{webhookId}"
        let small = Limits.smallBodyBytesMax
        let admin = Operation.Access.scope(.admin)
        return [
            Operation(.get, all, takesQuery: true, access: admin, handler: list),
            Operation(.post, all, bodyBytesMax: small, access: admin, handler: add),
            Operation(.get, one, isConditional: true, access: admin, handler: show),
            Operation(.patch, one, isConditional: true, bodyBytesMax: small, access: admin, handler: update),
            Operation(.delete, one, isConditional: true, gives: nil, access: admin, handler: remove),
            Operation(
                .post, "\(one)/rotate-secret", isConditional: true, bodyBytesMax: small, access: admin,
                handler: rotate),
            Operation(.post, "\(one)/test", bodyBytesMax: small, access: admin, handler: test),
            Operation(.get, "\(one)/deliveries", takesQuery: true, access: admin, handler: listDeliveries),
            Operation(
                .get, "/v1/deliveries/{deliveryId}", isConditional: true, access: admin, handler: showDelivery
            ),
            Operation(
                .post, "/v1/deliveries/{deliveryId}/redeliver", bodyBytesMax: small, access: admin,
                handler: redeliver),
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let page = PageRequest(&query)
        try query.finish()
        return try .page(
            try await webhooks.webhooks(page), of: "/v1/webhooks", for: request, as: { WebhookBody($0) })
    }

    private func add(_ request: Request) async throws -> Response {
        let draft = try request.body(WebhookDraftBody.self).draft(makeSecret)
        let once = try await webhooks.addWebhook(draft, once: request.once)
        let webhook = once.value
        return .created(
            WebhookBody(webhook, showsSecret: true), ETag(webhook.revision), at: "/v1/webhooks/\(webhook.id)"
        )
        .secret.replayed(once.isReplay)
    }

    private func show(_ request: Request) async throws -> Response {
        let webhook = try await webhooks.webhook(request.webhookID)
        let etag = ETag(webhook.revision)
        return try .ok(WebhookBody(webhook), etag).unlessKnown(to: request, etag)
    }

    private func update(_ request: Request) async throws -> Response {
        let id = try request.webhookID
        let patch = try request.patch(WebhookPatchBody.self).patch
        let webhook = try await webhooks.updateWebhook(id, patch, ifMatch: expectedRevisions(of: id, request))
        return .ok(WebhookBody(webhook), ETag(webhook.revision))
    }

    private func remove(_ request: Request) async throws -> Response {
        let id = try request.webhookID
        try await webhooks.deleteWebhook(id, ifMatch: expectedRevisions(of: id, request))
        return .noContent
    }

    private func rotate(_ request: Request) async throws -> Response {
        let id = try request.webhookID
        try request.emptyBody()
        let expected = try await expectedRevisions(of: id, request)
        let once = try await webhooks.rotateSecret(
            of: id, to: makeSecret(), ifMatch: expected, once: request.once)
        return .ok(WebhookBody(once.value, showsSecret: true), ETag(once.value.revision))
            .secret.replayed(once.isReplay)
    }

    private func test(_ request: Request) async throws -> Response {
        let id = try request.webhookID
        try request.emptyBody()
        let once = try await webhooks.testWebhook(id, once: request.once, body: WebhookMessage.test)
        return .created(
            DeliveryBody(once.value), ETag(once.value.revision), at: "/v1/deliveries/\(once.value.id)"
        )
        .replayed(once.isReplay)
    }

    private func listDeliveries(_ request: Request) async throws -> Response {
        let id = try request.webhookID
        var query = try QueryReader(request)
        let status = query.value("status", .deliveryStatus)
        let page = PageRequest(&query)
        try query.finish()
        return try .page(
            try await webhooks.deliveries(of: id, status: status, page), of: "/v1/webhooks/\(id)/deliveries",
            for: request, as: DeliveryBody.init)
    }

    private func showDelivery(_ request: Request) async throws -> Response {
        let delivery = try await webhooks.delivery(request.deliveryID)
        let etag = ETag(delivery.revision)
        return try .ok(DeliveryBody(delivery), etag).unlessKnown(to: request, etag)
    }

    private func redeliver(_ request: Request) async throws -> Response {
        let id = try request.deliveryID
        try request.emptyBody()
        let once = try await webhooks.redeliver(id, once: request.once)
        return .ok(DeliveryBody(once.value), ETag(once.value.revision)).replayed(once.isReplay)
    }

    private func expectedRevisions(of id: Webhook.ID, _ request: Request) async throws -> Set<Revision>? {
        try await request.expectedRevisions { try await webhooks.webhook(id).revision }
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
