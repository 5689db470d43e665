#pragma once

// What messages to browsers need of OpenSSL's libcrypto: the curve P-256 and AES-128-GCM.
//
// The library is loaded when it is first needed, so that building takes no development package and a machine
// without libcrypto runs everything else. Only functions that OpenSSL 1.1 and all of 3 have are used; none of
// its structures is looked into.

#include <stddef.h>
#include <stdint.h>

/// The functions of a loaded library. They may be called on any thread.
struct crypto_library;

/// How something went.
typedef enum {
    CRYPTO_OK = 0,
    /// A number or a point that the curve does not have.
    CRYPTO_INVALID = 1,
    /// The library could not do it, for want of memory or randomness.
    CRYPTO_FAILED = 2,
} crypto_result;

enum {
    /// The length of a private key of P-256, and of a coordinate of a point.
    P256_NUMBER_BYTES = 32,
    /// The length of a public key of P-256: 4, x and y (SEC 1 §2.3.3, uncompressed).
    P256_POINT_BYTES = 65,
    /// The length of a signature: r and s.
    P256_SIGNATURE_BYTES = 64,
    AES128_KEY_BYTES = 16,
    GCM_NONCE_BYTES = 12,
    GCM_TAG_BYTES = 16,
};

/// Loads a library by its file name.
///
/// Returns NULL when it is missing or another one, and leaves the reason in `error`, to be copied before the
/// thread loads anything else. The library's code stays in memory until the process ends.
const struct crypto_library *crypto_library_open(const char *name, const char **error);
/// Forgets the functions of a library.
void crypto_library_close(const struct crypto_library *library);

/// The public key of a private one, which is from 1 to the order of the curve less 1.
crypto_result crypto_p256_public_key(
    const struct crypto_library *library, const uint8_t private_key[P256_NUMBER_BYTES],
    uint8_t public_key[P256_POINT_BYTES]);
/// The secret that a private key shares with somebody's public one (ECDH, NIST SP 800-56A §5.7.1.2). A public
/// key that is no point on the curve is invalid.
crypto_result crypto_p256_shared_secret(
    const struct crypto_library *library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t public_key[P256_POINT_BYTES], uint8_t secret[P256_NUMBER_BYTES]);
/// The signature of a digest (ECDSA, FIPS 186-4 §6.4).
crypto_result crypto_p256_sign(
    const struct crypto_library *library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t digest[32], uint8_t signature[P256_SIGNATURE_BYTES]);
/// Encrypts at most INT_MAX bytes without additional data, and writes the tag behind them (AES-128-GCM, NIST
/// SP 800-38D).
crypto_result crypto_aes128_gcm_encrypt(
    const struct crypto_library *library, const uint8_t key[AES128_KEY_BYTES],
    const uint8_t nonce[GCM_NONCE_BYTES], const uint8_t *plaintext, size_t count, uint8_t *sealed);
