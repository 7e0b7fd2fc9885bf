/* Makes a plugin of the routine in ../c/pfosub.c, which stays as it is. */
#include "trammel_plugin.h"

void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value);

TRAMMEL_PLUGIN("catenary", "1.0.0",
    {"PFOSUB", "catenary", PFOSUB, 0, "height of a marker above the curve y = cosh x", "marker id Reference_Marker : the bead"})
