import Checklists
import Exchange

/// Reads the input as a file of another program: the first byte is the number of the format from `a` on, the
/// rest is the file.
///
/// A plan must follow the rules of items, and be the same when the file is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExchange(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let number = octets.first else { return 0 }
    let format = formats[Int(number &- UInt8(ascii: "a")) % formats.count]
    let file = Array(octets.dropFirst())
    guard let plan = try? format.plan(of: file, settings) else { return 0 }
    for list in plan.checklists {
        precondition(list.draft.violations().isEmpty, "a list breaks a rule")
        for (index, item) in list.items.enumerated() {
            precondition(item.draft.violations().isEmpty, "an item breaks a rule")
            precondition(item.section.map(list.sections.indices.contains) ?? true, "there is no such section")
            guard let parent = item.parent else { continue }
            precondition(parent < index && list.items[parent].parent == nil, "the parent cannot be one")
        }
    }
    precondition((try? format.plan(of: file, settings)) == plan, "the second plan is another one")
    return 0
}

private let formats = ForeignFormat.allCases

/// Noon of 2026-12-01 in UTC. Zip archives have stored files only.
private let settings = ImportSettings(
    now: Timestamp(milliseconds: 1_796_126_400_000), zone: .utc, inflate: { _, _ in nil })
