/* More habits of older C routines: each returns what must come out as said in
 * quirks_test. */
#include "utilCcallable.h"

#define ROUTINE(name) \
    DLLFUNC void STDCALL name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)

/* Scalar results: one double is written and not its neighbours. */
ROUTINE(NEIGHBOUR)
{
    struct { double before, v, after; } s = {11, 0, 13};
    double c[2] = {1, 2};
    int err, bad = 0;
    c_akispl(1.5, 0, 7, 0, &s.v, &err), bad += s.v != 3.375;
    c_step(0.5, 0, 0, 1, 1, 0, &s.v, &err), bad += s.v != 0.5;
    c_forcos(0.5, 0.5, 1, c, 2, 0, &s.v, &err), bad += s.v != 3;
    c_impact(0, 0, 1, 2, 1, 0, 0.1, 0, &s.v, &err), bad += s.v != 2;
    c_bistop(0, 0, 1, 2, 2, 1, 0, 0.1, 0, &s.v, &err), bad += s.v != 2;
    c_poly(2, 0, c, 2, 0, &s.v, &err), bad += s.v != 5;
    *value = bad + 100 * (s.before != 11) + 1000 * (s.after != 13);
}

/* Error flag and text are the caller's variables on the stack: four bytes and
 * length + 1 bytes are written. */
ROUTINE(NARROW)
{
    struct { int before, flag, after; } e = {1, 7, 2};
    struct { char text[14]; char after; } s;
    double v;
    int n;
    s.after = '#';
    c_step(0.5, 0, 0, 1, 1, 0, &v, &e.flag);
    c_gtstrg(6, s.text, &n, &e.flag);
    *value = (e.before != 1) + 10 * (e.after != 2) + 100 * (s.after != '#') + 1000 * e.flag + 10000 * (n != 13);
}

/* Messages whose text and type bring their own zero. */
ROUTINE(ZEROES)
{
    c_usrmes(1, "half\0 and half", *id, "WARN\0");
    c_errmes(0, "normal", *id, "STOP\0");
    c_errmes(1, "over\0", *id, "STOP\0");
}

/* A flag that is any number but 0 is true. */
ROUTINE(FLAGS) { *value = (*iflag ? 1 : 0) + (*dflag ? 10 : 0) + 100 * (*iflag & 1); }

/* The pointer lcase is set instead of what it points to. */
DLLFUNC void STDCALL MFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *modloads, int *nmodes, int *ncases, double *scale, int *lcase,
                            double *loadvec)
{
    if (*time > 0)
        lcase = 0;
    else
        *lcase = 2;
    loadvec[2] = 5;
}

/* 0/0 in the set-up call, an output left alone. */
DLLFUNC void STDCALL VFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int m = 9, err;
    double x;
    if (*iflag) return;
    c_sysfnc("DX", &m, 1, &x, &err);
    result[0] = x / x;
    result[2] = 2;
    result[2] = 3;
}

/* All utilities refuse a missing place quietly. */
ROUTINE(NOWHERE)
{
    double c[2] = {1, 2};
    int err = 0, bad = 0;
    c_poly(1, 0, 0, 2, 0, value, &err), bad += err == 0;
    c_poly(1, 0, c, -2, 0, value, &err), bad += err == 0;
    c_modset("Constraint_Joint", 301, "i_marker_id", 0, &err), bad += err == 0;
    c_timget(0);
    c_rcnvrt("NOSUCH", c, "EULER", c, &err), bad += err == 0;
    *value = bad;
}
