/* Calls from the host into foreign routines. */
#include "forward.h"

EXPORT void tm_start(const struct hooks *h) { hooks = *h; }

#ifdef _WIN32
/* All arguments are words in their order: Windows numbers registers by position. The first four go into an integer
 * register and into that for reals, so that a real by value is a word too. What no code of the routine handles
 * of exceptions comes to on_unhandled. */
extern void *invoke(void *routine, wide n, void **a);
__asm__(".text\n.globl invoke\n.def invoke; .scl 2; .type 32; .endef\n.seh_proc invoke\ninvoke:\n"
        "subq $200, %rsp\n.seh_stackalloc 200\n.seh_endprologue\n.seh_handler on_unhandled, @except\n"
        "movq %rcx, %rax\n"
        "cmpq $4, %rdx\njbe 2f\n"
        "1: movq -8(%r8,%rdx,8), %r10\nmovq %r10, -8(%rsp,%rdx,8)\ndecq %rdx\ncmpq $4, %rdx\nja 1b\n"
        "2: movq (%r8), %rcx\nmovq 8(%r8), %rdx\nmovq 24(%r8), %r9\nmovq 16(%r8), %r8\n"
        "movq %rcx, %xmm0\nmovq %rdx, %xmm1\nmovq %r8, %xmm2\nmovq %r9, %xmm3\n"
        "call *%rax\nnop\naddq $200, %rsp\nret\n.globl invoke_end\ninvoke_end:\n.seh_endproc\n");
#else
#define A4(i) a[i], a[i + 1], a[i + 2], a[i + 3]

typedef void *routine8(void *, void *, void *, void *, void *, void *, void *, void *);
typedef void *routine16(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *);
typedef void *routine24(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *);

/* All arguments are words. In the calling conventions of amd64 and arm64 the
 * caller removes them, so arguments too many do no harm; the host fills arg up
 * to the next size. */
static void *invoke(void *routine, wide n, void **a)
{
    if (n <= 8)
        return ((routine8 *)routine)(A4(0), A4(4));
    if (n <= 16)
        return ((routine16 *)routine)(A4(0), A4(4), A4(8), A4(12));
    return ((routine24 *)routine)(A4(0), A4(4), A4(8), A4(12), A4(16), A4(20));
}

/* The struct dialect passes scalars by value. In both calling conventions
 * integers (with pointers) and reals travel in registers of their own, in the
 * order of their kind, whatever stands between them; what integers are too many
 * goes to the stack, a word each. So one type of function serves all routines
 * with at most eight reals. */
typedef void routine_typed(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                           void *, void *, void *, void *, void *, void *, double, double, double, double,
                           double, double, double, double);

static void invoke_typed(void *routine, void **a, const double *r)
{
    ((routine_typed *)routine)(A4(0), A4(4), A4(8), A4(12), r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
}

#endif

/* How the processor rounds and treats subnormal numbers, without the flags of
 * past operations. */
#if defined(__x86_64__)
static unsigned int float_mode(void)
{
    unsigned int m;
    __asm__ volatile("stmxcsr %0" : "=m"(m));
    return m & ~0x3fu;
}
static void set_float_mode(unsigned int m) { __asm__ volatile("ldmxcsr %0" : : "m"(m)); }
#else
static unsigned long float_mode(void)
{
    unsigned long m;
    __asm__ volatile("mrs %0, fpcr" : "=r"(m));
    return m;
}
static void set_float_mode(unsigned long m) { __asm__ volatile("msr fpcr, %0" : : "r"(m)); }
#endif

/* tm_call makes one call. Calls nest: a utility may run the solver. Libraries
 * built for speed flush subnormal numbers to zero as soon as they are opened,
 * some change the rounding: that must not reach the solver. */
EXPORT void tm_call(struct call *c)
{
    struct call *outer = current;
    int was = inside;
    __typeof(float_mode()) mode = float_mode();
    c->next = 0;
    current = c;
    thread = this_thread();
#ifdef _WIN32
    guard_stack(thread);
#endif
    inside = 1;
#ifndef _WIN32
    if (c->real)
        invoke_typed(c->routine, c->arg, c->real);
    else
#endif
        c->result = invoke(c->routine, c->narg, c->arg);
    if (in_child()) end_child();
    inside = was;
    current = outer;
    if (float_mode() != mode) set_float_mode(mode);
}

static answer *answering;

/* tm_answers names the function of the host that answers what guarded code asks, and
 * returns the one for that code to call. */
static void *ask(void *self, void *query)
{
    int was = inside;
    inside = 0;
    void *r = answering(self, query);
    thread = this_thread();
    inside = was;
    return r;
}

EXPORT answer *tm_answers(answer *a)
{
    answering = a;
    return ask;
}

/* tm_exiting is called in the middle of exit(). */
EXPORT void tm_exiting(int status, void *unused)
{
    (void)unused;
    if (in_child()) return;
    inside = 0;
    if (current && note_exit(status)) return;
    hooks.exiting(status);
}

/* tm_empty is what a call costs without a routine. */
EXPORT void tm_empty(void) {}
