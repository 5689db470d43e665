public import Checklists
public import HTTP

/// The service as HTTP has it: what openapi.yaml describes, from requests to the ports of the domain.
public struct API: Sendable {
    /// The operations, each an answer to every request that reaches it: what they throw is a `Problem`.
    public let routes: [Route]
    /// Who answers when there is nothing beside these routes.
    public let router: Router

    /// Everything that the service is about, in one repository.
    public typealias Repository = ChecklistRepository & ReminderRepository & WebhookRepository
        & ExchangeRepository

    /// An API over a repository.
    /// - Parameters:
    ///   - now: The time, from which a reminder is put off.
    ///   - makeSecret: Makes a new random secret for a webhook.
    ///   - geocoder: Knows where addresses are; `nil` to keep them as they are given.
    ///   - weather: Tells the weather; `nil` for nobody.
    ///   - background: Where long work is done, so that no connection waits for it.
    ///   - log: Is told of every error that no client caused, with the request that met it.
    public init(
        _ repository: any Repository, now: @escaping @Sendable () -> Timestamp,
        makeSecret: @escaping @Sendable () -> Webhook.Secret, geocoder: (any Geocoder)? = nil,
        weather: (any WeatherSource)? = nil, background: any TaskExecutor,
        log: @escaping @Sendable (any Error, RequestHead) -> Void
    ) {
        let encoded = EncodedItems()
        let operations = [
            ChecklistRoutes(checklists: repository).operations,
            ItemRoutes(
                checklists: repository, addresses: AddressLookup(geocoder: geocoder), encoded: encoded,
                background: background
            ).operations,
            WeatherRoutes(checklists: repository, source: weather, now: now).operations,
            ReminderRoutes(
                reminders: repository, checklists: repository, encoded: encoded, now: now
            ).operations,
            WebhookRoutes(webhooks: repository, makeSecret: makeSecret).operations,
            CountsRoutes(checklists: repository).operations,
            ExchangeRoutes(lists: repository, background: background, now: now).operations,
            IconRoutes().operations,
            AgendaRoutes(checklists: repository, encoded: encoded).operations,
            CalendarRoutes(checklists: repository).operations,
            PreferencesRoutes(checklists: repository).operations,
            DescriptionRoutes().operations,
        ].flatMap(\.self)
        let errors = ErrorTable(log: log)
        routes = operations.map { $0.route(errors) }
        router = Router(routes)
    }
}
