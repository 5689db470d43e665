import CEmbedded

/// The files of the folders `Page` and `Icons`, which are compiled into the executable.
enum EmbeddedFiles {
    /// The HTML page.
    static var page: [UInt8] { unsafe octets(embedded_page()) }

    /// The service worker of the page.
    static var worker: [UInt8] { unsafe octets(embedded_worker()) }

    /// The other files of `Page`, by name.
    static var assets: [String: [UInt8]] { unsafe files(embedded_assets()) }

    /// The icons, by name.
    static var icons: [String: [UInt8]] { unsafe files(embedded_icons()) }

    /// The pages of the manual in Markdown, by name.
    static var manual: [String: [UInt8]] { unsafe files(embedded_manual()) }

    /// The style sheet of the manual.
    static var manualStyle: [UInt8] { unsafe octets(embedded_manual_style()) }

    /// The page, the scripts and the style sheet of the API's reference, by name.
    static var reference: [String: [UInt8]] { unsafe files(embedded_reference()) }

    private static func files(_ list: UnsafePointer<EmbeddedFile>) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var next = unsafe list
        while let name = unsafe next.pointee.name {
            unsafe files[String(cString: name)] = octets(next.pointee)
            unsafe next += 1
        }
        return files
    }

    private static func octets(_ file: EmbeddedFile) -> [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: file.content, count: file.octets))
    }
}
