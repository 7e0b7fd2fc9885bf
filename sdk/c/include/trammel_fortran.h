/* trammel_fortran.h - the utilities as Fortran calls them: all arguments by
 * reference, the lengths of texts behind all others. Written from the solver's
 * table of utilities; included by userPortName.h. */
#ifndef TRAMMEL_FORTRAN_H
#define TRAMMEL_FORTRAN_H

#ifdef __cplusplus
extern "C" {
#endif

void ADAMS_SMP_GROUP(const int *groupid);
void ADD_MASS_PROPERTY(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip);
void AKISPL(const double *x, const double *z, const int *id, const int *iord, double *array, int *errflg);
void ANALYS(const char *antype, const char *cid, const double *timbeg, const double *timend, const int *init, int *istat, int len_antype, int len_cid);
void ANLMOD(int *mode);
void BISTOP(const double *x, const double *dxdt, const double *x1, const double *x2, const double *k, const double *e, const double *cmax, const double *d, const int *iord, double *vec, int *errflg);
void BODY_MASS_PROPERTY(const char *type, const int *id, double *cm, double *mass, double *ip, int len_type);
void CHEBY(const double *x, const double *x0, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void CUBSPL(const double *x, const double *z, const int *id, const int *iord, double *array, int *errflg);
void CUSFNC(const char *fncnam, const double *rpar, const int *nsize, double *state, int *errflg, int len_fncnam);
void DATOUT(int *istat);
void ERRMES(const int *errflg, const char *mesage, const int *id, const char *endflg, int len_mesage, int len_endflg);
void FITSPL(const double *x, const double *z, const int *id, const int *iord, double *array, int *errflg);
void FNCDEP(const char *sub, const char *type, const int *id, const int *vector, const int *nv, int *errflg, int len_sub, int len_type);
void FORCOS(const double *x, const double *x0, const double *w, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void FORSIN(const double *x, const double *x0, const double *w, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void GETCPU(double *seconds);
void GETINM(int *mode);
void GETINT(char *name, int len_name);
void GETMOD(int *mode);
void GETSLV(char *name, int len_name);
void GETSTM(double *time);
void GETVER(char *text, int len_text);
void GET_FULL_MATRIX_DATA(const int *id, double *vals, const int *size, int *ierr);
void GET_GRAVITY(double *x, double *y, double *z);
void GET_HHT_PARAMETERS(double *alpha, double *beta, double *gamma);
void GET_INTEGRATOR_DETAILS(int *kind, int *order, double *step);
void GET_MATRIX_INFO(const int *id, int *type, int *nrows, int *ncols, int *size, int *ierr);
void GET_NTHREAD(int *n);
void GET_NUMDIF_INFO(int *kind, double *step);
void GET_SPARSE_MATRIX_DATA(const int *id, int *rows, int *cols, double *vals, const int *size, int *ierr);
void GET_THREAD_INDEX(int *index);
void GSEMAP_U(const int *row, const int *col);
void GSEMAP_X(const int *row, const int *col);
void GSEMAP_XDOT(const int *row, const int *col);
void GSEPAR_U(const double *par, const int *size);
void GSEPAR_X(const double *par, const int *size);
void GSEPAR_XDOT(const double *par, const int *size);
void GSE_ND(int *nd);
void GSE_NI(int *ni);
void GSE_NO(int *no);
void GSE_NS(int *ns);
void GSE_OUTPUT_ICS(int *n);
void GSE_U(double *u, const int *ni);
void GSE_X(double *x, const int *ns);
void GSE_XD(double *xd, const int *nd);
void GSE_XDOT(double *xdot, const int *ns);
void GTARAY(const int *id, double *array, int *number, int *istat);
void GTCMAT(const int *nmid, const int *mid, const int *ndim, double *c, int *istat);
void GTCURV(const int *id, const double *alpha, const int *iord, double *array, int *istat);
void GTINAM(char *strg, int len_strg);
void GTONAM(char *strg, int len_strg);
void GTSTRG(const int *id, char *string, int *nchars, int *istat, int len_string);
void GTUNTS(int *exists, double *scales, char *units, int len_units);
void HAVSIN(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void IMPACT(const double *x, const double *dxdt, const double *x1, const double *k, const double *e, const double *cmax, const double *d, const int *iord, double *vec, int *errflg);
void ISTRNG(const int *number, char *string, int *length, int *istat, int len_string);
void LINSPL(const double *x, const double *z, const int *id, const int *iord, double *array, int *errflg);
void MODFNC(const char *element, const int *id, const char *attribute, char *output, int *info, int len_element, int len_attribute, int len_output);
void MODIFY(const char *comand, int *istat, int len_comand);
void MODINF(const int *id, int *mode, double *freq, int *errflg);
void MODSET(const char *element, const int *id, const char *attribute, const char *input, int *info, int len_element, int len_attribute, int len_input);
void NANINF(const double *val, const int *size, int *outcome, int *index);
void NMODES(const int *id, int *nq, int *errflg);
void POLY(const double *x, const double *x0, const double *par, const int *npar, const int *iord, double *value, int *errflg);
void PUT_MARKER(const int *id, const double *r, const int *angle_type, const double *angle, int *errflg);
void PUT_MATRIX(const int *id, const int *nrow, const int *ncol, const double *values, int *errflg);
void PUT_SPLINE(const int *id, const int *nx, const int *nz, const double *x, const double *y, const double *z, int *errflg);
void PUT_STRING(const int *id, const char *string, int *errflg, int len_string);
void QUISPL(const double *x, const double *z, const int *id, const int *iord, double *array, int *errflg);
void RCNVRT(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat, int len_sys1, int len_sys2);
void RSTRNG(const double *reel, char *string, int *length, int *istat, int len_string);
void SETVELIC(const int *object_id, const int *object_type, const double *vm_ori, const double *wm_loc, const double *wm_ori, const int *nvics, const double *vics, const int *which, const int *exact, int *errflg);
void SET_ATTRIBUTE(const char *input, int *info, int len_input);
void SET_DGSE_TYPE(const int *id, const int *type);
void SET_GSE_STATE_TOLERANCE(const int *id, const int *index, const double *tol, int *ierr);
void SHF(const double *x, const double *x0, const double *a, const double *w, const double *phi, const double *b, const int *iord, double *value, int *errflg);
void SIMSTA(int *status);
void STEP(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void STEP5(const double *x, const double *x0, const double *h0, const double *x1, const double *h1, const int *iord, double *value, int *errflg);
void STR2INTARY(const char *strg, int *array, int *nsize, int *istat, int len_strg);
void SUBTRACT_MASS_PROPERTY(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip);
void SYSARY(const char *fncnam, const int *ipar, const int *nsize, double *states, int *nstates, int *errflg, int len_fncnam);
void SYSFN2(const int *beam, const char *fncnam, const int *ipar, const int *nsize, int *index, int *errflg, int len_fncnam);
void SYSFNC(const char *fncnam, const int *ipar, const int *nsize, double *state, int *errflg, int len_fncnam);
void SYSPAR(const char *fncnam, const int *ipar, const int *nsize, const double *partl, const int *npartl, int *errflg, int len_fncnam);
void TCNVRT(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat, int len_sys1, int len_sys2);
void TIMGET(double *time);
void TIRARY(const int *tireid, const char *fncnam, double *states, int *nstate, int *errflg, int len_fncnam);
void UCOMAR(const int *id, const int *npms, const int *ipms, const int *nvars, const int *ivars);
void UCOVAR(const int *id, const int *npms, const int *ipms, const int *nvars, const int *ivars);
void USRMES(const int *msgflg, const char *mesage, const int *id, const char *msgtyp, int len_mesage, int len_msgtyp);

#ifdef __cplusplus
}
#endif

#endif
