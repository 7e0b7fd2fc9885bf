/* Signals raised in foreign code end the process with status 8 and one line
 * that names element, routine, time and signal. All other signals go to the
 * handler that was there before, Go's. Nothing here uses a C library, and the
 * handler only writes and exits.
 *
 * A signal belongs to foreign code if it arrives while the flag inside is set,
 * on the thread of the call. The flag is not set while Go answers a question.
 * The handler runs on the alternate stack that Go gives each of its threads,
 * so that an overflow of the stack is reported too. */
#include "forward.h"

#if defined(__x86_64__)
enum { WRITE = 1, SIGACTION = 13, EXIT_GROUP = 231 };

static long kernel(long n, long a, long b, long c, long d)
{
    register long r10 __asm__("r10") = d;
    long r;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10)
                     : "rcx", "r11", "memory");
    return r;
}

void *this_thread(void)
{
    void *p;
    __asm__("mov %%fs:0, %0" : "=r"(p));
    return p;
}

/* The kernel returns from a handler through this. */
__asm__(".text\n.local tm_return\n.type tm_return, @function\ntm_return:\n"
        "mov $15, %rax\nsyscall\n");
extern void tm_return(void) __attribute__((visibility("hidden")));
#define RETURN tm_return
#elif defined(__aarch64__)
enum { WRITE = 64, SIGACTION = 134, EXIT_GROUP = 94 };

static long kernel(long n, long a, long b, long c, long d)
{
    register long x8 __asm__("x8") = n;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
}

void *this_thread(void)
{
    void *p;
    __asm__("mrs %0, tpidr_el0" : "=r"(p));
    return p;
}
#else
#error "this architecture is not supported"
#endif

typedef void handler(int, void *, void *);

struct action {
    handler *handler;
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
};

enum { SIGINFO = 4, ONSTACK = 0x08000000, RESTORER = 0x04000000 };

static const struct { int number; const char *text; } watched[] = {
    {4, "illegal instruction"}, {6, "abort"}, {7, "bus error"},
    {8, "floating-point or integer fault"}, {11, "segmentation fault"},
};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static struct action before[WATCHED];

static int log_file = -1;

/* tm_log names a second file for last words, -1 for none. */
EXPORT void tm_log(long descriptor) { log_file = (int)descriptor; }

static void say(const char *text)
{
    int n = length(text, 4096);
    kernel(WRITE, 2, (long)text, n, 0);
    if (log_file >= 0) kernel(WRITE, log_file, (long)text, n, 0);
}

/* say_number writes a time with six decimals, or in whole millions above. */
static void say_number(double v)
{
    char buf[40], *p = buf + sizeof buf;
    *--p = 0;
    if (v < 0) say("-"), v = -v;
    if (!(v < 1e12)) {
        say("more than 1e12");
        return;
    }
    unsigned long u = (unsigned long)(v * 1e6 + 0.5);
    for (int k = 0; u || k < 7; u /= 10, k++) {
        if (k == 6) *--p = '.';
        *--p = '0' + u % 10;
    }
    say(p);
}

static void last_words(const char *text)
{
    say("trammel: ");
    say(current->where);
    say(" at time ");
    say_number(current->time);
    say(": ");
    say(text);
    say(" in the routine's code; the run ends\n");
}

static void on_signal(int number, void *info, void *context)
{
    int i = 0;
    while (i < WATCHED - 1 && watched[i].number != number) i++;
    if (inside && current && this_thread() == thread) {
        inside = 0;
        last_words(watched[i].text);
        for (;;) kernel(EXIT_GROUP, 8, 0, 0, 0);
    }
    if (before[i].handler > (handler *)1) {
        before[i].handler(number, info, context);
        return;
    }
    kernel(SIGACTION, number, (long)&before[i], 0, 8);
}

/* tm_watch puts the handler before those that are there. */
EXPORT void tm_watch(void)
{
    for (int i = 0; i < WATCHED; i++) {
        kernel(SIGACTION, watched[i].number, 0, (long)&before[i], 8);
        struct action a = before[i];
        a.handler = on_signal;
        a.flags |= SIGINFO | ONSTACK;
#ifdef RETURN
        a.flags |= RESTORER;
        a.restorer = RETURN;
#endif
        kernel(SIGACTION, watched[i].number, (long)&a, 0, 8);
    }
}
