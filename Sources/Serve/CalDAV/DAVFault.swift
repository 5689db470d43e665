import Checklists
import HTTP
import XML

/// An error as WebDAV reports it: a failed condition with a status (RFC 4918 §16).
struct DAVFault: Error {
    let status: Status
    /// The element of the condition; `nil` if no standard names one.
    let condition: XMLElement?
    /// The explanation for a person.
    let detail: String

    init(_ status: Status, _ condition: XMLName? = nil, _ detail: String, content: [XMLElement.Content] = [])
    {
        self.status = status
        self.condition = condition.map { XMLElement($0, content: content) }
        self.detail = detail
    }

    /// Maps a domain error; `nil` if WebDAV does not define a condition for it.
    init?(_ error: any Error) {
        guard let error = error as? ChecklistsError else { return nil }
        switch error {
        case .notFound: self.init(.notFound, nil, "No resource exists at this path.")
        case .roleNeeded(let role):
            self.init(
                .forbidden, .dav("need-privileges"),
                "This request needs the role \(role.rawValue) on the list.")
        case .personNeeded:
            self.init(.forbidden, .dav("need-privileges"), ChecklistsError.personNeededSentence)
        case .revisionMismatch, .expectationFailed:
            self.init(.preconditionFailed, nil, "The resource has changed since it was read; read it again.")
        case .invalid(let violations), .conflict(let violations):
            self.init(
                .forbidden, .calDAV("valid-calendar-object-resource"),
                violations.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ") + ".")
        case .cursorExpired, .invalidCursor:
            self.init(
                .forbidden, .dav("valid-sync-token"),
                "The sync token is no longer valid; synchronize again without one.")
        case .full(_, let used, let limit):
            self.init(
                .insufficientStorage, .dav("quota-not-exceeded"),
                "The limit is reached: \(used) of at most \(limit). Delete some first.")
        case .tooLarge(let size, let limit):
            self.init(
                .forbidden, nil,
                "The change affects up to \(size) items; a change may affect at most \(limit).")
        case .storageFull:
            self.init(
                .insufficientStorage, .dav("sufficient-disk-space"), "The server has no storage space left.")
        case .operationFailed, .idempotencyKeyReused, .idempotencyKeyInUse, .readOnly, .unavailable,
            .approvalNeeded:
            return nil
        }
    }

    /// The response: a `DAV:error` element with the condition and the explanation.
    var response: Response {
        var xml = XMLWriter()
        xml.begin(.dav("error"))
        if let condition { xml.element(condition) }
        xml.element(XMLElement(.dav("responsedescription"), text: detail))
        xml.end()
        return Response(
            status, fields: [.contentType: ContentType.xml, .cacheControl: "no-store"],
            body: .bytes(xml.bytes))
    }
}

enum ContentType {
    static let xml = "application/xml; charset=utf-8"
    static let calendar = "text/calendar; charset=utf-8; component=VTODO"
}

extension Request {
    /// Parses the content as XML; `nil` if there is none.
    /// - Throws: `DAVFault` 400 with the line of the error.
    var xml: XMLElement? {
        get throws(DAVFault) {
            if body.isEmpty { return nil }
            do throws(XMLSyntaxError) {
                return try XMLElement.parse(body, bytesMax: body.count)
            } catch {
                throw DAVFault(.badRequest, nil, "The content is not well-formed XML: \(error).")
            }
        }
    }
}
