package import Checklists
package import JSON

extension CalendarObject {
    /// Writes what was sent, and the name if one was chosen.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if let name { json.member("name", name) }
        json.member("text", text)
        json.endObject()
    }

    /// Reads what was sent.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init(text: "")
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "name": name = try reader.string(in: bytes)
            case "text": text = try reader.string(in: bytes)
            default: throw reader.unknown(member)
            }
        }
    }
}

extension CalendarCollection {
    /// Writes the name and the properties that there are.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if let name { json.member("name", name) }
        if !properties.isEmpty { json.array("properties", properties) }
        json.endObject()
    }

    /// Reads what was written.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init()
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "name": name = try reader.string(in: bytes)
            case "properties":
                properties = try reader.deadProperties(in: bytes)
            default: throw reader.unknown(member)
            }
        }
    }
}

extension JSONWriter {
    mutating func array(_ name: StaticString, _ properties: [DeadProperty]) {
        array(name) { json in for property in properties { property.write(to: &json) } }
    }
}

extension JSONReader {
    mutating func deadProperties(in bytes: Span<UInt8>) throws(FormatError) -> [DeadProperty] {
        try array(in: bytes) { (reader, bytes) throws(FormatError) in
            try DeadProperty(from: &reader, in: bytes)
        }
    }
}

extension DeadProperty {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("namespace", namespace)
        json.member("name", name)
        json.member("value", value)
        json.endObject()
    }

    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init(namespace: "", name: "", value: "")
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "namespace": namespace = try reader.string(in: bytes)
            case "name": name = try reader.string(in: bytes)
            case "value": value = try reader.string(in: bytes)
            default: throw reader.unknown(member)
            }
        }
    }
}
