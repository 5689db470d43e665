import CZlib

/// Decompresses raw DEFLATE streams (RFC 1951), as in zip archives.
public enum Inflate {
    /// The content of a stream; `nil` if zlib is missing, or the stream is damaged, ends early, has bytes
    /// behind its end, or has content of another size.
    ///
    /// It allocates `size` bytes at once, so the caller limits them.
    /// - Parameter size: The size of the content, in bytes.
    public static func content(of stream: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        content(of: stream, size: size, library: "libz.so.1")
    }

    /// - Parameter library: The file name of zlib.
    static func content(of stream: ArraySlice<UInt8>, size: Int, library: String) -> [UInt8]? {
        guard size >= 0 else { return nil }
        var reason: UnsafePointer<CChar>?
        let zlib = unsafe zlib_open(library, &reason)
        // Without a reason, `zlib` has every function.
        guard unsafe reason == nil else { return nil }
        var content = [UInt8](repeating: 0, count: size)
        // The function reads and writes only within the two buffers, whose sizes it gets. It keeps no
        // pointer, and the addresses are valid in the closures. Exclusive access to `content` keeps the
        // buffers apart.
        let result = unsafe stream.withUnsafeBufferPointer { stream in
            unsafe content.withUnsafeMutableBufferPointer { content in
                unsafe zlib_inflate(zlib, stream.baseAddress, stream.count, content.baseAddress, size)
            }
        }
        return result == ZLIB_OK ? content : nil
    }
}
