import Foundation
import RegexBuilder

extension WebhookDraft {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        Violation.ofURL(url) + TextRule.description.violations(of: description, at: "/description")
            + Violation.ofEvents(events) + (checklistIDs.map(Violation.ofLists) ?? [])
    }

    /// The draft as it is kept.
    /// - Throws: `invalid`.
    func validated() throws(ChecklistsError) -> WebhookDraft {
        try violations().throwIfAny()
        var draft = self
        draft.description = TextRule.description.kept(description)
        draft.events = events.uniqued
        draft.checklistIDs = checklistIDs.map { Set($0).sorted() }
        return draft
    }
}

extension WebhookPatch {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        var violations = url.map(Violation.ofURL) ?? []
        if let description {
            violations += TextRule.description.violations(of: description, at: "/description")
        }
        if let events { violations += Violation.ofEvents(events) }
        if case .some(let lists?) = checklistIDs { violations += Violation.ofLists(lists) }
        return violations
    }

    /// A webhook with what the patch names.
    /// - Throws: `invalid`.
    func applied(to webhook: Webhook) throws(ChecklistsError) -> Webhook {
        try violations().throwIfAny()
        var webhook = webhook
        if let url { webhook.url = url }
        if let description { webhook.description = TextRule.description.kept(description) }
        if let events { webhook.events = events.uniqued }
        if let checklistIDs { webhook.checklistIDs = checklistIDs.map { Set($0).sorted() } }
        switch active {
        case true? where !webhook.active:
            webhook.turnOn()
            webhook.position = nil
        case false?: webhook.active = false
        default: break
        }
        return webhook
    }
}

extension Violation {
    /// What is wrong with an address to send to. Where it may lead is judged when it is dialled.
    fileprivate static func ofURL(_ text: String) -> [Violation] {
        guard text.utf8.count <= Limits.webhookURLBytesMax else {
            return [Violation("/url", "must have at most \(Limits.webhookURLBytesMax) bytes")]
        }
        // RFC 3986 §3, without user information and fragment.
        let host = /[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\]/
        let rest = /(?:[A-Za-z0-9._~!$&'()*+,;=:@\/?\-]|%[0-9A-Fa-f]{2})*/
        let whole = Regex {
            /[Hh][Tt][Tt][Pp][Ss]?:\/\//
            host
            Optionally { /:[1-9][0-9]{0,4}/ }
            Optionally {
                /[\/?]/
                rest
            }
        }
        guard text.wholeMatch(of: whole) != nil,
            let parts = URLComponents(string: text, encodingInvalidCharacters: false), parts.host != nil,
            parts.port.map((1...65535).contains) ?? true
        else {
            return [Violation("/url", "must be like https://example.org/hook, without user and fragment")]
        }
        return []
    }

    fileprivate static func ofEvents(_ events: [Webhook.Event]) -> [Violation] {
        events.isEmpty ? [Violation("/events", "must name at least one event")] : []
    }

    fileprivate static func ofLists(_ lists: [Checklist.ID]) -> [Violation] {
        guard !lists.isEmpty, lists.count <= Limits.webhookChecklistsMax else {
            return [
                Violation(
                    "/checklistIds", "must name 1 to \(Limits.webhookChecklistsMax) lists; null is for all")
            ]
        }
        return []
    }
}

extension [Webhook.Event] {
    /// Each event once, in the order of their declaration.
    fileprivate var uniqued: [Webhook.Event] { Webhook.Event.allCases.filter(contains) }
}
