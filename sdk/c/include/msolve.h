/* msolve.h - the name under which older sources include the declarations. */
#ifndef TRAMMEL_MSOLVE_H
#define TRAMMEL_MSOLVE_H
#include "trammel_usersub.h"
#endif
