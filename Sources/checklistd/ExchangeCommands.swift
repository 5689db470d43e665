import API
import Checklists
import Compression
import Exchange
import FileStore
import Foundation
import Glibc

/// The commands `import` and `export`.
enum ExchangeCommands {
    /// The maximum size of an imported file: 1 GiB.
    private static let fileBytesMax = 1 << 30

    /// Imports a file, or standard input if the name is `-`. With `--dry-run`, prints what it would import.
    ///
    /// A running server that uses the folder imports the file itself.
    static func takeIn(_ file: String, _ configuration: Configuration) async throws(Failure) {
        let path = file == "-" ? "standard input" : file
        let bytes = [UInt8](try content(of: file))
        let read = try read(bytes, of: path, configuration)
        let chosen = try chosen(of: read, from: path, configuration)
        let lists = chosen.map(\.list)
        print(ImportTable(read, chosen).text)
        let itemsCount = lists.reduce(0) { $0 + $1.items.count }
        let sum = "\(counted(lists.count, "checklist")) with \(counted(itemsCount, "item"))"
        guard !configuration.isDryRun else { return print("\(path) has \(sum). Nothing was changed.") }
        let progress = ProgressLine()
        progress.show("storing \(sum)")
        defer { progress.clear() }
        let name = try await configuration.withStorage { storage throws(Failure) in
            if try await !keep(lists, in: storage, from: path) {
                try send(bytes, of: path, as: read.format, configuration, to: storage.name)
            }
            return storage.name
        }
        progress.clear()
        print("Imported \(sum) into \(name).")
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Stores the lists.
    /// - Returns: Whether no server uses the storage.
    private static func keep(
        _ lists: [ImportedChecklist], in storage: any Storage, from path: String
    ) async throws(Failure) -> Bool {
        try await Failure.reporting {
            do {
                _ = try await storage.withStore {
                    try await $0.asFirst.importChecklists(lists, idempotencyKey: nil)
                }
                return true
            } catch StorageError.locked {
                return false
            } catch let error as ChecklistsError where error != .unavailable {
                throw Failure(.cannotCreate, "\(path) was not imported: \(error).")
            }
        }
    }

    /// Has the running server import the file, with the settings of this command.
    private static func send(
        _ bytes: [UInt8], of path: String, as format: ImportFormat, _ configuration: Configuration,
        to name: String
    ) throws(Failure) {
        var query = [("format", format.name), ("timeZone", configuration.zone.name)]
        if let name = listName(of: path) { query.append(("name", name)) }
        if let columns = configuration.columns { query.append(("columns", columns)) }
        if let language = configuration.language { query.append(("language", language.rawValue)) }
        if let lists = configuration.lists { query.append(("lists", lists.numbersText)) }
        let target =
            "/v1/import?"
            + query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
        let answer = try ControlAdministration.importFile(bytes, target, in: configuration.data, named: name)
        guard answer.status == 200 else { throw Failure(answer, about: path) }
    }

    /// The name for a list that has none in the file; `nil` for standard input.
    private static func listName(of path: String) -> String? {
        path == "standard input" ? nil : URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// Prints all lists to standard output.
    static func export(_ configuration: Configuration) async throws(Failure) {
        let name = configuration.format ?? ExportFormat.full.rawValue
        guard let format = ExportFormat(rawValue: name) else {
            throw Failure(.usage, "export cannot write '\(name)'; see checklistd export --help.")
        }
        let lists = try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.checklists() }
        }
        var document = ExportDocument(
            of: lists, as: format, at: Timestamp(Date()), in: configuration.zone)
        let progress = isatty(STDOUT_FILENO) == 0 ? ProgressLine() : nil
        var count = 0
        while let piece = document.next() {
            do {
                try FileHandle.standardOutput.write(contentsOf: Data(piece))
            } catch {
                progress?.clear()
                throw Failure(.ioError, "Standard output cannot be written: \(error).")
            }
            count += piece.count
            progress?.show("\(count >> 10) KiB written")
        }
        progress?.clear()
    }

    private static func content(of file: String) throws(Failure) -> Data {
        do {
            guard file == "-" else {
                return try Data(contentsOf: URL(filePath: file), options: .mappedIfSafe)
            }
            var data = Data()
            // One octet more than the limit shows that the input is too large.
            while data.count <= fileBytesMax,
                let piece = try FileHandle.standardInput.read(upToCount: 1 << 20), !piece.isEmpty
            {
                data += piece
            }
            return data
        } catch {
            let name = file == "-" ? "Standard input" : file
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoSuchFile: "there is no such file"
                case .fileReadNoPermission: "its permissions do not allow it"
                default: "it is no readable file"
                }
            throw Failure(.noInput, "\(name) cannot be read: \(reason). Name a file that you can read.")
        }
    }

    private static func read(
        _ bytes: [UInt8], of path: String, _ configuration: Configuration
    ) throws(Failure) -> ImportFile {
        let format = configuration.format.flatMap(ImportFormat.init(name:))
        guard format != nil || [nil, "auto"].contains(configuration.format) else {
            throw Failure(
                .usage,
                "import cannot read '\(configuration.format ?? "")'; see checklistd import --help.")
        }
        guard bytes.count <= fileBytesMax else {
            throw Failure(.data, "\(path) has more than \(fileBytesMax >> 20) MiB. Split the file.")
        }
        var settings = ImportSettings(
            now: Timestamp(Date()), zone: configuration.zone, language: configuration.language,
            name: listName(of: path), columns: configuration.columns,
            inflate: { Inflate.content(of: $0, size: $1) })
        settings.limits.checklistsMax = 100_000
        settings.limits.itemsMax = 2_000_000
        settings.limits.valuesMax = 64_000_000
        settings.limits.unpackedBytesMax = fileBytesMax
        let progress = ProgressLine()
        defer { progress.clear() }
        return try reporting(path) { () throws(ImportError) in
            try ImportFile(
                bytes, as: format ?? (configuration.columns == nil ? nil : .foreign(.csv)), settings
            ) { offset in
                progress.show("reading, \(min(100, 100 * offset / max(1, bytes.count))) %")
            }
        }
    }

    /// The lists of a file that `--lists` names, with their numbers.
    private static func chosen(
        of file: ImportFile, from path: String, _ configuration: Configuration
    ) throws(Failure) -> [(index: Int, list: ImportedChecklist)] {
        try reporting(path) { () throws(ImportError) in try file.lists(at: configuration.lists) }
    }

    /// Maps the errors of an import to failures that name the file.
    private static func reporting<Value>(
        _ path: String, _ read: () throws(ImportError) -> Value
    ) throws(Failure) -> Value {
        do throws(ImportError) {
            return try read()
        } catch {
            switch error {
            case .malformed(let detail): throw Failure(.data, "\(path): \(detail)")
            case .unusable(let violation):
                let part = violation.pointer.isEmpty ? "The file" : violation.pointer
                throw Failure(.data, "\(path): \(part) \(violation.detail).")
            }
        }
    }
}

/// A progress line on a terminal, written over itself. Shows nothing if standard error is no terminal.
private final class ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    }

    func clear() { show("") }
}
