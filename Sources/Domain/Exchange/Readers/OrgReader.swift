import Checklists

/// Reads the tasks of an org file.
///
/// - A headline with a keyword is an item. Its text is its notes, and items below it are its subtasks.
/// - A headline without a keyword is a section if there are items below it. It is an item if it has a
///   `SCHEDULED` or `DEADLINE`, or if the file has neither keywords nor boxes. Below an item it is a part of
///   its notes. Others are left out, with a note.
/// - Lines with boxes are items: subtasks of the headline above them, or items of the section.
/// - Items have the tags of the sections above them.
enum OrgReader {
    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        let lines = TextLines(try FileText.decode(bytes))
        var parser = OrgParser(settings, lines)
        for line in lines {
            parser.add(line)
            try settings.limits.check(itemsCount: parser.nodesCount)
        }
        return parser.finish()
    }
}
