/* userPortName.h - types and names that older sources in C++ and C use which
 * write their routines as Fortran would: all arguments are pointers and the
 * lengths of texts stand behind all others.
 *
 *     PUBLIC VOID_FUNCTION GFOSUB(const int *id, const REAL *time, const REAL *par, const int *npar,
 *                                 const BOOL *dflag, const BOOL *iflag, REAL *result)
 *
 * gets the symbol gfosub_, as from a Fortran compiler.
 */
#ifndef TRAMMEL_USER_PORT_NAME_H
#define TRAMMEL_USER_PORT_NAME_H
#include "trammel_usersub.h"

/* In C++ both PUBLIC and the macros below give a function the name that it has in C, alone and together. */
#ifndef PUBLIC
#define PUBLIC TRAMMEL_EXTERN_C
#endif
#if defined(_WIN32)
#define TRAMMEL_EXPORTED __declspec(dllexport)
#else
#define TRAMMEL_EXPORTED __attribute__((visibility("default")))
#endif
#ifndef REAL
#define REAL double
#endif
#ifndef BOOL
#define BOOL int
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#define VOID_FUNCTION PUBLIC TRAMMEL_EXPORTED void
#define BOOL_FUNCTION PUBLIC TRAMMEL_EXPORTED BOOL
#define REAL_FUNCTION PUBLIC TRAMMEL_EXPORTED REAL
#define INT_FUNCTION PUBLIC TRAMMEL_EXPORTED int

#include "trammel_routines.h"
#include "trammel_fortran.h"

#endif
