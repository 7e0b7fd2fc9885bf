/* A spring along DX of marker 9. From time par[1] on it does par[0]; with par[2] it does that once.
   Behind each fault stand the exit codes that a run may end with: in process | isolated. "same" is
   code 0 with the rows of the undisturbed run, "said" is code 0 with a warning. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern void c_sysfnc(const char *, const int *, int, double *, int *);
extern void c_errmes(int, const char *, int, const char *);

static volatile int spent;

static void *boom(void *p) { *(volatile int *)0 = 1; return p; }
static void *leaves(void *p) { exit(7); return p; }
static void *aborts(void *p) { abort(); return p; }
static void *closes(void *p) { for (int k = 3; k < 60; k++) close(k); return p; }
static void *stays(void *p) { for (;;) pause(); return p; }
static void late(void) { for (;;) pause(); }
static void crashes(void) { *(volatile int *)0 = 1; }
static int deep(int n) { volatile char room[4096]; room[n % 4096] = (char)n; return deep(n + 1) + room[0]; }
static void thread(void *(*f)(void *)) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }

/* overwrite fills memory of the process with a byte: its mappings whose line has the text. */
static void overwrite(const char *text, int byte)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512];
	unsigned long from, to;
	while (f && fgets(line, sizeof line, f))
		if (strstr(line, text) && strstr(line, " rw-p ") && sscanf(line, "%lx-%lx", &from, &to) == 2)
			memset((char *)from, byte, to - from < 1 << 22 ? to - from : 1 << 22);
	if (f) fclose(f);
}

/* find returns a descriptor whose file has the text in its name. */
static int find(const char *text)
{
	char link[64], name[512];
	for (int k = 3; k < 100; k++) {
		snprintf(link, sizeof link, "/proc/self/fd/%d", k);
		ssize_t n = readlink(link, name, sizeof name - 1);
		if (n > 0 && (name[n] = 0, strstr(name, text))) return k;
	}
	return -1;
}

static void trouble(int kind, double *value)
{
	static const char junk[] = "9.9,junk\n0.1,0.5,";
	struct rlimit none = {0, 0}, tiny = {1, 1};
	struct itimerval soon = {{0, 1000}, {0, 1000}};
	sigset_t every;
	jmp_buf nowhere;
	char *p;
	int fd;
	switch (kind) {
	case 1: *(volatile int *)0 = 1; break; /* SIGSEGV | 8 | 8 */
	case 2: raise(SIGKILL); break; /* SIGKILL | 8 | 8 */
	case 3: raise(SIGSTOP); break; /* SIGSTOP | said same 5 | 8 */
	case 4: exit(0); /* exit 0 | 5 | 5 */
	case 5: exit(3); /* exit 3 | 5 | 5 */
	case 6: _exit(0); /* _exit 0 | 8 | 5 8 */
	case 7: _exit(1); /* _exit 1 | 8 | 5 8 */
	case 8: quick_exit(0); /* quick_exit | 8 | 5 8 */
	case 9: execl("/bin/true", "true", (char *)0); break; /* exec | 8 | same 5 8 */
	case 10: execl("/bin/sleep", "sleep", "1000", (char *)0); break; /* exec of a program that stays | 8 | same 5 8 */
	case 11: abort(); /* abort | 8 | 8 */
	case 12: for (;;) spent++; /* loop | 5 | 8 */
	case 13: for (;;) pause(); /* waits | 5 | 8 */
	case 14: thread(boom); break; /* fault of a thread | 8 | 8 */
	case 15: thread(leaves); break; /* exit of a thread | 5 8 | 5 8 */
	case 16: thread(aborts); break; /* abort of a thread | 8 | 8 */
	case 17: deep(0); break; /* stack | 8 | 8 */
	case 18: raise(SIGFPE); break; /* SIGFPE | 8 | 8 */
	case 19: raise(SIGTERM); break; /* SIGTERM | same 130 | 8 5 */
	case 20: raise(SIGQUIT); break; /* SIGQUIT | same 130 | 8 5 */
	case 21: raise(SIGINT); break; /* SIGINT | same 130 | same 8 5 */
	case 22: raise(SIGPIPE); break; /* SIGPIPE | same 8 | same 8 */
	case 23: raise(SIGILL); break; /* SIGILL | 8 | 8 */
	case 24: raise(SIGUSR1); break; /* SIGUSR1 | same 8 | same 8 */
	case 25: raise(SIGALRM); break; /* SIGALRM | same 8 | same 8 */
	case 26: ((void (*)(void))(uintptr_t)8)(); break; /* jump to nowhere | 8 | 8 */
	case 27: free((void *)(uintptr_t)0x1001); break; /* free of what is not allocated | 8 | 8 */
	case 28: p = malloc(40); free(p); free(p); break; /* free twice | same 8 | same 8 */
	case 29: p = malloc(40); memset(p, 255, 4000); free(p); free(malloc(5000)); malloc(90); break; /* overrun | same 8 | same 8 */
	case 30: overwrite("[heap]", 255); break; /* heap of C overwritten | same 8 5 | same 8 5 */
	case 31: overwrite("c000", 255); break; /* heap of the solver overwritten | 8 2 | same 8 */
	case 32: for (int k = 0; k < 100; k++) close(k); break; /* all descriptors closed | same 8 1 | same 8 */
	case 33: for (int k = 3; k < 100; k++) close(k); break; /* descriptors from 3 closed | same 8 1 | same 8 */
	case 34: for (int k = 3; k < 100; k++) dup2(open("/dev/null", O_RDWR), k); break; /* descriptors replaced | 8 5 1 | same 8 */
	case 35: close((int)(random() % 30)); break; /* a descriptor closed | same 8 1 | same 8 5 */
	case 36: for (int k = 3; k < 100; k++) if (write(k, junk, sizeof junk)) spent++; break; /* junk to all descriptors | same 8 1 5 | same 8 5 */
	case 37: if ((fd = find("requests.csv")) >= 0 && write(fd, junk, 9)) spent++; break; /* junk among the rows | 8 5 1 | same 8 */
	case 38: if ((fd = find("requests.csv")) >= 0 && ftruncate(fd, 20)) spent++; break; /* rows cut | same 8 5 1 | same 8 */
	case 39: if ((fd = find("requests.csv")) >= 0) lseek(fd, 0, SEEK_SET); break; /* rows sought to their start | same 8 5 1 | same 8 */
	case 40: if ((fd = find("requests.csv")) >= 0) close(fd), open("/dev/null", O_WRONLY); break; /* rows to another file | 8 5 1 | same 8 */
	case 41: if ((fd = find("requests.csv")) >= 0 && pwrite(fd, "7", 1, 8)) spent++; break; /* a digit of a row changed | same 8 5 1 | same 8 */
	case 42: if (fork() == 0) for (;;) pause(); break; /* a child that stays | same 8 | same 8 5 */
	case 43: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break; /* a fault with a child that stays | 8 | 8 */
	case 44: if (fork() == 0) for (;;) pause(); _exit(0); /* _exit with a child that stays | 8 | 5 8 */
	case 45: if (fork() == 0) _exit(0); break; /* a child that ends | same | same 8 5 */
	case 46: fork(); break; /* fork, both return | same 8 1 5 | same 8 5 */
	case 47: if (fork() == 0) { setsid(); for (;;) pause(); } break; /* a child with a session of its own | same 8 | same 8 5 */
	case 48: *value = NAN; return; /* NaN | 5 6 | 5 6 */
	case 49: *value = INFINITY; return; /* infinity | 5 6 | 5 6 */
	case 50: *value = -INFINITY; return; /* minus infinity | 5 6 | 5 6 */
	case 51: *value = 1e308; return; /* 1e308 | 5 6 | 5 6 */
	case 52: if (chdir("/")) spent++; break; /* chdir | same | same */
	case 53: setrlimit(RLIMIT_FSIZE, &tiny); break; /* a file's size limited | 1 8 | same 8 1 */
	case 54: setrlimit(RLIMIT_NOFILE, &none); break; /* no more descriptors | same 1 8 | same 8 */
	case 55: setrlimit(RLIMIT_CORE, &none); break; /* no core files | same | same */
	case 56: sigfillset(&every); sigprocmask(SIG_BLOCK, &every, 0); break; /* signals blocked | same | same 8 */
	case 57: signal(SIGSEGV, SIG_DFL); *(volatile int *)0 = 1; break; /* SIGSEGV as the system treats it | 8 | 8 */
	case 58: signal(SIGSEGV, SIG_IGN); raise(SIGSEGV); break; /* SIGSEGV ignored | same 8 | same 8 */
	case 59: setitimer(ITIMER_PROF, &soon, 0); break; /* SIGPROF again and again | same 8 | same 8 */
	case 60: longjmp(nowhere, 1); break; /* longjmp to nowhere | 8 5 | 8 5 */
	case 61: for (int k = 0; k < 200; k++) puts("a line of text that nobody reads"); fflush(stdout); break; /* much printed | same | same */
	case 62: fputs("\377\376{\"@level\":9}\n\033[31m", stderr); break; /* binary to stderr | same | same 8 */
	case 63: fclose(stdout); break; /* stdout closed | same 8 | same 8 */
	case 64: c_errmes(1, "the spring is worn", 7, "STOP"); break; /* c_errmes | 5 | 5 */
	case 65: clearenv(); break; /* environment cleared | same | same */
	case 66: prctl(PR_SET_PDEATHSIG, SIGKILL); break; /* PDEATHSIG | same 8 | same 8 */
	case 67: kill(getppid(), SIGKILL); break; /* the parent killed | -1 | same 8 5 */
	case 68: kill(getppid(), SIGTERM); break; /* the parent terminated | same 130 | same 8 5 130 */
	case 69: munmap((void *)0xc000000000, 1 << 22); break; /* memory of the solver unmapped | same 8 2 | same 8 */
	case 70: mprotect((void *)0xc000000000, 1 << 22, PROT_READ); break; /* memory of the solver read only | same 8 2 | same 8 */
	case 71: atexit(late); exit(0); /* exit that does not end | 5 8 | 5 8 */
	case 72: atexit(crashes); break; /* a fault at the end | same 8 | same 8 */
	case 73: pthread_exit(0); /* pthread_exit | 5 8 | 5 8 */
	case 74: { pthread_t t; pthread_create(&t, 0, stays, 0); } break; /* a thread that stays | same | same */
	case 75: { pthread_t t; pthread_create(&t, 0, closes, 0); } break; /* a thread closes descriptors | same 8 1 | same 8 5 */
	case 76: raise(SIGXFSZ); break; /* SIGXFSZ | same 8 1 | same 8 */
	case 77: umask(0777); break; /* umask | same 1 | same */
	case 78: if (raise(SIGTSTP)) spent++; break; /* SIGTSTP | said same 5 | same 8 */
	case 79: dup2(open("/dev/full", O_WRONLY), 1); break; /* stdout on a full disk | same 1 | same 8 */
	case 80: dup2(open("/dev/full", O_WRONLY), 2); break; /* stderr on a full disk | same 1 | same 8 */
	}
}

void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	static int done;
	int m = 9, e = 0;
	c_sysfnc("DX", &m, 1, value, &e);
	if (*time >= par[1] && !*iflag && !(done && par[2] > 0)) {
		done = 1;
		srandom((unsigned)(1e6 * par[1]));
		trouble((int)par[0], value);
	}
}
