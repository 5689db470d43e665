import ICalendar
import Randomness
import Testing

@Suite struct `Random calendars` {
    private static let pieces = [
        "a", "é", "🛒", "e\u{301}", ",", ";", ":", "\\", "\"", "^", "^n", "\\n", "\t", " ", "\r", "\u{1}", "=",
        "\\,", "BEGIN:",
    ]

    private func text(_ generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(
            in: 0...(Int.random(in: 0...9, using: &generator) == 0 ? 200 : 8), using: &generator)
        return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private func name(_ generator: inout some RandomNumberGenerator) -> String {
        ["A", "x-b", "SUMMARY", "VTODO", "DUE"].randomElement(using: &generator) ?? ""
    }

    private func component(_ depth: Int, _ generator: inout some RandomNumberGenerator) -> ICalendarComponent
    {
        var component = ICalendarComponent(name(&generator))
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            if depth < 4, Int.random(in: 0...3, using: &generator) == 0 {
                component.content.append(.component(self.component(depth + 1, &generator)))
                continue
            }
            let parameters = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                ICalendarParameter(name(&generator), text(&generator), text(&generator))
            }
            component.content.append(
                .property(
                    ICalendarProperty(name(&generator), parameters: parameters, value: text(&generator))))
        }
        return component
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `are read as they were written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let component = component(0, &generator)
        let bytes = written(component)
        #expect(try ICalendarComponent.parse(bytes) == component)
        // A line ends with LF alone just as well.
        #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `that are damaged are refused or read, and then read as they are written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let whole = written(component(1, &generator))
        let marks = Array("\r\n :;,=\"^\\".utf8)
        for round in 0..<whole.count + 300 {
            var damaged = whole
            if round < whole.count {
                damaged = Array(whole.prefix(round))
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let index = Int.random(in: 0..<damaged.count, using: &generator)
                    switch Int.random(in: 0...2, using: &generator) {
                    case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
                    case 1: damaged[index] = marks.randomElement(using: &generator) ?? 0
                    default: damaged.remove(at: index)
                    }
                }
            }
            guard let component = try? ICalendarComponent.parse(damaged) else { continue }
            #expect(try ICalendarComponent.parse(written(component)) == component)
            // What values mean is asked of anything.
            for property in component.properties {
                _ = (property.text, property.texts, property.times, property.duration, property.trigger)
                _ = (property.recurrenceRule, property.position, property.parameters.map(\.values))
            }
        }
    }
}
