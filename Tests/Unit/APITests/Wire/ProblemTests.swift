import Checklists
import Dates
import Foundation
import HTTP
import Testing

@testable import API

/// The list of problems and rules in openapi.yaml, held against that of the code.
@Suite struct `The description of problems` {
    @Test func `has every type, with its status, and no other`() throws {
        let listed = try Self.enumeration(below: "Problem")
        #expect(listed.sorted() == ProblemType.allCases.map(\.uri).sorted())
        let described = try Self.entries(below: "Problem").map { $0.split(separator: ":")[0] }
        #expect(
            described.map(String.init).sorted()
                == ProblemType.allCases.map { "`\($0.rawValue)` (\($0.status.code))" }.sorted())
    }

    @Test func `has every code of a violation, with its parameters, and no other`() throws {
        let listed = try Self.enumeration(below: "Violation")
        #expect(listed.sorted() == Violation.Code.allCases.map(\.rawValue).sorted())
        var described: [String: Set<String>] = [:]
        for entry in try Self.entries(below: "Violation") {
            let name = entry.prefix { $0 != ":" }.filter { $0 != "`" }
            let parameters = entry.firstRange(of: "Parameters: ").map { entry[$0.upperBound...] } ?? ""
            // What is in parentheses explains one of them.
            let names = parameters.replacing(#/ \([^)]*\)/#, with: "").matches(of: /`(\w+)`/)
            described[name] = Set(names.map { String($0.1) })
        }
        #expect(described.count == Violation.Code.allCases.count)
        for (code, reasons) in Dictionary(grouping: Self.reasons, by: \.code) {
            let names = reasons.flatMap { $0.parameters.elements.map(\.name) }
            #expect(described[code.rawValue] == Set(names), "\(code)")
        }
    }

    @Test func `is of rules that are all said in the same form`() {
        #expect(Set(Self.reasons.map(\.code)) == Set(Violation.Code.allCases))
        for detail in Self.reasons.map(\.detail) {
            #expect(detail.first?.isUppercase == false && detail.last != ".", "\(detail)")
        }
        #expect(
            Violation.Reason.notATimestamp.orNull.detail
                == "must be an RFC 3339 timestamp or null, for example 2026-12-01T18:00:00Z")
        #expect(
            Violation.Reason.notADate("2026-02-30").orNull.with("it is left out").detail
                == "must be a day that exists or null; February 2026 has 28 days; it is left out")
    }

    @Test func `is known to the page, as far as a person can break the rules there`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Serve/Web/Page/store/refusals.js")
        let script = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(script.firstRange(of: "const sentences = {\n"))
        let known = script[start.upperBound...].split(separator: "\n").prefix { $0 != "};" }
            .compactMap { $0.firstMatch(of: /^ {2}"?([a-z0-9-]+)"?:/)?.1 }
        let codes = Set(Violation.Code.allCases).subtracting(Self.codesOfPrograms)
        #expect(known.map(String.init).sorted() == codes.map(\.rawValue).sorted())
    }

    /// The page sends nothing that breaks these rules: it has no such field, or fills it in itself.
    private static let codesOfPrograms: Set<Violation.Code> = [
        .wrongType, .missing, .unknownField, .readOnly, .notOneOf, .notASetOf, .notExactlyOne, .notTogether,
        .requiredWith, .notAnID, .notAUUID, .unknownParameter, .repeatedParameter, .notACursor,
        .notASortOrder, .notAMoment, .notADuration, .durationOutOfRange, .countNotAllowed, .leadOfApp,
        .notAPerson, .notChecked, .taken, .differs, .duplicate, .severalItems, .tooManyAddresses,
        .notForFormat, .notAMediaType, .notASecret, .notBase64URL, .notAPublicKey, .notLists,
        .nothingToImport, .archivedObjects, .tooManySkipped, .notInBatch, .notATemporaryID,
    ]

    /// Every rule, with all parameters that it can have.
    private static let reasons: [Violation.Reason] =
        [
            .wrongType(.string), .missing, .unknownField(of: "an item", nearest: "text"), .readOnly,
            .notOneOf(["a", "b"]), .notASetOf(["a"]), .notExactlyOne(of: ["a", "b"]), .notTogether(with: "a"),
            .requiredWith("a"), .notAnID, .notAUUID, .outOfRange(1...2),
            .unknownParameter(among: ["limit"], nearest: "limit"), .repeatedParameter, .notACursor,
            .notASortOrder(by: ["a"]), .empty, .tooLong(max: 2, .characters), .tooMany(max: 2, "items"),
            .nullCharacter, .control("\t"), .control("\n"), .comma, .notAQuantity,
            .notPrintableASCII(max: 2, example: "a"),
        ] + ofTime + ofState + ofWebhooks

    private static let ofTime: [Violation.Reason] = [
        .notATimestamp, .notAMoment, .notADate, .notADate("2026-02-30"), .yearOutOfRange, .shiftOutOfRange,
        .inThePast, .notATimeZone, .notADuration(from: "PT1S", to: "P1D", example: "PT1M"),
        .durationOutOfRange(from: "PT1S", to: "P1D"), .noDueDate, .neverRecurs, .countNotAllowed,
        .noRecurrence, .lastOccurrence, .recurrenceOfApp, .leadOfApp, .noReminder,
        .startAfterDue, rule,
    ]

    private static var rule: Violation.Reason {
        do throws(RecurrenceRule.Fault) {
            _ = try RecurrenceRule("FREQ=HOURLY")
            return .noRecurrence
        } catch {
            return .notARecurrenceRule(error)
        }
    }

    private static let list = Checklist.ID(rawValue: 1)
    private static let ofState: [Violation.Reason] = [
        .notAChecklist, .notAPerson, .notAMember, .notASection, .notASibling, .notChecked, .notAParent,
        .hasSubtasks,
        .recurringSubtask, .otherSection,
        .taken(by: Item.ID(rawValue: 1), on: list), .taken(by: list),
        .taken(by: list, section: Section.ID(rawValue: 1)), .differs, .duplicate(of: "/0"), .severalItems,
        .checklistTooLarge(max: 1, count: 2), .limitReached(1, "links"), .lastOwner, .soleOwner(of: [list]),
        .firstPerson, .scopeExceeded("read"), .addressNotFound, .tooManyAddresses(max: 1),
        .notLists(formats: ["csv"]), .nothingToImport("is empty"), .unknownFormat(formats: ["csv"]),
        .archivedObjects, .tooManySkipped(max: 1), .notListNumbers, .notInBatch, .addressInBatch,
        .notATemporaryID("$1", of: "item"), .batchTooLarge(max: 1), .effectGrew,
    ]

    private static let ofWebhooks: [Violation.Reason] = [
        .notAURL, .urlNotASCII, .noTopic, .notForFormat(["ntfy"]), .unknownPlaceholder("a", among: ["b"]),
        .openPlaceholder, .notJSON, .notAMediaType, .notASecret, .notBase64URL(bytes: 16), .notAPublicKey,
        .notAMailAddress, .turnedOff(.webhook), .unconfirmed, .stillPending,
    ]

    /// The lines of a schema.
    private static func lines(of schema: String) throws -> ArraySlice<Substring> {
        let lines = Description.shared.text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "    \(schema):"))
        let rest = lines[(start + 1)...]
        return rest.prefix { $0.isEmpty || $0.hasPrefix("     ") }
    }

    /// The values of the first `enum` of a schema.
    private static func enumeration(below schema: String) throws -> [String] {
        try lines(of: schema).drop { !$0.hasSuffix(" enum:") }.dropFirst()
            .prefix { $0.hasPrefix("            - ") }.map { String($0.dropFirst("            - ".count)) }
    }

    /// The entries of the first list in the descriptions of a schema, each on one line.
    private static func entries(below schema: String) throws -> [String] {
        var entries: [String] = []
        for line in try lines(of: schema) {
            if line.hasPrefix("            * ") {
                entries.append(String(line.dropFirst("            * ".count)))
            } else if !entries.isEmpty, line.hasPrefix("              "), !line.hasPrefix("              -") {
                entries[entries.count - 1] += line.dropFirst("             ".count)
            }
        }
        return entries
    }
}
