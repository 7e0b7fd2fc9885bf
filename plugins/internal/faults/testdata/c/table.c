/* The table of the plugin that bad.c becomes. */
#include "trammel_plugin.h"

void LAW(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value);

TRAMMEL_PLUGIN("bad-c", "1.0.0", {"PFOSUB", "law", LAW})
