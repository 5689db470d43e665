"""QR codes of the page: equal to those of Segno module for module, and readable."""

import pytest
import segno
from qr_codes import read

# Octets in a full code of the versions 1 to 10. Segno adds one pad codeword too many to others.
CAPACITIES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]


def encode(window, text, mask=None):
    script = """async ([text, mask]) => {
        const { encode } = await import("/assets/qr.js");
        return encode(text, mask ?? undefined).map((row) => row.map(Number));
    }"""
    return window.page.evaluate(script, [text, mask])


def test_codes_equal_those_of_segno(window):
    for version, capacity in enumerate(CAPACITIES, start=1):
        text = ("https://lists.example/#join=" * 9)[:capacity]
        for mask in range(8):
            code = segno.make(
                text, version=version, mask=mask, error="m", mode="byte", boost_error=False, micro=False
            )
            expected = [[int(module) for module in row] for row in code.matrix]
            assert encode(window, text, mask) == expected, (version, mask)


@pytest.mark.parametrize("length", [1, 15, 43, pytest.param(80, marks=pytest.mark.gate), 100, 123, 200])
def test_codes_are_readable(window, length):
    text = ("http://192.168.178.20:8080/#join=cll_" + "aB3-_9zQ" * 30)[:length]
    assert read(encode(window, text)) == text


def test_codes_hold_letters_of_any_script(window):
    assert read(encode(window, "größe 日本")) == "größe 日本"


def test_what_is_too_long_is_refused(window):
    too_long = """async () => {
        const { encode } = await import("/assets/qr.js");
        try { encode("x".repeat(214)); } catch (error) { return error.name; }
    }"""
    assert window.page.evaluate(too_long) == "RangeError"
