import Checklists
import JSON

/// The sections and the order of the tasks of a project.
struct VikunjaBoard {
    private var titles: [(id: String, title: String)] = []
    private var sections: [String: String] = [:]
    /// The bucket of each task.
    private var buckets: [String: String] = [:]
    private var positions: [String: Double] = [:]

    init(of project: ForeignObject, _ notes: inout ImportNotes) {
        for bucket in project.objects("buckets", &notes).sorted(byPosition: { $0.position("position") }) {
            guard let id = bucket.id("id"), let title = bucket.text("title", &notes) else { continue }
            let name = title.asLine.first(Limits.sectionNameCharactersMax)
            if sections.updateValue(name, forKey: id) == nil { titles.append((id, name)) }
        }
        // A task can have a bucket and a position in each view. Those of the first view count.
        for entry in project.objects("task_buckets", &notes) {
            guard let task = entry.id("task_id"), let bucket = entry.id("bucket_id") else { continue }
            if buckets[task] == nil { buckets[task] = bucket }
        }
        for entry in project.objects("positions", &notes) {
            guard let task = entry.id("task_id"), let position = entry.position("position") else { continue }
            if positions[task] == nil { positions[task] = position }
        }
    }

    /// The name of the section of a task.
    func section(of task: ForeignObject) -> String? { bucket(of: task).flatMap { sections[$0] } }

    /// The names of the sections with tasks, in their order. Vikunja makes the others for each project.
    func sections(of tasks: [ForeignObject]) -> [String] {
        let used = Set(tasks.compactMap { bucket(of: $0) })
        return titles.filter { used.contains($0.id) }.map(\.title)
    }

    /// The position of a task; `nil` for none.
    func position(of task: ForeignObject) -> Double? {
        if let position = task.position("position"), position != 0 { return position }
        return task.id("id").flatMap { positions[$0] }
    }

    private func bucket(of task: ForeignObject) -> String? {
        if let bucket = task.id("bucket_id"), bucket != "0" { return bucket }
        return task.id("id").flatMap { buckets[$0] }
    }
}
