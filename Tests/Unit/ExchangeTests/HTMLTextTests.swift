import Testing

@testable import Exchange

@Suite("The text of HTML")
struct HTMLTextTests {
    @Test(
        "has lines, bullets, check marks and links",
        arguments: [
            ("<p>One</p><p>Two</p>", "One\nTwo"),
            ("<p>One</p><p></p><p>Two</p>", "One\nTwo"),
            ("<div>One<br></div><div><br></div><div>Two</div>", "One\n\nTwo"),
            ("One<br>Two<br/>Three", "One\nTwo\nThree"),
            ("<h1>Title</h1>Text", "Title\nText"),
            ("<ul><li>A</li><li>B<ul><li>C</li></ul></li></ul>", "- A\n- B\n  - C"),
            ("<ol start=\"3\"><li>A</li><li></li><li>B</li></ol>", "- A\n- B"),
            (
                "<ul data-type=\"taskList\"><li data-checked=\"true\" data-type=\"taskItem\"><label>"
                    + "<input type=\"checkbox\" checked=\"checked\"><span></span></label>"
                    + "<div><p>Done</p></div>"
                    + "</li><li data-checked=\"false\"><div><p>Open</p></div></li></ul>",
                "- [x] Done\n- [ ] Open"
            ),
            (
                "See <a href=\"https://example.org/?a=1&amp;b=2\">this</a>.",
                "See this (https://example.org/?a=1&b=2)."
            ),
            (
                "<ul><li><a href='https://example.org'>https://example.org</a></li></ul>",
                "- https://example.org"
            ),
            ("<a href=mailto:ada@example.org>ada@example.org</a>", "ada@example.org"),
            ("<a href=\"#top\">Top</a>", "Top"),
            ("<img src=\"https://example.org/a.png\" alt=\"A cat\">", "A cat"),
            ("<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>", "A B\nC"),
            ("<pre><code>a  b\n  c</code></pre>d", "a  b\n  c\nd"),
        ])
    func structure(html: String, text: String) {
        #expect(HTMLText.text(of: html) == text)
    }

    @Test(
        "has neither scripts nor comments, and one space for white space",
        arguments: [
            ("a<script>if (a < b) { x }</script>b<STYLE>p > q {}</STYLE>c", "abc"),
            ("a<!-- <p>x</p> -->b<!doctype html>c<?xml x?>d", "abcd"),
            ("  a \n\t b&nbsp;&nbsp;c ", "a b c"),
            ("<script>never ends", ""),
            ("a<!-- never ends", "a"),
        ])
    func dropped(html: String, text: String) {
        #expect(HTMLText.text(of: html) == text)
    }

    @Test(
        "keeps what is no markup",
        arguments: [
            ("1 < 2 && 3 > 2", "1 < 2 && 3 > 2"),
            ("<3", "<3"),
            ("a <b", "a <b"),
            ("x <a href=\"never ends>y</a> z", "x y z"),
            ("&amp;lt; &#8364; &#x20AC; &#55296; &euro; &;", "&lt; € € \u{FFFD} &euro; &;"),
            ("Grüße, 你好", "Grüße, 你好"),
        ])
    func text(html: String, text: String) {
        #expect(HTMLText.text(of: html) == text)
    }

    @Test("of 100,000 open tags, quotes or entities takes linear time")
    func large() {
        for part in [
            "<div>", "<ul><li>", "<a href=\"", "<a href=x>", "<", "&", "<p", "<!--", "<pre>\n", "<b \"=",
        ] {
            let html = String(repeating: part, count: 100_000)
            #expect(HTMLText.text(of: html).utf8.count < 2_000_000)
        }
    }
}
