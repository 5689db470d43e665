import HTTP
import Synchronization
import XML

/// The properties that a request asks for (RFC 4918 §14.20).
enum PropertyRequest: Sendable {
    case all(including: [XMLName])
    case names
    case some([XMLName])

    /// Parses the content of a PROPFIND. Without content it requests all properties.
    /// - Throws: `DAVFault` 400.
    init(_ document: XMLElement?) throws(DAVFault) {
        guard let document else {
            self = .all(including: [])
            return
        }
        guard document.name == .dav("propfind") else {
            throw DAVFault(.badRequest, nil, "The content must be a propfind element of the namespace DAV:.")
        }
        try self.init(in: document)
    }

    /// Parses an element that contains `prop`, `propname` or `allprop`.
    init(in element: XMLElement) throws(DAVFault) {
        if let properties = element.child(.dav("prop")) {
            self = .some(try Self.names(in: properties))
        } else if element.child(.dav("propname")) != nil {
            self = .names
        } else if element.child(.dav("allprop")) != nil {
            self = .all(including: try element.child(.dav("include")).map(Self.names) ?? [])
        } else {
            throw DAVFault(.badRequest, nil, "The request must contain prop, propname or allprop.")
        }
    }

    /// The names of the requested properties. The limit keeps responses about many resources cheap.
    static func names(in element: XMLElement) throws(DAVFault) -> [XMLName] {
        var seen: Set<XMLName> = []
        let names = element.children.map(\.name).filter { seen.insert($0).inserted }
        guard names.count <= namesMax else {
            throw DAVFault(
                .badRequest, nil, "A request may name at most \(namesMax) properties; split the request."
            )
        }
        return names
    }

    private static let namesMax = 100
}

/// A response about several resources (RFC 4918 §13).
struct MultiStatus: Sendable {
    /// The requested properties of each resource.
    let request: PropertyRequest
    /// Whether the client wants no list of missing properties (RFC 7240 §4.2, RFC 8144 §2.1).
    let isMinimal: Bool
    let entries: [Entry]
    /// The token from which the client continues to sync (RFC 6578 §6.2).
    var syncToken: String?

    /// The response for one resource.
    enum Entry: Sendable {
        case resource(any Resource)
        /// A status without properties, such as 404.
        case status(Status, path: String, condition: XMLName? = nil)
    }

    /// A piece of the response ends with the resource that reaches this size.
    private static let pieceBytes = 65_536

    init(
        _ entries: [Entry], _ request: PropertyRequest, for head: RequestHead, syncToken: String? = nil
    ) {
        self.entries = entries
        self.request = request
        isMinimal =
            head.fields[.prefer]?.lowercased().contains("return=minimal") ?? false
            || head.fields[.brief]?.lowercased() == "t"
        self.syncToken = syncToken
    }

    /// The response. Many resources are streamed piece by piece.
    var response: Response {
        var fields: Fields = [
            .contentType: ContentType.xml, .dav: CalDAV.classes, .cacheControl: "no-store",
        ]
        if isMinimal { fields[.preferenceApplied] = "return=minimal" }
        let progress = Progress(of: self)
        let piece = progress.next() ?? []
        if progress.hasEnded { return Response(.multiStatus, fields: fields, body: .bytes(piece)) }
        let first = Mutex<[UInt8]?>(piece)
        return Response(
            .multiStatus, fields: fields,
            body: .stream {
                if let piece = first.withLock({ $0.take() }) { return piece }
                await Task.yield()
                return progress.next()
            })
    }

    /// The state of a streamed response.
    private final class Progress: Sendable {
        private let state: Mutex<State>

        private struct State {
            var document: MultiStatus
            var xml = XMLWriter()
            var index = 0
            var hasBegun = false
            var hasEnded = false
        }

        init(of document: MultiStatus) { state = Mutex(State(document: document)) }

        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        func next() -> [UInt8]? {
            state.withLock { state in
                if state.hasEnded { return nil }
                if !state.hasBegun {
                    state.hasBegun = true
                    state.xml.begin(.dav("multistatus"))
                }
                let entries = state.document.entries
                while state.index < entries.count, state.xml.bytes.count < MultiStatus.pieceBytes {
                    state.document.write(entries[state.index], to: &state.xml)
                    state.index += 1
                }
                if state.index == entries.count {
                    if let token = state.document.syncToken {
                        state.xml.element(XMLElement(.dav("sync-token"), text: token))
                    }
                    state.xml.end()
                    state.hasEnded = true
                }
                return state.xml.take()
            }
        }
    }

    private func write(_ entry: Entry, to xml: inout XMLWriter) {
        xml.begin(.dav("response"))
        switch entry {
        case .status(let status, let path, let condition):
            xml.element(XMLElement(.dav("href"), text: path))
            xml.status(status)
            if let condition { xml.element(XMLElement(.dav("error"), content: [.element(condition)])) }
        case .resource(let resource):
            xml.element(XMLElement(.dav("href"), text: resource.path))
            write(resource, to: &xml)
        }
        xml.end()
    }

    private func write(_ resource: any Resource, to xml: inout XMLWriter) {
        var found: [XMLElement] = []
        var missing: [XMLElement] = []
        switch request {
        case .names: found = resource.propertyNames.map { XMLElement($0) }
        case .some(let names): sort(names, of: resource, into: &found, &missing)
        case .all(let including):
            let names = resource.propertyNames
            sort(names + including.filter { !names.contains($0) }, of: resource, into: &found, &missing)
        }
        if !found.isEmpty || missing.isEmpty || isMinimal { xml.properties(found, .ok) }
        if !missing.isEmpty, !isMinimal { xml.properties(missing, .notFound) }
    }

    private func sort(
        _ names: [XMLName], of resource: any Resource, into found: inout [XMLElement],
        _ missing: inout [XMLElement]
    ) {
        for name in names {
            if let content = resource.property(name) {
                found.append(XMLElement(name, content: content))
            } else {
                missing.append(XMLElement(name))
            }
        }
    }
}

extension XMLWriter {
    /// Writes properties that share a status.
    mutating func properties(_ properties: [XMLElement], _ status: Status) {
        begin(.dav("propstat"))
        element(XMLElement(.dav("prop"), content: properties.map { .element($0) }))
        self.status(status)
        end()
    }

    mutating func status(_ status: Status) {
        element(XMLElement(.dav("status"), text: "HTTP/1.1 \(status.code) \(status.reason)"))
    }
}
