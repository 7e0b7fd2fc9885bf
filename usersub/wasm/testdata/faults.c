/* Routines that go wrong in all ways that the host must survive; par[0] tells which, par[1]
 * after which time. And forms of arguments. */
#include "trammel_usersub.h"

#define ROUTINE(name) \
    DLLFUNC void STDCALL name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)

static volatile int divisor;
static int calls;
static double two(double x, double y) { return x + y; }
static void *volatile wrong = (void *)two;

__attribute__((noinline)) static int deep(int n, volatile char *above)
{
    volatile char room[4096];
    room[0] = above[0] + 1;
    return deep(n + 1, room) + room[0];
}

/* down has nothing in memory: the stack of the machine fills up. */
static volatile int bottom;
__attribute__((noinline)) static int down(int n) { return bottom ? n : down(n + 1) + bottom + 1; }

/* rounds never ends: what it computes is not known before. */
__attribute__((noinline)) static double rounds(double x)
{
    volatile double y = x;
    for (;;)
        y = y * 0.5 + 1;
    return y;
}

/* many ends after more calls than anyone waits for, without a loop. */
__attribute__((noinline)) static int many(int n)
{
    static volatile int sum;
    if (n == 0) return sum++;
    return many(n - 1) + many(n - 1);
}

ROUTINE(FAULTS)
{
    double room[10];
    int m = 9, err;

    *value = 1000 + calls++;
    if (*time < par[1]) return;
    switch ((int)par[0]) {
    case 1: __builtin_trap(); break;
    case 2: *value = *(double *)0x7ffffff0; break;
    case 3: *value = 7 / divisor; break;
    case 4: *value = deep(0, (char *)room); break;
    case 5: *value = ((int (*)(int, int))wrong)(1, 2); break;
    case 6: exit(3);
    case 7: abort();
    case 8: *value = rounds(*time); break;
    case 9: *value = many(60); break;
    case 10: c_errmes(1, "the road ends", *id, "STOP"); break;
    case 11: while (__builtin_wasm_memory_grow(0, 16) != (size_t)-1) {} break;
    case 12: c_sysfnc("DX", (int *)0x7ffffff0, 1, value, &err); break;
    case 13: c_sysfnc("DX", &m, 1000000, value, &err); *value = err; break;
    case 14: c_akispl(1, 0, 7, 0, (double *)0x7ffffff0, &err); break;
    case 15: *value = 1 / (*time - *time); break;
    case 16: for (m = 0; m < 200000; m++) room[m % 10] = m * *time; *value = room[3]; break;
    case 17: c_sysfnc("DX", &m, 1, value, &err); break;
    case 19: *value = down(0); break;
    case 18: value[-100000] = 1; break;
    }
}

/* Strings in C: each is followed by its length. */
DLLFUNC void STDCALL SPLINE_READ(int *id, char *file, int nfile, char *block, int nblock, int *errflg)
{
    *errflg = strcmp(file, "road.dat") == 0 && nfile == 8 && strcmp(block, "LEFT") == 0 && nblock == 4 ? 0 : 1;
    if (*errflg == 0) c_put_string(*id, block, errflg);
}

/* The same in the way of Fortran. */
DLLFUNC void spline_read_(int *id, char *file, char *block, int *errflg, int nfile, int nblock)
{
    *errflg = 10 * nfile + nblock;
}

/* Contact with and without area. */
DLLFUNC void STDCALL CNFSUB(int *id, double *time, double *par, int *npar, double *loci, double *ni, double *locj, double *nj,
                            double *gap, double *gapdot, double *gapdotdot, int *dflag, int *iflag, double *result)
{
    result[0] = *gap + 10 * *gapdot + 100 * *dflag + 1000 * *iflag;
}

DLLFUNC void cnfarea(int *id, double *time, double *par, int *npar, double *loci, double *ni, double *locj, double *nj,
                     double *gap, double *gapdot, double *gapdotdot, double *area, int *dflag, int *iflag, double *result)
{
    result[0] = *area + 100 * *dflag + 1000 * *iflag;
}

/* Other arguments than the routine has. */
DLLFUNC void STDCALL VARSUB(int *id, double time, double *par, double *value) { *value = time; }

/* What is printed. */
ROUTINE(PRINTS)
{
    char text[64];
    printf("%d %5.2f|%-4s|%04d|%g %g %e %c%% %x %u %lld %s\n", *id, 3.14159, "ab", 42, 0.1, 1e20, 12345.678, 'z', 255, 7u, 1LL << 40, "end");
    printf("%s %g %g\n", *value == 0 ? "zero" : "not", -1 / *value, *value / *value);
    *value = sprintf(text, "%3d|%+.3e|%5s|%.2s", -7, 0.00123, "abc", "xyz");
    puts(text);
    snprintf(text, 5, "%s", "truncated");
    puts(text);
    printf("no end");
}

/* Functions of C's library. */
ROUTINE(CHECKS)
{
    char a[32] = "abc", *end;
    int n = 0, k;
    double part;
    *value = 0;
#define CHECK(x) n++; if (!(x)) *value += n
    CHECK(strlen(a) == 3 && strcmp(a, "abc") == 0 && strcmp(a, "abd") < 0 && strncmp(a, "abd", 2) == 0);
    CHECK(strcmp(strcat(strcpy(a, "x"), "yz"), "xyz") == 0);
    CHECK(strchr(a, 'y') == a + 1 && strrchr(a, 'z') == a + 2 && strchr(a, 'q') == 0 && strchr(a, 0) == a + 3);
    CHECK(strstr(a, "yz") == a + 1 && strstr(a, "zz") == 0);
    CHECK(memcmp(memset(a, 7, 4), "\7\7\7\7", 4) == 0);
    strncpy(a, "ab", 5);
    CHECK(a[1] == 'b' && a[2] == 0 && a[4] == 0);
    CHECK(atoi(" -12x") == -12 && atof("1.5e3,") == 1500 && atol("7") == 7 && atoi("x") == 0);
    CHECK(strtod("  2.5mm", &end) == 2.5 && *end == 'm');
    CHECK(strtol("0x1fz", &end, 16) == 31 && *end == 'z');
    CHECK(strtol("077", 0, 0) == 63 && strtol("none", &end, 10) == 0 && *end == 'n');
    CHECK(frexp(12, &k) == 0.75 && k == 4 && ldexp(0.75, 4) == 12);
    CHECK(modf(-2.25, &part) == -0.25 && part == -2);
    CHECK(fabs(hypot(3, 4) - 5) < 1e-14 && fmod(7.5, 2) == 1.5 && fmax(1, NAN) == 1);
    CHECK(fabs(pow(2.718, -0.49) - exp(-0.49 * log(2.718))) < 1e-15);
    CHECK(abs(-3) == 3 && labs(-4) == 4);
    CHECK(fabs(sinf(0.5f) - 0.479425539f) < 1e-7);
}
