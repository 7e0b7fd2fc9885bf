/* Signals raised in foreign code end the process with status 8 and one line
 * that names element, routine, time and signal. All other signals go to the
 * handler that was there before, Go's. Nothing here uses a C library, and the
 * handler only writes and exits.
 *
 * A signal belongs to foreign code if it arrives while the flag inside is set,
 * on the thread of the call. The flag is not set while Go answers a query.
 * The handler runs on the alternate stack that Go gives each of its threads,
 * so that an overflow of the stack is reported too. */
#include "forward.h"

#if defined(__x86_64__)
enum { WRITE = 1, CLOSE = 3, SIGACTION = 13, GETPID = 39, KILL = 62, EXIT_GROUP = 231, OPENAT = 257 };

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
enum { OPENAT = 56, CLOSE = 57, WRITE = 64, EXIT_GROUP = 94, KILL = 129, SIGACTION = 134, GETPID = 172 };

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

/* A child that a routine forked has this library with all its state, but is
 * none of our business. The host gives a page that a fork leaves empty in the
 * child (MADV_WIPEONFORK), so that looking costs nothing; 0 on a kernel without. */
static long process;
static const volatile int *own;

EXPORT void tm_own(const volatile int *page)
{
    own = page;
    process = kernel(GETPID, 0, 0, 0, 0);
}

int in_child(void) { return own ? !*own : kernel(GETPID, 0, 0, 0, 0) != process; }

/* end_child ends a child that came back from the routine: two of this process
 * would speak to the solver, or be it. */
void end_child(void)
{
    say("trammel: ");
    say(current->where);
    say(" at time ");
    say_number(current->time);
    say(": a child that the routine forked has returned from it; it is ended here\n");
    for (;;) kernel(EXIT_GROUP, 1, 0, 0, 0);
}

static char note[4096];

/* tm_note names a file: tm_exiting writes the status there and does not enter
 * the host, which a thread that the host does not know may not always do. */
EXPORT void tm_note(const char *path)
{
    int n = length(path, sizeof note - 1);
    for (int i = 0; i < n; i++) note[i] = path[i];
    note[n] = 0;
}

int note_exit(int status)
{
    enum { HERE = -100, CREATE = 0101 }; /* AT_FDCWD; O_WRONLY | O_CREAT */
    char buf[16], *p = buf + sizeof buf;
    unsigned int u = status < 0 ? -(unsigned int)status : (unsigned int)status;
    if (!note[0]) return 0;
    do *--p = '0' + u % 10; while (u /= 10);
    if (status < 0) *--p = '-';
    long fd = kernel(OPENAT, HERE, (long)note, CREATE, 0600);
    kernel(WRITE, fd, (long)p, buf + sizeof buf - p, 0);
    kernel(CLOSE, fd, 0, 0, 0);
    return 1;
}

static void on_signal(int number, void *info, void *context)
{
    int i = 0;
    while (i < WATCHED - 1 && watched[i].number != number) i++;
    if (inside && current && this_thread() == thread) {
        inside = 0;
        if (in_child()) {
            struct action plain = {0};
            kernel(SIGACTION, number, (long)&plain, 0, 8);
            kernel(KILL, kernel(GETPID, 0, 0, 0, 0), number, 0, 0);
            return; /* it is blocked until then */
        }
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
