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
                handler: takeIn),
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

    private func takeIn(
        _ call: Call<Fixed>, _ query: ImportQuery, _ content: ImportContent
    ) async throws -> Response {
        // A dry run stores no idempotency record, but refuses a malformed key too.
        _ = try call.request.idempotencyKey
        var settings = ImportSettings(
            now: now(), zone: try await zone(of: query, call.session), language: query.language,
            name: query.name, columns: query.columns, inflate: inflate)
        settings.limits = ImportLimits()
        return try await withTaskExecutorPreference(background) {
            let file = try content.file(query.format, settings)
            let chosen = file.checklists.enumerated().map { (index: $0, list: $1) }
                .filter { query.includes($0.index) }
            if chosen.isEmpty, !file.checklists.isEmpty {
                throw ChecklistsError.invalid([
                    Violation(
                        "", .nothingToImport("list with one of these numbers", formats: ForeignFormat.names))
                ])
            }
            guard !query.isDryRun else { return .ok(ImportBody(file: file, chosen: chosen, ids: [])) }
            let result = try await call.session.importChecklists(
                chosen.map(\.list), idempotencyKey: call.idempotencyKey)
            let body = ImportBody(file: file, chosen: chosen, ids: result.value.checklistIDs)
            return Response.ok(body).replayed(result.isReplay)
        }
    }

    /// The time zone of the query, else of the person.
    private func zone(of query: ImportQuery, _ session: Session) async throws -> LocalTime {
        if let zone = query.zone { return zone }
        return try await session.timeZone()
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

/// How an import reads its file, and which of its lists it makes.
private struct ImportQuery: RequestQuery {
    let isDryRun: Bool
    /// The format; `nil` to detect it.
    let format: ImportFormat?
    let name: String?
    let columns: String?
    let zone: LocalTime?
    let language: Language?
    private let lists: [ClosedRange<Int>]?

    init(_ query: inout QueryReader) {
        isDryRun = query.value("dryRun", .boolean) ?? false
        // A CSV file is the only one with columns.
        columns = query.value("columns", .text).flatMap { $0.isEmpty ? nil : $0 }
        let format = query.value("format", .importFormat) ?? nil
        self.format = format ?? (columns == nil ? nil : .foreign(.csv))
        name = query.value("name", .text)
        zone = query.value("timeZone", .timeZone)
        language = query.value("language", .choice(of: Language.self))
        lists = query.value("lists", .numberRanges)
    }

    /// Whether the import makes the list with an index in the file.
    func includes(_ index: Int) -> Bool {
        lists?.contains { $0.contains(index) } ?? true
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
        try request.requireContent(of: Self.mediaTypes(for: request.head.method) ?? [])
        guard !request.body.isEmpty else {
            throw Problem(.missingContent, "The body is empty. Send a file with lists.")
        }
        let body = request.body
        bytes = body
        let type = request.head.fields[.contentType].flatMap { MediaType($0)?.essence } ?? ""
        if Self.propertyListTypes.contains(type) {
            typedFormat = .propertyList
        } else if type == "application/json", !ImportDocument.Format.isJSON(body.span) {
            // The reader says what is wrong with it.
            typedFormat = .json
        } else {
            typedFormat = nil
        }
    }

    /// Reads the lists.
    /// - Throws: `Problem` 400, `ChecklistsError.invalid`.
    func file(_ format: ImportFormat?, _ settings: ImportSettings) throws -> ImportFile {
        do throws(ImportError) {
            return try ImportFile(bytes, as: format ?? typedFormat, settings)
        } catch {
            switch error {
            case .malformed(let detail): throw Problem(.malformedContent, detail)
            case .unusable(let violation): throw ChecklistsError.invalid([violation])
            }
        }
    }
}
