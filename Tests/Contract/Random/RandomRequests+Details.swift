import Checklists
import Dates
import Randomness
import StoreFixtures

// Parents, tags, quantities and starts of random requests.

extension RandomRequests {
    /// A change of the details of an item. Some are refused, such as the parent on another list.
    mutating func detailsPatch() -> DetailsPatch {
        var patch = DetailsPatch()
        if chance(20) { patch.parentUID = .some(chance(80) ? name() : nil) }
        if chance(25) { patch.parentID = .some(chance(80) ? item() : nil) }
        if chance(30) { patch.tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in tag() } }
        if chance(20) { patch.quantity = .some(chance(80) ? quantity() : nil) }
        if chance(10) { patch.unit = .some(chance(80) ? name() : nil) }
        if chance(10) { patch.startDate = .some(chance(80) ? moment() : nil) }
        if chance(10) { patch.startOn = .some(chance(80) ? day() : nil) }
        return patch
    }

    /// One of few tags, two of which differ only in case.
    mutating func tag() -> String {
        ["garden", "Garden", "é", "牛", "two words"].randomElement(using: &generator) ?? ""
    }

    private mutating func quantity() -> Quantity? {
        Quantity(thousandths: [1, 500, 1_000, 2_250, 999_999_000].randomElement(using: &generator) ?? 1)
    }

    /// Renames or deletes a tag everywhere, or counts all.
    mutating func tagRequest() -> StoreRequest {
        let (tag, name) = (tag(), tag())
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: StoreRequest("renameTag \(tag) \(name)") { try await $0.asFirst.renameTag(tag, to: name) }
        case 1: StoreRequest("deleteTag \(tag)") { try await $0.asFirst.deleteTag(tag) }
        default: StoreRequest("tags") { try await $0.asFirst.tags(PageRequest(limit: 100)).elements }
        }
    }

    /// Adds the conditions on details to a filter.
    mutating func addDetails(to filter: inout ItemFilter) {
        if chance(10) { filter.sectionID = section() }
        if chance(10) { filter.parentID = .some(chance(50) ? item() : nil) }
        if chance(10) { filter.assigneeID = .some(chance(50) ? .first : nil) }
        if chance(15) { filter.tags = [tag()] }
        if chance(5) { filter.tags.append(tag()) }
        if chance(10) { filter.changedSince = moment() }
        if chance(10) {
            filter.start = StartState(
                isFuture: chance(50), at: clock.now, on: LocalTime.utc.day(of: clock.now))
        }
    }

    private mutating func section() -> Section.ID {
        known.checklists.flatMap { $0.sections.all.map(\.id) }.randomElement(using: &generator)
            ?? Section.ID(rawValue: 1)
    }
}
