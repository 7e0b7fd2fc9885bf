/* The table of a plugin whose routine is that of f77, as it is. A Fortran compiler calls it pfosub_. */
#include "trammel_plugin.h"

extern void pfosub_(void);

TRAMMEL_PLUGIN("examples/catenary-fplugin", "1.0.0",
    {"PFOSUB", "catenary", (const void *)pfosub_, TRAMMEL_FORTRAN + TRAMMEL_PURE, "holds a marker to y = cosh(x)",
     "marker id Reference_Marker : what is held to the curve"})
