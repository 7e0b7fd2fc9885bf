/* Every modelling routine in C with pointers: each puts a digest of all its inputs,
 * in their order, into its outputs. */
#include "msolve.h"

#define NQ 4 /* variables of UCOSUB */

static double digest, place;

static void begin(void) { digest = place = 0; }
static void I(const int *x, int n) { while (n-- > 0) digest = 0.75 * digest + *x++; }
static void R(const double *x, int n) { while (n-- > 0) digest = 0.75 * digest + *x++; }
static void T(const char *s, int n) { while (n-- > 0) digest = 0.75 * digest + *s++; }
static void O(double *x, int n) { while (n-- > 0) *x++ = digest + place++; }
static void W(int *x) { *x = (int)(digest + place++); }

DLLFUNC void STDCALL SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(value,
    1);
}

DLLFUNC void STDCALL GFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(result,
    6);
}

DLLFUNC void STDCALL VFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(result,
    3);
}

DLLFUNC void STDCALL VTOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(result,
    3);
}

DLLFUNC void STDCALL VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(value,
    1);
}

DLLFUNC void STDCALL DIFSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(value,
    1);
}

DLLFUNC void STDCALL ARYSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    int *nvalue, double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(nvalue,
    1); O(value, *nvalue);
}

DLLFUNC void STDCALL GCOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(result,
    1);
}

DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(value,
    1);
}

DLLFUNC void STDCALL REQSUB(int *id, double *time, double *par, int *npar, int *iflag, double
    *results)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); O(results, 8);
}

DLLFUNC void STDCALL SENSUB(int *id, double *time, double *par, int *npar, int *iflag, double
    *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); O(value, 1);
}

DLLFUNC void STDCALL SEVSUB(int *id, double *time, double *par, int *npar, int *iflag, double
    *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); O(value, 1);
}

DLLFUNC void STDCALL MOTSUB(int *id, double *time, double *par, int *npar, int *iord, int *iflag,
    double *value)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iord, 1); I(iflag, 1); O(value,
    1);
}

DLLFUNC void STDCALL FIESUB(int *id, double *time, double *par, int *npar, double *disp, double
    *velo, int *dflag, int *iflag, double *field, double *dfddis, double *dfdvel)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, 6); R(velo, 6); I(dflag, 1);
    I(iflag, 1); O(field, 6); O(dfddis, 36); O(dfdvel, 36);
}

DLLFUNC void STDCALL SPDSUB(int *id, double *time, double *par, int *npar, double *disp, double
    *velo, int *dflag, int *iflag, double *force)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, 1); R(velo, 1); I(dflag, 1);
    I(iflag, 1); O(force, 1);
}

DLLFUNC void STDCALL GSESUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    int *nstate, double *states, int *ninput, double *input, int *noutpt, double *stated, double
    *output)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(nstate,
    1); R(states, *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(stated, *nstate);
    O(output, *noutpt);
}

DLLFUNC void STDCALL YFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    int *nstate, double *states, int *ninput, double *input, int *noutpt, double *stated, double
    *output)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(nstate,
    1); R(states, *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(stated, *nstate);
    O(output, *noutpt);
}

DLLFUNC void STDCALL GSEXX(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *nstate**nstate);
}

DLLFUNC void STDCALL GSEXU(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *nstate**ninput);
}

DLLFUNC void STDCALL GSEYX(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *noutpt**nstate);
}

DLLFUNC void STDCALL GSEYU(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *noutpt**ninput);
}

DLLFUNC void STDCALL YFOXX(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *nstate**nstate);
}

DLLFUNC void STDCALL YFOXU(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *nstate**ninput);
}

DLLFUNC void STDCALL YFOYX(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *noutpt**nstate);
}

DLLFUNC void STDCALL YFOYU(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
    double *states, int *ninput, double *input, int *noutpt, double *p)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(nstate, 1); R(states,
    *nstate); I(ninput, 1); R(input, *ninput); I(noutpt, 1); O(p, *noutpt**ninput);
}

DLLFUNC void STDCALL COUSUB(int *id, double *time, double *par, int *npar, double *disp, int *ndisp,
    int *iflag, double *phi)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, *ndisp); I(ndisp, 1);
    I(iflag, 1); O(phi, 1);
}

DLLFUNC void STDCALL COUXX(int *id, double *time, double *par, int *npar, double *disp, int *ndisp,
    int *iflag, double *dfda)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, *ndisp); I(ndisp, 1);
    I(iflag, 1); O(dfda, *ndisp);
}

DLLFUNC void STDCALL COUXX2(int *id, double *time, double *par, int *npar, double *disp, int *ndisp,
    int *iflag, double *d2fda2)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, *ndisp); I(ndisp, 1);
    I(iflag, 1); O(d2fda2, *ndisp**ndisp);
}

DLLFUNC void STDCALL UCOSUB(int *id, double *time, double *q, double *par, int *npar, int *idrsel,
    int *iflag, double *scalar, double *array, double *xmatrx)
{
    begin(); I(id, 1); R(time, 1); R(q, NQ); R(par, *npar); I(npar, 1); I(idrsel, 3); I(iflag, 1);
    O(scalar, 1); O(array, NQ); O(xmatrx, NQ*NQ);
}

DLLFUNC void STDCALL CURSUB(int *id, double *par, int *npar, double *alpha, int *iord, int *iflag,
    double *values)
{
    begin(); I(id, 1); R(par, *npar); I(npar, 1); R(alpha, 1); I(iord, 1); I(iflag, 1); O(values,
    3);
}

DLLFUNC void STDCALL SURSUB(int *id, double *par, int *npar, double *alpha, double *beta, int *iord,
    int *iflag, double *values, int *ierr)
{
    begin(); I(id, 1); R(par, *npar); I(npar, 1); R(alpha, 1); R(beta, 1); I(iord, 1); I(iflag,
    1); O(values, 9); W(ierr);
}

DLLFUNC void STDCALL CNFSUB(int *id, double *time, double *par, int *npar, double *loci, double *ni,
    double *locj, double *nj, double *gap, double *gapdot, double *gapddt, int *dflag, int *iflag,
    double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(loci, 3); R(ni, 3); R(locj, 3);
    R(nj, 3); R(gap, 1); R(gapdot, 1); R(gapddt, 1); I(dflag, 1); I(iflag, 1); O(result, 3);
}

DLLFUNC void STDCALL CFFSUB(int *id, double *time, double *par, int *npar, double *loci, double
    *locj, double *x, double *xdot, double *nforce, int *dflag, int *iflag, double *result)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(loci, 3); R(locj, 3); R(x, 3);
    R(xdot, 3); R(nforce, 1); I(dflag, 1); I(iflag, 1); O(result, 3);
}

DLLFUNC void STDCALL CONTACTPOST(int *id, int *igra, int *jgra, double *time, double *par, int
    *npar, int *iflag, int *endflg)
{
    begin(); I(id, 1); I(igra, 1); I(jgra, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1);
    I(endflg, 1);
}

DLLFUNC void STDCALL PTDSFSUB(int *id, double *time, double *par, int *npar, double *disp, double
    *velo, int *dflag, int *iflag, double *normal, double *fric)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(disp, 4); R(velo, 4); I(dflag, 1);
    I(iflag, 1); O(normal, 1); O(fric, 3);
}

DLLFUNC void STDCALL MFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *modlds, int *nmodes, int *ncases, double *scale, int *icase, double *loadv)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); R(modlds,
    *nmodes**ncases); I(nmodes, 1); I(ncases, 1); O(scale, 1); W(icase); O(loadv, 6+*nmodes);
}

DLLFUNC void STDCALL DMPSUB(int *id, double *time, double *par, int *npar, double *freq, int *nmode,
    double *h, double *cratio)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); R(freq, *nmode); I(nmode, 1); R(h,
    1); O(cratio, *nmode);
}

DLLFUNC void STDCALL CONSUB(double *par, int *npar)
{
    begin(); R(par, *npar); I(npar, 1);
}

DLLFUNC void STDCALL SPLINE_READ(int *id, char *file, int len_file, char *block, int len_block, int
    *errflg)
{
    begin(); I(id, 1); T(file, len_file); T(block, len_block); W(errflg);
}

DLLFUNC void STDCALL MARKER_READ(int *id, double *par, int *npar, int *errflg)
{
    begin(); I(id, 1); R(par, *npar); I(npar, 1); W(errflg);
}

DLLFUNC void STDCALL MATRIX_READ(int *id, double *par, int *npar, int *errflg)
{
    begin(); I(id, 1); R(par, *npar); I(npar, 1); W(errflg);
}

DLLFUNC void STDCALL STRING_READ(int *id, double *par, int *npar, int *errflg)
{
    begin(); I(id, 1); R(par, *npar); I(npar, 1); W(errflg);
}

DLLFUNC void STDCALL POST_SUB(double *time, double *par, int *npar, int *iflag, int *endflg, int
    *errflg)
{
    begin(); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); I(endflg, 1); W(errflg);
}

DLLFUNC void STDCALL SAVSUB(int *iunit, int *ierr)
{
    begin(); I(iunit, 1); W(ierr);
}

DLLFUNC void STDCALL RELSUB(int *iunit, int *ierr)
{
    begin(); I(iunit, 1); W(ierr);
}

DLLFUNC void STDCALL CBKSUB(double *time, int *type, int *data)
{
    begin(); R(time, 1); I(type, 1); I(data, 3);
}

DLLFUNC void STDCALL GSE_SAMP(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
    double *step)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); O(step,
    1);
}

DLLFUNC void STDCALL GSESAMPLE(int *id, double *time, double *par, int *npar, int *iflag, double
    *step)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(iflag, 1); O(step, 1);
}

DLLFUNC void STDCALL GSE_DERIV(int *id, double *time, double *par, int *npar, int *dflag, int
    *iflag, int *n, double *xdot)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(n, 1);
    O(xdot, *n);
}

DLLFUNC void STDCALL GSE_UPDATE(int *id, double *time, double *par, int *npar, int *dflag, int
    *iflag, int *n, double *xdot)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(n, 1);
    O(xdot, *n);
}

DLLFUNC void STDCALL GSE_OUTPUT(int *id, double *time, double *par, int *npar, int *dflag, int
    *iflag, int *n, double *xdot)
{
    begin(); I(id, 1); R(time, 1); R(par, *npar); I(npar, 1); I(dflag, 1); I(iflag, 1); I(n, 1);
    O(xdot, *n);
}

DLLFUNC void STDCALL TIRSUB(int *id, double *time, double *t0, double *cprop, double *tprop, double
    *mprop, double *par, int *npar, char *str, int len_str, int *nstr, int *dflag, int *iflag,
    double *fsae, double *tdse, double *fprop)
{
    begin(); I(id, 1); R(time, 1); R(t0, 1); R(cprop, 2); R(tprop, 2); R(mprop, 2); R(par, *npar);
    I(npar, 1); T(str, len_str); I(nstr, 1); I(dflag, 1); I(iflag, 1); O(fsae, 6); O(tdse, 2);
    O(fprop, 2);
}

DLLFUNC void STDCALL MESSAGE_SUB(int *msgid, double *time, double *par, int *npar, int *msgtyp, int
    *iflag, int *endflg, int *errflg, char *message, int len_message, char *outname, int
    len_outname)
{
    begin(); I(msgid, 1); R(time, 1); R(par, *npar); I(npar, 1); I(msgtyp, 1); I(iflag, 1);
    I(endflg, 1); T(message, len_message); T(outname, len_outname); W(errflg);
}

/* What the routines without outputs were told. */
DLLFUNC double last_digest(void) { return digest; }
