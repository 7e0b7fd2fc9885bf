/* A test without a solver: the queries are answered here. */
#include "trammel_usersub.h"

void spring(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value);

void c_sysfnc(const char *name, const int *par, int npar, double *state, int *flag)
{
    if (npar != 2 || par[0] != 20 || par[1] != 10) exit(2);
    *flag = 0;
    *state = strcmp(name, "DM") == 0 ? 1.5 : -2;
}

int main(void)
{
    double par[30] = {100, 1, 20, 10, 3}, time = 0, force, want = -100 * (1.5 - 1) - 3 * -2.;
    int id = 1, npar = 5, no = 0;
    spring(&id, &time, par, &npar, &no, &no, &force);
    printf("force %g, want %g\n", force, want);
    return force != want;
}
