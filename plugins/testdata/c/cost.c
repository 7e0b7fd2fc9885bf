/* What the benchmark of costs calls: DECAYS of the reference plugin in C. */
#include "trammel_usersub.h"

DLLFUNC void STDCALL DECAYS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            int *nstate, double *states, int *ninput, double *input, int *noutpt,
                            double *stated, double *output)
{
    int i;
    for (i = 0; i < *nstate; i++) {
        stated[i] = -par[0] * states[i];
        output[0] += states[i];
    }
}
