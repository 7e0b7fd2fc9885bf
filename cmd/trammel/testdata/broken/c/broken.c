/* Routines that misbehave once the run has begun. */
#include <stdio.h>
#include <stdlib.h>

void c_sysfnc(const char *, const int *, int, double *, int *);
void c_errmes(int, const char *, int, const char *);

#define ROUTINE(name) \
    void name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)

static double place(double *par)
{
    int marker = (int)par[0], err;
    double x;
    c_sysfnc("DX", &marker, 1, &x, &err);
    return x;
}

ROUTINE(EXITS)
{
    *value = place(par);
    if (*time > 0.25) {
        printf("printed before the exit\n");
        exit(0);
    }
}

ROUTINE(STOPS)
{
    *value = place(par);
    if (*time > 0.25)
        c_errmes(1, "no road under the wheel", *id, "STOP");
}

ROUTINE(NANS)
{
    *value = place(par);
    if (*time > 0.25)
        *value = (*value - *value) / (*value - *value);
}

ROUTINE(FAULTS)
{
    *value = place(par);
    if (*time > 0.25)
        *(volatile int *)8 = 1;
}

/* Never comes back. */
ROUTINE(HANGS)
{
    volatile double x = 0;
    *value = place(par);
    while (*time > 0.25)
        x += 1;
}
