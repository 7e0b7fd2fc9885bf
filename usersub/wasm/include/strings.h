/* strings.h for modules without a library of C. */
#include <string.h>
