/* crtdbg.h - functions of Microsoft's library, under the header that declares them there. */
#include "trammel_microsoft.h"
#ifndef _ASSERT
#define _ASSERT(x) ((void)(x))
#define _ASSERTE(x) ((void)(x))
#define _CrtSetDbgFlag(x) 0
#define _CrtDumpMemoryLeaks() 0
#endif
