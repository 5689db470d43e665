import Checklists
import Randomness
import StoreFixtures

// Requests for the sections of lists, the order of lists and saved views.

extension RandomRequests {
    mutating func structureRequest() -> StoreRequest {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: sectionRequest()
        case 1: viewRequest()
        case 2: tagRequest()
        default: membershipRequest()
        }
    }

    private mutating func sectionRequest() -> StoreRequest {
        let (list, key, name) = (list(), key(), text())
        let ifMatch = revisions(known.checklists.map(\.revision))
        let sections = known.checklists.first { $0.id == list }?.sections.all.map(\.id) ?? []
        let section = sections.randomElement(using: &generator) ?? Section.ID(rawValue: 1)
        switch Int.random(in: 0..<6, using: &generator) {
        case ..<2:
            let uid = chance(30) ? "\(Int.random(in: 0..<3, using: &generator))" : nil
            return StoreRequest("addSection to \(list)") {
                .init(try await $0.asFirst.addSection(named: name, uid: uid, to: list, idempotencyKey: key))
            }
        case 2:
            return StoreRequest("updateSection \(section) of \(list)") {
                try await $0.asFirst.updateSection(section, on: list, name: name, ifMatch: ifMatch)
            }
        case 3:
            let placement = placement(among: sections)
            return StoreRequest("moveSection \(section) of \(list) \(placement)") {
                .init(
                    try await $0.asFirst.moveSection(
                        section, on: list, to: placement, ifMatch: ifMatch, idempotencyKey: key))
            }
        case 4:
            return StoreRequest("deleteSection \(section) of \(list)") {
                try await $0.asFirst.deleteSection(section, from: list, ifMatch: ifMatch)
            }
        default:
            var draft = itemDraft()
            draft.patch.details.sectionID = chance(50) ? .some(chance(80) ? section : nil) : nil
            let added = draft
            return StoreRequest("addItem to section \(section) of \(list)") {
                .init(try await $0.asFirst.addItem(added, to: list, idempotencyKey: key))
            }
        }
    }

    private mutating func viewRequest() -> StoreRequest {
        let key = key()
        let ifMatch = revisions([known.preferences.revision])
        let views = known.preferences.views.map(\.id)
        let view = views.randomElement(using: &generator) ?? SavedView.ID(rawValue: 1)
        let query = [SavedView.Parameter(name: "q", value: text())]
        switch Int.random(in: 0..<5, using: &generator) {
        case ..<2:
            let draft = SavedViewDraft(name: text(), icon: icon(), query: query)
            return StoreRequest("addView") {
                .init(try await $0.asFirst.addView(draft, idempotencyKey: key))
            }
        case 2:
            var patch = SavedViewPatch()
            if chance(50) { patch.name = text() }
            if chance(50) { patch.query = chance(80) ? query : [] }
            let change = patch
            return StoreRequest("updateView \(view)") {
                try await $0.asFirst.updateView(view, change, ifMatch: ifMatch)
            }
        case 3:
            let placement = placement(among: views)
            return StoreRequest("moveView \(view) \(placement)") {
                .init(
                    try await $0.asFirst.moveView(
                        view, to: placement, ifMatch: ifMatch, idempotencyKey: key))
            }
        default:
            return StoreRequest("deleteView \(view)") { store in
                try await store.asFirst.deleteView(view, ifMatch: ifMatch)
                return true
            }
        }
    }

    /// Changes the settings for a list, or reads the lists in the order that results.
    private mutating func membershipRequest() -> StoreRequest {
        if chance(50) {
            var query = ChecklistQuery()
            query.sort = [SortKey(.position, descending: chance(30))]
            query.isArchived = [nil, true, false].randomElement(using: &generator) ?? nil
            if chance(20) { query.text = text() }
            query.page.limit = Int.random(in: 1...5, using: &generator)
            let first = query
            return StoreRequest("checklists by position") { store in
                var query = first
                var pages: [[Checklist]] = []
                while true {
                    let page = try await store.asFirst.checklists(query)
                    pages.append(page.elements)
                    guard let next = page.next else { return [pages, page.total] as [AnyHashable] }
                    query.page.cursor = next
                }
            }
        }
        var patch = ListPreferencesPatch()
        if chance(30) { patch.isMuted = chance(50) }
        if chance(50) { patch.position = Int.random(in: -3...3, using: &generator) }
        if chance(30) { patch.isPinned = chance(50) }
        if chance(30) { patch.isArchived = chance(50) }
        let (list, change) = (list(), patch)
        return StoreRequest("updateMembership on \(list)") {
            try await $0.asFirst.updateMembership(change, on: list)
        }
    }

    private mutating func placement<ID>(among ids: [ID]) -> Placement<ID> {
        let other = ids.randomElement(using: &generator) ?? ID(rawValue: 1)
        return [.first, .last, .before(other), .after(other)].randomElement(using: &generator) ?? .first
    }
}
