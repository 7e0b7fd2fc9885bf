/* Calls from the host into foreign routines. */
#include "forward.h"

EXPORT void tm_start(const struct hooks *h) { hooks = *h; }

#define A4(i) a[i], a[i + 1], a[i + 2], a[i + 3]

typedef void routine8(void *, void *, void *, void *, void *, void *, void *, void *);
typedef void routine16(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *);
typedef void routine24(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *);

/* All arguments are words. In the calling conventions of amd64 and arm64 the
 * caller removes them, so arguments too many do no harm; the host fills arg up
 * to the next size. */
static void invoke(void *routine, long n, void **a)
{
    if (n <= 8)
        ((routine8 *)routine)(A4(0), A4(4));
    else if (n <= 16)
        ((routine16 *)routine)(A4(0), A4(4), A4(8), A4(12));
    else
        ((routine24 *)routine)(A4(0), A4(4), A4(8), A4(12), A4(16), A4(20));
}

/* tm_call makes one call. Calls nest: a utility may run the solver. */
EXPORT void tm_call(struct call *c)
{
    struct call *outer = current;
    int was = inside;
    c->next = 0;
    current = c;
    thread = this_thread();
    inside = 1;
    invoke(c->routine, c->narg, c->arg);
    inside = was;
    current = outer;
}

/* tm_exiting is called in the middle of exit(). */
EXPORT void tm_exiting(int status, void *unused)
{
    (void)unused;
    inside = 0;
    hooks.exiting(status);
}

/* tm_empty is what a call costs without a routine. */
EXPORT void tm_empty(void) {}
