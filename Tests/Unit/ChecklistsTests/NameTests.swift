import Testing

@testable import Checklists

@Suite struct `What an item is called by` {
    private func name(_ kind: Item.Name.Kind, _ text: String, on list: Int = 1) -> Item.Name {
        Item.Name(kind, text, on: Checklist.ID(rawValue: list))
    }

    @Test func `is the same where its bytes, its kind and its list are`() {
        #expect(name(.uid, "é") == name(.uid, "é"))
        #expect(name(.uid, "é").hashValue == name(.uid, "é").hashValue)
        for other in [name(.uid, "e\u{301}"), name(.resource, "é"), name(.uid, "é", on: 2)] {
            #expect(other != name(.uid, "é"))
        }
        #expect(Set([name(.uid, "é"), name(.uid, "e\u{301}"), name(.resource, "é")]).count == 3)
    }

    @Test func `is its uid and what a program chose`() {
        var item = Item(
            id: Item.ID(rawValue: 7), checklistID: Checklist.ID(rawValue: 1), text: "a", position: 1,
            createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 0), revision: .zero)
        #expect(item.names.isEmpty && item.resourceName == "checklistd-7.ics" && !item.hasCalendarObject)
        item.calendarObject = CalendarObject(text: "x")
        #expect(item.names.isEmpty && item.resourceName == "checklistd-7.ics" && item.hasCalendarObject)
        item.uid = "u"
        #expect(item.names == [name(.uid, "u")] && item.resourceName == "u.ics")
        item.calendarObject?.name = "n"
        #expect(item.names == [name(.uid, "u"), name(.resource, "n")] && item.resourceName == "n")
        item.uid = nil
        #expect(item.names == [name(.resource, "n")])
    }
}

@Suite struct `A patch of the check mark` {
    @Test func `may tell when that was set, and nothing else`() {
        var patch = ItemPatch()
        #expect(!patch.isOfCheckMark)
        patch.checkedAt = Timestamp(milliseconds: 1)
        #expect(!patch.isOfCheckMark)
        patch.checked = true
        #expect(patch.isOfCheckMark)
        for change: (inout ItemPatch) -> Void in [
            { $0.position = 1 }, { $0.snoozedUntil = .some(nil) },
            { $0.calendarObject = CalendarObject(text: "") },
        ] {
            var other = patch
            change(&other)
            #expect(!other.isOfCheckMark)
        }
    }
}

@Suite struct `Calendar properties of two lists` {
    @Test func `are told apart by every byte`() {
        func list(_ value: String, _ name: String? = nil) -> Checklist {
            var list = Checklist(
                id: Checklist.ID(rawValue: 1), name: "a", icon: .folder,
                createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 0), revision: .zero)
            let property = DeadProperty(namespace: "", name: "p", value: value)
            list.collection = CalendarCollection(name: name, properties: [property])
            return list
        }
        #expect(list("é").isSame(as: list("é")))
        #expect(!list("é").isSame(as: list("e\u{301}")))
        #expect(!list("a", "é").isSame(as: list("a", "e\u{301}")))
        #expect(!list("a", "é").isSame(as: list("a")))
        var none = list("a")
        none.collection = nil
        #expect(!none.isSame(as: list("a")) && !list("a").isSame(as: none) && none.isSame(as: none))
        #expect(none.collectionBytes == 0 && list("a").storedBytes == 201 + 102)
    }
}
