/* trammel_usersub.h - user subroutines in C and C++.
 *
 * A routine takes pointers to its arguments and returns nothing:
 *
 *     DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar,
 *                                 int *dflag, int *iflag, double *value)
 *
 * Integers have 32 bits, reals 64. Outputs are zero before each call. par has
 * at least 30 entries; those beyond npar are zero. Build it with
 *
 *     gcc -O2 -shared -fPIC -I sdk/c/include -o mylib.so mylib.c
 *
 * The utilities below are defined when the library is loaded; nothing is
 * linked. Error flags are 0 when all is well.
 */
#ifndef TRAMMEL_USERSUB_H
#define TRAMMEL_USERSUB_H

/* Many sources use these without including them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#define TRAMMEL_EXTERN_C extern "C"
#else
#define TRAMMEL_EXTERN_C
#endif

/* DLLFUNC stands before a routine that is to be found from outside, STDCALL
 * before its name. */
#ifndef DLLFUNC
#if defined(_WIN32)
#define DLLFUNC TRAMMEL_EXTERN_C __declspec(dllexport)
#else
#define DLLFUNC TRAMMEL_EXTERN_C __attribute__((visibility("default")))
#endif
#endif

#ifndef STDCALL
#if defined(_WIN32) && !defined(_WIN64)
#define STDCALL __stdcall
#else
#define STDCALL
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- state -------------------------------------------------------------- */

/* One measure: name as in expressions ("DX", "JOINT"), its integer arguments. */
void c_sysfnc(const char *name, const int *ipar, int nsize, double *state, int *errflg);
/* A vector of measures: "DISP", "TVEL", ...; nstates is set. */
void c_sysary(const char *name, const int *ipar, int nsize, double *states, int *nstates, int *errflg);
void c_syspar(const char *name, const int *ipar, int nsize, const double *partl, int npartl, int *errflg);
void c_cusfnc(const char *name, const double *rpar, int nsize, double *state, int *errflg);
void c_tirary(int id, const char *name, double *states, int *nstate, int *errflg);
void c_ucovar(int id, int nparts, const int *lparts, int nvars, const int *lvars);
void c_ucomar(int id, int nmarkers, const int *lmarkers, int nvars, const int *lvars);
void c_adams_needs_partials(int *flag);

/* ---- model data --------------------------------------------------------- */

/* An attribute of an element as text. info: 0 or 1 logical, 2 integer, 3
 * integers, 4 real, 5 reals, 6 text; -1 unknown element, -2 unknown id, -3
 * unknown attribute. */
void c_modfnc(const char *element, int id, const char *attribute, char *output, int *info);
void c_modset(const char *element, int id, const char *attribute, const char *input, int *info);
void c_set_attribute(const char *input, int *info);
void c_gtaray(int id, double *array, int *number, int *istat);
void c_gtstrg(int id, char *string, int *nchars, int *istat);
void c_gtcurv(int id, double alpha, int iord, double *array, int *istat);
void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat);
void c_gtunts(int *exists, double *scales, char *units);
void c_gtinam(char *name);
void c_gtonam(char *name);
void c_nmodes(int id, int *nq, int *errflg);
void c_modinf(int id, int *mode, double *freq, int *errflg);
void c_body_mass_property(char *type, int *id, double *cm, double *mass, double *ip);
void c_add_mass_property(double *cm, double *mass, double *ip, double *sum_cm, double *sum_mass,
                         double *sum_ip);
void c_subtract_mass_property(double *cm, double *mass, double *ip, double *sum_cm, double *sum_mass,
                              double *sum_ip);
void c_get_gravity(double *x, double *y, double *z);
void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size, int *ierr);
void c_get_full_matrix_data(int id, double *vals, int size, int *ierr);
void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals, int size, int *ierr);

/* ---- status of the solver ----------------------------------------------- */

void c_timget(double *time); /* end of the last successful step */
void c_getstm(double *time); /* current time */
void c_getmod(int *mode);
void c_anlmod(int *mode);
void c_getint(char *name);
void c_getslv(char *name);
void c_getver(char *text);
void c_getcpu(double *seconds);
void c_getinm(int *interactive);
void c_simsta(int *status);
void c_get_integrator_details(int *kind, int *order, double *step);
void c_get_HHT_parameters(double *alpha, double *beta, double *gamma);
void c_get_numdif_info(int *kind, double *step);

/* ---- messages ----------------------------------------------------------- */

/* Nothing happens when the flag is 0. endflg "STOP" ends the run. */
void c_errmes(int errflg, const char *mesage, int id, const char *endflg);
/* msgtyp: INFO, INFO_NOPAD, INFO_LOG, WARN, FAULT, ERROR */
void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp);

/* ---- functions ---------------------------------------------------------- */

/* iord: 0 the value, 1 and 2 its derivatives with respect to x. */
void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord,
              double *vec, int *errflg);
void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax, double d,
              int iord, double *vec, int *errflg);
void c_poly(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg);
void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg);
void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value,
           int *errflg);
void c_akispl(double x, double z, int id, int iord, double *array, int *errflg);
void c_cubspl(double x, double z, int id, int iord, double *array, int *errflg);
void c_fitspl(double x, double z, int id, int iord, double *array, int *errflg);
void c_quispl(double x, double z, int id, int iord, double *array, int *errflg);
void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
void c_istrng(int number, char *string, int *length, int *istat);
void c_rstrng(double reel, char *string, int *length, int *istat);
void c_naninf(const double *val, const int *size, int *outcome, int *index);

/* ---- set-up and control ------------------------------------------------- */

void c_put_spline(int id, int nx, int nz, const double *x, const double *y, const double *z, int *errflg);
void c_setvelic(int object_id, int object_type, double *vm_ori, double *wm_loc, double *wm_ori,
                int nvics, double *vics, int *which, int *exact, int *errflg);
void c_analys(const char *antype, const char *cid, double timbeg, double timend, int init, int *istat);
void c_datout(int *istat);
void c_modify(const char *comand, int *istat);

#ifdef __cplusplus
}
#endif

#endif
