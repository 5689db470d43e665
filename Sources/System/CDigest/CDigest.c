#include "CDigest.h"

#if defined(__x86_64__)

#include <immintrin.h>

// "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Gopal and others, Intel, 2009.
// A block of 16 bytes is a polynomial over GF(2). Folding adds it to a later block. Its halves are multiplied
// by constants that shift them that far, modulo the polynomial of the checksum.

#define NEEDS_CARRYLESS __attribute__((target("pclmul,sse4.1")))

int can_fold_crc32(void) { return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1"); }

NEEDS_CARRYLESS static inline __m128i load(const uint8_t *bytes) {
    return _mm_loadu_si128((const __m128i *)bytes);
}

NEEDS_CARRYLESS static inline __m128i fold(__m128i block, __m128i shift, __m128i onto) {
    __m128i low = _mm_clmulepi64_si128(block, shift, 0x00);
    __m128i high = _mm_clmulepi64_si128(block, shift, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), onto);
}

NEEDS_CARRYLESS uint32_t fold_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    // x^(512+32), x^(512-32), x^(128+32), x^(128-32) and x^64, each modulo P and reflected.
    const __m128i by64Bytes = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
    const __m128i by16Bytes = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    const __m128i by8Bytes = _mm_set_epi64x(0, 0x163cd6124);
    // P and the quotient of x^64 by it, reflected.
    const __m128i division = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    const __m128i lowHalf = _mm_set_epi32(0, 0, 0, -1);

    // Four blocks at a time, so that no multiplication waits for the one before.
    __m128i blocks[4];
    for (int i = 0; i < 4; i++) blocks[i] = load(bytes + 16 * i);
    blocks[0] = _mm_xor_si128(blocks[0], _mm_cvtsi32_si128((int)crc));
    for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64)
        for (int i = 0; i < 4; i++) blocks[i] = fold(blocks[i], by64Bytes, load(bytes + 16 * i));

    __m128i rest = blocks[0];
    for (int i = 1; i < 4; i++) rest = fold(rest, by16Bytes, blocks[i]);
    for (; count >= 16; bytes += 16, count -= 16) rest = fold(rest, by16Bytes, load(bytes));

    // Reduces 128 bits to 64.
    rest = _mm_xor_si128(_mm_srli_si128(rest, 8), _mm_clmulepi64_si128(rest, by16Bytes, 0x10));
    __m128i low = _mm_and_si128(rest, lowHalf);
    rest = _mm_xor_si128(_mm_srli_si128(rest, 4), _mm_clmulepi64_si128(low, by8Bytes, 0x00));
    // Reduces 64 bits to 32 (Barrett).
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(rest, lowHalf), division, 0x10);
    rest = _mm_xor_si128(rest, _mm_clmulepi64_si128(_mm_and_si128(quotient, lowHalf), division, 0x00));
    return (uint32_t)_mm_extract_epi32(rest, 1);
}

#else

int can_fold_crc32(void) { return 0; }

uint32_t fold_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return crc;
}

#endif
