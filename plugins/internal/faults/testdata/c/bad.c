/* A spring along DX or DY of marker par[2]. In call par[1] of all its elements it does par[0]; see native in
   code_test.go. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void c_modfnc(const char *, int, const char *, char *, int *);
extern void c_sysfnc(const char *, const int *, int, double *, int *);

static volatile int spent;

static void *boom(void *p)
{
	*(volatile int *)0 = 1;
	return p;
}

static void *leaves(void *p)
{
	exit(7);
	return p;
}

static int deep(int n)
{
	volatile char room[4096];
	room[n % 4096] = (char)n;
	return deep(n + 1) + room[0];
}

/* frames finds the shared memory in which messages travel. */
static char *frames(long *size)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512], *at = 0;
	while (f && fgets(line, sizeof line, f)) {
		unsigned long from, to;
		if (strstr(line, "trammel-frames") && sscanf(line, "%lx-%lx", &from, &to) == 2)
			at = (char *)from, *size = (long)(to - from);
	}
	if (f) fclose(f);
	return at;
}

static void trouble(int kind)
{
	pthread_t t;
	long size = 0;
	char *at, text[1024];
	switch (kind) {
	case 1: *(volatile int *)0 = 1; break;
	case 2: raise(SIGKILL); break;
	case 3: raise(SIGSTOP); break;
	case 4: exit(0);
	case 5: exit(3);
	case 6: _exit(0);
	case 7: abort();
	case 8: for (;;) spent++;
	case 9: for (;;) pause();
	case 10:
		for (;;) {
			volatile char *p = malloc(1 << 22);
			if (!p) abort();
			for (int i = 0; i < 1 << 22; i += 4096) p[i] = 1;
		}
	case 11: pthread_create(&t, 0, boom, 0); pthread_join(t, 0); break;
	case 12: pthread_create(&t, 0, leaves, 0); pthread_join(t, 0); break;
	case 13: deep(0); break;
	case 14: raise(SIGFPE); break;
	case 15: raise(SIGTERM); break;
	case 16: ((void (*)(void))(uintptr_t)8)(); break;
	case 17: free((void *)(uintptr_t)0x1001); break;
	case 18: for (int k = 0; k < 100; k++) if (k != 2) close(k); break;
	case 19: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break;
	case 20: if (fork() == 0) for (;;) pause(); for (;;) pause();
	case 21: if ((at = frames(&size))) memset(at, 0xFF, size); for (;;) pause();
	case 22: if ((at = frames(&size))) munmap(at, size); break;
	case 23: for (int k = 0; k < 5000; k++) puts("a line of text that nobody reads"); fflush(stdout); break;
	case 24: usleep(20000); break;
	case 25: signal(SIGTERM, SIG_IGN); for (;;) pause();
	case 28: {
		static const char *const lines[] = {"{\"@level\":9}\n", "{\"@message\":{}}\n", "{\"@timestamp\":[]}\n", "{\"level\":7,\"msg\":8}\n", "{\"a\":\n", "\xff\n"};
		for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) fputs(lines[k], stderr);
		break;
	}
	case 29: raise(SIGQUIT); break;
	case 30: _exit(2);
	case 31: for (int k = 0; k < 100; k++) close(k); break;
	case 27: for (;;) c_modfnc("Reference_Marker", 9, "pos_x", text, &(int){0});
	}
}

void LAW(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	static int count;
	int m = (int)par[2], e = 0;
	c_sysfnc(par[3] == 0 ? "DX" : "DY", &m, 1, value, &e);
	count++;
	if (count == (int)par[1]) trouble((int)par[0]);
	if (count >= (int)par[1] && par[0] == 26) *value = NAN;
}
