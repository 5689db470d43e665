"""QR codes as the page makes them: module for module as another program has them, and read by a third one."""

import cv2
import numpy
import pytest
import segno

# How many octets the versions 1 to 10 hold. Only what fills a code is compared with segno's, which fills up
# what is left with one octet too many.
CAPACITIES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]


def encode(window, text, mask=None):
    script = """async ([text, mask]) => {
        const { encode } = await import("/assets/qr.js");
        return encode(text, mask ?? undefined).map((row) => row.map(Number));
    }"""
    return window.page.evaluate(script, [text, mask])


def read(modules):
    """What a camera would read, with eight pixels for a module."""
    image = numpy.pad(1 - numpy.array(modules, numpy.uint8), 4, constant_values=1) * 255
    return cv2.QRCodeDetector().detectAndDecode(numpy.kron(image, numpy.ones((8, 8), numpy.uint8)))[0]


def test_codes_are_as_another_program_makes_them(window):
    for version, capacity in enumerate(CAPACITIES, start=1):
        text = ("https://lists.example/#join=" * 9)[:capacity]
        for mask in range(8):
            code = segno.make(
                text, version=version, mask=mask, error="m", mode="byte", boost_error=False, micro=False
            )
            expected = [[int(module) for module in row] for row in code.matrix]
            assert encode(window, text, mask) == expected, (version, mask)


@pytest.mark.parametrize("length", [1, 15, 43, 80, 100, 123, 200])
def test_codes_can_be_read(window, length):
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
