// libargon2, the reference implementation of RFC 9106: https://github.com/P-H-C/phc-winner-argon2.
#pragma once
#include <argon2.h>
