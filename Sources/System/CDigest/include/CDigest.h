#pragma once

#include <stddef.h>
#include <stdint.h>

// Whether the processor has carry-less multiplication, which `fold_crc32` needs.
int can_fold_crc32(void);

// Updates the register of a CRC-32 with the reflected polynomial 0xEDB88320, 16 bytes at a time.
// `count` is a multiple of 16 and at least 64.
uint32_t fold_crc32(uint32_t crc, const uint8_t *bytes, size_t count);
