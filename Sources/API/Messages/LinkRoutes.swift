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

    var routes: [Route] {
        [
            Route(.get, MessageLinks.path) { request, _ in await answer(to: request, ask) },
            Route(.post, MessageLinks.path, bodyBytesMax: Limits.smallBodyBytesMax) { request, _ in
                await answer(to: request, act)
            },
        ]
    }

    /// A page, whatever becomes of the request.
    private func answer(
        to request: Request, _ body: (MessageLink, Session) async throws -> LinkPage
    ) async -> Response {
        do {
            // What programs add to an address on its way is passed over.
            let query = try QueryParameters(request.head.target)
            let text = query.values(of: MessageLinks.queryParameter).first ?? ""
            let (link, person) = try links.link(text, at: now())
            return try await body(link, Session(store, for: .person(person, device: nil))).response(.ok)
        } catch LinkError.unknown {
            return LinkPage("This link is none of ours", "Part of it may be missing.").response(.notFound)
        } catch LinkError.expired {
            return LinkPage("This link is too old", "Open the list instead.").response(.gone)
        } catch ChecklistsError.revisionMismatch, ChecklistsError.conflict {
            return LinkPage("It has changed since", "This link was used, or somebody else was quicker.")
                .response(.gone)
        } catch ChecklistsError.notFound {
            return LinkPage("It is not there any more", "It was deleted, or is shared no longer.")
                .response(.gone)
        } catch {
            let problem = errors.problem(error, request.head)
            return LinkPage("That did not work", problem.detail).response(problem.status)
        }
    }

    /// What the button would do.
    private func ask(_ link: MessageLink, _ session: Session) async throws -> LinkPage {
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
            guard let email = try await session.email(digest) else { return .noMoreMail }
            title = email.address
        }
        return LinkPage(title, link.question, button: link.label)
    }

    /// Does it.
    private func act(_ link: MessageLink, _ session: Session) async throws -> LinkPage {
        switch link {
        case .check(let id, let revision):
            var patch = ItemPatch()
            patch.checked = true
            let item = try await session.updateItem(id, patch, ifMatch: [revision])
            return LinkPage(item.text, item.checked ? "Done." : "Done, until it comes again.")
        case .snooze(let id, let revision, let seconds):
            let moment = now().advanced(by: .seconds(seconds))
            let item = try await session.snoozeItem(id, until: moment, ifMatch: [revision], once: nil).value
            return LinkPage(item.text, "You are reminded again \(link.delay).")
        case .confirmEmail(let id, let revision):
            let email = try await session.confirmEmail(id, ifMatch: [revision])
            return LinkPage(email.address, "This address is confirmed. Reminders come here from now on.")
        case .endEmail(let digest):
            // Mail programs try again, and it is as they want it.
            while let email = try await session.email(digest) {
                do {
                    try await session.deleteWebhook(email.id, .email, ifMatch: nil)
                } catch ChecklistsError.notFound {
                    // It was set anew meanwhile, perhaps the same one.
                }
            }
            return .noMoreMail
        }
    }
}

extension MessageLink {
    /// What is written on it.
    var label: String {
        switch self {
        case .check: "Done"
        case .snooze: "Remind me \(delay)"
        case .confirmEmail: "Confirm this address"
        case .endEmail: "Get no more mail"
        }
    }

    fileprivate var question: String {
        switch self {
        case .check: "Is it done?"
        case .snooze: "Not now?"
        case .confirmEmail: "Is this your address, and are you to be reminded there?"
        case .endEmail: "Are no more reminders to come to this address?"
        }
    }

    /// How long a reminder is put off, as people say it.
    fileprivate var delay: String {
        switch self {
        case .snooze(_, _, seconds: let seconds): "in \(seconds.lengthOfTime)"
        case .check, .confirmEmail, .endEmail: ""
        }
    }
}

extension LinkPage {
    /// That an address is none of who followed the link, or is so no longer.
    fileprivate static let noMoreMail = LinkPage(
        "No more mail", "Nothing is sent to this address any more.")
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
