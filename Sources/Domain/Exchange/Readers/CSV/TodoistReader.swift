/// Reads the CSV files that Todoist exports, and its backup, a zip archive of them.
enum TodoistReader {
    static func document(
        in source: UnpackedFile, _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var document = ForeignDocument(settings)
        var itemsCount = 0
        guard let archive = source.archive else {
            var project = try Project(source.bytes, named: nil, file: nil, settings)
            try project.read(&document.notes, &itemsCount)
            document.lists = [project.list]
            return document
        }
        for name in archive.names {
            guard let file = name.split(separator: "/").last.map(String.init), !file.hasPrefix(".") else {
                continue
            }
            guard file.lowercased().hasSuffix(".csv") else {
                document.notes.append(ImportNote(name, "", .unknown))
                continue
            }
            let content = try archive.content(of: name)
            guard !FileText.isBlank(content) else {
                document.notes.append(ImportNote(name, "", .noText))
                continue
            }
            do throws(ImportError) {
                var project = try Project(content, named: listName(of: file), file: file, settings)
                try project.read(&document.notes, &itemsCount)
                document.lists.append(project.list)
            } catch {
                if case .malformed(let reason) = error { throw .malformed("\(file): \(reason)") }
                throw error
            }
        }
        return document
    }

    /// The name of a project: `Home` for `Home [2203306141].csv`.
    static func listName(of file: String) -> String {
        let name = file.dropLast(4)
        guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "["), bracket > name.startIndex else {
            return String(name)
        }
        let id = name[name.index(after: bracket)...].dropLast()
        let before = name[..<bracket]
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            before.hasSuffix(" ")
        else { return String(name) }
        return String(before.dropLast())
    }
}
