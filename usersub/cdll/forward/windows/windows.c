/* What signal.c does on Linux, for Windows: exceptions in foreign code, exit() and abort() end the process with one
 * line that names element, routine and time. Only KERNEL32 is used.
 *
 * An exception belongs to foreign code if it arrives while the flag inside is set, on the thread of the call. The
 * flag is not set while Go answers a query. Code of the routine that handles exceptions gets its turn first:
 * what it leaves comes to on_unhandled, the handler of invoke. Where there is no such code between invoke and the fault,
 * or no stack to look for it, the line is written at once. */
#include "../forward.h"
#include <windows.h>

enum { CRASHED = 8, GUARANTEE = 64 << 10 };
#define GCC_THROW 0x20474343u
#define MSVC_THROW 0xE06D7363u

static HANDLE log_file;

EXPORT void tm_log(wide handle) { log_file = handle == -1 ? 0 : (HANDLE)handle; }

static void say(const char *text)
{
    DWORD n = length(text, 4096), done;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, n, &done, 0);
    if (log_file) WriteFile(log_file, text, n, &done, 0);
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
    uwide u = (uwide)(v * 1e6 + 0.5);
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
    say("; the run ends\n");
}

static void crash(const char *text)
{
    inside = 0;
    last_words(text);
    TerminateProcess(GetCurrentProcess(), CRASHED);
}

/* fault says what an exception is that no language uses for its own ends, 0 for others. */
static const char *fault(DWORD code)
{
    switch (code) {
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_ARRAY_BOUNDS_EXCEEDED:
        return "segmentation fault (access violation) in the routine's code";
    case EXCEPTION_STACK_OVERFLOW:
        return "segmentation fault (stack overflow) in the routine's code";
    case EXCEPTION_IN_PAGE_ERROR:
    case EXCEPTION_DATATYPE_MISALIGNMENT:
        return "bus error in the routine's code";
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION:
        return "illegal instruction in the routine's code";
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_INVALID_OPERATION:
    case EXCEPTION_FLT_OVERFLOW:
    case EXCEPTION_FLT_UNDERFLOW:
    case EXCEPTION_FLT_INEXACT_RESULT:
    case EXCEPTION_FLT_DENORMAL_OPERAND:
    case EXCEPTION_FLT_STACK_CHECK:
        return "floating-point or integer fault in the routine's code";
    case EXCEPTION_BREAKPOINT:
        return "breakpoint without a debugger in the routine's code";
    }
    return 0;
}

static int ours(void) { return inside && current && this_thread() == thread; }

extern char invoke[], invoke_end[];

/* handled reports whether a function between a fault and invoke has a handler of exceptions. */
static int handled(const CONTEXT *at)
{
    CONTEXT c = *at;
    for (int depth = 0; depth < 4096; depth++) {
        DWORD64 base, frame, pc = c.Rip;
        void *data;
        if (pc >= (DWORD64)invoke && pc < (DWORD64)invoke_end) return 0;
        RUNTIME_FUNCTION *f = RtlLookupFunctionEntry(pc, &base, 0);
        if (!f) { /* a function without a frame, or an address that is not code */
            c.Rip = *(DWORD64 *)c.Rsp;
            c.Rsp += 8;
            continue;
        }
        if (RtlVirtualUnwind(UNW_FLAG_EHANDLER, base, pc, f, &c, &data, &frame, 0)) return 1;
    }
    return 0;
}

/* first sees all exceptions of the process before anybody else. */
static LONG CALLBACK first(EXCEPTION_POINTERS *e)
{
    static volatile int looking;
    DWORD code = e->ExceptionRecord->ExceptionCode;
    const char *text = fault(code);
    if (!text || !ours()) return EXCEPTION_CONTINUE_SEARCH;
    if (looking || code == EXCEPTION_STACK_OVERFLOW) crash(text); /* looking: the stack is damaged */
    looking = 1;
    int other = handled(e->ContextRecord);
    looking = 0;
    if (!other) crash(text);
    return EXCEPTION_CONTINUE_SEARCH;
}

/* on_unhandled is the handler of invoke: what comes here, nobody has handled. */
EXCEPTION_DISPOSITION on_unhandled(EXCEPTION_RECORD *e, void *frame, CONTEXT *c, void *dispatcher)
{
    (void)frame, (void)c, (void)dispatcher;
    if (e->ExceptionFlags & (EXCEPTION_UNWINDING | EXCEPTION_EXIT_UNWIND) || !ours()) return ExceptionContinueSearch;
    /* The run-time library of GCC ends the program itself if throwing comes back. */
    if (e->ExceptionCode == GCC_THROW) return ExceptionContinueExecution;
    if (e->ExceptionCode == MSVC_THROW) crash("abort (an exception of C++ that nothing catches) in the routine's code");
    const char *text = fault(e->ExceptionCode);
    if (text) crash(text);
    if (e->ExceptionCode >> 30 == 3) crash("abort (an exception that nothing handles) in the routine's code");
    return ExceptionContinueSearch;
}

/* tm_watch puts the handler before those that are there. */
EXPORT void tm_watch(void) { AddVectoredExceptionHandler(1, first); }

void *this_thread(void)
{
    void *p;
    __asm__("movq %%gs:0x30, %0" : "=r"(p));
    return p;
}

void guard_stack(void *t)
{
    static void *guarded;
    ULONG size = GUARANTEE;
    if (t == guarded) return;
    guarded = t;
    SetThreadStackGuarantee(&size);
}

int in_child(void) { return 0; }
void end_child(void) {}

void between(union word *a, wide *lengths, int n, unsigned int texts)
{
    enum { ROOM = 64 };
    union word all[ROOM];
    int k = 0, i, m = 0, t = 0;
    while (!(texts >> k & 1)) k++;
    for (i = 0; i < n; i++) all[m++] = a[i];
    for (i = 0; i < n; i++)
        if (texts >> i & 1) all[m++].p = (void *)lengths[t++];
    if ((uwide)all[k + 1].p - 1 >= LENGTHS_BELOW - 1) return;
    for (i = m = t = 0; i < n; i++) {
        a[i] = all[m++];
        if (texts >> i & 1) lengths[t++] = all[m++].i;
    }
}

static WCHAR note[4096];

/* tm_note names a file, in UTF-8: an exit writes its status there and does not enter the host. */
EXPORT void tm_note(const char *path)
{
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, note, sizeof note / sizeof *note)) note[0] = 0;
}

int note_exit(int status)
{
    char buf[16], *p = buf + sizeof buf;
    unsigned int u = status < 0 ? -(unsigned int)status : (unsigned int)status;
    DWORD done;
    if (!note[0]) return 0;
    do *--p = '0' + u % 10; while (u /= 10);
    if (status < 0) *--p = '-';
    HANDLE f = CreateFileW(note, GENERIC_WRITE, FILE_SHARE_READ, 0, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, 0);
    if (f == INVALID_HANDLE_VALUE) return 0;
    WriteFile(f, p, (DWORD)(buf + sizeof buf - p), &done, 0);
    CloseHandle(f);
    return 1;
}

/* tm_exit takes the place of exit() in the libraries that were loaded, tm_abort that of abort(). */
EXPORT void tm_exit(int status)
{
    if (current) {
        inside = 0;
        if (!note_exit(status)) hooks.exiting(status);
        current = 0;
    }
    ExitProcess(status);
}

EXPORT void tm_abort(void)
{
    if (current) crash("abort in the routine's code");
    TerminateProcess(GetCurrentProcess(), 3);
}

/* tm_terminate takes the place of TerminateProcess(): of this process it is an exit. */
EXPORT wide tm_terminate(HANDLE process, UINT status)
{
    if (GetProcessId(process) == GetCurrentProcessId()) tm_exit((int)status);
    return TerminateProcess(process, status);
}

static int opening;

/* tm_opening says that a library is being opened until it is called with 0. */
EXPORT void tm_opening(wide on) { opening = (int)on; }

/* An exit that is not a call of exit() by a patched library, as while a library is opened, is seen here at the latest. Other threads
 * are dead by now, so the host cannot be entered. */
BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *ending)
{
    (void)self;
    /* The solver, too, ends the process, while a routine stands on another thread. */
    if (reason == DLL_PROCESS_DETACH && ending && current && inside && this_thread() == thread) {
        inside = 0;
        if (note_exit(0)) return TRUE;
        last_words("the routine's code ended the process");
        TerminateProcess(GetCurrentProcess(), opening ? 4 : 5);
    }
    return TRUE;
}
