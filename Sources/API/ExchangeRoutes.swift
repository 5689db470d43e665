import Checklists
import HTTP
import JSON
import Synchronization

/// Gives out all lists as one document, and takes such documents in.
struct ExchangeRoutes {
    let lists: any ExchangeRepository
    /// Where documents are read and long changes are made, so that no connection waits for them.
    let background: any TaskExecutor
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(.get, "/v1/export", takesQuery: true, gives: nil, handler: export),
            Operation(
                .post, "/v1/import", takesQuery: true, bodyBytesMax: Limits.importBytesMax,
                access: .scope(.admin), handler: takeIn),
        ]
    }

    private func export(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let format = query.value("format", .choice(of: ExportDocument.Format.self)) ?? .full
        try query.finish()
        let type = format == .plist ? MediaType.propertyList : .json
        guard Accept(request.head.fields).allows(type) else { throw RequestError.notAcceptable(type) }
        let document = ExportDocument(of: try await lists.allChecklists(), as: format, at: now())
        let file = "attachment; filename=\"Checklists.\(format == .plist ? "plist" : "json")\""
        let fields: Fields = [
            .contentType: type.description, .contentDisposition: file, .cacheControl: "no-cache",
        ]
        let pieces = Mutex(document)
        return Response(
            .ok, fields: fields,
            body: .stream {
                // Whoever takes everything at once leaves room for the others of this connection's loop.
                await Task.yield()
                return pieces.withLock { $0.next() }
            })
    }

    private func takeIn(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let isTrial = query.value("dryRun", .boolean) ?? false
        try query.finish()
        let format = try request.documentFormat
        return try await withTaskExecutorPreference(background) {
            let document = try request.document(format)
            let count = ImportCount(checklists: document.checklists.count, items: document.itemsCount)
            var isReplay = false
            if !isTrial {
                let once = try await lists.importChecklists(document.checklists, once: request.once)
                isReplay = once.isReplay
            }
            return Response.ok(ImportBody(count: count, skipped: document.skipped)).replayed(isReplay)
        }
    }
}

extension Request {
    /// What the content is written in, by its type where that tells, else by how it begins.
    /// - Throws: `Problem` 415.
    fileprivate var documentFormat: ImportDocument.Format {
        get throws(Problem) {
            let propertyList = [MediaType.propertyList.essence, "application/xml", "text/xml"]
            try requireContent(of: ["application/json"] + propertyList + ["application/octet-stream"])
            guard !body.isEmpty else {
                throw Problem(.badRequest, "The body is empty; it should have lists.")
            }
            let format = ImportDocument.Format(of: body.span)
            let type = head.fields[.contentType].flatMap { MediaType($0)?.essence } ?? ""
            if type == "application/json" { return .json }
            if propertyList.contains(type), format == .json { return .xmlPropertyList }
            return format
        }
    }

    /// The content as lists.
    /// - Throws: `Problem` 400, `ChecklistsError.invalid`.
    fileprivate func document(_ format: ImportDocument.Format) throws -> ImportDocument {
        do throws(DocumentError) {
            return try ImportDocument(body.span, as: format)
        } catch {
            switch error {
            case .malformed(let detail): throw Problem(.badRequest, detail)
            case .unusable(let violation): throw ChecklistsError.invalid([violation])
            }
        }
    }
}

/// What came of an import, as it is answered.
private struct ImportBody: JSONWritable {
    let count: ImportCount
    let skipped: [Violation]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("checklists", count.checklists)
            json.member("items", count.items)
            json.array("skipped") { json in
                for violation in skipped {
                    json.object { json in
                        json.member("pointer", violation.pointer)
                        json.member("detail", violation.detail)
                    }
                }
            }
        }
    }
}
