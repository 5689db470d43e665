extension ConformanceCase {
    /// What RFC 8259 leaves to the parser, and this one accepts: numbers beyond what a machine holds stay as
    /// written.
    static let acceptedByChoice: [ConformanceCase] = [
        .init("i_number_double_huge_neg_exp", "[123.456e-789]"),
        .init("i_number_huge_exp", "[0.4e006", .repeated("9", 90), "006]"),
        .init("i_number_neg_int_huge_exp", "[-1e+9999]"),
        .init("i_number_pos_double_huge_exp", "[1.5e+9999]"),
        .init("i_number_real_neg_overflow", "[-123123e100000]"),
        .init("i_number_real_pos_overflow", "[123123e100000]"),
        .init("i_number_real_underflow", "[123e-10000000]"),
        .init("i_number_too_big_neg_int", "[-123123123123123123123123123123]"),
        .init("i_number_too_big_pos_int", "[100000000000000000000]"),
        .init("i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]"),
    ]

    /// What RFC 8259 leaves to the parser, and this one refuses: what is no Unicode text, byte order marks,
    /// deep nesting.
    static let refusedByChoice: [ConformanceCase] = [
        .init("i_object_key_lone_2nd_surrogate", #"{"\uDFAA":0}"#),
        .init("i_string_1st_surrogate_but_2nd_missing", #"["\uDADA"]"#),
        .init("i_string_1st_valid_surrogate_2nd_invalid", #"["\uD888\u1234"]"#),
        .init("i_string_UTF-16LE_with_BOM", 0xFF, 0xFE, "[\u{00}\"\u{00}", 0xE9, "\u{00}\"\u{00}]\u{00}"),
        .init("i_string_UTF-8_invalid_sequence", "[\"日ш", 0xFA, "\"]"),
        .init("i_string_UTF8_surrogate_U+D800", "[\"", 0xED, 0xA0, 0x80, "\"]"),
        .init("i_string_incomplete_surrogate_and_escape_valid", #"["\uD800\n"]"#),
        .init("i_string_incomplete_surrogate_pair", #"["\uDd1ea"]"#),
        .init("i_string_incomplete_surrogates_escape_valid", #"["\uD800\uD800\n"]"#),
        .init("i_string_invalid_lonely_surrogate", #"["\ud800"]"#),
        .init("i_string_invalid_surrogate", #"["\ud800abc"]"#),
        .init("i_string_invalid_utf-8", "[\"", 0xFF, "\"]"),
        .init("i_string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#),
        .init("i_string_iso_latin_1", "[\"", 0xE9, "\"]"),
        .init("i_string_lone_second_surrogate", #"["\uDFAA"]"#),
        .init("i_string_lone_utf8_continuation_byte", "[\"", 0x81, "\"]"),
        .init("i_string_not_in_unicode_range", "[\"", 0xF4, 0xBF, 0xBF, 0xBF, "\"]"),
        .init("i_string_overlong_sequence_2_bytes", "[\"", 0xC0, 0xAF, "\"]"),
        .init("i_string_overlong_sequence_6_bytes", "[\"", 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, "\"]"),
        .init("i_string_overlong_sequence_6_bytes_null", "[\"", 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, "\"]"),
        .init("i_string_truncated-utf-8", "[\"", 0xE0, 0xFF, "\"]"),
        .init("i_string_utf16BE_no_BOM", "\u{00}[\u{00}\"\u{00}", 0xE9, "\u{00}\"\u{00}]"),
        .init("i_string_utf16LE_no_BOM", "[\u{00}\"\u{00}", 0xE9, "\u{00}\"\u{00}]\u{00}"),
        .init("i_structure_500_nested_arrays", .repeated("[", 500), .repeated("]", 500)),
        .init("i_structure_UTF-8_BOM_empty_object", "\u{FEFF}{}"),
    ]
}
