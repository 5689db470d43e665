#define _GNU_SOURCE
#include "CCrypto.h"

#include <string.h>

enum {
    /// The library's number for P-256 (NID_X9_62_prime256v1).
    CURVE_P256 = 415,
    /// The form of an uncompressed point: 4, x and y (POINT_CONVERSION_UNCOMPRESSED).
    FORM_UNCOMPRESSED = 4,
    /// The command that reads the tag of a cipher (EVP_CTRL_AEAD_GET_TAG).
    CONTROL_GET_TAG = 0x10,
};

/// The curve with a private key and a point for results.
struct work {
    EC_GROUP *group;
    BIGNUM *number;
    EC_POINT *point;
};

static crypto_result begin(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES], struct work *work) {
    work->group = library.EC_GROUP_new_by_curve_name(CURVE_P256);
    work->number = library.BN_bin2bn(private_key, P256_NUMBER_BYTES, NULL);
    work->point = work->group ? library.EC_POINT_new(work->group) : NULL;
    if (!work->point || !work->number) return CRYPTO_FAILED;
    const BIGNUM *order = library.EC_GROUP_get0_order(work->group);
    int is_key = !library.BN_is_zero(work->number) && library.BN_cmp(work->number, order) < 0;
    return is_key ? CRYPTO_OK : CRYPTO_INVALID;
}

/// Frees the work and clears the library's error queue. A later caller on this thread would misread those
/// errors.
static crypto_result end(struct crypto_library library, struct work *work, crypto_result result) {
    library.EC_POINT_clear_free(work->point);
    library.BN_clear_free(work->number);
    library.EC_GROUP_free(work->group);
    library.ERR_clear_error();
    return result;
}

static crypto_result write_point(
    struct crypto_library library, const struct work *work, uint8_t octets[P256_POINT_BYTES]) {
    size_t count = library.EC_POINT_point2oct(
        work->group, work->point, FORM_UNCOMPRESSED, octets, P256_POINT_BYTES, NULL);
    return count == P256_POINT_BYTES ? CRYPTO_OK : CRYPTO_FAILED;
}

crypto_result crypto_p256_public_key(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    uint8_t public_key[P256_POINT_BYTES]) {
    struct work work;
    crypto_result result = begin(library, private_key, &work);
    if (result == CRYPTO_OK && !library.EC_POINT_mul(work.group, work.point, work.number, NULL, NULL, NULL))
        result = CRYPTO_FAILED;
    if (result == CRYPTO_OK) result = write_point(library, &work, public_key);
    return end(library, &work, result);
}

crypto_result crypto_p256_shared_secret(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t public_key[P256_POINT_BYTES], uint8_t secret[P256_NUMBER_BYTES]) {
    struct work work;
    uint8_t octets[P256_POINT_BYTES];
    crypto_result result = begin(library, private_key, &work);
    // Only points on the curve are accepted. The cofactor is 1, so that each of them has the right order.
    if (result == CRYPTO_OK
        && (public_key[0] != FORM_UNCOMPRESSED
            || !library.EC_POINT_oct2point(work.group, work.point, public_key, P256_POINT_BYTES, NULL)))
        result = CRYPTO_INVALID;
    if (result == CRYPTO_OK
        && !library.EC_POINT_mul(work.group, work.point, NULL, work.point, work.number, NULL))
        result = CRYPTO_FAILED;
    if (result == CRYPTO_OK) result = write_point(library, &work, octets);
    if (result == CRYPTO_OK) memcpy(secret, octets + 1, P256_NUMBER_BYTES);
    explicit_bzero(octets, sizeof octets);
    return end(library, &work, result);
}

crypto_result crypto_p256_sign(
    struct crypto_library library, const uint8_t private_key[P256_NUMBER_BYTES],
    const uint8_t digest[32], uint8_t signature[P256_SIGNATURE_BYTES]) {
    struct work work;
    EC_KEY *key = NULL;
    ECDSA_SIG *made = NULL;
    crypto_result result = begin(library, private_key, &work);
    if (result != CRYPTO_OK) return end(library, &work, result);
    result = CRYPTO_FAILED;
    key = library.EC_KEY_new_by_curve_name(CURVE_P256);
    if (key && library.EC_KEY_set_private_key(key, work.number))
        made = library.ECDSA_do_sign(digest, 32, key);
    if (made) {
        const BIGNUM *r, *s;
        library.ECDSA_SIG_get0(made, &r, &s);
        if (library.BN_bn2binpad(r, signature, P256_NUMBER_BYTES) == P256_NUMBER_BYTES
            && library.BN_bn2binpad(s, signature + P256_NUMBER_BYTES, P256_NUMBER_BYTES)
                == P256_NUMBER_BYTES)
            result = CRYPTO_OK;
    }
    library.ECDSA_SIG_free(made);
    library.EC_KEY_free(key);
    return end(library, &work, result);
}

crypto_result crypto_aes128_gcm_encrypt(
    struct crypto_library library, const uint8_t key[AES128_KEY_BYTES],
    const uint8_t nonce[GCM_NONCE_BYTES], const uint8_t *plaintext, size_t count, uint8_t *sealed) {
    EVP_CIPHER_CTX *cipher = library.EVP_CIPHER_CTX_new();
    int length = 0;
    int rest = 0;
    int is_done = cipher
        && library.EVP_EncryptInit_ex(cipher, library.EVP_aes_128_gcm(), NULL, key, nonce)
        && library.EVP_EncryptUpdate(cipher, sealed, &length, plaintext, (int)count)
        && library.EVP_EncryptFinal_ex(cipher, sealed + length, &rest) && (size_t)length + rest == count
        && library.EVP_CIPHER_CTX_ctrl(cipher, CONTROL_GET_TAG, GCM_TAG_BYTES, sealed + count);
    library.EVP_CIPHER_CTX_free(cipher);
    library.ERR_clear_error();
    return is_done ? CRYPTO_OK : CRYPTO_FAILED;
}
