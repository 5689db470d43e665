import Markdown
import Testing

@Suite struct `Markdown as HTML` {
    private func html(_ text: String) -> String {
        HTMLWriter.html(MarkdownDocument(text)) { $0.hasPrefix("javascript:") ? nil : $0 }
    }

    private func paragraph(_ text: String) -> String {
        let whole = html(text)
        #expect(whole.hasPrefix("<p>") && whole.hasSuffix("</p>\n"))
        return String(whole.dropFirst(3).dropLast(5))
    }

    @Test func `has headings with the anchors of GitHub`() {
        #expect(
            html("# Run it, now!\n")
                == "<h1 id=\"run-it-now\"><a href=\"#run-it-now\">Run it, now!</a></h1>\n")
        #expect(html("### `a_b` – Ü").hasPrefix("<h3 id=\"a_b--ü\">"))
        #expect(html("## A\n## A").contains("<h2 id=\"a-1\">"))
        #expect(html("#no heading") == "<p>#no heading</p>\n")
    }

    @Test(arguments: [
        ("a < b && \"c\" > 'd'", "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
        ("[<b>](\"onclick=x)", "<a href=\"&quot;onclick=x\">&lt;b&gt;</a>"),
        ("[x](javascript:alert`1`)", "x"),
    ])
    func `is escaped`(text: String, expected: String) {
        #expect(paragraph(text) == expected)
    }

    @Test(arguments: [
        ("**a** b *c*", "<strong>a</strong> b <em>c</em>"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("**a", "**a"),
        ("**`a` b**", "<strong><code>a</code> b</strong>"),
        ("`**a**`", "<code>**a**</code>"),
        ("`` a`b ``", "<code>a`b</code>"),
        ("`a", "`a"),
        (#"\*a\* \[b](c) \x"#, #"*a* [b](c) \x"#),
        ("[a `b`](C.md#d)", "<a href=\"C.md#d\">a <code>b</code></a>"),
        ("[a] (b)", "[a] (b)"),
        ("<https://a.example/?b&c>", "<a href=\"https://a.example/?b&amp;c\">https://a.example/?b&amp;c</a>"),
        ("one\ntwo", "one two"),
    ])
    func `has inline markup`(text: String, expected: String) {
        #expect(paragraph(text) == expected)
    }

    @Test func `has code as it is written`() {
        let text = "```sh\n  a <b\n\n# c\n| d |\n```\nafter"
        let code = "<pre tabindex=\"0\"><code class=\"language-sh\">  a &lt;b\n\n# c\n| d |\n</code></pre>\n"
        #expect(html(text) == code + "<p>after</p>\n")
        #expect(html("```\nopen") == "<pre tabindex=\"0\"><code>open\n</code></pre>\n")
    }

    @Test func `has lists`() {
        #expect(html("- a\n  b\n- **c**\n") == "<ul>\n<li>a b</li>\n<li><strong>c</strong></li>\n</ul>\n")
        #expect(html("1. a\n2. b") == "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n")
        #expect(html("- a\n  - b\n\nc") == "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n<p>c</p>\n")
        let code = "<pre tabindex=\"0\"><code>b\n</code></pre>\n"
        #expect(html("- a\n\n  ```\n  b\n  ```\n- c") == "<ul>\n<li>a\(code)</li>\n<li>c</li>\n</ul>\n")
        #expect(html("text\n- a").hasPrefix("<p>text</p>\n<ul>"))
    }

    @Test func `has tables`() {
        let text = "| A | B |\n| --- | :-: |\n| `a\\|b` | |\n| c | [d](e) |\nafter"
        let head = "<thead><tr><th scope=\"col\">A</th><th scope=\"col\">B</th></tr></thead>\n"
        let first = "<tr><td data-label=\"A\"><code>a|b</code></td><td data-label=\"B\"></td></tr>\n"
        let second = "<tr><td data-label=\"A\">c</td><td data-label=\"B\"><a href=\"e\">d</a></td></tr>\n"
        let table = "<table>\n\(head)<tbody>\n\(first)\(second)</tbody>\n</table>"
        #expect(html(text) == "<div class=\"table\" tabindex=\"0\">\(table)</div>\n<p>after</p>\n")
        #expect(!html("| | |\n| --- | --- |\n| a | b |").contains("thead"))
        #expect(paragraph("| a |") == "| a |")
    }

    @Test func `has asides`() {
        let aside = "<div class=\"aside danger\">\n<p><strong>Danger</strong></p>\n<p>a b</p>\n</div>\n"
        #expect(html("> Danger: a\n> b\n") == aside)
        #expect(html("> a, b: c") == "<blockquote>\n<p>a, b: c</p>\n</blockquote>\n")
    }

    @Test func `knows its title and its links`() {
        let document = MarkdownDocument(
            "text\n\n# A `b`\n\n- [c](d)\n\n| [e](f) |\n| --- |\n| **[g](h)** |\n")
        #expect(document.title == "A b")
        #expect(document.destinations == ["d", "f", "h"])
        #expect(MarkdownDocument("").title == "")
    }
}
