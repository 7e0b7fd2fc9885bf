/* SYSFNC and SYSARY. A query is looked for among the answers that
 * came with the call; only what is not there enters the host. */
#include "forward.h"

struct hooks hooks;
struct call *current;
volatile int inside;
void *volatile thread;

int length(const char *text, int most)
{
    int n = 0;
    while (text && n < most && text[n]) n++;
    return n;
}

/* A Fortran length arrives as one more argument. C code that calls the Fortran
 * name leaves it out, then it is anything: such values mean "up to a zero". */
int fortran_length(const char *text, wide n)
{
    int k = (int)n;
    k = length(text, k < 1 || k > 4096 ? 32 : k);
    while (k > 0 && text[k - 1] == ' ') k--;
    return k;
}

/* canonical fills name with text in upper case without blanks around it; it
 * returns 0 when that is too long for a short name. */
static int canonical(struct query *q, const char *text, int n)
{
    q->name.word[0] = q->name.word[1] = 0;
    while (n > 0 && *text == ' ') text++, n--;
    while (n > 0 && text[n - 1] == ' ') n--;
    if (n > NAME) return 0;
    for (int i = 0; i < n; i++) {
        char c = text[i];
        q->name.text[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
    }
    return 1;
}

static int same(const struct query *a, const struct query *b)
{
    if (a->name.word[0] != b->name.word[0] || a->name.word[1] != b->name.word[1]) return 0;
    if (a->ary != b->ary || a->npar != b->npar) return 0;
    for (int i = 0; i < a->npar; i++)
        if (a->par[i] != b->par[i]) return 0;
    return 1;
}

/* find returns the place of a query among the answers, or -1. Routines ask
 * in the same order each time, so the search starts behind the last one. */
static wide find(struct call *c, int ary, const char *text, int n, const int *par, int npar)
{
    struct query q;
    if (!canonical(&q, text, n)) return -1;
    q.ary = ary, q.npar = npar, q.par = par;
    wide i = c->next;
    for (wide k = c->nasked; k > 0; k--, i++) {
        if (i >= c->nasked) i = 0;
        if (same(&c->asked[i], &q)) {
            c->next = i + 1;
            c->count++;
            return i;
        }
    }
    return -1;
}

static void ask_fnc(const char *name, int n, const int *par, int npar, double *state, int *flag)
{
    struct call *c = current;
    if (LIKELY(c && npar >= 0 && npar <= MOST)) {
        wide i = find(c, 0, name, n, par, npar);
        if (LIKELY(i >= 0)) {
            *state = c->value[c->at[i]];
            *flag = c->flag[i];
            return;
        }
        *state = 0, *flag = 1; /* a fault counts as the routine's here */
        inside = 0;
        hooks.sysfnc(name, n, par, npar, state, flag);
        inside = 1;
        return;
    }
    *state = 0;
    *flag = 1;
}

static void ask_ary(const char *name, int n, const int *par, int npar, double *states, int *nstates,
                   int *flag)
{
    struct call *c = current;
    if (LIKELY(c && npar >= 0 && npar <= MOST)) {
        wide i = find(c, 1, name, n, par, npar);
        if (LIKELY(i >= 0)) {
            int from = c->at[i], many = c->at[i + 1] - from;
            for (int k = 0; k < many; k++) states[k] = c->value[from + k];
            *nstates = many;
            *flag = c->flag[i];
            return;
        }
        *nstates = 0, *flag = 1;
        (void)*(volatile double *)states;
        inside = 0;
        hooks.sysary(name, n, par, npar, states, nstates, flag);
        inside = 1;
        return;
    }
    *nstates = 0;
    *flag = 1;
}

/* C: scalars by value. */

EXPORT void c_sysfnc(const char *name, const int *par, int npar, double *state, int *flag)
{
    ask_fnc(name, length(name, 4096), par, npar, state, flag);
}

EXPORT void c_sysary(const char *name, const int *par, int npar, double *states, int *nstates,
                     int *flag)
{
    ask_ary(name, length(name, 4096), par, npar, states, nstates, flag);
}

/* Fortran: all by reference, lengths of character arguments at the end. */

EXPORT void SYSFNC(const char *name, const int *par, const int *npar, double *state, int *flag, wide n)
{
#ifdef _WIN32
    if ((uwide)par - 1 < LENGTHS_BELOW - 1) {
        ask_fnc(name, fortran_length(name, (wide)par), (const int *)npar, *(const int *)state, (double *)flag, (int *)n);
        return;
    }
#endif
    ask_fnc(name, fortran_length(name, n), par, *npar, state, flag);
}

EXPORT void SYSARY(const char *name, const int *par, const int *npar, double *states, int *nstates,
                   int *flag, wide n)
{
#ifdef _WIN32
    if ((uwide)par - 1 < LENGTHS_BELOW - 1) {
        ask_ary(name, fortran_length(name, (wide)par), npar, *(const int *)states, (double *)nstates, flag, (int *)n);
        return;
    }
#endif
    ask_ary(name, fortran_length(name, n), par, *npar, states, nstates, flag);
}

FORTRAN(SYSFNC, sysfnc)
FORTRAN(SYSARY, sysary)
