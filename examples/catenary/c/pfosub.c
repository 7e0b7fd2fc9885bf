/* The bead's constraint as a user subroutine: g = y - cosh(x), where x and y
 * are the place of the marker whose id is the first parameter. */
#include <math.h>
#include "trammel_usersub.h"

DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, double *value)
{
    int marker[1];
    int errflg = 0;
    double x, y;

    marker[0] = (int)par[0];
    c_sysfnc("DX", marker, 1, &x, &errflg);
    c_sysfnc("DY", marker, 1, &y, &errflg);
    *value = y - cosh(x);
}
