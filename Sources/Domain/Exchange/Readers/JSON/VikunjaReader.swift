import Checklists
import JSON

/// Reads the export of Vikunja: a zip archive with `data.json`, or that file alone.
struct VikunjaReader: ForeignReader {
    var document: ForeignDocument

    mutating func read(_ file: UnpackedFile) throws(ImportError) {
        read(try JSONFile.parse(try file.content(), document.settings.limits))
        guard let archive = file.archive, archive.names.contains("filters.json") else { return }
        let filters = try JSONFile.parse(try archive.content(of: "filters.json"), document.settings.limits)
        for (index, filter) in filters.elements.enumerated() {
            document.notes.add("filters.json, /\(index)", "", .notSupported, filter["title"]?.text ?? "")
        }
    }

    /// Reads the projects, and those inside of others. Versions before 0.20 have namespaces with `lists`.
    mutating func read(_ root: JSONValue) {
        var objects = document.objects(of: root)
        if let object = objects.first, root.elements.isEmpty, object.has("projects") {
            objects = object.objects("projects")
        }
        var titles: [String: String] = [:]
        for object in objects { titles[object.id("id") ?? ""] = object["title"]?.text?.asReference }
        objects.reverse()
        while let object = objects.popLast() {
            // A namespace has no items of its own.
            if object.has("tasks") || !object.has("lists") {
                if let parent = object.id("parent_project_id").flatMap({ titles[$0] }) {
                    object.note("parent_project_id", .notSupported, parent)
                }
                readProject(object)
            }
            objects += (object.objects("lists") + object.objects("child_projects")).reversed()
        }
    }

    private mutating func readProject(_ project: ForeignObject) {
        var list = ForeignList(name: project.text("title"), place: project.place)
        if let text = project.text("description").map(HTMLText.text), !text.isEmpty {
            project.note("description", .notSupported, text)
        }
        if project.flag("is_archived") { project.note("is_archived", .notSupported) }
        var sections: [String: String] = [:]
        var names: [String] = []
        for bucket in project.objects("buckets", by: "position") {
            guard let id = bucket.id("id"), let title = bucket.text("title") else { continue }
            sections[id] = title.asLine.first(Limits.sectionNameCharactersMax)
            sections[id].map { names.append($0) }
        }
        let buckets = first(of: project.objects("task_buckets")) { $0.id("bucket_id") }
        let positions = first(of: project.objects("positions")) { $0.position("position") }
        let tasks = project.objects("tasks").sorted(byPosition: {
            let position = $0.position("position")
            return position == 0 || position == nil ? $0.id("id").flatMap { positions[$0] } : position
        })
        let ids = Set(tasks.compactMap { $0.id("id") })
        for task in tasks {
            var item = VikunjaTask(task, document.settings).item(among: ids)
            let bucket = task.id("bucket_id").flatMap { $0 == "0" ? nil : $0 }
            item.section = (bucket ?? task.id("id").flatMap { buckets[$0] }).flatMap { sections[$0] }
            list.items.append(item)
        }
        // Vikunja makes the other sections for each project.
        let used = Set(list.items.compactMap(\.section))
        list.sections = names.filter(used.contains)
        document.lists.append(list)
    }

    /// The values of tasks by their identifiers. A task can have one in each view. That of the first counts.
    private func first<Value>(
        of entries: [ForeignObject], _ value: (ForeignObject) -> Value?
    ) -> [String: Value] {
        let pairs = entries.compactMap { entry in
            entry.id("task_id").flatMap { task in value(entry).map { (task, $0) } }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
