/* trammel_utilities.h - the utilities that routines in C may call. Error flags are
 * 0 when all is well. Written from the solver's table of utilities; included by
 * trammel_usersub.h. */
#ifndef TRAMMEL_UTILITIES_H
#define TRAMMEL_UTILITIES_H

#ifdef __cplusplus
extern "C" {
#endif

/* declares that a routine may run on several threads; it never does */
void c_adams_declare_threadsafe(void);
/* whether SYSPAR is wanted: never */
void c_adams_needs_partials(int *flag);
/* names a group of routines that may not run at the same time; none ever do */
void c_adams_smp_group(int groupid);
/* adds the mass properties of a body to a sum */
void c_add_mass_property(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip);
/* value of a Reference_Spline or of a derivative, by Akima's method */
void c_akispl(double x, double z, int id, int iord, double *array, int *errflg);
/* simulates from timbeg to timend */
void c_analys(const char *antype, const char *cid, double timbeg, double timend, int init, int *istat);
/* the same as GETMOD */
void c_anlmod(int *mode);
/* force of a gap with two stops */
void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax, double d, int iord, double *vec, int *errflg);
/* mass properties of a body */
void c_body_mass_property(const char *type, const int *id, double *cm, double *mass, double *ip);
/* Chebyshev polynomial */
void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
/* value of a Reference_Spline or of a derivative, by natural cubic splines */
void c_cubspl(double x, double z, int id, int iord, double *array, int *errflg);
/* value of a function of the mapping file */
void c_cusfnc(const char *fncnam, const double *rpar, int nsize, double *state, int *errflg);
/* writes results */
void c_datout(int *istat);
/* reports an error; endflg STOP ends the run */
void c_errmes(int errflg, const char *mesage, int id, const char *endflg);
/* value of a Reference_Spline or of a derivative, by a quadratic B-spline */
void c_fitspl(double x, double z, int id, int iord, double *array, int *errflg);
/* declares that a routine depends on a measure */
void c_fncdep(const char *sub, const char *type, int id, const int *vector, int nv, int *errflg);
/* Fourier cosine series */
void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);
/* Fourier sine series */
void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);
/* processor time in s */
void c_getcpu(double *seconds);
/* 1 interactive, 0 command file: always 0 */
void c_getinm(int *mode);
/* name of the integrator */
void c_getint(char *name);
/* kind of analysis: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, … */
void c_getmod(int *mode);
/* name of the linear solver */
void c_getslv(char *name);
/* current time */
void c_getstm(double *time);
/* version of the program */
void c_getver(char *text);
/* values of a matrix by columns */
void c_get_full_matrix_data(int id, double *vals, int size, int *ierr);
/* acceleration of gravity */
void c_get_gravity(double *x, double *y, double *z);
/* parameters of the integrator HHT */
void c_get_HHT_parameters(double *alpha, double *beta, double *gamma);
/* kind, order and step of the integrator */
void c_get_integrator_details(int *kind, int *order, double *step);
/* size of a matrix; type 0 is full */
void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size, int *ierr);
/* number of threads: always 1 */
void c_get_nthread(int *n);
/* how derivatives are differenced */
void c_get_numdif_info(int *kind, double *step);
/* entries of a matrix that are not 0, rows and columns from 1 */
void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals, int size, int *ierr);
/* index of the thread: always 0 */
void c_get_thread_index(int *index);
/* declares which partial derivatives GSEPAR_U gives, which are not used */
void c_gsemap_u(int row, int col);
/* declares which partial derivatives GSEPAR_X gives, which are not used */
void c_gsemap_x(int row, int col);
/* declares which partial derivatives GSEPAR_XDOT gives, which are not used */
void c_gsemap_xdot(int row, int col);
/* takes partial derivatives of a routine of a state equation, which are not used */
void c_gsepar_u(const double *par, int size);
/* takes partial derivatives of a routine of a state equation, which are not used */
void c_gsepar_x(const double *par, int size);
/* takes partial derivatives of a routine of a state equation, which are not used */
void c_gsepar_xdot(const double *par, int size);
/* number of discrete states of the state equation that calls */
int c_gse_nd(void);
/* number of inputs of the state equation that calls */
int c_gse_ni(void);
/* number of outputs of the state equation that calls */
int c_gse_no(void);
/* number of continuous states of the state equation that calls */
int c_gse_ns(void);
/* initial conditions of outputs: not supported */
void c_gse_output_ics(int *n);
/* inputs of the state equation that calls */
void c_gse_u(double *u, int ni);
/* continuous states of the state equation that calls */
void c_gse_x(double *x, int ns);
/* discrete states of the state equation that calls */
void c_gse_xd(double *xd, int nd);
/* derivatives of the states of an implicit state equation, which there is not */
void c_gse_xdot(double *xdot, int ns);
/* values of an array */
void c_gtaray(int id, double *array, int *number, int *istat);
/* compliance matrix */
void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat);
/* point of a curve or a derivative */
void c_gtcurv(int id, double alpha, int iord, double *array, int *istat);
/* name of the input file without suffix */
void c_gtinam(char *strg);
/* name of the output file without suffix */
void c_gtonam(char *strg);
/* text of a string */
void c_gtstrg(int id, char *string, int *nchars, int *istat);
/* units of the deck: time, length, force, mass */
void c_gtunts(int *exists, double *scales, char *units);
/* sine step from h0 at x0 to h1 at x1 */
void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
/* force of a one-sided bumper */
void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord, double *vec, int *errflg);
/* old form of SYSARY: TYPE begins with DIS, VEL, ACC or FOR */
void c_info(const char *type, int i, int j, int rm, double *output, int *errflg);
/* writes an integer as text */
void c_istrng(int number, char *string, int *length, int *istat);
/* value of a Reference_Spline or of a derivative, by straight lines */
void c_linspl(double x, double z, int id, int iord, double *array, int *errflg);
/* attribute of an element as text */
void c_modfnc(const char *element, int id, const char *attribute, char *output, int *info);
/* carries out a command */
void c_modify(const char *comand, int *istat);
/* modes of a flexible body and their frequencies in Hz */
void c_modinf(int id, int *mode, double *freq, int *errflg);
/* sets an attribute of an element */
void c_modset(const char *element, int id, const char *attribute, const char *input, int *info);
/* finds the first entry that is not finite */
void c_naninf(const double *val, const int *size, int *outcome, int *index);
/* number of modes of a flexible body */
void c_nmodes(int id, int *nq, int *errflg);
/* polynomial */
void c_poly(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
/* gives the pose of a marker */
void c_put_marker(int id, const double *r, int angle_type, const double *angle, int *errflg);
/* fills a matrix, by columns */
void c_put_matrix(int id, int nrow, int ncol, const double *values, int *errflg);
/* gives the points of a spline: y[j+i*nx] at x[j], z[i] */
void c_put_spline(int id, int nx, int nz, const double *x, const double *y, const double *z, int *errflg);
/* gives a text */
void c_put_string(int id, const char *string, int *errflg);
/* value of a Reference_Spline or of a derivative, by natural quintic splines */
void c_quispl(double x, double z, int id, int iord, double *array, int *errflg);
/* converts a rotation from one system of coordinates to another */
void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
/* writes a real as text */
void c_rstrng(double reel, char *string, int *length, int *istat);
/* sets initial velocities: not supported */
void c_setvelic(int object_id, int object_type, const double *vm_ori, const double *wm_loc, const double *wm_ori, int nvics, const double *vics, const int *which, const int *exact, int *errflg);
/* sets the attribute of the last MODFNC or MODSET */
void c_set_attribute(const char *input, int *info);
/* sets the kind of a state equation: not supported */
void c_set_dgse_type(int id, int type);
/* declares that the element exchanges data at steps of its own */
void c_set_discrete_interface(void);
/* sets the tolerance of a state: not supported */
void c_set_gse_state_tolerance(int id, int index, double tol, int *ierr);
/* simple harmonic function */
void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value, int *errflg);
/* status of the simulation */
void c_simsta(int *status);
/* cubic step from h0 at x0 to h1 at x1 */
void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
/* fifth-order step from h0 at x0 to h1 at x1 */
void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
/* reads integers from a text */
void c_str2intary(const char *strg, int *array, int *nsize, int *istat);
/* takes the mass properties of a body from a sum */
void c_subtract_mass_property(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip);
/* values of a vector measure */
void c_sysary(const char *fncnam, const int *ipar, int nsize, double *states, int *nstates, int *errflg);
/* SYSFNC for routines of distributed loads on beams (FE_LOAD), which there are not */
void c_sysfn2(const void *beam, const char *fncnam, const int *ipar, int nsize, int *index, int *errflg);
/* value of a scalar measure */
void c_sysfnc(const char *fncnam, const int *ipar, int nsize, double *state, int *errflg);
/* takes partial derivatives, which are not used */
void c_syspar(const char *fncnam, const int *ipar, int nsize, const double *partl, int npartl, int *errflg);
/* converts a point from one system of coordinates to another */
void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
/* time of the end of the last accepted step */
void c_timget(double *time);
/* state of a tyre */
void c_tirary(int tireid, const char *fncnam, double *states, int *nstate, int *errflg);
/* declares variables of a constraint: coordinates of markers */
void c_ucomar(int id, int npms, const int *ipms, int nvars, const int *ivars);
/* declares variables of a constraint: coordinates of parts */
void c_ucovar(int id, int npms, const int *ipms, int nvars, const int *ivars);
/* writes a message of the type INFO, WARN, FAULT, … */
void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp);

#ifdef __cplusplus
}
#endif

#endif
