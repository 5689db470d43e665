import Checklists
import ICalendar

/// Writes each task of a file as a calendar object of its own (RFC 4791 §4.1), with the time zones that it
/// names.
struct CalendarObjectWriter {
    private let calendars: [Parts]
    /// How many more bytes of time zones all objects together can have.
    private var zoneBytesLeft: Int

    /// The maximum size of the time zones in all objects, as a multiple of the size of the file. It keeps the
    /// memory linear, since a file of many tasks has each time zone once.
    ///
    /// A task with a time has some 300 bytes, and its time zone some 400 to 1,200.
    private static let zoneBytesPerByte = 4
    /// The maximum size for small files, in bytes.
    private static let zoneBytesMin = 1024 * 1024

    /// The parts of a calendar that objects repeat.
    private struct Parts {
        var head: [UInt8]
        var zones: [String: [UInt8]] = [:]

        init(_ calendar: ICalendarComponent) {
            var writer = ICalendarWriter()
            writer.property("BEGIN", "VCALENDAR")
            writer.property("VERSION", "2.0")
            for name in ["PRODID", "CALSCALE"] { calendar.property(name).map { writer.property($0) } }
            head = writer.bytes
            for zone in calendar.components("VTIMEZONE") {
                guard let name = zone.property("TZID")?.text, zones[name] == nil else { continue }
                zones[name] = zone.bytes
            }
        }
    }

    init(_ calendars: [ICalendarComponent], bytesOfFile: Int) {
        self.calendars = calendars.map { Parts($0) }
        zoneBytesLeft = max(Self.zoneBytesMin, bytesOfFile * Self.zoneBytesPerByte)
    }

    /// The object of a task; `nil` if it exceeds `Limits.calendarObjectBytesMax`.
    mutating func object(of task: CalendarFile.Task) -> String? {
        let parts = calendars[task.calendar]
        var object = parts.head
        for name in task.zoneNames {
            // Apps know the zones of the IANA database (RFC 7809 §3.1).
            guard let zone = parts.zones[name], zone.count <= zoneBytesLeft else { continue }
            object += zone
            zoneBytesLeft -= zone.count
        }
        for todo in [task.master] + task.overrides {
            object += todo.bytes
            guard object.count <= Limits.calendarObjectBytesMax else { return nil }
        }
        object += Array("END:VCALENDAR\r\n".utf8)
        return object.count <= Limits.calendarObjectBytesMax ? String(decoding: object, as: UTF8.self) : nil
    }
}

extension CalendarFile.Task {
    /// The identifiers of the time zones that the task names, each once.
    var zoneNames: [String] {
        var names: [String] = []
        var known: Set<String> = []
        for todo in [master] + overrides {
            todo.forEachZone { name in if known.insert(name).inserted { names.append(name) } }
        }
        return names
    }
}

extension ICalendarComponent {
    fileprivate var bytes: [UInt8] {
        var writer = ICalendarWriter()
        writer.component(self)
        return writer.bytes
    }

    /// The parser limits the depth of components.
    fileprivate func forEachZone(_ visit: (String) -> Void) {
        for content in content {
            switch content {
            case .property(let property):
                if let name = property.parameter("TZID") { visit(name) }
            case .component(let component): component.forEachZone(visit)
            }
        }
    }
}
