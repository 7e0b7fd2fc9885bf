/* direct.h - functions of Microsoft's library, under the header that declares them there. */
#include "trammel_microsoft.h"
