import Testing

@testable import ICalendar

/// The component that lines are, whatever ends them.
func read(_ lines: String...) throws(ICalendarError) -> ICalendarComponent {
    try ICalendarComponent.parse(Array(lines.joined(separator: "\r\n").utf8))
}

/// What is written of a component.
func written(_ component: ICalendarComponent) -> [UInt8] {
    var writer = ICalendarWriter()
    writer.component(component)
    return writer.bytes
}

@Suite struct `A component of iCalendar` {
    @Test func `can follow others in one file`() throws {
        let text = "BEGIN:A\nX:1\nEND:A\n\nBEGIN:B\nBEGIN:C\nEND:C\nEND:B\n"
        let bytes = Array(text.utf8)
        let limits = ICalendarLimits(componentsMax: 3)
        #expect(try ICalendarComponent.parseSequence(bytes, limits: limits).map(\.name) == ["A", "B"])
        #expect(throws: ICalendarError(line: 5, reason: "content follows the outermost component")) {
            try ICalendarComponent.parse(bytes, limits: limits)
        }
        #expect(throws: ICalendarError(line: 7, reason: "END:B is missing")) {
            try ICalendarComponent.parseSequence(Array(bytes.dropLast(6)), limits: limits)
        }
        #expect(throws: ICalendarError.self) {
            try ICalendarComponent.parseSequence(bytes, limits: ICalendarLimits(componentsMax: 2))
        }
        #expect(throws: ICalendarError.self) { try ICalendarComponent.parseSequence([], limits: limits) }
    }

    @Test func `keeps everything in its order`() throws {
        let text = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            x-what;x-a=1,"2,;:",3;X-B=:c;d="e"\r
            begin:vtodo\r
            SUMMARY;LANGUAGE=fr:Crème\\, fraîche\r
            BEGIN:X-OURS\r
            END:X-OURS\r
            UID:\r
            END:vtodo\r
            LAST:^ \t\r
            END:VCALENDAR\r

            """
        let calendar = try read(text)
        #expect(
            calendar.isNamed("vcalendar") && calendar.properties.map(\.name) == ["VERSION", "x-what", "LAST"])
        let foreign = try #require(calendar.property("X-WHAT"))
        #expect(foreign.parameters.map(\.values) == [["1", "2,;:", "3"], [""]])
        #expect(foreign.parameter("X-A") == "1" && foreign.parameter("x-c") == nil)
        #expect(foreign.value == "c;d=\"e\"")
        let task = try #require(calendar.components("VTODO").first)
        #expect(task.property("summary")?.text == "Crème, fraîche" && task.property("UID")?.value == "")
        #expect(task.components.map(\.name) == ["X-OURS"])
        let expected = text.replacing("begin:vtodo", with: "BEGIN:vtodo")
        #expect(String(decoding: written(calendar), as: UTF8.self) == expected)
    }

    @Test func `may be folded anywhere, and its lines end in either way`() throws {
        let summary = "Crème 🛒 fraîche"
        let value = Array("SUMMARY:\(summary)".utf8)
        let (head, tail) = (Array("BEGIN:VTODO".utf8), Array("END:VTODO".utf8))
        for end in [Array("\r\n".utf8), Array("\n".utf8)] {
            for space in [0x20, 0x09] as [UInt8] {
                for position in 1...value.count {
                    let folded = value[..<position] + end + [space] + value[position...]
                    let component = try ICalendarComponent.parse(head + end + folded + end + end + tail)
                    #expect(component.property("SUMMARY")?.value == summary)
                }
                let everywhere = value.flatMap { [$0] + end + [space] }
                let component = try ICalendarComponent.parse(
                    [0xEF, 0xBB, 0xBF] + head + end + everywhere + end + tail + end)
                #expect(component.property("SUMMARY")?.value == summary)
            }
        }
    }

    @Test func `is written in lines of 75 octets that end no character in its middle`() throws {
        for start in 0..<12 {
            let text = String(repeating: "x", count: start) + String(repeating: "🛒é,\\", count: 40)
            let component = ICalendarComponent(
                "VTODO", content: [.property(ICalendarProperty("SUMMARY", text: text))])
            let bytes = written(component)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
            #expect(lines.count { $0.utf8.count > 70 } > 3)
            let read = try ICalendarComponent.parse(bytes)
            #expect(read == component && read.property("SUMMARY")?.text == text)
        }
    }

    @Test(arguments: [
        "", "\r\n\r\n", "A:b", "BEGIN:VTODO", "END:VTODO", "BEGIN:VTODO\nEND:VEVENT",
        "BEGIN:VTODO\nA\nEND:VTODO",
        "BEGIN:VTODO\n:b\nEND:VTODO", "BEGIN:VTODO\nA;:b\nEND:VTODO", "BEGIN:VTODO\nA;B:c\nEND:VTODO",
        "BEGIN:VTODO\nA;B=c\nEND:VTODO", "BEGIN:VTODO\nA;B=\"c:d\nEND:VTODO", "BEGIN:VTODO\nA B:c\nEND:VTODO",
        "BEGIN:VTODO\nÄ:c\nEND:VTODO", "BEGIN:\nEND:", "BEGIN:A B\nEND:A B", "BEGIN:VTODO\nEND:VTODO\nA:b",
        "BEGIN:VTODO\nEND:VTODO\nBEGIN:VTODO\nEND:VTODO", "BEGIN:A\nBEGIN:B\nEND:A\nEND:B",
        " BEGIN:A\nEND:A\nx",
    ])
    func `is refused where its lines do not fit`(text: String) {
        #expect(throws: ICalendarError.self) { try read(text) }
    }

    @Test func `says in which line it does not fit`() {
        do throws(ICalendarError) {
            _ = try read("BEGIN:VTODO", "A:b", " c", "", "D")
            Issue.record("it was read")
        } catch {
            #expect(error.description == "a property has no colon before its value in line 5")
        }
    }

    @Test func `has no U+0000`() {
        do throws(ICalendarError) {
            _ = try read("BEGIN:VCALENDAR", "UID:a\0b", "END:VCALENDAR")
            Issue.record("it was read")
        } catch {
            #expect(error.description == "the calendar contains the character U+0000 in line 2")
        }
    }

    @Test func `has to be in UTF-8`() {
        for bytes in [[0xE9], [0xC0, 0x80], [0xF0, 0x9F]] as [[UInt8]] {
            let all = Array("BEGIN:A\nB:".utf8) + bytes + Array("\nEND:A\n".utf8)
            #expect(throws: ICalendarError.self) { try ICalendarComponent.parse(all) }
        }
    }

    @Test func `is neither longer nor deeper nor has more components than may be`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "BEGIN:A\n", count: depth) + String(repeating: "END:A\n", count: depth))
                    .utf8)
        }
        func beside(_ count: Int) -> [UInt8] {
            Array(("BEGIN:A\n" + String(repeating: "BEGIN:B\nEND:B\n", count: count - 1) + "END:A\n").utf8)
        }
        let limits = ICalendarLimits(bytesMax: 100, depthMax: 4, componentsMax: 5)
        _ = try ICalendarComponent.parse(nested(4), limits: limits)
        _ = try ICalendarComponent.parse(beside(5), limits: limits)
        let long = nested(1) + Array(repeating: 0x0A, count: 100 - nested(1).count)
        _ = try ICalendarComponent.parse(long, limits: limits)
        for bytes in [nested(5), beside(6), long + [0x0A]] {
            #expect(throws: ICalendarError.self) { try ICalendarComponent.parse(bytes, limits: limits) }
        }
    }

    @Test func `has its properties replaced where they stand`() throws {
        var task = try read("BEGIN:VTODO", "A:1", "B:2", "A:3", "BEGIN:C", "END:C", "D:4", "END:VTODO")
        task.set("a", ICalendarProperty("A", value: "5"))
        task.set("D", nil)
        task.set("E", ICalendarProperty("E", value: "6"))
        #expect(task == (try read("BEGIN:VTODO", "A:5", "B:2", "E:6", "BEGIN:C", "END:C", "END:VTODO")))
    }
}
