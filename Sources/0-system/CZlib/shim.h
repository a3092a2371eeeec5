// zlib, see zlib.h itself.
#pragma once
#include <zlib.h>
