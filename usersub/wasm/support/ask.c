/* SYSFNC and SYSARY, in WebAssembly beside the routine and in its memory. A
 * query is looked for among the answers that came with the call; only what is
 * not there leaves for the host. Nothing here may need a stack or data in
 * memory: the memory is the routine's. Built by build.sh. */

#define EXPORT __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define HOST(symbol) __attribute__((import_module("host"), import_name(symbol)))

typedef unsigned long long word;

/* query and call mirror the structures of queries.go. */
struct query {
    word name[2]; /* 16 bytes, upper case, zeros behind */
    int ary, npar; /* ary is 0 or 1; other values are never found */
    const int *par;
    int unused;
};

struct call {
    int nasked;
    const struct query *asked;
    const int *at; /* values of query i are value[at[i]] up to value[at[i+1]] */
    const double *value;
    const int *flag;
    int next;  /* where to look first */
    int count; /* queries answered here */
};

struct call *call_under_way(void);

HOST("ask") void ask(int ary, const char *name, int n, const int *par, int npar, double *dst, int *count, int *flag);

/* length is that of a text up to a zero byte, not beyond most. */
INLINE int length(const char *text, int most)
{
    int n = 0;
    while (n < most && text[n]) n++;
    return n;
}

/* A Fortran length that makes no sense comes from C code that leaves it out. */
INLINE int fortran_length(const char *text, int n)
{
    return length(text, n < 1 || n > 4096 ? 32 : n);
}

/* find returns the place of a query among the answers, or -1. Routines ask in
 * the same order each time, so the search starts behind the last one. */
INLINE int find(struct call *c, int ary, const char *text, int n, const int *par, int npar)
{
    word low = 0, high = 0;
    while (n > 0 && *text == ' ') text++, n--;
    while (n > 0 && text[n - 1] == ' ') n--;
    if (n > 16) return -1;
    for (int i = n - 1; i >= 0; i--) {
        word b = (unsigned char)text[i];
        if (b >= 'a' && b <= 'z') b -= 32;
        if (i < 8)
            low = low << 8 | b;
        else
            high = high << 8 | b;
    }
    int i = c->next;
    for (int k = c->nasked; k > 0; k--, i++) {
        if (i >= c->nasked) i = 0;
        const struct query *q = &c->asked[i];
        if (q->name[0] != low || q->name[1] != high || q->ary != ary || q->npar != npar) continue;
        int p = 0;
        while (p < npar && q->par[p] == par[p]) p++;
        if (p < npar) continue;
        c->next = i + 1;
        c->count++;
        return i;
    }
    return -1;
}

INLINE void ask_fnc(const char *name, int n, const int *par, int npar, double *state, int *flag)
{
    struct call *c = call_under_way();
    int i = c ? find(c, 0, name, n, par, npar) : -1;
    if (i < 0) {
        ask(0, name, n, par, npar, state, 0, flag);
        return;
    }
    *state = c->value[c->at[i]];
    *flag = c->flag[i];
}

INLINE void ask_ary(const char *name, int n, const int *par, int npar, double *states, int *nstates, int *flag)
{
    struct call *c = call_under_way();
    int i = c ? find(c, 1, name, n, par, npar) : -1;
    if (i < 0) {
        ask(1, name, n, par, npar, states, nstates, flag);
        return;
    }
    int from = c->at[i], many = c->at[i + 1] - from;
    for (int k = 0; k < many; k++) states[k] = c->value[from + k];
    *nstates = many;
    *flag = c->flag[i];
}

/* C: scalars by value. */

EXPORT void c_sysfnc(const char *name, const int *par, int npar, double *state, int *flag)
{
    ask_fnc(name, length(name, 4096), par, npar, state, flag);
}

EXPORT void c_sysary(const char *name, const int *par, int npar, double *states, int *nstates, int *flag)
{
    ask_ary(name, length(name, 4096), par, npar, states, nstates, flag);
}

/* Fortran: everything by reference, the length of the text last. */

EXPORT void sysfnc_(const char *name, const int *par, const int *npar, double *state, int *flag, int n)
{
    ask_fnc(name, fortran_length(name, n), par, *npar, state, flag);
}

EXPORT void sysary_(const char *name, const int *par, const int *npar, double *states, int *nstates, int *flag, int n)
{
    ask_ary(name, fortran_length(name, n), par, *npar, states, nstates, flag);
}
