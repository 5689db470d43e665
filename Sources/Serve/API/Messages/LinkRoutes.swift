import Checklists
import HTTP

/// The routes of action links: GET shows a page with a button, and POST does the action.
///
/// Programs that preview a link only read the page, which changes nothing.
struct LinkRoutes {
    let store: any Store
    let links: MessageLinks
    let now: @Sendable () -> Timestamp
    let errors: ErrorTable
    /// Approves proposals.
    let batch: BatchRoutes

    var routes: [CallerRoute] {
        [
            .open(.get, MessageLinks.path) { request, _ in await answer(to: request, ask) },
            Route(
                .post, MessageLinks.path, bodyBytesMax: Limits.smallBodyBytesMax,
                handler: .open { request, _ in await answer(to: request, act) }),
        ]
    }

    /// Answers every request, even a failed one, with a page.
    private func answer(
        to request: Request, _ body: (MessageLink, Session, Language) async throws -> LinkPage
    ) async -> Response {
        let language = Language(AcceptLanguage(request.head.fields))
        func page(_ title: Phrase, _ text: Phrase) -> LinkPage {
            LinkPage(language.text(title), language.text(text), in: language)
        }
        do {
            // Mail programs and others add parameters to addresses. They are ignored.
            let query = try QueryParameters(request.head.target)
            let text = query.values(of: MessageLinks.queryParameter).first ?? ""
            let (link, person) = try links.link(text, at: now())
            let session = Session(store, for: .person(person, device: nil))
            return try await body(link, session, language).response(.ok)
        } catch LinkError.unknown {
            return page(.noneOfOurs, .partIsMissing).response(.notFound)
        } catch LinkError.expired {
            return page(.tooOld, .openListInstead).response(.gone)
        } catch ChecklistsError.revisionMismatch, ChecklistsError.conflict,
            ChecklistsError.notFound(.proposal), ChecklistsError.operationFailed
        {
            return page(.hasChanged, .wasQuicker).response(.gone)
        } catch ChecklistsError.notFound {
            return page(.isMissing, .wasDeleted).response(.gone)
        } catch {
            let problem = errors.problem(error, request.head)
            return LinkPage(language.text(.didNotWork), problem.detail, in: language).response(problem.status)
        }
    }

    /// The page that asks for the action.
    private func ask(_ link: MessageLink, _ session: Session, _ language: Language) async throws -> LinkPage {
        let title: String
        switch link {
        case .check(let id, let revision), .snooze(let id, let revision, seconds: _):
            let item = try await session.item(id)
            guard item.revision == revision else { throw ChecklistsError.revisionMismatch }
            title = item.text
        case .confirmEmail(let id, let revision):
            let email = try await session.webhook(id, .email)
            guard email.revision == revision else { throw ChecklistsError.revisionMismatch }
            title = email.address
        case .approve(let id):
            let effect = try await batch.proposal(id, of: session).effect
            return LinkPage(
                language.sentence(of: effect.summary), language.text(link.question),
                lines: language.lines(of: effect), button: link.label(in: language), in: language)
        case .endEmail(let digest):
            guard let email = try await session.email(digest) else { return .noMoreMail(in: language) }
            title = email.address
        }
        return LinkPage(
            title, language.text(link.question), button: link.label(in: language), in: language)
    }

    /// Does the action.
    private func act(_ link: MessageLink, _ session: Session, _ language: Language) async throws -> LinkPage {
        let (title, text): (String, String)
        switch link {
        case .check(let id, let revision):
            var patch = ItemPatch()
            patch.checked = true
            let item = try await session.updateItem(id, patch, ifMatch: [revision])
            (title, text) = (item.text, language.text(item.checked ? .isDone : .isDoneForNow))
        case .snooze(let id, let revision, let seconds):
            let moment = now().advanced(by: .seconds(seconds))
            let item = try await session.snoozeItem(
                id, until: moment, ifMatch: [revision], idempotencyKey: nil
            ).value
            (title, text) = (item.text, language.text(.comesAgain, language.ahead(seconds: seconds)))
        case .confirmEmail(let id, let revision):
            let email = try await session.confirmEmail(id, ifMatch: [revision])
            (title, text) = (email.address, language.text(.isConfirmed))
        case .approve(let id):
            let proposal = try await batch.proposal(id, of: session)
            // The link proves that the person received the message, and stands for a token.
            let caller = Caller.person(try session.person, by: .identity, scope: .write)
            let (_, leftOut) = try await batch.approve(proposal, as: caller, in: Session(store, for: caller))
            return LinkPage(
                language.sentence(of: proposal.effect.summary), language.text(.isApproved),
                lines: leftOut.map { language.text(.leftOut, language.listed($0.names, of: $0.count)) },
                in: language)
        case .endEmail(let digest):
            // A mail program can repeat the request. Without such an address, it has succeeded.
            while let email = try await session.email(digest) {
                do {
                    try await session.deleteWebhook(email.id, .email, ifMatch: nil)
                } catch ChecklistsError.notFound {
                    // The address was set again meanwhile, possibly to the same one.
                }
            }
            return .noMoreMail(in: language)
        }
        return LinkPage(title, text, in: language)
    }
}

extension MessageLink {
    /// The label of the link.
    func label(in language: Language) -> String {
        switch self {
        case .check: language.text(.done)
        case .snooze(_, _, let seconds): language.text(.remindMe, language.ahead(seconds: seconds))
        case .confirmEmail: language.text(.confirmAddress)
        case .approve: language.text(.approve)
        case .endEmail: language.text(.endMail)
        }
    }

    fileprivate var question: Phrase {
        switch self {
        case .check: .isItDone
        case .snooze: .notNow
        case .confirmEmail: .isItYours
        case .approve: .mayItBe
        case .endEmail: .noMore
        }
    }
}

extension LinkPage {
    /// The page that confirms that the person gets no more mail at the address.
    fileprivate static func noMoreMail(in language: Language) -> LinkPage {
        LinkPage(language.text(.noMoreMail), language.text(.nothingIsSent), in: language)
    }
}

extension Session {
    /// The mail channel of the person if it has the address of the link.
    fileprivate func email(_ digest: MessageLink.AddressDigest) async throws -> Webhook? {
        do {
            let email = try await email()
            return MessageLink.AddressDigest(of: email.address) == digest ? email : nil
        } catch ChecklistsError.notFound {
            return nil
        }
    }
}

extension Webhook {
    /// The mail address of a mail channel; empty for other channels.
    fileprivate var address: String { format.email?.address ?? "" }
}
