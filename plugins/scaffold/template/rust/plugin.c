/* The table of the plugin «.ID», whose routine is written in Rust. */
#include "trammel_plugin.h"

void spring(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value);

TRAMMEL_PLUGIN("«.ID»", "0.1.0",
    {"SFOSUB", "spring", spring, TRAMMEL_PURE, "force of a spring with a damper",
     "stiffness [N/m] > 0 : force by length;"
     "length [m] >= 0 : where the spring is free;"
     "i id Reference_Marker : one end;"
     "j id Reference_Marker : the other end;"
     "damping [N s/m] >= 0 = 0 : force by speed"})
