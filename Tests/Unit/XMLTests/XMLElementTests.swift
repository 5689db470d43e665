import Testing
import XML

/// The outermost element of a text.
func read(_ text: String) throws(XMLSyntaxError) -> XMLElement {
    try XMLElement.parse(Array(text.utf8), bytesMax: 1_000_000)
}

@Suite struct `An element` {
    @Test func `is read with all that is in it, in its order`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding='UTF-8' standalone="yes" ?>
            <!-- before --><?php it?>
            <a b = "1" c='"'>one<d/>two<!-- in --> &amp; <?x y?>three<d >é🛒</d ></a >
            <!-- after -->

            """
        let d = XMLName("", "d")
        let expected = XMLElement(
            XMLName("", "a"),
            attributes: [XMLAttribute(XMLName("", "b"), "1"), XMLAttribute(XMLName("", "c"), "\"")],
            content: [
                .text("one"), .element(XMLElement(d)), .text("two & three"),
                .element(XMLElement(d, text: "é🛒")),
            ])
        let element = try read(text)
        #expect(element == expected)
        #expect(element.text == "onetwo & three" && element.children.count == 2)
        #expect(element.child(d) == XMLElement(d) && element.attribute(XMLName("", "b")) == "1")
        #expect(element.child(.dav("d")) == nil && element.attribute(.dav("b")) == nil)
    }

    @Test func `has the characters that references and sections stand for`() throws {
        #expect(try read("<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F6D2;&#x0041;&#13;</a>").text == "<>&\"'A🛒A\r")
        #expect(try read("<a>]<![CDATA[<&]]&gt;\r\n]]>]</a>").text == "]<&]]&gt;\n]")
        #expect(try read("<a>1\r\n2\r3\n4\r\r\n</a>").text == "1\n2\n3\n4\n\n")
        #expect(try read("<a b='1\r\n2\t3\r4\n&#10;&#13;&lt;'/>").attributes[0].value == "1 2 3 4 \n\r<")
    }

    @Test func `is in the namespace that its prefix stands for there`() throws {
        let text = """
            <D:a xmlns:D="DAV:" xmlns="urn:one" D:x="1" x="2">
            <b/><D:c xmlns:D="urn:two" xmlns=""><d xml:lang="en"/><D:e/></D:c><D:f/>
            </D:a>
            """
        let root = try read(text)
        #expect(root.name == .dav("a"))
        #expect(root.attributes.map(\.name) == [.dav("x"), XMLName("", "x")])
        #expect(root.children.map(\.name) == [XMLName("urn:one", "b"), XMLName("urn:two", "c"), .dav("f")])
        let inner = root.children[1]
        #expect(inner.children.map(\.name) == [XMLName("", "d"), XMLName("urn:two", "e")])
        #expect(inner.children[0].attribute(XMLName(XMLNamespace.xml, "lang")) == "en")
    }

    @Test(arguments: [
        // Namespaces.
        "<p:a/>", "<a p:b='1'/>", "<a xmlns:p=''/>", "<a xmlns:xmlns='urn:a'/>", "<a xmlns:xml='urn:a'/>",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns='urn:a' xmlns='urn:b'/>", "<a xmlns:p='urn:a' xmlns:q='urn:a' p:b='1' q:b='2'/>",
        "<a b='1' b='1'/>", "<p:a:b xmlns:p='urn:a'/>", "<:a/>", "<a:/>", "<a xmlns:='urn:a'/>",
        "<a><b xmlns:p='urn:a'/><p:c/></a>", "<xmlns:a/>", "<p:1 xmlns:p='urn:a'/>",
        // Document types, entities, encodings.
        "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>&b;</a>", "<a>&nbsp;</a>",
        "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "<?xml version='2.0'?><a/>", "<?xml?><a/>",
        "<?xml encoding='UTF-8'?><a/>", " <?xml version='1.0'?><a/>", "<a><?xml version='1.0'?></a>",
        "<?xml version='1.0' version='1.0'?><a/>", "<?xml version='1.0' b='c'?><a/>",
        // References.
        "<a>&</a>", "<a>&;</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        "<a>&#+65;</a>",
        "<a>&#1;</a>", "<a>&#xFFFE;</a>", "<a>&#x110000;</a>", "<a>&lt</a>", "<a>&#99999999999999999999;</a>",
        // Tags.
        "", " ", "a", "<", "<a", "<a>", "<a/", "</a>", "<a></b>", "<a></A>", "<a></ab>", "<a><b></a></b>",
        "<a/><a/>", "<a/>b", "b<a/>", "<a b/>", "<a b=/>", "<a b=1/>", "<a b='1/>", "<a b='1'c='2'/>",
        "<a b='<'/>", "<1/>", "<-a/>", "< a/>", "<a / >", "</ a>", "<a\u{D7}/>", "<a>\u{1}</a>",
        "<a b='\u{1}'/>", "<a>é\u{FFFE}</a>", "<a b='\u{FFFF}'/>", "<a><![CDATA[\u{FFFF}]]></a>",
        "<a><![CDATA[\u{1}]]></a>", "<a><![CDATA[</a>", "<a><!-- </a>", "<a><? </a>", "<![CDATA[a]]><a/>",
    ])
    func `is refused where it is not right`(text: String) {
        #expect(throws: XMLSyntaxError.self) { try read(text) }
    }

    @Test func `says in which line it is not right`() {
        #expect(throws: XMLSyntaxError.self) { try read("<a>\n\r\n<b>\n</a>") }
        do throws(XMLSyntaxError) {
            _ = try read("<a>\n\r\n<b>\n</a>")
        } catch {
            #expect(error.line == 4 && error.offset == 10)
            #expect(error.description == "<b> is closed by </a> in line 4")
        }
    }

    @Test func `has to be in UTF-8`() {
        let start = Array("<a>".utf8)
        let end = Array("</a>".utf8)
        for bytes in [[0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] as [[UInt8]] {
            #expect(throws: XMLSyntaxError.self) {
                try XMLElement.parse(start + bytes + end, bytesMax: 100)
            }
        }
        let wide = "<a/>".utf16.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        #expect(throws: XMLSyntaxError.self) { try XMLElement.parse([0xFF, 0xFE] + wide, bytesMax: 100) }
    }

    @Test func `has no more of anything than may be`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func attributes(_ count: Int) -> String {
            "<a " + (0..<count).map { "a\($0)=''" }.joined(separator: " ") + "/>"
        }
        _ = try read(nested(XMLElement.depthMax))
        #expect(throws: XMLSyntaxError.self) { try read(nested(XMLElement.depthMax + 1)) }
        _ = try read(attributes(XMLTokenizer.attributesMax))
        #expect(throws: XMLSyntaxError.self) { try read(attributes(XMLTokenizer.attributesMax + 1)) }
        func namespace(_ count: Int) -> String { "<a xmlns:b='\(String(repeating: "c", count: count))'/>" }
        _ = try read(namespace(XMLTokenizer.namespaceBytesMax))
        #expect(throws: XMLSyntaxError.self) { try read(namespace(XMLTokenizer.namespaceBytesMax + 1)) }
        _ = try XMLElement.parse(Array("<a/>".utf8), bytesMax: 4)
        #expect(throws: XMLSyntaxError.self) { try XMLElement.parse(Array("<a/>".utf8), bytesMax: 3) }
    }
}

@Suite struct `A property list's XML` {
    @Test func `may have a document type without declarations`() throws {
        func tokens(_ text: String) throws(XMLSyntaxError) -> [XMLTokenizer.Token] {
            var tokenizer = XMLTokenizer(depthMax: 2, dialect: .propertyList)
            var tokens: [XMLTokenizer.Token] = []
            while let token = try tokenizer.next(in: Array(text.utf8).span) { tokens.append(token) }
            return tokens
        }
        let a = XMLName("", "a")
        #expect(
            try tokens("<!DOCTYPE a PUBLIC 'b'><a>\u{1}&#2;</a>") == [
                .begin(a, []), .text("\u{1}\u{2}"), .end,
            ])
        #expect(throws: XMLSyntaxError.self) { try tokens("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>") }
    }
}
