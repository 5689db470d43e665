/// A name in a namespace (Namespaces in XML 1.0 §2.1).
public struct XMLName: Hashable, Sendable {
    /// The URI of the namespace; empty for no namespace.
    public let namespace: String
    /// The name within the namespace.
    public let local: String

    /// Creates a name; an empty namespace means none.
    public init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// A name of WebDAV (RFC 4918).
    public static func dav(_ local: String) -> XMLName { XMLName(XMLNamespace.dav, local) }
    /// A name of CalDAV (RFC 4791).
    public static func calDAV(_ local: String) -> XMLName { XMLName(XMLNamespace.calDAV, local) }
    /// A name of Apple's calendars, such as `calendar-color`.
    public static func apple(_ local: String) -> XMLName { XMLName(XMLNamespace.apple, local) }
    /// A name of Apple's calendar server, such as `getctag`.
    public static func calendarServer(_ local: String) -> XMLName {
        XMLName(XMLNamespace.calendarServer, local)
    }
}

/// The namespaces that the server knows.
public enum XMLNamespace {
    /// WebDAV (RFC 4918 §14).
    public static let dav = "DAV:"
    /// CalDAV (RFC 4791 §9).
    public static let calDAV = "urn:ietf:params:xml:ns:caldav"
    /// Apple's calendars.
    public static let apple = "http://apple.com/ns/ical/"
    /// Apple's calendar server.
    public static let calendarServer = "http://calendarserver.org/ns/"
    /// The namespace of the prefix `xml`.
    public static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The namespace of the prefix `xmlns`, which no name may use.
    static let declarations = "http://www.w3.org/2000/xmlns/"
}

/// An attribute of an element.
public struct XMLAttribute: Hashable, Sendable {
    /// The name; an attribute without a prefix is in no namespace.
    public var name: XMLName
    /// The value with references resolved.
    public var value: String

    /// Creates an attribute.
    public init(_ name: XMLName, _ value: String) {
        self.name = name
        self.value = value
    }
}
