import Checklists
import Dates
import JSON

/// Reads the export of Vikunja: a zip archive with `data.json`, or that file alone.
struct VikunjaReader {
    private var document: ForeignDocument
    private let settings: ImportSettings

    static func document(
        in file: UnpackedFile, _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var reader = VikunjaReader(settings)
        reader.read(try JSONFile.parse(try file.content(), settings.limits))
        if let archive = file.archive, archive.names.contains("filters.json") {
            let filters = try JSONFile.parse(try archive.content(of: "filters.json"), settings.limits)
            reader.report(filters)
        }
        return reader.document
    }

    private init(_ settings: ImportSettings) {
        document = ForeignDocument(settings)
        self.settings = settings
    }

    private mutating func report(_ filters: JSONValue) {
        for (index, filter) in filters.elements.enumerated() {
            document.notes.append(
                ImportNote("filters.json, /\(index)", "", .notSupported, filter["title"]?.text ?? ""))
        }
    }

    /// Reads the projects, and those inside of others. Versions before 0.20 have namespaces with `lists`.
    private mutating func read(_ root: JSONValue) {
        var objects: [ForeignObject]
        if let object = ForeignObject(root, at: "") {
            objects = object.has("projects") ? object.objects("projects", &document.notes) : [object]
        } else {
            objects = ForeignObject.objects(root.elements, at: "", &document.notes)
        }
        var titles: [String: String] = [:]
        for object in objects { titles[object.id("id") ?? ""] = object["title"]?.text?.asReference }
        objects.reverse()
        while let object = objects.popLast() {
            var nested: [ForeignObject] = []
            for name in ["lists", "child_projects"] { nested += object.objects(name, &document.notes) }
            // A namespace has no items of its own.
            if object.has("tasks") || !object.has("lists") {
                let parent = object.id("parent_project_id").flatMap { titles[$0] }
                readProject(object, parent: parent)
            }
            objects += nested.reversed()
        }
    }

    private mutating func readProject(_ project: ForeignObject, parent: String?) {
        var list = ForeignList(name: project.text("title", &document.notes), place: project.place)
        if let parent {
            document.notes.append(ImportNote(project.place, "parent_project_id", .notSupported, parent))
        }
        if let text = project.text("description", &document.notes).map(HTMLText.text), !text.isEmpty {
            document.notes.append(ImportNote(project.place, "description", .notSupported, text))
        }
        if project.flag("is_archived", &document.notes) {
            document.notes.append(ImportNote(project.place, "is_archived", .notSupported))
        }
        let board = VikunjaBoard(of: project, &document.notes)
        let tasks = project.objects("tasks", &document.notes)
            .sorted(byPosition: { board.position(of: $0) })
        let ids = Set(tasks.compactMap { $0.id("id") })
        list.sections = board.sections(of: tasks)
        let reader = VikunjaTaskReader(settings: settings)
        for task in tasks {
            var item = reader.item(of: task, among: ids, &document.notes)
            item.section = board.section(of: task)
            list.items.append(item)
        }
        list.setParents(
            ids: tasks.map { $0.id("id") }, parents: VikunjaTaskReader.parents(of: tasks), &document.notes)
        project.reportOthers(knowing: Self.projectFields, &document.notes)
        document.lists.append(list)
    }

    private static let projectFields: Set = [
        "id", "title", "description", "identifier", "hex_color", "parent_project_id", "owner", "owner_id",
        "is_archived", "is_favorite", "background_information", "background_blur_hash", "background_file_id",
        "subscription", "position", "views", "max_permission", "max_right", "created", "updated", "tasks",
        "buckets", "task_buckets", "positions", "child_projects", "lists", "namespace_id", "user",
        "default_bucket_id", "done_bucket_id", "created_by", "permission",
    ]
}
