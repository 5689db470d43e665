/// Reads the CSV files that Todoist exports, and its backup, a zip archive of them.
struct TodoistReader: ForeignReader {
    var document: ForeignDocument

    mutating func read(_ source: UnpackedFile) throws(ImportError) {
        guard let archive = source.archive else { return try read(source.bytes, named: nil, file: nil) }
        for name in archive.names {
            guard let file = name.split(separator: "/").last.map(String.init), !file.hasPrefix(".") else {
                continue
            }
            guard file.lowercased().hasSuffix(".csv") else {
                document.notes.add(name, "", .unknown)
                continue
            }
            let content = try archive.content(of: name)
            guard !FileText.isBlank(content) else {
                document.notes.add(name, "", .noText)
                continue
            }
            do throws(ImportError) {
                // `Home [2203306141].csv` is the project Home.
                let name = file.dropLast(4).replacing(#/(.) \[[A-Za-z0-9]+\]$/#) { String($0.output.1) }
                try read(content, named: String(name), file: file)
            } catch {
                if case .malformed(let reason) = error { throw .malformed("\(file): \(reason)") }
                throw error
            }
        }
    }

    private mutating func read(_ bytes: [UInt8], named name: String?, file: String?) throws(ImportError) {
        var project = try TodoistProject(bytes, named: name, file: file, document)
        try project.read { () throws(ImportError) in try document.countItem() }
        document.lists.append(project.list)
    }
}
