/* Motions, couplers and requests, with a struct first and scalars by value. */
#include "slv_c_utils.h"

static void demand(int ok, const char *what, int id)
{
    c_errmes(!ok, what, id, "STOP");
}

DLLFUNC void Motsub(const struct sAdamsMotion *motion, double time, int iord, int iflag, double *result)
{
    double p[4] = {0.0, 0.0, 0.0, 0.0};
    int err;
    if (motion->ID == 7) {
        demand(motion->JOINT == 5 && motion->I == 21 && motion->J == 1, "MOTION: joint", motion->ID);
        demand(strcmp(motion->Type, "ROTATIONAL") == 0 && strcmp(motion->DVA, "DISPLACEMENT") == 0, "MOTION: kind", motion->ID);
    } else {
        demand(motion->JOINT == 6 && motion->I == 30 && motion->J == 1, "MOTION: joint", motion->ID);
        demand(strcmp(motion->Type, "TRANSLATIONAL") == 0 && strcmp(motion->DVA, "VELOCITY") == 0, "MOTION: kind", motion->ID);
    }
    p[2] = motion->PAR[0];
    p[3] = motion->PAR[1];
    c_poly(time, 0.0, p, 4, iord, result, &err);
}

static void check(const struct sAdamsCoupler *coupler)
{
    demand(coupler->NJOINT == 2 && coupler->JOINTS[0] == 5 && coupler->JOINTS[1] == 6, "COUPLER: joints", coupler->ID);
    demand(coupler->TYPE[0] == 'R' && coupler->TYPE[1] == 'T', "COUPLER: types", coupler->ID);
}

DLLFUNC void Cousub(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag, double *phi)
{
    check(coupler);
    *phi = disp[1] - coupler->PAR[0] * disp[0] - coupler->PAR[1] * disp[0] * disp[0];
}

DLLFUNC void Couxx(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag, double *dfda)
{
    check(coupler);
    dfda[0] = -coupler->PAR[0] - 2.0 * coupler->PAR[1] * disp[0];
    dfda[1] = 1.0;
}

DLLFUNC void Couxx2(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag, double *d2fda2)
{
    check(coupler);
    d2fda2[0] = -2.0 * coupler->PAR[1];
}

DLLFUNC void Reqsub(const struct sAdamsRequest *request, double time, int iflag, double *output)
{
    const double *par = request->PAR;
    int ids[4], n, err;
    double d[6], v[6], a[3] = {0.5, 1.0, 0.25};
    demand(strcmp(request->COMMENT, "of the bob") == 0 && request->TITLE[0] != 0, "REQUEST: texts", request->ID);
    ids[0] = (int)par[0];
    ids[1] = (int)par[1];
    c_sysary("DISP", ids, 2, d, &n, &err);
    c_sysary("VEL", ids, 2, v, &n, &err);
    output[0] = par[3] * d[1];
    output[1] = d[0];
    output[2] = v[0] * v[0] + v[1] * v[1];
    output[3] = v[5];
    output[4] = d[3];
    ids[0] = (int)par[2];
    ids[1] = 0;
    ids[2] = 3;
    ids[3] = 0;
    c_sysfnc("JOINT", ids, 4, &output[5], &err);
    c_forcos(time, 0.0, 3.0, a, 3, 0, &output[6], &err);
    output[7] = d[0] * v[1] - d[1] * v[0];
}

/* has no form with a struct: rows come in the order of time, the first and the last are marked; the bob is at a distance of 1 */
DLLFUNC void POST_SUB(double *time, double *par, int *npar, int *iflag, int *endflag, int *errflg)
{
    static double before = -1.0;
    int id = (int)par[0], err;
    double d;
    c_sysfnc("DM", &id, 1, &d, &err);
    *errflg = err || fabs(d - 1.0) > 1e-6 || *iflag != (before < 0.0) || (*time <= before) != *endflag;
    before = *time;
}

/* The run begins and ends, rows and steps do in turn; the bob is at a distance of 1. */
DLLFUNC void Cbksub(const struct sAdamsCbksub *callback, double time, int event, int *data)
{
    static double begun = 0.0;
    static int calls = 0, rows = 0, inside = 0;
    int bob = (int)callback->PAR[0], err, wrong = (calls++ == 0) != (event == 1);
    double d = 0.0;
    if (event == 9 || event == 12) {
        c_sysfnc("DM", &bob, 1, &d, &err);
        wrong |= err || fabs(d - 1.0) > 1e-3 || data[0] != 4 || data[1] != 4 || data[2] != 0;
    }
    if (event == 8 || event == 10) {
        wrong |= inside != 0;
        inside = event;
        begun = time;
    }
    if (event == 9 || event == 12) {
        wrong |= event == 9 ? inside != 8 || time != begun : inside != 10 || !(time > begun);
        inside = 0;
        rows += event == 9;
    }
    c_errmes(wrong || (event == 2 && rows < 6), "CBKSUB", event, "STOP");
}
