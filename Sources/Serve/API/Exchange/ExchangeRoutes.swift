import Checklists
import HTTP
import JSON
import Synchronization

/// The routes that export all lists as one document, and import such documents.
struct ExchangeRoutes {
    /// Reads documents and makes long changes, so that no connection waits for them.
    let background: any TaskExecutor
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/export", .read, gives: nil, handler: export),
            Endpoint(
                .post, "/v1/import", .persons(.write), bodyBytesMax: Limits.importBytesMax,
                handler: takeIn),
        ]
    }

    private func export(_ call: Call<Fixed>, _ query: ExportQuery) async throws -> Response {
        let format = query.format
        let type = format == .plist ? MediaType.propertyList : .json
        guard Accept(call.request.head.fields).allows(type) else { throw RequestError.notAcceptable(type) }
        let document = ExportDocument(of: try await call.session.snapshots(of: nil), as: format, at: now())
        let file = "attachment; filename=\"Checklists.\(format == .plist ? "plist" : "json")\""
        let fields: Fields = [
            .contentType: type.description, .contentDisposition: file, .cacheControl: Response.private,
        ]
        let pieces = Mutex(document)
        return Response(
            .ok, fields: fields,
            body: .stream {
                // A fast client would otherwise keep the other connections of this event loop waiting.
                await Task.yield()
                return pieces.withLock { $0.next() }
            })
    }

    private func takeIn(
        _ call: Call<Fixed>, _ query: ImportQuery, _ content: ImportContent
    ) async throws -> Response {
        // A dry run stores no idempotency record, but refuses a malformed key too.
        _ = try call.request.idempotencyKey
        return try await withTaskExecutorPreference(background) {
            let document = try content.document()
            let count = ImportCount(checklists: document.checklists.count, items: document.itemsCount)
            var isReplay = false
            if !query.isDryRun {
                isReplay = try await call.session.importChecklists(
                    document.checklists, idempotencyKey: call.idempotencyKey
                )
                .isReplay
            }
            return Response.ok(ImportBody(count: count, skipped: document.skipped)).replayed(isReplay)
        }
    }
}

/// The format of an export.
private struct ExportQuery: RequestQuery {
    let format: ExportDocument.Format

    init(_ query: inout QueryReader) {
        format = query.value("format", .choice(of: ExportDocument.Format.self)) ?? .full
    }
}

/// Whether an import is a dry run.
private struct ImportQuery: RequestQuery {
    let isDryRun: Bool

    init(_ query: inout QueryReader) {
        isDryRun = query.value("dryRun", .boolean) ?? false
    }
}

/// An unread document of lists. Reading it can take long.
private struct ImportContent: RequestContent {
    private let bytes: [UInt8]
    private let format: ImportDocument.Format

    private static let propertyListTypes = [MediaType.propertyList.essence, "application/xml", "text/xml"]

    static func mediaTypes(for method: HTTP.Method) -> [String]? {
        ["application/json"] + propertyListTypes + ["application/octet-stream"]
    }

    /// Determines the format of the content, by its media type if that suffices, else by its beginning.
    /// - Throws: `Problem` 400 and 415.
    init(_ request: Request, jsonDepthMax: Int) throws {
        try request.requireContent(of: Self.mediaTypes(for: request.head.method) ?? [])
        guard !request.body.isEmpty else {
            throw Problem(.missingContent, "The body is empty. Send a document with lists.")
        }
        let found = ImportDocument.Format(of: request.body.span)
        let type = request.head.fields[.contentType].flatMap { MediaType($0)?.essence } ?? ""
        bytes = request.body
        if type == "application/json" {
            format = .json
        } else if Self.propertyListTypes.contains(type), found == .json {
            format = .xmlPropertyList
        } else {
            format = found
        }
    }

    /// Reads the lists.
    /// - Throws: `Problem` 400, `ChecklistsError.invalid`.
    func document() throws -> ImportDocument {
        do throws(DocumentError) {
            return try ImportDocument(bytes.span, as: format)
        } catch {
            switch error {
            case .malformed(let detail): throw Problem(.malformedContent, detail)
            case .unusable(let violation): throw ChecklistsError.invalid([violation])
            }
        }
    }
}

/// The result of an import in JSON.
private struct ImportBody: JSONWritable {
    let count: ImportCount
    let skipped: [Violation]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("checklists", count.checklists)
            json.member("items", count.items)
            json.array("skipped") { json in
                for violation in skipped { json.value(ViolationBody(violation)) }
            }
        }
    }
}
