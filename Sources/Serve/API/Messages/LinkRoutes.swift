import Checklists
import HTTP

/// What links in messages lead to: a page with one button for whoever opens it, and what the button does.
///
/// Programs that show what is behind a link read the page, and nothing comes of it.
struct LinkRoutes {
    let store: any Store
    let links: MessageLinks
    let now: @Sendable () -> Timestamp
    let errors: ErrorTable

    var routes: [CallerRoute] {
        [
            .open(.get, MessageLinks.path) { request, _ in await answer(to: request, ask) },
            Route(
                .post, MessageLinks.path, bodyBytesMax: Limits.smallBodyBytesMax,
                handler: .open { request, _ in await answer(to: request, act) }),
        ]
    }

    /// A page, whatever becomes of the request.
    private func answer(
        to request: Request, _ body: (MessageLink, Session, Language) async throws -> LinkPage
    ) async -> Response {
        let language = Language(accepting: request.head.fields[.acceptLanguage])
        func page(_ title: Phrase, _ text: Phrase) -> LinkPage {
            LinkPage(language.text(title), language.text(text), in: language)
        }
        do {
            // What programs add to an address on its way is passed over.
            let query = try QueryParameters(request.head.target)
            let text = query.values(of: MessageLinks.queryParameter).first ?? ""
            let (link, person) = try links.link(text, at: now())
            let session = Session(store, for: .person(person, device: nil))
            return try await body(link, session, language).response(.ok)
        } catch LinkError.unknown {
            return page(.noneOfOurs, .partIsMissing).response(.notFound)
        } catch LinkError.expired {
            return page(.tooOld, .openListInstead).response(.gone)
        } catch ChecklistsError.revisionMismatch, ChecklistsError.conflict {
            return page(.hasChanged, .wasQuicker).response(.gone)
        } catch ChecklistsError.notFound {
            return page(.isGone, .wasDeleted).response(.gone)
        } catch {
            let problem = errors.problem(error, request.head)
            return LinkPage(language.text(.didNotWork), problem.detail, in: language).response(problem.status)
        }
    }

    /// What the button would do.
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
        case .endEmail(let digest):
            guard let email = try await session.email(digest) else { return .noMoreMail(in: language) }
            title = email.address
        }
        return LinkPage(
            title, language.text(link.question), button: link.label(in: language), in: language)
    }

    /// Does it.
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
            let item = try await session.snoozeItem(id, until: moment, ifMatch: [revision], once: nil).value
            (title, text) = (item.text, language.text(.comesAgain, language.ahead(seconds: seconds)))
        case .confirmEmail(let id, let revision):
            let email = try await session.confirmEmail(id, ifMatch: [revision])
            (title, text) = (email.address, language.text(.isConfirmed))
        case .endEmail(let digest):
            // Mail programs try again, and it is as they want it.
            while let email = try await session.email(digest) {
                do {
                    try await session.deleteWebhook(email.id, .email, ifMatch: nil)
                } catch ChecklistsError.notFound {
                    // It was set anew meanwhile, perhaps the same one.
                }
            }
            return .noMoreMail(in: language)
        }
        return LinkPage(title, text, in: language)
    }
}

extension MessageLink {
    /// What is written on it.
    func label(in language: Language) -> String {
        switch self {
        case .check: language.text(.done)
        case .snooze(_, _, let seconds): language.text(.remindMe, language.ahead(seconds: seconds))
        case .confirmEmail: language.text(.confirmAddress)
        case .endEmail: language.text(.endMail)
        }
    }

    fileprivate var question: Phrase {
        switch self {
        case .check: .isItDone
        case .snooze: .notNow
        case .confirmEmail: .isItYours
        case .endEmail: .noMore
        }
    }
}

extension LinkPage {
    /// That an address is none of who followed the link, or is so no longer.
    fileprivate static func noMoreMail(in language: Language) -> LinkPage {
        LinkPage(language.text(.noMoreMail), language.text(.nothingIsSent), in: language)
    }
}

extension Session {
    /// The mail address of the person, where it is the one that a link is about.
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
    /// Where it writes to, where it is mail.
    fileprivate var address: String { format.email?.address ?? "" }
}
