import Checklists
import Exchange
import HTTP

/// The routes that export lists as one document, and import documents of this and other programs.
struct ExchangeRoutes {
    /// Reads documents and makes long changes, so that no connection waits for them.
    let background: any TaskExecutor
    let now: @Sendable () -> Timestamp
    /// Decompresses the files of zip archives.
    let inflate: Inflate

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/export", .read, gives: nil, handler: export),
            Endpoint(
                .post, "/v1/import", .persons(.write), bodyBytesMax: Limits.importBytesMax,
                handler: importLists),
            Endpoint(
                .post, "/v1/checklists/{checklistId}/import", .edit.withoutAssistants, handler: importItems),
        ]
    }

    private func export(_ call: Call<Fixed>, _ query: ExportQuery) async throws -> Response {
        let format = query.format
        guard Accept(call.request.head.fields).allows(format.mediaType) else {
            throw RequestError.notAcceptable(format.mediaType)
        }
        let snapshots = try await call.session.snapshots(of: query.checklistID)
        let name = query.checklistID == nil ? "Checklists" : snapshots.first?.checklist.name ?? ""
        let writer = format.writer(name: name, at: now(), in: try await call.session.timeZone())
        let fields: Fields = [
            .contentType: format.mediaType.description, .cacheControl: Response.private,
            .contentDisposition: "attachment; filename=\"\(format.fileName)\"",
        ]
        return Response(.ok, fields: fields, body: ExportDocument.stream(of: snapshots, writer))
    }

    private func importLists(
        _ call: Call<Fixed>, _ query: NewListsQuery, _ content: ImportContent
    ) async throws -> Response {
        var settings = try await settings(query.options, call.session)
        settings.name = query.name
        return try await result(of: content, settings, query.options, for: call) { lists in
            let result = try await call.session.importChecklists(lists, idempotencyKey: call.idempotencyKey)
            return Idempotent(.checklists(result.value.checklistIDs), isReplay: result.isReplay)
        }
    }

    private func importItems(
        _ call: Call<Checklist.ID>, _ options: ImportOptions, _ content: ImportContent
    ) async throws -> Response {
        var settings = try await settings(options, call.session)
        settings.limits.itemsMax = Checklists.Limits.itemsAddedMax
        if options.isDryRun { _ = try await call.session.checklist(call.id) }
        return try await result(of: content, settings, options, for: call) { lists in
            let result = try await call.session.importItems(
                of: lists, to: call.id, idempotencyKey: call.idempotencyKey)
            return Idempotent(.items(result.value.map(\.id)), isReplay: result.isReplay)
        }
    }

    private func settings(_ options: ImportOptions, _ session: Session) async throws -> ImportSettings {
        let zone = if let zone = options.zone { zone } else { try await session.timeZone() }
        return ImportSettings(
            now: now(), zone: zone, language: options.language, columns: options.columns, inflate: inflate)
    }

    /// Reads a file, and imports its chosen lists unless the import is a dry run.
    private func result(
        of content: ImportContent, _ settings: ImportSettings, _ options: ImportOptions,
        for call: Call<some PathTarget>,
        _ write: @Sendable ([ImportedChecklist]) async throws -> Idempotent<ImportBody.Made>
    ) async throws -> Response {
        // A dry run stores no idempotency record, but refuses a malformed key too.
        _ = try call.request.idempotencyKey
        return try await withTaskExecutorPreference(background) {
            let file = try content.file(options.format, settings)
            let chosen = try ImportContent.reporting { () throws(ImportError) in
                try file.lists(at: options.lists)
            }
            guard !options.isDryRun else { return .ok(ImportBody(file: file, chosen: chosen, made: nil)) }
            let result = try await write(chosen.map(\.list))
            return Response.ok(ImportBody(file: file, chosen: chosen, made: result.value))
                .replayed(result.isReplay)
        }
    }
}

/// Decompresses a raw DEFLATE stream, as `ImportSettings.inflate` describes.
public typealias Inflate = @Sendable (_ stream: ArraySlice<UInt8>, _ size: Int) -> [UInt8]?

/// The format and the lists of an export.
private struct ExportQuery: RequestQuery {
    let format: ExportFormat
    let checklistID: Checklist.ID?

    init(_ query: inout QueryReader) {
        format = query.value("format", .choice(of: ExportFormat.self)) ?? .full
        checklistID = query.value("checklistId", .identifier())
    }
}

/// How an import reads its file, and the name of a list without one.
private struct NewListsQuery: RequestQuery {
    let options: ImportOptions
    let name: String?

    init(_ query: inout QueryReader) {
        options = ImportOptions(&query)
        name = query.value("name", .text)
    }
}

/// How an import reads its file, and which of its lists it takes.
private struct ImportOptions: RequestQuery {
    let isDryRun: Bool
    /// The format; `nil` to detect it.
    let format: ImportFormat?
    let columns: String?
    let zone: LocalTime?
    let language: Language?
    /// The indexes of the lists to import; `nil` for all.
    let lists: RangeSet<Int>?

    init(_ query: inout QueryReader) {
        isDryRun = query.value("dryRun", .boolean) ?? false
        // A CSV file is the only one with columns.
        columns = query.value("columns", .text).flatMap { $0.isEmpty ? nil : $0 }
        let format = query.value("format", .importFormat) ?? nil
        self.format = format ?? (columns == nil ? nil : .foreign(.csv))
        zone = query.value("timeZone", .timeZone)
        language = query.value("language", .choice(of: Language.self))
        lists = query.value("lists", .numberRanges)
    }
}

extension QueryType<ImportFormat?> {
    /// The name of a format; `auto` reads as `nil`.
    fileprivate static var importFormat: Self {
        let names = ["auto"] + ImportFormat.all.map(\.name)
        return Self({ _ in .notOneOf(names) }) { text in
            if text == "auto" { return .some(nil) }
            return ImportFormat(name: text).map(Optional.some)
        }
    }
}

/// An unread file of lists. Reading it can take long.
private struct ImportContent: RequestContent {
    private let bytes: [UInt8]
    /// The only format that the media type allows; `nil` for any.
    private let typedFormat: ImportFormat?

    private static let propertyListTypes = [MediaType.propertyList.essence, "application/xml", "text/xml"]

    static func mediaTypes(for method: HTTP.Method) -> [String]? {
        ["application/json"] + propertyListTypes
            + [
                "application/octet-stream", "application/zip", "text/calendar", "text/csv", "text/markdown",
                "text/plain",
            ]
    }

    /// - Throws: `Problem` 400 and 415.
    init(_ request: Request, jsonDepthMax: Int) throws {
        guard !request.body.isEmpty else {
            throw Problem(.missingContent, "The body is empty. Send a file with lists.")
        }
        try request.requireContent(of: Self.mediaTypes(for: request.head.method) ?? [])
        let body = request.body
        bytes = body
        let type = request.head.fields[.contentType].flatMap { MediaType($0)?.essence } ?? ""
        if Self.propertyListTypes.contains(type) {
            typedFormat = .propertyList
        } else if type == "application/json", !ImportFormat.beginsAsJSON(body) {
            // The reader says what is wrong with it.
            typedFormat = .json
        } else {
            typedFormat = nil
        }
    }

    /// Reads the lists.
    /// - Throws: `Problem` 400, `ChecklistsError.invalid`.
    func file(_ format: ImportFormat?, _ settings: ImportSettings) throws -> ImportFile {
        try Self.reporting { () throws(ImportError) in
            try ImportFile(bytes, as: format ?? typedFormat, settings)
        }
    }

    /// Maps the errors of an import to those of requests.
    /// - Throws: `Problem` 400, `ChecklistsError.invalid`.
    static func reporting<Value>(_ read: () throws(ImportError) -> Value) throws -> Value {
        do throws(ImportError) {
            return try read()
        } catch {
            switch error {
            case .malformed(let detail): throw Problem(.malformedContent, detail)
            case .unusable(let violation): throw ChecklistsError.invalid([violation])
            }
        }
    }
}
