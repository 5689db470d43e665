import API
import Checklists
import Foundation
import Glibc
import Storage

/// The commands that take lists in and out of a data folder without serving it.
enum ExchangeCommands {
    /// How large a file may be that is taken in.
    private static let fileBytesMax = 1 << 30

    /// Takes in a file, or says what it would bring.
    static func takeIn(_ path: String, _ configuration: Configuration) async throws(Failure) {
        let document = try read(path)
        let lists = document.checklists
        for skipped in document.skipped { print("\(skipped.pointer): \(skipped.detail)") }
        let sum = "\(lists.count) checklists with \(document.itemsCount) items"
        guard !configuration.isTrial else { return print("\(path) has \(sum). Nothing was changed.") }
        let progress = ProgressLine()
        progress.show("keeping \(sum)")
        do {
            let repository = try await FileRepository.open(
                DataFolder(at: configuration.data), now: { Timestamp(Date()) },
                onFatal: { error in
                    progress.clear()
                    FileHandle.standardError.write(Data("checklistd: the journal failed: \(error)\n".utf8))
                    _exit(ExitStatus.ioError.rawValue)
                })
            let outcome: Result<Once<ImportCount>, any Error>
            do {
                outcome = .success(try await repository.importChecklists(lists, once: nil))
            } catch {
                outcome = .failure(error)
            }
            await repository.close()
            _ = try outcome.get()
        } catch let error as StorageError {
            progress.clear()
            if case .locked = error {
                throw Failure(
                    .unavailable,
                    "A service works on \(configuration.data). Stop it, or send the file to its /v1/import."
                )
            }
            throw Failure(error)
        } catch {
            progress.clear()
            throw Failure(.cannotCreate, "Nothing of \(path) was taken in: \(error).")
        }
        progress.clear()
        print("\(configuration.data) has \(sum) more.")
    }

    /// Prints all lists to standard output.
    static func export(_ configuration: Configuration) throws(Failure) {
        let lists = try TokenCommands.reportingErrors {
            try DataFolder(at: configuration.data).checklists(now: Timestamp(Date()))
        }
        var document = ExportDocument(of: lists, as: configuration.exportFormat, at: Timestamp(Date()))
        let progress = isatty(STDOUT_FILENO) == 0 ? ProgressLine() : nil
        var count = 0
        while let piece = document.next() {
            do {
                try FileHandle.standardOutput.write(contentsOf: Data(piece))
            } catch {
                progress?.clear()
                throw Failure(.ioError, "The lists cannot be written: \(error).")
            }
            count += piece.count
            progress?.show("\(count >> 10) KiB written")
        }
        progress?.clear()
    }

    private static func read(_ path: String) throws(Failure) -> ImportDocument {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw Failure(.noInput, "\(path) cannot be read. Name a file that is there.")
        }
        guard data.count <= fileBytesMax else {
            throw Failure(.data, "\(path) has more than \(fileBytesMax >> 20) MiB.")
        }
        var limits = ImportLimits()
        limits.checklistsMax = 100_000
        limits.itemsMax = 2_000_000
        let progress = ProgressLine()
        defer { progress.clear() }
        let bytes = [UInt8](data)
        do throws(DocumentError) {
            return try ImportDocument(bytes.span, as: .init(of: bytes.span), limits: limits) { offset in
                progress.show("reading, \(min(100, 100 * offset / max(1, bytes.count))) %")
            }
        } catch {
            switch error {
            case .malformed(let detail): throw Failure(.data, "\(path): \(detail)")
            case .unusable(let violation):
                let place = violation.pointer.isEmpty ? "The document" : violation.pointer
                throw Failure(.data, "\(path): \(place) \(violation.detail).")
            }
        }
    }
}

/// A line on a terminal that is written anew as work goes on; nothing where standard error is no terminal.
private final class ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    }

    func clear() { show("") }
}
