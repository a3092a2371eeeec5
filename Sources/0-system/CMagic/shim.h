// libmagic, see libmagic(3).
#pragma once
#include <magic.h>
