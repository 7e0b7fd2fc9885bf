/* Messages, and every utility that is not supported yet: it is there, so that
 * libraries load; it sets its error flag and tells the host once. */
#include "forward.h"

static void message(int usrmes, int flag, const char *text, int ntext, int id, const char *tag, int ntag)
{
    if (!flag || !current) return;
    inside = 0;
    hooks.message(usrmes, flag, text, ntext, id, tag, ntag);
    inside = 1;
}

EXPORT void c_errmes(int flag, const char *text, int id, const char *tag)
{
    message(0, flag, text, length(text, 4096), id, tag, length(tag, 64));
}

EXPORT void c_usrmes(int flag, const char *text, int id, const char *tag)
{
    message(1, flag, text, length(text, 4096), id, tag, length(tag, 64));
}

EXPORT void ERRMES(const int *flag, const char *text, const int *id, const char *tag, long n, long m)
{
    message(0, *flag, text, fortran_length(text, n), *id, tag, fortran_length(tag, m));
}

EXPORT void USRMES(const int *flag, const char *text, const int *id, const char *tag, long n, long m)
{
    message(1, *flag, text, fortran_length(text, n), *id, tag, fortran_length(tag, m));
}

FORTRAN(ERRMES, errmes)
FORTRAN(USRMES, usrmes)

/* The current time of the solver. */
EXPORT void GETSTM(double *time) { *time = current ? current->time : 0; }
EXPORT void c_getstm(double *time) { GETSTM(time); }
FORTRAN(GETSTM, getstm)

/* Answers in order: no analytic partials are wanted; threads are no concern. */
EXPORT void c_adams_needs_partials(int *flag) { *flag = 0; }
EXPORT void c_adams_declare_threadsafe(void) {}

/* missing reports a utility the first time and sets its flag. */
static long missing(char *said, const char *name, int *flag, int value)
{
    if (flag) *flag = value;
    if (!*said && hooks.missing) {
        int was = inside;
        *said = 1;
        inside = 0;
        hooks.missing(name, length(name, 64));
        inside = was;
    }
    return 0;
}

/* MISSING(upper, lower, c, f, value) makes the four names of a utility. c and f
 * are the places of the error flag among the arguments, -1 if there is none. In
 * C only integers and pointers count: doubles by value travel in registers of
 * their own and do not move the others. In Fortran all arguments count. */
#define C_ARGS long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9
#define F_ARGS C_ARGS, long a10
#define FLAG(i, ...) ((i) < 0 ? 0 : (int *)((long[]){__VA_ARGS__})[(i) < 0 ? 0 : (i)])

#define MISSING_C(lower, c, value)                                                               \
    static char said_##lower;                                                                    \
    EXPORT long c_##lower(C_ARGS)                                                                \
    {                                                                                            \
        return missing(&said_##lower, #lower, FLAG(c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9),   \
                       value);                                                                   \
    }

#define MISSING_UPPER(UPPER, lower, f, value)                                                     \
    EXPORT long UPPER(F_ARGS)                                                                    \
    {                                                                                            \
        return missing(&said_##lower, #lower,                                                    \
                       FLAG(f, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10), value);             \
    }

#define MISSING(UPPER, lower, c, f, value)                                                       \
    MISSING_C(lower, c, value)                                                                   \
    MISSING_UPPER(UPPER, lower, f, value)                                                        \
    FORTRAN(UPPER, lower)

#include "missing.h"
