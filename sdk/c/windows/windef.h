/* windef.h - a part of windows.h. */
#include "windows.h"
