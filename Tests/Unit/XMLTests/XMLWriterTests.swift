import Randomness
import Testing
import XML

@Suite struct `Written XML` {
    private static let head = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:I="http://apple.com/ns/ical/" xmlns:CS="http://calendarserver.org/ns/"
        """

    @Test func `declares the namespaces that are known at the top`() {
        var writer = XMLWriter()
        writer.element(.dav("multistatus")) { writer in
            writer.element(XMLElement(.calDAV("calendar-data"), text: "a<b>&\"\r\n"))
            writer.element(XMLElement(.apple("calendar-order"), text: ""))
            writer.element(.calendarServer("getctag"))
        }
        let text = """
            \(Self.head)><C:calendar-data>a&lt;b&gt;&amp;"&#13;
            </C:calendar-data><I:calendar-order/><CS:getctag/></D:multistatus>
            """
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `declares others where they stand`() {
        var writer = XMLWriter()
        writer.element(.dav("multistatus")) { writer in
            writer.element(
                XMLName("urn:a", "b"),
                attributes: [
                    XMLAttribute(XMLName("urn:c", "d"), "1\n\""),
                    XMLAttribute(XMLName(XMLNamespace.xml, "lang"), "en"),
                ]
            ) { $0.element(XMLName("urn:a", "e")) }
            writer.element(XMLName("urn:a", "b"))
            writer.element(XMLName("", "f"))
        }
        let text = """
            \(Self.head)><n5:b xmlns:n5="urn:a" xmlns:n6="urn:c" n6:d="1&#10;&quot;" xml:lang="en"><n5:e/>\
            </n5:b>\
            <n5:b xmlns:n5="urn:a"/><f/></D:multistatus>
            """
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `can be taken in pieces`() throws {
        var writer = XMLWriter()
        writer.begin(.dav("a"))
        var bytes = writer.take()
        writer.element(XMLElement(.dav("b"), text: "c"))
        bytes += writer.take()
        bytes += writer.take()
        writer.end()
        bytes += writer.take()
        let expected = XMLElement(.dav("a"), content: [.element(XMLElement(.dav("b"), text: "c"))])
        #expect(try XMLElement.parse(bytes, bytesMax: 1_000) == expected)
    }

    @Test func `has no characters that XML has not`() throws {
        var writer = XMLWriter()
        writer.element(XMLElement(.dav("a"), text: "\0\u{1B}\u{FFFE}\u{FFFF}\u{FFFD}\u{FEFF}\u{7F}\t"))
        let text = "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FEFF}\u{7F}\t"
        #expect(try XMLElement.parse(writer.bytes, bytesMax: 1_000).text == text)
    }
}

@Suite struct `Random XML` {
    private static let namespaces = ["", "DAV:", XMLNamespace.calDAV, "urn:a", "urn:\"b\"", XMLNamespace.xml]
    private static let pieces = [
        "a", "é", "🛒", "<", "&", ">", "]]>", "\"", "'", "\r", "\n", "\t", " ", "&lt;",
    ]

    private func text(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &generator))
            .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private func name(_ generator: inout some RandomNumberGenerator) -> XMLName {
        XMLName(
            Self.namespaces.randomElement(using: &generator) ?? "",
            ["a", "b-c", "_", "é.1"].randomElement(using: &generator) ?? "")
    }

    private func element(_ depth: Int, _ generator: inout some RandomNumberGenerator) -> XMLElement {
        var element = XMLElement(name(&generator))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let attribute = XMLAttribute(name(&generator), text(&generator))
            if element.attribute(attribute.name) == nil { element.attributes.append(attribute) }
        }
        for _ in 0..<Int.random(in: 0...(depth > 5 ? 0 : 4), using: &generator) {
            if case .element? = element.content.last, Bool.random(using: &generator) {
                element.content.append(.text(text(&generator)))
            } else {
                element.content.append(.element(self.element(depth + 1, &generator)))
            }
        }
        return element
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `is read as it was written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let element = element(0, &generator)
        var writer = XMLWriter()
        writer.element(element)
        #expect(try XMLElement.parse(writer.bytes, bytesMax: .max) == element)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `that is damaged is refused or read, and then read as it is written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var writer = XMLWriter()
        writer.element(element(2, &generator))
        let whole = writer.bytes
        for length in stride(from: 0, to: whole.count, by: 1 + whole.count / 200) {
            #expect(throws: XMLSyntaxError.self) {
                try XMLElement.parse(Array(whole.prefix(length)), bytesMax: .max)
            }
        }
        let marks = Array("<>/&;'\"= :x!?-[]".utf8)
        for _ in 0..<200 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: damaged[index] = marks.randomElement(using: &generator) ?? 0
                default: damaged.remove(at: index)
                }
            }
            guard let element = try? XMLElement.parse(damaged, bytesMax: .max) else { continue }
            var writer = XMLWriter()
            writer.element(element)
            #expect(try XMLElement.parse(writer.bytes, bytesMax: .max) == element)
        }
    }
}
