extension CalendarObject {
    /// The first UID in the text; `nil` if there is none.
    var uid: String? { ContentLine.lines(of: Array(text.utf8)).first { $0.isNamed("UID") }?.value }

    /// The object with other UIDs in its references to tasks (`RELATED-TO`, RFC 5545 §3.8.4.5). All other
    /// lines stay as they are, octet for octet.
    func referring(to uids: [String: String]) -> CalendarObject {
        let octets = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        for line in ContentLine.lines(of: octets) where line.isNamed("RELATED-TO") {
            guard let uid = uids[line.value] else { continue }
            result += octets[copied..<line.range.lowerBound] + Array("\(line.head):\(uid)".utf8)
            copied = line.range.upperBound
        }
        return CalendarObject(name: name, text: String(decoding: result + octets[copied...], as: UTF8.self))
    }
}

extension [Mutation] {
    /// Lets new items refer to each other where their originals did.
    /// - Parameter uids: The UIDs of the new items, by those of the originals.
    mutating func mapReferences(by uids: [String: String]) {
        if uids.isEmpty { return }
        for index in indices {
            guard case .item(before: nil, after: var item?) = self[index], item.hasCalendarObject,
                let object = item.calendarObject
            else { continue }
            let mapped = object.referring(to: uids)
            if mapped == object { continue }
            item.calendarObject = mapped
            self[index] = .item(before: nil, after: item)
        }
    }
}

/// A content line of iCalendar, without its folds (RFC 5545 §3.1).
private struct ContentLine {
    /// Where it is in the text, in octets, without its end.
    let range: Range<Int>
    /// Name and parameters.
    let head: String
    let value: String

    func isNamed(_ name: String) -> Bool { head.prefix { $0 != ";" }.uppercased() == name }

    static func lines(of octets: [UInt8]) -> [ContentLine] {
        var lines: [ContentLine] = []
        var index = 0
        while index < octets.count {
            let start = index
            var end = index
            var unfolded: [UInt8] = []
            var goesOn = true
            while goesOn {
                let newline = octets[index...].firstIndex(of: UInt8(ascii: "\n")) ?? octets.count
                let hasReturn = newline > index && octets[newline - 1] == UInt8(ascii: "\r")
                end = hasReturn ? newline - 1 : newline
                unfolded += octets[index..<end]
                index = min(newline + 1, octets.count)
                goesOn =
                    index < octets.count && [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(octets[index])
                if goesOn { index += 1 }
            }
            lines.append(ContentLine(unfolded, at: start..<end))
        }
        return lines
    }

    private init(_ octets: [UInt8], at range: Range<Int>) {
        var isQuoted = false
        let colon = octets.firstIndex { octet in
            if octet == UInt8(ascii: "\"") { isQuoted.toggle() }
            return octet == UInt8(ascii: ":") && !isQuoted
        }
        self.range = range
        head = String(decoding: octets[..<(colon ?? octets.count)], as: UTF8.self)
        value = String(decoding: octets[(colon ?? octets.count)...].dropFirst(), as: UTF8.self)
    }
}
