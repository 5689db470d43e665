#pragma once

// The part of OpenSSL's libcrypto that messages to browsers need: P-256 and AES-128-GCM.
//
// All functions exist in OpenSSL 1.1 and in all versions 3. The code accesses no field of a library
// structure.

#include "CLibrary.h"

#include <stdint.h>

typedef struct bignum_st BIGNUM;
typedef struct bignum_ctx BN_CTX;
typedef struct ec_group_st EC_GROUP;
typedef struct ec_point_st EC_POINT;
typedef struct ec_key_st EC_KEY;
typedef struct ECDSA_SIG_st ECDSA_SIG;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct engine_st ENGINE;

#define CRYPTO_FUNCTIONS(FUNCTION) \
    FUNCTION(void, ERR_clear_error, (void)) \
    FUNCTION(BIGNUM *, BN_bin2bn, (const unsigned char *, int, BIGNUM *)) \
    FUNCTION(int, BN_bn2binpad, (const BIGNUM *, unsigned char *, int)) \
    FUNCTION(int, BN_is_zero, (const BIGNUM *)) \
    FUNCTION(int, BN_cmp, (const BIGNUM *, const BIGNUM *)) \
    FUNCTION(void, BN_clear_free, (BIGNUM *)) \
    FUNCTION(EC_GROUP *, EC_GROUP_new_by_curve_name, (int)) \
    FUNCTION(const BIGNUM *, EC_GROUP_get0_order, (const EC_GROUP *)) \
    FUNCTION(void, EC_GROUP_free, (EC_GROUP *)) \
    FUNCTION(EC_POINT *, EC_POINT_new, (const EC_GROUP *)) \
    FUNCTION(int, EC_POINT_mul, \
        (const EC_GROUP *, EC_POINT *, const BIGNUM *, const EC_POINT *, const BIGNUM *, BN_CTX *)) \
    FUNCTION(int, EC_POINT_oct2point, \
        (const EC_GROUP *, EC_POINT *, const unsigned char *, size_t, BN_CTX *)) \
    FUNCTION(size_t, EC_POINT_point2oct, \
        (const EC_GROUP *, const EC_POINT *, int, unsigned char *, size_t, BN_CTX *)) \
    FUNCTION(void, EC_POINT_clear_free, (EC_POINT *)) \
    FUNCTION(EC_KEY *, EC_KEY_new_by_curve_name, (int)) \
    FUNCTION(int, EC_KEY_set_private_key, (EC_KEY *, const BIGNUM *)) \
    FUNCTION(void, EC_KEY_free, (EC_KEY *)) \
    FUNCTION(ECDSA_SIG *, ECDSA_do_sign, (const unsigned char *, int, EC_KEY *)) \
    FUNCTION(void, ECDSA_SIG_get0, (const ECDSA_SIG *, const BIGNUM **, const BIGNUM **)) \
    FUNCTION(void, ECDSA_SIG_free, (ECDSA_SIG *)) \
    FUNCTION(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void)) \
    FUNCTION(const EVP_CIPHER *, EVP_aes_128_gcm, (void)) \
    FUNCTION(int, EVP_EncryptInit_ex, \
        (EVP_CIPHER_CTX *, const EVP_CIPHER *, ENGINE *, const unsigned char *, const unsigned char *)) \
    FUNCTION(int, EVP_EncryptUpdate, \
        (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int)) \
    FUNCTION(int, EVP_EncryptFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *)) \
    FUNCTION(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *, int, int, void *)) \
    FUNCTION(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *))

/// The functions of libcrypto. They may be called on any thread.
LIBRARY(crypto, CRYPTO_FUNCTIONS)

/// The result of a call.
typedef enum {
    CRYPTO_OK = 0,
    /// A number or a point that is invalid on the curve.
    CRYPTO_INVALID = 1,
    /// The library failed, for lack of memory or randomness.
    CRYPTO_FAILED = 2,
} crypto_result;

enum {
    /// The length of a private key of P-256, and of a coordinate of a point, in bytes.
    P256_NUMBER_BYTES = 32,
    /// The length of a public key of P-256, in bytes: 4, x and y (SEC 1 §2.3.3, uncompressed).
    P256_POINT_BYTES = 65,
    /// The length of a signature, in bytes: r and s.
    P256_SIGNATURE_BYTES = 64,
    AES128_KEY_BYTES = 16,
    GCM_NONCE_BYTES = 12,
    GCM_TAG_BYTES = 16,
};

/// Computes the public key of a private key, which must be from 1 to the order of the curve minus 1.
crypto_result crypto_p256_public_key(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    uint8_t public_key[P256_POINT_BYTES]);
/// Computes the secret that a private key shares with another party's public key (ECDH, NIST SP 800-56A
/// §5.7.1.2). A public key that is no point on the curve is invalid.
crypto_result crypto_p256_shared_secret(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t public_key[P256_POINT_BYTES], uint8_t secret[P256_NUMBER_BYTES]);
/// Signs a digest (ECDSA, FIPS 186-4 §6.4).
crypto_result crypto_p256_sign(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t digest[32], uint8_t signature[P256_SIGNATURE_BYTES]);
/// Encrypts at most INT_MAX bytes without additional data, and appends the tag (AES-128-GCM, NIST SP
/// 800-38D).
crypto_result crypto_aes128_gcm_encrypt(
    struct crypto_library library, const uint8_t key[AES128_KEY_BYTES],
    const uint8_t nonce[GCM_NONCE_BYTES], const uint8_t *plaintext, size_t count, uint8_t *sealed);
