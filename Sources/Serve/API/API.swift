public import Checklists
public import HTTP
import QuickAdd

/// The HTTP API that openapi.yaml describes, on top of the ports of the domain.
///
/// This module has the routes, the bodies, and the one table from errors to statuses. It does no input or
/// output: it knows the domain by its ports, and requests as values.
public struct API: Sendable {
    /// The routes of all endpoints. Each maps its errors.
    public let routes: [CallerRoute]
    /// Cached responses of the endpoints, for the `MiddlewareStack` before them.
    public let responseCache: ResponseCache
    /// Maps an error to its `Problem`. Logs it if no client caused it.
    public let problem: @Sendable (any Error, RequestHead) -> Problem
    /// Compresses responses, for the `MiddlewareStack` before the routes.
    public let compression: ResponseCompression
    /// Serves the event streams between its `start` and its `stop`.
    public let events: EventHub

    /// Creates the API of a store.
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - makeSecret: Makes a random secret for a webhook.
    ///   - geocoder: Finds the coordinates of addresses; `nil` for no lookup.
    ///   - weather: The weather service; `nil` for none.
    ///   - messages: Writes the messages of webhooks.
    ///   - pushEncryption: Encrypts push messages; `nil` for no push.
    ///   - mail: The limits of mail; `nil` if the server sends none.
    ///   - inflate: Decompresses the files of zip archives.
    ///   - background: Runs long jobs, so that no connection waits for them.
    ///   - jsonDepthMax: The maximum depth of JSON in a body.
    ///   - secret: The secret of the store, which encrypts cursors and event tickets. A new one
    ///     invalidates all of them.
    ///   - signIn: How people sign in at a provider; `nil` for not at all.
    ///   - streamsPerClientMax: The maximum number of open event streams of a person, a share link, the
    ///     guests at one address, and the guests of one owner.
    ///   - isInForce: Whether an access token is still valid, by its id.
    ///   - compression: Compresses responses.
    ///   - log: Logs every error that no client caused, with its request.
    public init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp,
        makeSecret: @escaping @Sendable () -> Webhook.Secret, geocoder: (any Geocoder)? = nil,
        weather: (any WeatherSource)? = nil, messages: MessageWriter,
        pushEncryption: (any PushEncryption)? = nil,
        sending: SendingLimits = SendingLimits(sendsMail: false, uptime: { 0 }),
        inflate: @escaping Inflate, background: any TaskExecutor,
        jsonDepthMax: Int = MessageLimits().jsonDepthMax, secret: StoreSecret = .drawn(),
        signIn: ProviderSignIn? = nil, streamsPerClientMax: Int = 100,
        isValid: @escaping @Sendable (UInt64) -> Bool = { _ in true },
        compression: ResponseCompression = .none,
        log: @escaping @Sendable (any Error, RequestHead) -> Void
    ) {
        let encodings = EncodingCache()
        let tags = RevisionTags { store.epoch }
        let hub = EventHub(store, streamsMax: streamsPerClientMax)
        let quickAdd = QuickAddReader(now: now)
        let email = EmailRoutes(makeSecret: makeSecret, sending: sending, messages: messages, tags: tags)
        let offer = Offer(
            push: pushEncryption, sendsMail: sending.sendsMail, takesAddresses: email.obstacle == nil)
        events = hub
        let items = ItemRoutes(
            addresses: AddressLookup(geocoder: geocoder), encodings: encodings, tags: tags,
            quickAdd: quickAdd, now: now)
        let cache = ResponseCache(store, compression: compression)
        let errors = ErrorTable(log: log)
        let environment = Endpoint.Environment(
            errors: errors, cache: cache, jsonDepthMax: jsonDepthMax, store: store,
            cursors: CursorCipher(secret), proposalMessage: messages.proposal)
        let batchItems = ItemRoutes(
            addresses: AddressLookup(geocoder: geocoder, isInBatch: true), encodings: encodings, tags: tags,
            quickAdd: quickAdd, now: now)
        let reminders = ReminderRoutes(encodings: encodings, now: now, tags: tags)
        let views = ViewRoutes(items: items, tags: tags)
        let batch = BatchRoutes(
            [
                ChecklistRoutes(tags: tags).endpoints, SectionRoutes(tags: tags).endpoints,
                batchItems.endpoints, TagRoutes().endpoints, reminders.endpoints, views.endpoints,
                TrashRoutes(tags: tags).endpoints,
            ].flatMap(\.self), environment, isValid: isValid, now: now)
        let endpoints = [
            batch.endpoints,
            ChecklistRoutes(tags: tags).endpoints,
            SectionRoutes(tags: tags).endpoints,
            items.endpoints,
            TagRoutes().endpoints,
            QuickAddRoutes(reader: quickAdd).endpoints,
            WeatherRoutes(source: weather, now: now).endpoints,
            reminders.endpoints,
            WebhookRoutes(makeSecret: makeSecret, sending: sending, messages: messages, tags: tags).endpoints,
            PushRoutes(
                makeSecret: makeSecret, encryption: pushEncryption, sending: sending, messages: messages,
                tags: tags
            ).endpoints,
            email.endpoints,
            CountsRoutes().endpoints,
            OccurrenceRoutes(now: now).endpoints,
            ExchangeRoutes(background: background, now: now, inflate: inflate).endpoints,
            IconRoutes().endpoints,
            AgendaRoutes(encodings: encodings).endpoints,
            CalendarRoutes(background: background, tags: tags).endpoints,
            PreferencesRoutes(tags: tags).endpoints,
            views.endpoints,
            PeopleRoutes(
                makeSecret: makeSecret, offer: offer, tags: tags,
                providers: signIn.map { [$0.provider.name] } ?? []
            ).endpoints,
            SharingRoutes(makeSecret: makeSecret, now: now).endpoints,
            AnnouncementRoutes(messages: messages).endpoints,
            SessionRoutes().endpoints,
            QRCodeRoutes().endpoints,
            FeedRoutes(
                encodings: encodings, hub: hub, isValid: isValid, tickets: EventTicket.Cipher(secret),
                makeSecret: makeSecret, now: now
            ).endpoints,
            TrashRoutes(tags: tags).endpoints,
            DescriptionRoutes(compression: compression).endpoints,
        ].flatMap(\.self)
        self.compression = compression
        problem = errors.problem
        responseCache = cache
        let links = messages.links.map { links in
            LinkRoutes(store: store, links: links, now: now, errors: errors, batch: batch)
        }
        let signIns = signIn.map {
            SignInRoutes(
                signIn: $0, cipher: SignInAttempt.Cipher(secret), makeSecret: makeSecret, store: store,
                now: now,
                errors: errors)
        }
        routes =
            endpoints.map { $0.route(environment) } + (links?.routes ?? []) + (signIns?.routes ?? [])
    }
}
