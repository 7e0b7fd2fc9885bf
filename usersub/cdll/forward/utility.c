/* All utilities but those of ask.c and function.c. Each function puts its arguments into an
 * array of words and enters the host, which knows their kinds from the same
 * table that table.h was written from. Outside of a call the flag is set. */
#include "forward.h"

/* Bit i of places is set if word i is an address. An address that is no memory
 * is found here, while a fault still counts as the routine's. */
static long enter(int number, int form, const union word *a, const long *lengths, int *flag, int failed,
                  unsigned int places)
{
    if (!current || !inside) {
        if (flag) *flag = failed;
        return 0;
    }
    for (int i = 0; places; i++, places >>= 1)
        if ((places & 1) && a[i].p) (void)*(const volatile char *)a[i].p;
    inside = 0;
    hooks.utility(number, form, a, lengths);
    inside = 1;
    return 0;
}

#include "table.h"

/* tm_table tells which table the library was built from. */
EXPORT unsigned long tm_table(void) { return TABLE; }

static long analys_form;

/* tm_analys sets the form of c_analys: 0 find out, 1 by value, 2 pointers. */
EXPORT void tm_analys(long form) { analys_form = form; }

/* c_analys has two forms. With times by value they travel in registers of their
 * own, and the third integer is the flag init: 0 or 1. With pointers it is the
 * address of the begin. */
EXPORT long c_analys(const char *kind, const char *name, long a2, long a3, long a4, long a5, double begin,
                     double end)
{
    int pointers = analys_form ? analys_form == 2 : (unsigned int)a2 > 1;
    if (pointers) {
        begin = *(double *)a2, end = *(double *)a3;
        a2 = *(int *)a4, a3 = a5;
    }
    return enter(N_ANALYS, BY_VALUE,
                 (union word[]){{.p = kind}, {.p = name}, {.r = begin}, {.r = end}, {.i = (int)a2},
                                {.p = (void *)a3}},
                 0, (int *)a3, 1, 0x23);
}
