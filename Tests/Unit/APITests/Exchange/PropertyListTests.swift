import API
import Checklists
import Exchange
import Foundation
import JSON
import Randomness
import Testing

/// The JSON of a property list, with each number as it is in a `Double`.
private func json(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
    let text = try PropertyList.json(of: bytes, ImportLimits())
    guard let value = try? JSONValue.parse(text, allowsDuplicateNames: true) else {
        throw .malformed("The JSON is malformed.")
    }
    return plain(value)
}

private func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let number): .number(JSONNumber(number.double ?? 0))
    case .array(let elements): .array(elements.map(plain))
    case .object(let members): .object(members.map { JSONValue.Member($0.name, plain($0.value)) })
    default: value
    }
}

@Suite struct `A property list` {
    /// A value of any kind, and its JSON.
    private func sample(
        _ depth: Int, _ generator: inout some RandomNumberGenerator
    ) -> (value: Any, json: JSONValue) {
        switch Int.random(in: depth > 2 ? 3...8 : 0...8, using: &generator) {
        case 0, 1:
            let elements = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                sample(depth + 1, &generator)
            }
            return (elements.map(\.value), .array(elements.map(\.json)))
        case 2:
            let value = sample(depth + 1, &generator)
            let name = "key \(Int.random(in: 0...9, using: &generator)) é"
            return ([name: value.value], .object([JSONValue.Member(name, value.json)]))
        case 3:
            let number =
                Int.random(in: .min ... .max, using: &generator) >> Int.random(in: 0...63, using: &generator)
            return (number, .number(JSONNumber(Double(number))))
        case 4:
            let number = Double.random(in: -1e9...1e9, using: &generator)
            return (number, .number(JSONNumber(number)))
        case 5:
            let flag = Bool.random(using: &generator)
            return (flag, .bool(flag))
        case 6:
            let seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator))
            return (Date(timeIntervalSinceReferenceDate: seconds), .number(JSONNumber(seconds)))
        case 7: return (Data([1, 2, 3]), .null)
        default:
            let scalars: [Unicode.Scalar] = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                ["a", "<", "&", ">", "\"", "é", "🛒", "]", "\u{7F}", "語", " "].randomElement(using: &generator)
                    ?? "x"
            }
            let text = String(String.UnicodeScalarView(scalars))
            return (text, .string(text))
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `is read as Foundation wrote it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sample = sample(0, &generator)
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let data = try PropertyListSerialization.data(
                fromPropertyList: sample.value, format: format, options: 0)
            let isSame = try json(Array(data)) == sample.json
            #expect(isSame)
        }
    }

    @Test(arguments: AppFile.allCases)
    func `and JSON survive any damage`(_ file: AppFile) throws {
        let whole = try file.data(of: Array([AppChecklist].sample().prefix(2)))
        let settings = ImportSettings(
            now: Timestamp(milliseconds: 0), zone: .utc, inflate: { _, _ in nil })
        let format = ImportFormat.beginsAsJSON(whole) ? ImportFormat.json : .propertyList
        var generator = SeededGenerator(seed: 7)
        for length in 0..<whole.count {
            // A prefix is refused, or in a binary list has another end.
            _ = try? ImportFile(Array(whole.prefix(length)), as: format, settings)
        }
        for _ in 0..<2000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            // What matters is that it comes to an end without a trap.
            _ = try? ImportFile(damaged, as: format, settings)
        }
    }
}

@Suite struct `A property list in XML` {
    private static let head = """
        \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- by hand --><plist version="1.0">
        """

    private func read(_ value: String) throws(ImportError) -> JSONValue {
        try json(Array("\(Self.head)\(value)</plist>\n<!-- end -->".utf8))
    }

    @Test func `may be written by hand`() throws {
        #expect(
            try read("<string>a&#x1F6D2;&#65;&lt;<![CDATA[<&]]>b<!-- c -->\r\n</string>")
                == .string("a🛒A<<&b\n"))
        #expect(
            try read("<dict><key>a</key><array/><key>b</key ><dict /><key>c</key><true></true></dict>")
                == .object([.init("a", .array([])), .init("b", .object([])), .init("c", .bool(true))]))
        #expect(try read("<integer>0x1F</integer>") == .null)
        #expect(try read("<real>nan</real>") == .null)
        #expect(try read("<data>AQI=</data>") == .null)
    }

    @Test(arguments: [
        "", "text", "<string>", "<string>a</array>", "<array><key>a</key></array>", "<dict><true/></dict>",
        "<dict><key>a</key></dict>", "<date>today</date>", "<integer>x</integer>", "<integer>1.5</integer>",
        "<real/>", "<set/>", "<true/><true/>", "</array>", "<string>&a;</string>", "<string>&#0;</string>",
        "<string>&#xD800;</string>", "<string>&lt</string>", "<array></dict>", "<array", "<!-- ",
        "<string><b/></string>",
        String(repeating: "<array>", count: 65) + String(repeating: "</array>", count: 65),
        "<true \(String(repeating: "a", count: 2000))/>",
    ])
    func `is refused where it is not one`(_ value: String) {
        #expect(throws: ImportError.self) { try read(value) }
    }

    @Test func `that defines entities is refused before any is used`() {
        var text = #"<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "laughs">"#
        for (name, value) in zip("bcdefghij", "abcdefghi") {
            text += #"<!ENTITY \#(name) "\#(String(repeating: "&\(value);", count: 10))">"#
        }
        text += "]><plist><string>&j;</string></plist>"
        #expect(throws: ImportError.self) { try json(Array(text.utf8)) }
    }

    @Test func `has to be in UTF-8`() {
        let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><plist><string>a</string></plist>"#
        #expect(throws: ImportError.self) { try json(Array(text.utf8)) }
        let bytes = Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8)
        #expect(throws: ImportError.self) { try json(bytes) }
    }
}

@Suite struct `A binary property list` {
    /// A file of these objects, the first on top, with references and offsets of four bytes.
    private func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var places: [UInt8] = []
        for object in objects {
            places += big(bytes.count, 4)
            bytes += object
        }
        let start = bytes.count
        return bytes + places + [0, 0, 0, 0, 0, 0, 4, 4] + big(objects.count, 8) + big(0, 8) + big(start, 8)
    }

    private func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    private func array(_ numbers: Int...) -> [UInt8] {
        [0xA0 | UInt8(numbers.count)] + numbers.flatMap { big($0, 4) }
    }

    private func isRefused(_ bytes: [UInt8]) -> Bool {
        do throws(ImportError) {
            _ = try json(bytes)
            return false
        } catch {
            return true
        }
    }

    @Test func `that refers to itself is refused`() {
        #expect(isRefused(file([array(0)])))
        #expect(isRefused(file([array(1), array(0)])))
        #expect(isRefused(file([[0xD1] + big(1, 4) + big(0, 4), [0x51, 0x61]])))
    }

    @Test func `of few bytes that stand for very many values is refused`() {
        let doubling = (0..<40).map { array($0 + 1, $0 + 1) } + [[0x09]]
        #expect(isRefused(file(doubling)))
        let lists = (0..<8).map { level in array(level + 1, level + 1, level + 1, level + 1) }
        #expect(isRefused(file(lists + [[0x09]])))
    }

    @Test func `with counts, places or numbers beyond its end is refused`() {
        let good = file([array(1), [0x09]])
        #expect(!isRefused(good))
        let count = good.count
        for place in [count - 1, count - 9, count - 17, count - 25, count - 26] {
            var bad = good
            bad[place] = 0xFF
            #expect(isRefused(bad), "\(place - count)")
        }
        for index in 0..<8 {
            var bad = good
            bad[count - 8 + index] = 0xFF
            #expect(isRefused(bad))
            bad = good
            bad[count - 24 + index] = 0xFF
            #expect(isRefused(bad))
        }
        #expect(isRefused(file([[0xAF, 0x13] + big(.max, 8)])))
        #expect(isRefused(file([[0x5F, 0x13] + big(.max, 8)])))
        #expect(isRefused(file([[0xDF, 0x13] + big(1 << 61, 8)])))
        #expect(isRefused(file([[0x5F, 0x13] + Array(repeating: 0xFF, count: 8)])))
        #expect(isRefused(file([[0x6F, 0x10, 0x02, 0x00]])))
        #expect(isRefused(file([[0x62, 0xD8, 0x00, 0x00, 0x61]])))
        #expect(isRefused(file([[0x51, 0xE9]])))
        #expect(isRefused(file([[0xF0]])))
        #expect(isRefused(file([array(7)])))
        #expect(isRefused(Array("bplist00".utf8)))
    }
}
