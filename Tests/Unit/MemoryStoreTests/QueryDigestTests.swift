import Dates
import Paging
import Testing

@testable import Checklists

/// Clients keep cursors across upgrades, so a digest must be the same in every release.
@Suite struct `The digest of a query` {
    private static let properties: [ItemQuery.Property] = [
        .position, .text, .dueDate, .important, .checked, .createdAt, .updatedAt,
    ]

    @Test func `of items is the same in every release`() throws {
        let zone = try #require(LocalTime(zone: "Europe/Paris"))
        let day = try #require(CivilDate("2026-11-25"))
        let properties = Self.properties
        let changes: [((inout ItemQuery) -> Void, UInt64)] = [
            ({ _ in }, 0x2A07_2B68_1B2B_DC76),
            ({ $0.checklistID = Checklist.ID(rawValue: 7) }, 0xCC7D_0DFD_25FA_A713),
            ({ $0.sort = properties.map { SortKey($0, descending: $0 == .text) } }, 0xBA71_8ADC_642C_E171),
            ({ $0.filter.flags[.checked] = false }, 0x1E66_74E2_99E5_7E0E),
            ({ $0.filter.flags[.important] = true }, 0x97D4_B8A4_E354_1829),
            ({ $0.filter.flags[.shouldRemind] = true }, 0x2CC7_4482_938A_F85D),
            ({ $0.filter.dueBefore = Timestamp(milliseconds: 5) }, 0x9B57_5177_CDD0_D061),
            ({ $0.filter.dueAfter = Timestamp(milliseconds: -5) }, 0x0D77_3C42_4DCF_1A8C),
            ({ $0.filter.dueDays = DueDays(from: day, through: nil, in: zone) }, 0x8B75_E00B_5D1D_0AB3),
            ({ $0.filter.dueDays = DueDays(from: nil, through: nil, in: zone) }, 0xCB2C_43D4_49DD_4652),
            ({ $0.filter.text = "Crème" }, 0x517C_FD74_DCE1_F0CE),
            ({ $0.filter.uid = "a" }, 0x7B6A_791B_F65E_0E9E),
            ({ $0.filter.resourceName = "a.ics" }, 0x8CF0_E08F_9DB5_3BE2),
            (
                { query in
                    query.checklistID = Checklist.ID(rawValue: 7)
                    query.sort = [SortKey(.dueDate, descending: true), SortKey(.createdAt)]
                    query.filter.flags[.checked] = true
                    query.filter.flags[.important] = false
                    query.filter.dueBefore = Timestamp(milliseconds: 5)
                    query.filter.dueDays = DueDays(from: day, through: day, in: zone)
                    query.filter.text = "Milk"
                    query.filter.uid = "a"
                    query.filter.resourceName = "a.ics"
                }, 0x3F6D_F4E8_F7AF_4C79
            ),
        ]
        for (change, digest) in changes {
            var query = ItemQuery()
            change(&query)
            #expect(query.digest == digest, "\(query)")
        }
    }

    @Test func `of checklists is the same in every release`() {
        var query = ChecklistQuery()
        #expect(query.digest == 0xD816_5FA3_9A2C_94B0)
        query.sort = [SortKey(.uncheckedItemsCount, descending: true), SortKey(.updatedAt)]
        query.text = "Crème"
        #expect(query.digest == 0xB94D_FF38_19EF_2B14)
    }

    @Test func `goes into a cursor of fixed bytes`() {
        let item = Item(
            id: Item.ID(rawValue: 300), checklistID: Checklist.ID(rawValue: 1), text: "Crème",
            important: true, dueDate: Timestamp(milliseconds: 3), position: -5,
            createdAt: Timestamp(milliseconds: 1),
            updatedAt: Timestamp(milliseconds: 2), revision: .zero)
        let sorting = Sorting<Item>(Self.properties.map { SortKey($0) })
        let cursor = CursorCoding(queryDigest: 7, sorting: sorting).cursor(after: item)
        let text = cursor.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(
            text == "010000000000000007000000000000012c" + "0709" + "07d804" + "00" + "0709"
                + "0500064372c3a86d65"
                + "030000000000000003" + "01" + "01" + "00" + "030000000000000001" + "030000000000000002")
    }
}
