/* Habits of older C routines. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* Declared by hand, as in sources without any header. */
void c_sysfnc();
void c_sysary();
void c_modfnc();
void c_errmes();
void c_usrmes();
void c_timget();
void c_getstm();
void c_akispl(double, double, int, int, double *, int *);
void c_step5(double, double, double, double, double, int, double *, int *);
void c_bistop(double, double, double, double, double, double, double, double, int, double *, int *);
void c_gtunts(int *, double *, char *);
void c_modset(const char *, int, const char *, const char *, int *);
void c_analys(const char *, const char *, double, double, int, int *);
void sysfnc_(const char *, int *, int *, double *, int *);

#define ROUTINE(name) \
    void name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)

/* The same name as one of the utilities, used by the library itself. */
double step_(double *x) { return *x > 0 ? 1 : 0; }
double info_ = 42;

ROUTINE(OWNSTEP)
{
    double x = 3;
    *value = step_(&x) + info_;
}

/* Names with blanks on both sides and one marker only. */
ROUTINE(ONEMARK)
{
    int m = 9, n = 0, err = 7;
    double v[6];
    c_sysary(" VEL   ", &m, 1, v, &n, &err);
    *value = n + 10 * err + 0 * v[5];
}

/* More integers than the measure needs. */
ROUTINE(LONGPAR)
{
    int m[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1}, err;
    c_sysfnc("DX", m, 9, value, &err);
}

/* Nonsense sizes set the flag. */
ROUTINE(BADSIZE)
{
    int m = 9, a, b;
    double v = 5, w = 5;
    c_sysfnc("DX", &m, -1, &v, &a);
    c_sysfnc("DX", &m, 100000, &w, &b);
    *value = a + 10 * b + 100 * v + 1000 * w;
}

/* A name longer than any. */
ROUTINE(LONGNAME)
{
    int m = 9, err;
    c_sysfnc("A_NAME_THAT_IS_MUCH_LONGER_THAN_USUAL", &m, 1, value, &err);
    *value += err;
}

/* 0/0 in the set-up call, since all answers are zero then. */
ROUTINE(ZEROBYZERO)
{
    int m = 9, err;
    double x;
    c_sysfnc("DX", &m, 1, &x, &err);
    *value = (x - x) / (x - x);
}

/* Values written straight into the result, which lies in the frame. */
ROUTINE(STRAIGHT)
{
    int m = 9, n, err;
    c_sysary("TDISP", &m, 1, value, &n, &err);
}

/* The Fortran name from C, without the hidden length. */
ROUTINE(NOLENGTH)
{
    int m = 9, one = 1, err;
    sysfnc_("dx", &m, &one, value, &err);
}

ROUTINE(MESSAGES)
{
    c_errmes(0, "not said", *id, "STOP");
    c_usrmes(0, "not said either", *id, "WARN");
    c_usrmes(1, "hello\0", *id, "info\0");
    c_usrmes(1, "take care", *id, "WARN");
    c_errmes(1, "it continues", *id, "CHECK");
}

ROUTINE(STOPS)
{
    c_errmes(1, "no road under the wheel", *id, "STOP\0");
    *value = 3;
}

ROUTINE(TIMES)
{
    c_getstm(value);
}

/* What is not supported: flags, each with another place for it. */
ROUTINE(MISSING)
{
    int a = 0, s = 0, b = 0, u = 1, m = 0, n = 0;
    double v[8], scales[4];
    char units[16];
    c_akispl(1.0, 0.0, 5, 0, v, &a);
    c_akispl(1.0, 0.0, 5, 0, v, &a);
    c_step5(0.5, 0, 0, 1, 1, 0, v, &s);
    c_bistop(1, 2, 3, 4, 5, 6, 7, 8, 0, v, &b);
    c_gtunts(&u, scales, units);
    c_modset("Motion_Joint", 1, "expr", "0", &m);
    c_analys("TRANSIENT", "x", 0.0, 1.0, 1, &n);
    *value = a + 10 * s + 100 * b + 1000 * !u + 10000 * (m == -1) + 100000 * n;
}

ROUTINE(NESTS)
{
    int m = 9, err;
    double twice;
    c_sysfnc("NEST", &m, 1, &twice, &err);
    c_sysfnc("NEST", &m, 1, value, &err); /* answered without Go, or not asked after a panic */
    *value += 1;
}

ROUTINE(EXITS)
{
    printf("printed before the exit\n");
    exit(0);
}

ROUTINE(FAULTS) { *value = *(volatile double *)(long)(8 * *npar); }
ROUTINE(ABORTS) { abort(); }
ROUTINE(DIVIDES) { *value = 1000 / *(volatile int *)npar; }
static int deeper(volatile int *n) { volatile int room[4096]; room[0] = *n; return deeper(room) + room[1]; }
ROUTINE(OVERFLOWS) { *value = deeper(npar); }
ROUTINE(PRINTS) { printf("a line of C\n"); }

/* Addresses that are no memory. */
void c_gtaray(int, double *, int *, int *);
ROUTINE(BADPLACE) { int n, err; c_gtaray(5, (double *)(*npar + 0x7000L), &n, &err); }
ROUTINE(BADSTATE) { int m = 9, err; c_sysfnc("DX", &m, 1, (double *)(*npar + 0x7000L), &err); }
ROUTINE(BADSTATES) { int m = 9, n, err; c_sysary("VEL", &m, 1, (double *)(*npar + 0x7000L), &n, &err); }
