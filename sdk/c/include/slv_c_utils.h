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

/* An external system: what the solver has no element for. */
struct sAdamsEXTSYS {
    TRAMMEL_ELEMENT
    int NI, NO, U, Y, NS, X, IC, STATIC_HOLD, IMPLICIT, ND, XD, ICD;
    double SAMPLE_OFFSET;
    const char *external_system_type, *model_file_name;
    int current_results_file_name_index;
    const char *output_file_name, *compute_resource, *memory_usage;
    int number_of_threads, buffer_size;
    double memory_scale_factor;
    const char *scratch_file_directory;
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

/* The same under the names that older and newer headers have. */
typedef adams_c_Gse_deriv adams_c_Gsederiv, adams_c_Gseupdate, adams_c_Gseoutput;
typedef adams_c_Gse_samp adams_c_Gsesample;
typedef adams_c_Cbksub adams_c_Callback;

/* Sizes and settings of a GSE or an external system that a library may give itself. The solver calls
 * none of them: the deck says what they would. */
typedef void adams_c_Gsesetns(int ns, int *err);
typedef adams_c_Gsesetns adams_c_Gsesetnd, adams_c_Gsesetimplicit, adams_c_Gsesetstatichold, adams_c_Gsesetstaticsonly,
    adams_c_Extsyssetns, adams_c_Extsyssetnd, adams_c_Extsyssetimplicit, adams_c_Extsyssetstatichold;
typedef void adams_c_Gsesetsampleoffset(int err, double *offset);
typedef adams_c_Gsesetsampleoffset adams_c_Extsyssetsampleoffset;
typedef void adams_c_Extsysderiv(const struct sAdamsEXTSYS *, double time, int dflag, int iflag, int n, double *out);
typedef adams_c_Extsysderiv adams_c_Extsysupdate, adams_c_Extsysoutput;
typedef void adams_c_Extsyssample(const struct sAdamsEXTSYS *, double time, int iflag, double *sample_step);
typedef int adams_c_Usrmsgflt(char *message, char *type);

/* The routines that take pointers: "adams_f77_GFOSUB gfosub_;". */
typedef void STDCALL adams_f77_GFOSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const int *dflag, const int *iflag, double *result);
typedef adams_f77_GFOSUB adams_f77_SFOSUB, adams_f77_VFOSUB, adams_f77_VTOSUB, adams_f77_VARSUB, adams_f77_DIFSUB;
typedef void STDCALL adams_f77_MOTSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const int *iord, const int *iflag, double *value);
typedef void STDCALL adams_f77_REQSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const int *iflag, double *output);
typedef adams_f77_REQSUB adams_f77_SENSUB, adams_f77_SEVSUB, adams_f77_GSESAMPLE;
typedef void STDCALL adams_f77_CONSUB(const double *par, const int *npar);
typedef void STDCALL adams_f77_FIESUB(const int *id, const double *time, const double *par, const int *npar, double *disp,
                                      double *velo, const int *dflag, const int *iflag, double *field, double *dfddis,
                                      double *dfdvel);
typedef void STDCALL adams_f77_CURSUB(const int *id, const double *par, const int *npar, const double *alpha,
                                      const int *iord, const int *iflag, double *values);
typedef void STDCALL adams_f77_SURSUB(const int *id, const double *par, const int *npar, const double *alpha,
                                      const double *beta, const int *iord, const int *iflag, double *values, int *ierr);
typedef void STDCALL adams_f77_COUSUB(const int *id, const double *time, const double *par, const int *npar, double *disp,
                                      const int *ndisp, const int *iflag, double *out);
typedef adams_f77_COUSUB adams_f77_COUXX, adams_f77_COUXX2;
typedef void STDCALL adams_f77_GSESUB(const int *id, const double *time, const double *par, const int *npar,
                                      const int *dflag, const int *iflag, const int *nstate, const double *states,
                                      const int *ninput, const double *inputs, const int *noutput, double *stated,
                                      double *output);
typedef void STDCALL adams_f77_GSEXX(const int *id, const double *time, const double *par, const int *npar,
                                     const int *iflag, const int *nstate, const double *states, const int *ninput,
                                     const double *inputs, const int *noutput, double *derivs);
typedef adams_f77_GSEXX adams_f77_GSEXU, adams_f77_GSEYX, adams_f77_GSEYU;
typedef void STDCALL adams_f77_GSEDERIV(const int *id, const double *time, const double *par, const int *npar,
                                        const int *dflag, const int *iflag, const int *n, double *out);
typedef adams_f77_GSEDERIV adams_f77_GSEUPDATE, adams_f77_GSEOUTPUT;
typedef void STDCALL adams_f77_CNFSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const double *loci, const double *ni, const double *locj, const double *nj,
                                      const double *gap, const double *gapdot, const double *gapdotdot,
                                      const double *area, const int *dflag, const int *iflag, double *values);
typedef void STDCALL adams_f77_CFFSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const double *loci, const double *locj, const double *x, const double *xdot,
                                      const double *nforce, const double *area, const int *dflag, const int *iflag,
                                      double *values);
typedef void STDCALL adams_f77_DMPSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const double *freqs, const int *nmode, const double *stepsize, double *cratios);
typedef void STDCALL adams_f77_MFOSUB(const int *id, const double *time, const double *par, const int *npar,
                                      const int *dflag, const int *iflag, const double *modloads, const int *nmodes,
                                      const int *ncases, double *scale, int *icase, double *loadvec);
typedef void STDCALL adams_f77_SAVSUB(const int *iunit, int *ierr);
typedef adams_f77_SAVSUB adams_f77_RELSUB;
typedef void STDCALL adams_f77_Callback(const double *time, const int *event, const int *data);

/* Utilities that the solver does not support: a call does nothing and is a warning of the run. */
#ifdef __cplusplus
extern "C" {
#endif
void c_adams_serialize_integers(const int *data, int count);
void c_adams_serialize_doubles(const double *data, int count);
void c_adams_serialize_characters(const char *data, int count);
void c_adams_unserialize_integers(int *data, int count);
void c_adams_unserialize_doubles(double *data, int count);
void c_adams_unserialize_characters(char *data, int count);
#ifdef __cplusplus
}
#endif

#endif
