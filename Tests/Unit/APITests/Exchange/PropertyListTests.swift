import Checklists
import Exchange
import Foundation
import Randomness
import Testing

@testable import API

/// Names and values of a document, one after the other, until it ends or is refused.
private func tokens(_ bytes: [UInt8], _ format: ImportDocument.Format) throws(ImportError)
    -> [DocumentToken]
{
    func all(_ reader: some DocumentReader) throws(ImportError) -> [DocumentToken] {
        var reader = reader
        var tokens: [DocumentToken] = []
        while let token = try reader.next(in: bytes.span) { tokens.append(token) }
        return tokens
    }
    return switch format {
    case .json: try all(JSONDocumentReader())
    case .xmlPropertyList: try all(XMLPropertyListReader())
    case .binaryPropertyList: try all(BinaryPropertyListReader())
    }
}

@Suite struct `A property list` {
    /// A value of any kind, and the tokens that it is read as. Keys are sorted, as both formats have them.
    private func sample(
        _ depth: Int, _ generator: inout some RandomNumberGenerator
    ) -> (value: Any, tokens: [DocumentToken]) {
        switch Int.random(in: depth > 2 ? 3...8 : 0...8, using: &generator) {
        case 0, 1:
            let elements = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                sample(depth + 1, &generator)
            }
            return (elements.map(\.value), [.beginArray] + elements.flatMap(\.tokens) + [.endArray])
        case 2:
            let value = sample(depth + 1, &generator)
            let name = "key \(Int.random(in: 0...9, using: &generator)) é"
            return ([name: value.value], [.beginObject, .name(name)] + value.tokens + [.endObject])
        case 3:
            let number =
                Int.random(in: .min ... .max, using: &generator) >> Int.random(in: 0...63, using: &generator)
            return (number, [.number(Double(number))])
        case 4:
            let number = Double.random(in: -1e9...1e9, using: &generator)
            return (number, [.number(number)])
        case 5:
            let flag = Bool.random(using: &generator)
            return (flag, [.bool(flag)])
        case 6:
            let seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator))
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            return (date, [.date(Timestamp(date))])
        case 7: return (Data([1, 2, 3]), [.other])
        default:
            let scalars: [Unicode.Scalar] = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                ["a", "<", "&", ">", "\"", "é", "🛒", "]", "\u{7F}", "語", " "].randomElement(using: &generator)
                    ?? "x"
            }
            let text = String(String.UnicodeScalarView(scalars))
            return (text, [.string(text)])
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `is read as Foundation wrote it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sample = sample(0, &generator)
        for (format, ours) in [
            (PropertyListSerialization.PropertyListFormat.xml, ImportDocument.Format.xmlPropertyList),
            (.binary, .binaryPropertyList),
        ] {
            let data = try PropertyListSerialization.data(
                fromPropertyList: sample.value, format: format, options: 0)
            #expect(ImportDocument.Format(of: Array(data).span) == ours)
            let isSame = try tokens(Array(data), ours) == sample.tokens
            #expect(isSame)
        }
    }

    @Test(arguments: AppFile.allCases)
    func `and JSON survive any damage`(_ file: AppFile) throws {
        let whole = try file.data(of: Array([AppChecklist].sample().prefix(2)))
        let format = ImportDocument.Format(of: whole.span)
        var generator = SeededGenerator(seed: 7)
        for length in 0..<whole.count {
            // A prefix is refused, or in a binary list has another end.
            _ = try? ImportDocument(Array(whole.prefix(length)).span, as: format)
        }
        for _ in 0..<2000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            // What matters is that it comes to an end without a trap.
            _ = try? ImportDocument(damaged.span, as: format)
        }
    }
}

@Suite struct `A property list in XML` {
    private static let head = """
        \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- by hand --><plist version="1.0">
        """

    private func read(_ value: String) throws(ImportError) -> [DocumentToken] {
        try tokens(Array("\(Self.head)\(value)</plist>\n<!-- end -->".utf8), .xmlPropertyList)
    }

    @Test func `may be written by hand`() throws {
        #expect(
            try read("<string>a&#x1F6D2;&#65;&lt;<![CDATA[<&]]>b<!-- c -->\r\n</string>") == [
                .string("a🛒A<<&b\n")
            ])
        #expect(
            try read("<dict><key>a</key><array/><key>b</key ><dict /><key>c</key><true></true></dict>") == [
                .beginObject, .name("a"), .beginArray, .endArray, .name("b"), .beginObject, .endObject,
                .name("c"), .bool(true), .endObject,
            ])
        #expect(try read("<integer>0x1F</integer>") == [.other])
        #expect(try read("<real>nan</real>") == [.other])
        #expect(try read("<data>AQI=</data>") == [.other])
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
        #expect(throws: ImportError.self) { try tokens(Array(text.utf8), .xmlPropertyList) }
    }

    @Test func `has to be in UTF-8`() {
        let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><plist><string>a</string></plist>"#
        #expect(throws: ImportError.self) { try tokens(Array(text.utf8), .xmlPropertyList) }
        let bytes = Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8)
        #expect(throws: ImportError.self) { try tokens(bytes, .xmlPropertyList) }
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
            _ = try tokens(bytes, .binaryPropertyList)
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
        let walk = try? ImportDocument(file(lists + [[0x09]]).span, as: .binaryPropertyList)
        #expect(walk == nil)
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
