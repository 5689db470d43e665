import Foundation
import RegexBuilder

extension WebhookDraft {
    /// The rules that the draft breaks.
    public func violations() -> [Violation] {
        format.violations(ofURL: url)
            + TextRule.description.violations(of: description, at: "/description")
            + Violation.ofEvents(events) + (checklistIDs.map(Violation.ofLists) ?? [])
            + format.violations
    }

    /// The draft as it is stored.
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
    /// The rules that the patch breaks.
    public func violations() -> [Violation] {
        var violations = url.map { Violation.ofURL($0) } ?? []
        if let description {
            violations += TextRule.description.violations(of: description, at: "/description")
        }
        if let events { violations += Violation.ofEvents(events) }
        if case .some(let lists?) = checklistIDs { violations += Violation.ofLists(lists) }
        if let template { violations += template.violations }
        return violations
    }

    /// Applies the patch to a webhook.
    /// - Throws: `invalid`; `conflict` for a field that the webhook's format does not have.
    func applied(to webhook: Webhook) throws(ChecklistsError) -> Webhook {
        try violations().throwIfAny()
        var webhook = webhook
        if let url {
            let violations = webhook.format.violations(ofURL: url)
            guard violations.isEmpty else { throw .conflict(violations) }
            if url.origin != webhook.url.origin { webhook.authorization = nil }
            webhook.url = url
        }
        if let authorization { webhook.authorization = authorization }
        if let template {
            guard case .template = webhook.format else {
                throw .conflict([Violation("/template", .notForFormat(["template"]))])
            }
            webhook.format = .template(template)
        }
        if let language {
            guard webhook.format != .standard else {
                throw .conflict([Violation("/language", .notForFormat(["ntfy", "template"]))])
            }
            webhook.language = language
        }
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

extension Webhook.Format {
    fileprivate var violations: [Violation] {
        if case .template(let template) = self { template.violations } else { [] }
    }

    /// The rules that a URL for messages in this format breaks.
    fileprivate func violations(ofURL text: String) -> [Violation] {
        if case .push = self { return Violation.ofURL(text, at: "/endpoint") }
        let violations = Violation.ofURL(text)
        guard violations.isEmpty, self == .ntfy, text.ntfyTopic == nil else { return violations }
        return [Violation("/url", .noTopic)]
    }
}

extension Webhook.Template {
    fileprivate var violations: [Violation] {
        var violations: [Violation] = []
        if body.isEmpty { violations.append(Violation("/template/body", .empty)) }
        if body.utf8.count > Limits.templateBytesMax {
            violations.append(
                Violation("/template/body", .tooLong(max: Limits.templateBytesMax, .bytes)))
        }
        if body.utf8.contains(0) {
            violations.append(Violation("/template/body", .nullCharacter))
        }
        do throws(PlaceholderError) {
            _ = try parts()
        } catch {
            let known = Placeholder.allCases.map(\.rawValue)
            let reason: Violation.Reason? = error.name.map { .unknownPlaceholder($0, among: known) }
            violations.append(Violation("/template/body", reason ?? .openPlaceholder))
        }
        // RFC 9110 §8.3.1, without quoted parameter values.
        let type = /[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(?:; ?[A-Za-z0-9_.-]+=[A-Za-z0-9_.-]+)*/
        if contentType.utf8.count > Limits.contentTypeBytesMax || contentType.wholeMatch(of: type) == nil {
            violations.append(Violation("/template/contentType", .notAMediaType))
        }
        return violations
    }
}

extension String {
    /// The topic at the end of an ntfy URL; `nil` if there is none.
    public var ntfyTopic: String? {
        let segments = split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 3, let last = segments.last,
            last.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil
        else { return nil }
        return String(last)
    }

    /// The origin of a URL: scheme, host and port.
    fileprivate var origin: String {
        prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/").lowercased()
    }
}

extension Violation {
    /// The rules that a webhook URL breaks. The client that connects decides which hosts are allowed.
    static func ofURL(_ text: String, at pointer: String = "/url") -> [Violation] {
        guard text.utf8.count <= Limits.webhookURLBytesMax else {
            return [Violation(pointer, .tooLong(max: Limits.webhookURLBytesMax, .bytes))]
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
            return [Violation(pointer, text.utf8.allSatisfy { $0 < 0x80 } ? .notAURL : .urlNotASCII)]
        }
        return []
    }

    fileprivate static func ofEvents(_ events: [Webhook.Event]) -> [Violation] {
        events.isEmpty ? [Violation("/events", .empty)] : []
    }

    fileprivate static func ofLists(_ lists: [Checklist.ID]) -> [Violation] {
        if lists.isEmpty { return [Violation("/checklistIds", .empty.with("send null for all"))] }
        guard lists.count > Limits.webhookChecklistsMax else { return [] }
        return [Violation("/checklistIds", .tooMany(max: Limits.webhookChecklistsMax, "lists"))]
    }
}

extension [Webhook.Event] {
    /// Each event once, in the order of their declaration.
    fileprivate var uniqued: [Webhook.Event] { Webhook.Event.allCases.filter(contains) }
}
