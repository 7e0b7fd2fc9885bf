/* slv_c_utils.h - routines that take a struct first and scalars by value, under
 * the name that sources in C of that family include.
 *
 * Such a routine has a name with a capital first letter and is found in decks of
 * the Adams family, or where usrsub_dialect="adams":
 *
 *     #include "slv_c_utils.h"
 *     DLLFUNC void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag,
 *                         double *result)
 *
 * All members are constant during a simulation. Flags are not 0 for true.
 */
#ifndef TRAMMEL_SLV_C_UTILS_H
#define TRAMMEL_SLV_C_UTILS_H
#include "trammel_usersub.h"

#ifndef LINKDLL_ASUTILITY
#define LINKDLL_ASUTILITY
#endif

/* What all of these structs begin with: the id of the element, the number of
 * parameters, and the parameters (at least 30 entries, zeros behind npar). */
#define TRAMMEL_ELEMENT                                                                           \
    int ID;                                                                                       \
    int NPAR;                                                                                     \
    const double *PAR;

struct sAdamsSforce {
    TRAMMEL_ELEMENT
    int I, J;
    int ACTION_ONLY;
    const char *Type;
};

struct sAdamsGforce {
    TRAMMEL_ELEMENT
    int I, RM, JFLOAT;
};

/* The order of the last two differs from sAdamsGforce. */
struct sAdamsVforce {
    TRAMMEL_ELEMENT
    int I, JFLOAT, RM;
};

struct sAdamsVtorque {
    TRAMMEL_ELEMENT
    int I, JFLOAT, RM;
};

struct sAdamsVariable {
    TRAMMEL_ELEMENT
    double IC;
};

struct sAdamsDiff {
    TRAMMEL_ELEMENT
    int STATIC_HOLD, IMPLICIT;
    double IC_R1, IC_R2;
};

struct sAdamsField {
    TRAMMEL_ELEMENT
    int I, J;
};

struct sAdamsMotion {
    TRAMMEL_ELEMENT
    int JOINT;
    const char *Type;
    int I, J;
    char Which[2];
    const char *DVA;
};

struct sAdamsRequest {
    TRAMMEL_ELEMENT
    const char *COMMENT;
    const char *TITLE[8];
};

struct sAdamsSensor {
    TRAMMEL_ELEMENT
    double VALUE, Error;
    char Logic[2];
};

struct sAdamsCurve {
    TRAMMEL_ELEMENT
    int CLOSED, ORDER;
    double MINPAR, MAXPAR;
};

struct sAdamsSurface {
    TRAMMEL_ELEMENT
    int ORDER[2], CLOSED[2];
    double MINPAR[2], MAXPAR[2];
};

struct sAdamsCoupler {
    TRAMMEL_ELEMENT
    int NJOINT;
    int JOINTS[3];
    char TYPE[3];
};

struct sAdamsControl {
    int NPAR;
    const double *PAR;
};

struct sAdamsSpline {
    int ID;
    const char *FILENAME, *BLOCKNAME;
};

struct sAdamsFlexBody {
    int ID;
};

struct sAdamsCratio {
    struct sAdamsFlexBody FlexBody;
    int NPAR;
    const double *PAR;
};

struct sAdamsMforce {
    struct sAdamsFlexBody FlexBody;
    TRAMMEL_ELEMENT
    int JFLOAT;
};

struct sAdamsContact {
    int ID, nIGEOM, nJGEOM;
    int *IGEOM, *JGEOM, *IFLIP_GEOM, *JFLIP_GEOM;
};

struct sAdamsContactFriction {
    struct sAdamsContact contact;
    int NPAR;
    const double *PAR;
};

/* STATICS_ONLY came after 2017: a library built with older headers lacks it. */
struct sAdamsGSE {
    TRAMMEL_ELEMENT
    int NI, NO, U, Y, NS, X, IC, STATIC_HOLD, IMPLICIT, STATICS_ONLY, ND, XD, ICD;
    double SAMPLE_OFFSET;
};

struct sAdamsCbksub {
    TRAMMEL_ELEMENT
    void *reserved;
};

/* The types of the routines: "adams_c_Gfosub Gfosub;" declares one. */
typedef void adams_c_Sfosub(const struct sAdamsSforce *, double time, int dflag, int iflag, double *value);
typedef void adams_c_Gfosub(const struct sAdamsGforce *, double time, int dflag, int iflag, double *result);
typedef void adams_c_Vfosub(const struct sAdamsVforce *, double time, int dflag, int iflag, double *result);
typedef void adams_c_Vtosub(const struct sAdamsVtorque *, double time, int dflag, int iflag, double *result);
typedef void adams_c_Varsub(const struct sAdamsVariable *, double time, int dflag, int iflag, double *value);
typedef void adams_c_Difsub(const struct sAdamsDiff *, double time, int dflag, int iflag, double *value);
typedef void adams_c_Motsub(const struct sAdamsMotion *, double time, int iord, int iflag, double *value);
typedef void adams_c_Reqsub(const struct sAdamsRequest *, double time, int iflag, double *output);
typedef void adams_c_Sensub(const struct sAdamsSensor *, double time, int iflag, double *value);
typedef void adams_c_Sevsub(const struct sAdamsSensor *, double time, int iflag, double *value);
typedef void adams_c_Fiesub(const struct sAdamsField *, double time, double *disp, double *velo, int dflag,
                            int iflag, double *field, double *dfddis, double *dfdvel);
typedef void adams_c_Cursub(const struct sAdamsCurve *, double alpha, int iord, int iflag, double *values);
typedef void adams_c_Sursub(const struct sAdamsSurface *, double alpha, double beta, int iord, int iflag,
                            double *values, int *ierr);
typedef void adams_c_Cousub(const struct sAdamsCoupler *, double time, double *disp, int iflag, double *phi);
typedef void adams_c_Couxx(const struct sAdamsCoupler *, double time, double *disp, int iflag, double *dfda);
typedef void adams_c_Couxx2(const struct sAdamsCoupler *, double time, double *disp, int iflag,
                            double *d2fda2);
typedef void adams_c_Consub(const struct sAdamsControl *);
typedef void adams_c_Gsesub(const struct sAdamsGSE *, double time, int dflag, int iflag, int nstate,
                            const double *states, int ninput, const double *inputs, int noutput,
                            double *stated, double *output);
typedef void adams_c_Gsexx(const struct sAdamsGSE *, double time, int iflag, int nstate, const double *states,
                           int ninput, const double *inputs, int noutput, double *derivs);
typedef adams_c_Gsexx adams_c_Gsexu, adams_c_Gseyx, adams_c_Gseyu;
typedef void adams_c_Gse_deriv(const struct sAdamsGSE *, double time, int dflag, int iflag, int n, double *out);
typedef adams_c_Gse_deriv adams_c_Gse_update, adams_c_Gse_output;
typedef void adams_c_Gse_samp(const struct sAdamsGSE *, double time, int iflag, double *sample_step);
typedef void adams_c_Cnfsub(const struct sAdamsContactFriction *, double time, const double *loci,
                            const double *ni, const double *locj, const double *nj, double gap, double gapdot,
                            double gapdotdot, double area, int dflag, int iflag, double *values);
typedef void adams_c_Cffsub(const struct sAdamsContactFriction *, double time, const double *loci,
                            const double *locj, const double *x, const double *xdot, double nforce,
                            double area, int dflag, int iflag, double *values);
typedef void adams_c_Dmpsub(const struct sAdamsCratio *, double time, const double *freqs, int nmode,
                            double stepsize, double *cratios);
typedef void adams_c_Mfosub(const struct sAdamsMforce *, double time, int dflag, int iflag,
                            const double *modloads, int nmodes, int ncases, double *scale, int *icase,
                            double *loadvec);
typedef void adams_c_Spline_read(const struct sAdamsSpline *, int *ierr);
typedef void adams_c_Savsub(int iunit, int *ierr);
typedef void adams_c_Relsub(int iunit, int *ierr);
typedef void adams_c_Cbksub(const struct sAdamsCbksub *, double time, int event, int *data);

#endif
