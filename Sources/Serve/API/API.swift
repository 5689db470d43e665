public import Checklists
public import HTTP

/// The service as HTTP has it: what openapi.yaml describes, from requests to the ports of the domain.
///
/// This module has the routes, the bodies and the one table from errors to statuses. It touches nothing: it
/// knows the domain by its ports, and requests as values.
public struct API: Sendable {
    /// The endpoints, each an answer to every request that reaches it: what they throw is a `Problem`.
    public let routes: [CallerRoute]
    /// Responses of the endpoints that still hold, for the `MiddlewareStack` before them.
    public let responseCache: ResponseCache
    /// What is answered for an error; one that no client caused is logged.
    public let problem: @Sendable (any Error, RequestHead) -> Problem
    /// Wakes those who listen for changes, between its `start` and its `stop`.
    public let events: EventHub

    /// An API over a store.
    /// - Parameters:
    ///   - now: The time, from which a reminder is put off.
    ///   - makeSecret: Makes a new random secret for a webhook.
    ///   - geocoder: Knows where addresses are; `nil` to keep them as they are given.
    ///   - weather: Tells the weather; `nil` for nobody.
    ///   - messages: Writes what webhooks are told.
    ///   - pushEncryption: Encrypts what devices are shown; `nil` where nothing does.
    ///   - mail: That mail is sent; `nil` where none is.
    ///   - background: Where long work is done, so that no connection waits for it.
    ///   - jsonDepthMax: How deep JSON in the content may go.
    ///   - secret: The secret of the store, under which the cursors of pages are encrypted; a new one ends
    ///     all cursors.
    ///   - streamsPerClientMax: How many event streams a person, a share link, an address of guests and the
    ///     guests of one owner may have open.
    ///   - isInForce: Whether a token that is no device's is still in force, by its number.
    ///   - log: Is told of every error that no client caused, with the request that met it.
    public init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp,
        makeSecret: @escaping @Sendable () -> Webhook.Secret, geocoder: (any Geocoder)? = nil,
        weather: (any WeatherSource)? = nil, messages: MessageWriter,
        pushEncryption: (any PushEncryption)? = nil, mail: MailSending? = nil, background: any TaskExecutor,
        jsonDepthMax: Int = MessageLimits().jsonDepthMax, secret: StoreSecret = .drawn(),
        streamsPerClientMax: Int = 100, isInForce: @escaping @Sendable (UInt64) -> Bool = { _ in true },
        log: @escaping @Sendable (any Error, RequestHead) -> Void
    ) {
        let encodings = EncodingCache()
        let tags = RevisionTags(store)
        let hub = EventHub(store, streamsMax: streamsPerClientMax)
        let quickAdd = QuickAddReader(now: now)
        let email = EmailRoutes(makeSecret: makeSecret, sending: mail, messages: messages, tags: tags)
        let offer = Offer(
            push: pushEncryption, sendsMail: mail != nil, takesAddresses: email.obstacle == nil)
        events = hub
        let endpoints = [
            ChecklistRoutes(tags: tags).endpoints,
            ItemRoutes(
                addresses: AddressLookup(geocoder: geocoder), encodings: encodings, tags: tags,
                quickAdd: quickAdd
            ).endpoints,
            QuickAddRoutes(reader: quickAdd).endpoints,
            WeatherRoutes(source: weather, now: now).endpoints,
            ReminderRoutes(
                encodings: encodings, now: now, tags: tags
            ).endpoints,
            WebhookRoutes(makeSecret: makeSecret, messages: messages, tags: tags).endpoints,
            PushRoutes(
                makeSecret: makeSecret, encryption: pushEncryption, messages: messages, tags: tags
            ).endpoints,
            email.endpoints,
            CountsRoutes().endpoints,
            OccurrenceRoutes(now: now).endpoints,
            ExchangeRoutes(background: background, now: now).endpoints,
            IconRoutes().endpoints,
            AgendaRoutes(encodings: encodings).endpoints,
            CalendarRoutes(background: background, tags: tags).endpoints,
            PreferencesRoutes(tags: tags).endpoints,
            PeopleRoutes(makeSecret: makeSecret, offer: offer, tags: tags).endpoints,
            SharingRoutes(makeSecret: makeSecret, now: now).endpoints,
            QRCodeRoutes().endpoints,
            FeedRoutes(encodings: encodings, hub: hub, isInForce: isInForce).endpoints,
            TrashRoutes(tags: tags).endpoints,
            DescriptionRoutes().endpoints,
        ].flatMap(\.self)
        let cache = ResponseCache(store)
        let errors = ErrorTable(log: log)
        problem = errors.problem
        let environment = Endpoint.Environment(
            errors: errors, cache: cache, jsonDepthMax: jsonDepthMax, store: store,
            cursors: CursorCipher(secret))
        responseCache = cache
        let links = messages.links.map { LinkRoutes(store: store, links: $0, now: now, errors: errors) }
        routes = endpoints.map { $0.route(environment) } + (links?.routes ?? [])
    }
}
