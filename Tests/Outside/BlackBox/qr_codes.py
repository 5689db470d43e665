"""A reader of QR codes in byte mode at error correction level M (ISO/IEC 18004:2015), versions 1 to 40.

A camera corrects wrong modules; this reader refuses the first one. Segno draws the finder, alignment, timing,
format and version patterns. Its data modules are not used: it adds one pad codeword too many.
"""

from functools import reduce

import segno
from segno import consts

# Table 10: whether a mask inverts the module in a row and a column.
MASKS = [
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
]


def trimmed(modules):
    """Removes the quiet zone."""
    columns = [column for column, dark in enumerate(map(any, zip(*modules))) if dark]
    return [list(row[columns[0] : columns[-1] + 1]) for row in modules if any(row)]


def read(modules):
    """Returns the text of a code. `modules` are its rows without a quiet zone; dark modules are true."""
    size = len(modules)
    assert size in range(21, 178, 4) and all(len(row) == size for row in modules), "not the size of a version"
    version = (size - 17) // 4
    mask = named_mask(modules, version)
    cells = [cell for cell in zigzag(size) if is_data(*cell, version)]
    bits = [bool(modules[row][column]) != MASKS[mask](row, column) for row, column in cells]
    octets = [number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    assert not any(bits[8 * len(octets) :]), "the modules after the last octet are not zero"
    return text_in(b"".join(blocks(octets, version)), version)


def named_mask(modules, version):
    """Returns the mask in the format pattern, and checks all function patterns."""
    size = len(modules)
    cells = [(row, column) for row in range(size) for column in range(size)]
    fixed = [cell for cell in cells if not is_data(*cell, version)]
    for mask in range(len(MASKS)):
        drawn = segno.make("", version=version, mask=mask, error="m", mode="byte", boost_error=False).matrix
        if all(bool(modules[row][column]) == bool(drawn[row][column]) for row, column in fixed):
            return mask
    raise AssertionError("a function pattern is wrong")


def is_data(row, column, version):
    """Whether a module holds data, and belongs to no function pattern."""
    size = 17 + 4 * version
    corners = ((0, 0), (0, size - 8), (size - 8, 0))
    if any(top <= row <= top + 8 and left <= column <= left + 8 for top, left in corners):
        return False
    centres = consts.ALIGNMENT_POS[version - 2] if version > 1 else ()
    # Finder patterns take the place of three alignment patterns.
    near = [[centre for centre in centres if abs(at - centre) <= 2] for at in (row, column)]
    if all(near) and (near[0][0], near[1][0]) not in ((6, 6), (6, size - 7), (size - 7, 6)):
        return False
    is_version = version >= 7 and max(row, column) >= size - 11 and min(row, column) < 6
    is_timing = 6 in (row, column)
    return not is_version and not is_timing


def zigzag(size):
    """Yields all modules in the order of the data: pairs of columns, alternately upwards and downwards."""
    upwards = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for row in reversed(range(size)) if upwards else range(size):
            yield from ((row, right), (row, right - 1))
        upwards = not upwards


def number(bits):
    return reduce(lambda total, bit: total * 2 + bit, bits, 0)


def blocks(octets, version):
    """Yields the data of each block, and checks its error correction. The blocks are interleaved."""
    kinds = consts.ECC[version][consts.ERROR_LEVEL_M]
    sizes = [kind.num_data for kind in kinds for _ in range(kind.num_blocks)]
    correction = kinds[0].num_total - kinds[0].num_data
    rest = iter(octets)
    found = [[] for _ in sizes]
    for at in range(max(sizes) + correction):
        for block, size in zip(found, sizes):
            # Short blocks have one octet of data less.
            if at < size or at >= max(sizes):
                block.append(next(rest))
    for block, size in zip(found, sizes):
        assert is_code_word(block, correction), "the error correction differs"
        yield bytes(block[:size])


def is_code_word(block, correction):
    """Whether all Reed-Solomon syndromes of a block are zero."""
    power = 1
    for _ in range(correction):
        if reduce(lambda total, octet: product(total, power) ^ octet, block, 0):
            return False
        power = product(power, 2)
    return True


def product(one, other):
    """Multiplies in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1."""
    result = 0
    while other:
        result ^= one * (other & 1)
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return result


def text_in(data, version):
    """Returns the text of the only segment, and checks the terminator and the pad codewords behind it."""
    bits = [octet >> place & 1 for octet in data for place in reversed(range(8))]
    assert number(bits[:4]) == 0b0100, "not in byte mode"
    start = 12 if version < 10 else 20
    count = number(bits[4:start])
    end = start + 8 * count
    assert end <= len(bits), "the character count exceeds the data"
    octets = bytes(number(bits[at : at + 8]) for at in range(start, end, 8))
    rest = bits[end:]
    assert not any(rest[:4]), "no terminator"
    padding = [number(rest[at : at + 8]) for at in range(4, len(rest), 8)]
    assert padding == ([0xEC, 0x11] * len(padding))[: len(padding)], f"pad codewords {padding}"
    return octets.decode()
