// libcrypto of OpenSSL 3, see EVP_DigestInit(3) and EVP_MAC(3).
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
