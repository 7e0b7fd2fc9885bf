/* All utilities but those of ask.c and function.c. Each function puts its arguments into an
 * array of words and enters the host, which knows their kinds from the same
 * table that table.h was written from. Outside of a call the flag is set. */
#include "forward.h"

/* Bit i of places is set if word i is an address. An address that is not a memory
 * is found here, while a fault still counts as the routine's. */
static wide enter(int number, int form, const union word *a, const wide *lengths, int *flag, int failed,
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

/* tm_table returns the checksum of the table that the library was built from. */
EXPORT uwide tm_table(void) { return TABLE; }

#ifdef _WIN32
int analys_form; /* c_analys reads it */
#else
static int analys_form;
#endif

/* tm_analys sets the form of c_analys: 0 find out, 1 by value, 2 pointers. */
EXPORT void tm_analys(wide form) { analys_form = (int)form; }

#ifdef _WIN32
/* Windows numbers registers by position, whatever their kind. With times by value the fifth argument is the
 * flag init, 0 or 1; with pointers it is the address of that. Both travel on the stack, so that looking there
 * changes no register. */
wide analys_by_value(const char *kind, const char *name, double begin, double end, int init, int *flag)
{
    return enter(N_ANALYS, BY_VALUE,
                 (union word[]){{.p = kind}, {.p = name}, {.r = begin}, {.r = end}, {.i = init}, {.p = flag}}, 0, flag,
                 1, 0x23);
}

wide analys_by_pointer(const char *kind, const char *name, const double *begin, const double *end, const int *init,
                       int *flag)
{
    return analys_by_value(kind, name, *begin, *end, *init, flag);
}

__asm__(".text\n.globl c_analys\n.def c_analys; .scl 2; .type 32; .endef\nc_analys:\n"
        "movl analys_form(%rip), %eax\n"
        "cmpl $1, %eax\nje analys_by_value\n"
        "cmpl $2, %eax\nje analys_by_pointer\n"
        "cmpl $1, 40(%rsp)\nja analys_by_pointer\n"
        "jmp analys_by_value\n"
        ".section .drectve\n.ascii \" -export:c_analys\"\n.text\n");
#else
/* c_analys has two forms. With times by value they travel in registers of their
 * own, and the third integer is the flag init: 0 or 1. With pointers it is the
 * address of the begin. */
EXPORT wide c_analys(const char *kind, const char *name, wide a2, wide a3, wide a4, wide a5, double begin,
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
#endif
