/* A spring that hardens: its force grows with the cube of its stretch too. And the energy
 * of the bob on it, as a request. The same source builds as a shared library. */
#include "trammel_usersub.h"

/* par: marker of the bob, stiffness in N/m, hardening in N/m^3. */
DLLFUNC void STDCALL VFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int marker = (int)par[0], errflg;
    double z;

    c_sysfnc("DZ", &marker, 1, &z, &errflg);
    if (errflg)
        c_errmes(1, "VFOSUB: the marker is not known", *id, "STOP");
    result[0] = result[1] = 0;
    result[2] = -par[1] * z - par[2] * z * z * z;
}

/* The same parameters; the energy is the first result. */
DLLFUNC void STDCALL REQSUB(int *id, double *time, double *par, int *npar, int *iflag, double *results)
{
    int marker = (int)par[0], n, errflg, info, k;
    double r[3], v[3];
    char mass[32];

    c_sysary("TDISP", &marker, 1, r, &n, &errflg);
    c_sysary("TVEL", &marker, 1, v, &n, &errflg);
    c_modfnc("Body_Point", 2, "mass", mass, &info);
    if (*iflag)
        printf("REQSUB: the bob has %s kg\n", mass);
    for (k = 0; k < 8; k++)
        results[k] = 0;
    results[0] = atof(mass) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + par[1] * pow(r[2], 2) / 2 + par[2] * pow(r[2], 4) / 4;
}
