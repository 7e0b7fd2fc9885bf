/* trammel_usersub.h - user subroutines in C and C++.
 *
 * A routine takes pointers to its arguments and returns nothing:
 *
 *     DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar,
 *                                 int *dflag, int *iflag, double *value)
 *
 * Integers have 32 bits, reals 64. Outputs are zero before each call. par has
 * at least 30 entries; those beyond npar are zero. Build it with
 *
 *     gcc -O2 -shared -fPIC -I sdk/c/include -o mylib.so mylib.c
 *
 * The utilities below are defined when the library is loaded; nothing is
 * linked. Error flags are 0 when all is well.
 */
#ifndef TRAMMEL_USERSUB_H
#define TRAMMEL_USERSUB_H

/* Many sources use these without including them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#define TRAMMEL_EXTERN_C extern "C"
#else
#define TRAMMEL_EXTERN_C
#endif

/* DLLFUNC stands before a routine that is to be found from outside, STDCALL
 * before its name. */
#ifndef DLLFUNC
#if defined(_WIN32)
#define DLLFUNC TRAMMEL_EXTERN_C __declspec(dllexport)
#else
#define DLLFUNC TRAMMEL_EXTERN_C __attribute__((visibility("default")))
#endif
#endif

#ifndef STDCALL
#if defined(_WIN32) && !defined(_WIN64)
#define STDCALL __stdcall
#else
#define STDCALL
#endif
#endif

/* ---- utilities ---------------------------------------------------------- */

/* Scalars are passed by value, results come through pointers.
 *
 * c_modfnc gives an attribute as text; info is 0 or 1 for a logical, 2 integer,
 * 3 integers, 4 real, 5 reals, 6 text, -1 unknown element, -2 unknown id, -3
 * unknown attribute. iord is 0 for a value, 1 and 2 for its derivatives with
 * respect to x. c_errmes and c_usrmes do nothing when their flag is 0; the
 * endflg "STOP" ends the run; msgtyp is INFO, INFO_NOPAD, INFO_LOG, WARN, FAULT
 * or ERROR. c_timget gives the end of the last accepted step, c_getstm the
 * current time. */
#include "trammel_utilities.h"

#endif
