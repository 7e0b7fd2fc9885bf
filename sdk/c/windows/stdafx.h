/* stdafx.h - what projects of Visual Studio include first, for sources that come without theirs. */
#include "windows.h"
#include "tchar.h"
