/* utilCcallable.h - the utilities for C under the name that older sources
 * include: scalars by value, results through pointers. */
#ifndef TRAMMEL_UTIL_C_CALLABLE_H
#define TRAMMEL_UTIL_C_CALLABLE_H
#include "trammel_usersub.h"
#endif
