/* Sensors and the driver, with a struct first and scalars by value. */
#include "slv_c_utils.h"

static double ask(const char *name, int id)
{
    int err;
    double v;
    c_sysfnc(name, &id, 1, &v, &err);
    if (err)
        c_errmes(err, name, id, "STOP");
    return v;
}

DLLFUNC void Sensub(const struct sAdamsSensor *sensor, double time, int iflag, double *result)
{
    int i = (int)sensor->PAR[0];
    c_errmes(sensor->VALUE != 0.2 || sensor->Error != 1e-9, "SENSOR: value", sensor->ID, "STOP");
    c_errmes(sensor->Logic[0] != 'L' || sensor->Logic[1] != 'E', "SENSOR: logic", sensor->ID, "STOP");
    *result = ask("DY", i) - sensor->PAR[1] * ask("DX", i);
}

DLLFUNC void Sevsub(const struct sAdamsSensor *sensor, double time, int iflag, double *result)
{
    *result = -sensor->PAR[1] * ask("VY", (int)sensor->PAR[0]);
}

DLLFUNC void Consub(const struct sAdamsControl *control)
{
    const double *par = control->PAR;
    int k, err;
    c_datout(&err);
    for (k = 0; k < (int)par[1]; k++) {
        c_analys("TRANSIENT", "throw", k * par[0], (k + 1) * par[0], k == 0, &err);
        c_errmes(err, "ANALYS", k, "STOP");
        c_datout(&err);
    }
}
