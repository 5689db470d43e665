/// Every limit of this module on sizes, counts and times.
enum Limits {
    /// The maximum number of elements of a page that a tool returns.
    static let pageElementsMax = 200
    /// The number of elements of a page, if a call names none.
    static let pageElements = 50
    /// The approximate size at which a page of a tool ends early: 128 KiB. The first element can exceed it.
    static let pageBytesMax = 131_072
    /// The maximum number of lines that one call adds.
    static let linesMax = 100
    /// The maximum number of items that one call changes.
    static let itemsChangedMax = 100
    /// The maximum number of lists that a query names.
    static let listsMax = 50
    /// The maximum number of violations in a sentence.
    static let violationsMax = 10
    /// The maximum length of a text to search for, in Unicode scalars.
    static let searchTextMax = 1_000
    /// The maximum length of a cursor.
    static let cursorBytesMax = 4_096
    /// How long a client can keep the list of tools: one hour.
    static let toolsFreshMilliseconds = 3_600_000
}
