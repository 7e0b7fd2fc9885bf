/* Every routine of the struct dialect: each puts a digest of the members of its
 * struct and of its other inputs, in their order, into its outputs. */
#include "slv_c_utils.h"

static double digest, place;

static void begin(void) { digest = place = 0; }
static void V(double x) { digest = 0.75 * digest + x; }
static void I(const int *x, int n) { while (n-- > 0) V(*x++); }
static void R(const double *x, int n) { while (n-- > 0) V(*x++); }
static void C(const char *s, int n) { while (n-- > 0) V(*s++); }
static void T(const char *s) { C(s, (int)strlen(s)); }
static void O(double *x, int n) { while (n-- > 0) *x++ = digest + place++; }
static void W(int *x) { *x = (int)(digest + place++); }
#define ELEMENT begin(), V(s->ID), V(s->NPAR), R(s->PAR, s->NPAR)

DLLFUNC void Sfosub(const struct sAdamsSforce *s, double time, int dflag, int iflag, double *result)
{
    ELEMENT; V(s->I); V(s->J); V(s->ACTION_ONLY); T(s->Type); V(time); V(dflag); V(iflag);
    O(result, 1);
}

DLLFUNC void Gfosub(const struct sAdamsGforce *s, double time, int dflag, int iflag, double *result)
{
    ELEMENT; V(s->I); V(s->RM); V(s->JFLOAT); V(time); V(dflag); V(iflag); O(result, 6);
}

DLLFUNC void Vfosub(const struct sAdamsVforce *s, double time, int dflag, int iflag, double *result)
{
    ELEMENT; V(s->I); V(s->JFLOAT); V(s->RM); V(time); V(dflag); V(iflag); O(result, 3);
}

DLLFUNC void Vtosub(const struct sAdamsVtorque *s, double time, int dflag, int iflag, double
    *result)
{
    ELEMENT; V(s->I); V(s->JFLOAT); V(s->RM); V(time); V(dflag); V(iflag); O(result, 3);
}

DLLFUNC void Varsub(const struct sAdamsVariable *s, double time, int dflag, int iflag, double
    *result)
{
    ELEMENT; V(s->IC); V(time); V(dflag); V(iflag); O(result, 1);
}

DLLFUNC void Difsub(const struct sAdamsDiff *s, double time, int dflag, int iflag, double *result)
{
    ELEMENT; V(s->STATIC_HOLD); V(s->IMPLICIT); V(s->IC_R1); V(s->IC_R2); V(time); V(dflag);
    V(iflag); O(result, 1);
}

DLLFUNC void Motsub(const struct sAdamsMotion *s, double time, int iord, int iflag, double *result)
{
    ELEMENT; V(s->JOINT); T(s->Type); V(s->I); V(s->J); C(s->Which, 2); T(s->DVA); V(time);
    V(iord); V(iflag); O(result, 1);
}

DLLFUNC void Reqsub(const struct sAdamsRequest *s, double time, int iflag, double *output)
{
    ELEMENT; T(s->COMMENT); T(s->TITLE[0]); T(s->TITLE[1]); T(s->TITLE[2]); T(s->TITLE[3]);
    T(s->TITLE[4]); T(s->TITLE[5]); T(s->TITLE[6]); T(s->TITLE[7]); V(time); V(iflag); O(output,
    8);
}

DLLFUNC void Sensub(const struct sAdamsSensor *s, double time, int iflag, double *output)
{
    ELEMENT; V(s->VALUE); V(s->Error); C(s->Logic, 2); V(time); V(iflag); O(output, 1);
}

DLLFUNC void Sevsub(const struct sAdamsSensor *s, double time, int iflag, double *output)
{
    ELEMENT; V(s->VALUE); V(s->Error); C(s->Logic, 2); V(time); V(iflag); O(output, 1);
}

DLLFUNC void Fiesub(const struct sAdamsField *s, double time, double *disp, double *velo, int dflag,
    int iflag, double *field, double *dfddis, double *dfdvel)
{
    ELEMENT; V(s->I); V(s->J); V(time); R(disp, 6); R(velo, 6); V(dflag); V(iflag); O(field, 6);
    O(dfddis, 36); O(dfdvel, 36);
}

DLLFUNC void Cursub(const struct sAdamsCurve *s, double alpha, int iord, int iflag, double *values)
{
    ELEMENT; V(s->CLOSED); V(s->ORDER); V(s->MINPAR); V(s->MAXPAR); V(alpha); V(iord); V(iflag);
    O(values, 3);
}

DLLFUNC void Sursub(const struct sAdamsSurface *s, double alpha, double beta, int iord, int iflag,
    double *values, int *ierr)
{
    ELEMENT; I(s->ORDER, 2); I(s->CLOSED, 2); R(s->MINPAR, 2); R(s->MAXPAR, 2); V(alpha); V(beta);
    V(iord); V(iflag); O(values, 9); W(ierr);
}

DLLFUNC void Cousub(const struct sAdamsCoupler *s, double time, double *disp, int iflag, double
    *out)
{
    ELEMENT; V(s->NJOINT); I(s->JOINTS, 3); C(s->TYPE, 3); V(time); R(disp, s->NJOINT); V(iflag);
    O(out, 1);
}

DLLFUNC void Couxx(const struct sAdamsCoupler *s, double time, double *disp, int iflag, double *out)
{
    ELEMENT; V(s->NJOINT); I(s->JOINTS, 3); C(s->TYPE, 3); V(time); R(disp, s->NJOINT); V(iflag);
    O(out, s->NJOINT);
}

DLLFUNC void Couxx2(const struct sAdamsCoupler *s, double time, double *disp, int iflag, double
    *out)
{
    ELEMENT; V(s->NJOINT); I(s->JOINTS, 3); C(s->TYPE, 3); V(time); R(disp, s->NJOINT); V(iflag);
    O(out, s->NJOINT * s->NJOINT);
}

DLLFUNC void Consub(const struct sAdamsControl *s)
{
    begin(); V(s->NPAR); R(s->PAR, s->NPAR);
}

DLLFUNC void Gsesub(const struct sAdamsGSE *s, double time, int dflag, int iflag, int nstate, const
    double *states, int ninput, const double *inputs, int noutput, double *stated, double *output)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(dflag); V(iflag); V(nstate); R(states, nstate); V(ninput); R(inputs, ninput);
    V(noutput); O(stated, nstate); O(output, noutput);
}

DLLFUNC void Gsexx(const struct sAdamsGSE *s, double time, int iflag, int nstate, const double
    *states, int ninput, const double *inputs, int noutput, double *derivs)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(iflag); V(nstate); R(states, nstate); V(ninput); R(inputs, ninput); V(noutput);
    O(derivs, nstate * nstate);
}

DLLFUNC void Gsexu(const struct sAdamsGSE *s, double time, int iflag, int nstate, const double
    *states, int ninput, const double *inputs, int noutput, double *derivs)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(iflag); V(nstate); R(states, nstate); V(ninput); R(inputs, ninput); V(noutput);
    O(derivs, nstate * ninput);
}

DLLFUNC void Gseyx(const struct sAdamsGSE *s, double time, int iflag, int nstate, const double
    *states, int ninput, const double *inputs, int noutput, double *derivs)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(iflag); V(nstate); R(states, nstate); V(ninput); R(inputs, ninput); V(noutput);
    O(derivs, noutput * nstate);
}

DLLFUNC void Gseyu(const struct sAdamsGSE *s, double time, int iflag, int nstate, const double
    *states, int ninput, const double *inputs, int noutput, double *derivs)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(iflag); V(nstate); R(states, nstate); V(ninput); R(inputs, ninput); V(noutput);
    O(derivs, noutput * ninput);
}

DLLFUNC void Gse_deriv(const struct sAdamsGSE *s, double time, int dflag, int iflag, int n, double
    *out)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(dflag); V(iflag); V(n); O(out, n);
}

DLLFUNC void Gse_update(const struct sAdamsGSE *s, double time, int dflag, int iflag, int n, double
    *out)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(dflag); V(iflag); V(n); O(out, n);
}

DLLFUNC void Gse_output(const struct sAdamsGSE *s, double time, int dflag, int iflag, int n, double
    *out)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(dflag); V(iflag); V(n); O(out, n);
}

DLLFUNC void Gse_samp(const struct sAdamsGSE *s, double time, int iflag, double *sample_step)
{
    ELEMENT; V(s->NI); V(s->NO); V(s->U); V(s->Y); V(s->NS); V(s->X); V(s->IC); V(s->STATIC_HOLD);
    V(s->IMPLICIT); V(s->STATICS_ONLY); V(s->ND); V(s->XD); V(s->ICD); V(s->SAMPLE_OFFSET);
    V(time); V(iflag); O(sample_step, 1);
}

DLLFUNC void Cnfsub(const struct sAdamsContactFriction *s, double time, const double *loci, const
    double *ni, const double *locj, const double *nj, double gap, double gapdot, double gapdotdot,
    double area, int dflag, int iflag, double *values)
{
    begin(); V(s->contact.ID); V(s->contact.nIGEOM); V(s->contact.nJGEOM); I(s->contact.IGEOM,
    s->contact.nIGEOM); I(s->contact.JGEOM, s->contact.nJGEOM); I(s->contact.IFLIP_GEOM,
    s->contact.nIGEOM); I(s->contact.JFLIP_GEOM, s->contact.nJGEOM); V(s->NPAR); R(s->PAR,
    s->NPAR); V(time); R(loci, 3); R(ni, 3); R(locj, 3); R(nj, 3); V(gap); V(gapdot);
    V(gapdotdot); V(area); V(dflag); V(iflag); O(values, 3);
}

DLLFUNC void Cffsub(const struct sAdamsContactFriction *s, double time, const double *loci, const
    double *locj, const double *x, const double *xdot, double nforce, double area, int dflag, int
    iflag, double *values)
{
    begin(); V(s->contact.ID); V(s->contact.nIGEOM); V(s->contact.nJGEOM); I(s->contact.IGEOM,
    s->contact.nIGEOM); I(s->contact.JGEOM, s->contact.nJGEOM); I(s->contact.IFLIP_GEOM,
    s->contact.nIGEOM); I(s->contact.JFLIP_GEOM, s->contact.nJGEOM); V(s->NPAR); R(s->PAR,
    s->NPAR); V(time); R(loci, 3); R(locj, 3); R(x, 3); R(xdot, 3); V(nforce); V(area); V(dflag);
    V(iflag); O(values, 3);
}

DLLFUNC void Dmpsub(const struct sAdamsCratio *s, double time, const double *freqs, int nmode,
    double stepsize, double *cratios)
{
    begin(); V(s->FlexBody.ID); V(s->NPAR); R(s->PAR, s->NPAR); V(time); R(freqs, nmode);
    V(nmode); V(stepsize); O(cratios, nmode);
}

DLLFUNC void Mfosub(const struct sAdamsMforce *s, double time, int dflag, int iflag, const double
    *modloads, int nmodes, int ncases, double *scale, int *icase, double *loadvec)
{
    begin(); V(s->FlexBody.ID); V(s->ID); V(s->NPAR); R(s->PAR, s->NPAR); V(s->JFLOAT); V(time);
    V(dflag); V(iflag); R(modloads, nmodes * ncases); V(nmodes); V(ncases); O(scale, 1); W(icase);
    O(loadvec, 6 + nmodes);
}

DLLFUNC void Spline_read(const struct sAdamsSpline *s, int *ierr)
{
    begin(); V(s->ID); T(s->FILENAME); T(s->BLOCKNAME); W(ierr);
}

DLLFUNC void Savsub(int iunit, int *ierr)
{
    begin(); V(iunit); W(ierr);
}

DLLFUNC void Relsub(int iunit, int *ierr)
{
    begin(); V(iunit); W(ierr);
}

DLLFUNC void Cbksub(const struct sAdamsCbksub *s, double time, int event, int *data)
{
    ELEMENT; V(time); V(event); I(data, 3);
}

/* What the routines without outputs were told. */
DLLFUNC double last_digest(void) { return digest; }
