/* The table of the plugin «.ID». A Fortran compiler calls the routine spring_. */
#include "trammel_plugin.h"

extern void spring_(void);

TRAMMEL_PLUGIN("«.ID»", "0.1.0",
    {"SFOSUB", "spring", (const void *)spring_, TRAMMEL_FORTRAN + TRAMMEL_PURE, "force of a spring with a damper",
     "stiffness [N/m] > 0 : force by length;"
     "length [m] >= 0 : where the spring is free;"
     "i id Reference_Marker : one end;"
     "j id Reference_Marker : the other end;"
     "damping [N s/m] >= 0 = 0 : force by speed"})
