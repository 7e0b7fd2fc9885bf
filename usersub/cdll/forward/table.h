/* Written from the table of utilities by: go test -run Table -update. Do not edit. */
#define TABLE 0xf89fb86cccba7db2UL
#define N_ANALYS 11

EXPORT long c_adams_declare_threadsafe(void)
{
    return enter(0, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}

EXPORT long c_adams_needs_partials(const int *_flag)
{
    return enter(1, BY_VALUE, (union word[]){{.p = _flag}}, 0, (int *)0, 1, 0x1);
}

EXPORT long c_adams_serialize_characters(void)
{
    return enter(2, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_SERIALIZE_CHARACTERS(void)
{
    return enter(2, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_CHARACTERS, adams_serialize_characters)

EXPORT long c_adams_serialize_doubles(void)
{
    return enter(3, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_SERIALIZE_DOUBLES(void)
{
    return enter(3, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_DOUBLES, adams_serialize_doubles)

EXPORT long c_adams_serialize_integers(void)
{
    return enter(4, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_SERIALIZE_INTEGERS(void)
{
    return enter(4, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_INTEGERS, adams_serialize_integers)

EXPORT long c_adams_smp_group(void)
{
    return enter(5, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_SMP_GROUP(void)
{
    return enter(5, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SMP_GROUP, adams_smp_group)

EXPORT long c_adams_unserialize_characters(void)
{
    return enter(6, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_UNSERIALIZE_CHARACTERS(void)
{
    return enter(6, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_CHARACTERS, adams_unserialize_characters)

EXPORT long c_adams_unserialize_doubles(void)
{
    return enter(7, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_UNSERIALIZE_DOUBLES(void)
{
    return enter(7, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_DOUBLES, adams_unserialize_doubles)

EXPORT long c_adams_unserialize_integers(void)
{
    return enter(8, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long ADAMS_UNSERIALIZE_INTEGERS(void)
{
    return enter(8, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_INTEGERS, adams_unserialize_integers)

EXPORT long c_add_mass_property(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(9, BY_VALUE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
EXPORT long ADD_MASS_PROPERTY(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(9, BY_REFERENCE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
FORTRAN(ADD_MASS_PROPERTY, add_mass_property)

EXPORT long c_akispl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(10, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT long AKISPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(10, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(AKISPL, akispl)

EXPORT long ANALYS(const char *_antype, const char *_cid, const double *_timbeg, const double *_timend, const int *_init, const int *_istat, long _nantype, long _ncid)
{
    return enter(11, BY_REFERENCE, (union word[]){{.p = _antype}, {.p = _cid}, {.p = _timbeg}, {.p = _timend}, {.p = _init}, {.p = _istat}}, (const long[]){_nantype, _ncid}, (int *)_istat, 1, 0x3f);
}
FORTRAN(ANALYS, analys)

EXPORT long c_anlmod(const int *_mode)
{
    return enter(12, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT long ANLMOD(const int *_mode)
{
    return enter(12, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(ANLMOD, anlmod)

EXPORT long c_bistop(double _x, double _dxdt, double _x1, double _x2, double _k, double _e, double _cmax, double _d, int _iord, const double *_vec, const int *_errflg)
{
    return enter(13, BY_VALUE, (union word[]){{.r = _x}, {.r = _dxdt}, {.r = _x1}, {.r = _x2}, {.r = _k}, {.r = _e}, {.r = _cmax}, {.r = _d}, {.i = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x600);
}
EXPORT long BISTOP(const double *_x, const double *_dxdt, const double *_x1, const double *_x2, const double *_k, const double *_e, const double *_cmax, const double *_d, const int *_iord, const double *_vec, const int *_errflg)
{
    return enter(13, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _dxdt}, {.p = _x1}, {.p = _x2}, {.p = _k}, {.p = _e}, {.p = _cmax}, {.p = _d}, {.p = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7ff);
}
FORTRAN(BISTOP, bistop)

EXPORT long c_body_mass_property(const char *_type, const int *_id, const double *_cm, const double *_mass, const double *_ip)
{
    return enter(14, BY_VALUE, (union word[]){{.p = _type}, {.p = _id}, {.p = _cm}, {.p = _mass}, {.p = _ip}}, 0, (int *)0, 1, 0x1f);
}
EXPORT long BODY_MASS_PROPERTY(const char *_type, const int *_id, const double *_cm, const double *_mass, const double *_ip, long _ntype)
{
    return enter(14, BY_REFERENCE, (union word[]){{.p = _type}, {.p = _id}, {.p = _cm}, {.p = _mass}, {.p = _ip}}, (const long[]){_ntype}, (int *)0, 1, 0x1f);
}
FORTRAN(BODY_MASS_PROPERTY, body_mass_property)

EXPORT long c_cubspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(16, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT long CUBSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(16, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(CUBSPL, cubspl)

EXPORT long c_cusfnc(const char *_fncnam, const double *_rpar, int _nsize, const double *_state, const int *_errflg)
{
    return enter(17, BY_VALUE, (union word[]){{.p = _fncnam}, {.p = _rpar}, {.i = _nsize}, {.p = _state}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1b);
}
EXPORT long CUSFNC(const char *_fncnam, const double *_rpar, const int *_nsize, const double *_state, const int *_errflg, long _nfncnam)
{
    return enter(17, BY_REFERENCE, (union word[]){{.p = _fncnam}, {.p = _rpar}, {.p = _nsize}, {.p = _state}, {.p = _errflg}}, (const long[]){_nfncnam}, (int *)_errflg, 1, 0x1f);
}
FORTRAN(CUSFNC, cusfnc)

EXPORT long c_datout(const int *_istat)
{
    return enter(18, BY_VALUE, (union word[]){{.p = _istat}}, 0, (int *)_istat, 1, 0x1);
}
EXPORT long DATOUT(const int *_istat)
{
    return enter(18, BY_REFERENCE, (union word[]){{.p = _istat}}, 0, (int *)_istat, 1, 0x1);
}
FORTRAN(DATOUT, datout)

EXPORT long c_errmes(int _errflg, const char *_mesage, int _id, const char *_endflg)
{
    if (!_errflg) return 0;
    return enter(19, BY_VALUE, (union word[]){{.i = _errflg}, {.p = _mesage}, {.i = _id}, {.p = _endflg}}, 0, (int *)0, 1, 0xa);
}
EXPORT long ERRMES(const int *_errflg, const char *_mesage, const int *_id, const char *_endflg, long _nmesage, long _nendflg)
{
    if (!*_errflg) return 0;
    return enter(19, BY_REFERENCE, (union word[]){{.p = _errflg}, {.p = _mesage}, {.p = _id}, {.p = _endflg}}, (const long[]){_nmesage, _nendflg}, (int *)0, 1, 0xf);
}
FORTRAN(ERRMES, errmes)

EXPORT long c_fitspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(20, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT long FITSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(20, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(FITSPL, fitspl)

EXPORT long c_fncdep(const char *_sub, const char *_type, int _id, const int *_vector, int _nv, const int *_errflg)
{
    return enter(21, BY_VALUE, (union word[]){{.p = _sub}, {.p = _type}, {.i = _id}, {.p = _vector}, {.i = _nv}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x2b);
}
EXPORT long FNCDEP(const char *_sub, const char *_type, const int *_id, const int *_vector, const int *_nv, const int *_errflg, long _nsub, long _ntype)
{
    return enter(21, BY_REFERENCE, (union word[]){{.p = _sub}, {.p = _type}, {.p = _id}, {.p = _vector}, {.p = _nv}, {.p = _errflg}}, (const long[]){_nsub, _ntype}, (int *)_errflg, 1, 0x3f);
}
FORTRAN(FNCDEP, fncdep)

EXPORT long c_forcos(double _x, double _x0, double _w, const double *_par, int _npar, int _iord, const double *_value, const int *_errflg)
{
    return enter(22, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _w}, {.p = _par}, {.i = _npar}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc8);
}
EXPORT long FORCOS(const double *_x, const double *_x0, const double *_w, const double *_par, const int *_npar, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(22, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _w}, {.p = _par}, {.p = _npar}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(FORCOS, forcos)

EXPORT long c_forsin(double _x, double _x0, double _w, const double *_par, int _npar, int _iord, const double *_value, const int *_errflg)
{
    return enter(23, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _w}, {.p = _par}, {.i = _npar}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc8);
}
EXPORT long FORSIN(const double *_x, const double *_x0, const double *_w, const double *_par, const int *_npar, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(23, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _w}, {.p = _par}, {.p = _npar}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(FORSIN, forsin)

EXPORT long c_getcpu(const double *_seconds)
{
    return enter(24, BY_VALUE, (union word[]){{.p = _seconds}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETCPU(const double *_seconds)
{
    return enter(24, BY_REFERENCE, (union word[]){{.p = _seconds}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETCPU, getcpu)

EXPORT long c_getinm(const int *_mode)
{
    return enter(25, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETINM(const int *_mode)
{
    return enter(25, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETINM, getinm)

EXPORT long c_getint(const char *_name)
{
    return enter(26, BY_VALUE, (union word[]){{.p = _name}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETINT(const char *_name, long _nname)
{
    return enter(26, BY_REFERENCE, (union word[]){{.p = _name}}, (const long[]){_nname}, (int *)0, 1, 0x1);
}
FORTRAN(GETINT, getint)

EXPORT long c_getmod(const int *_mode)
{
    return enter(27, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETMOD(const int *_mode)
{
    return enter(27, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETMOD, getmod)

EXPORT long c_getslv(const char *_name)
{
    return enter(28, BY_VALUE, (union word[]){{.p = _name}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETSLV(const char *_name, long _nname)
{
    return enter(28, BY_REFERENCE, (union word[]){{.p = _name}}, (const long[]){_nname}, (int *)0, 1, 0x1);
}
FORTRAN(GETSLV, getslv)

EXPORT long c_getstm(const double *_time)
{
    return enter(29, BY_VALUE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETSTM(const double *_time)
{
    return enter(29, BY_REFERENCE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETSTM, getstm)

EXPORT long c_getver(const char *_text)
{
    return enter(30, BY_VALUE, (union word[]){{.p = _text}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GETVER(const char *_text, long _ntext)
{
    return enter(30, BY_REFERENCE, (union word[]){{.p = _text}}, (const long[]){_ntext}, (int *)0, 1, 0x1);
}
FORTRAN(GETVER, getver)

EXPORT long c_get_full_matrix_data(int _id, const double *_vals, int _size, const int *_ierr)
{
    return enter(31, BY_VALUE, (union word[]){{.i = _id}, {.p = _vals}, {.i = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0xa);
}
EXPORT long GET_FULL_MATRIX_DATA(const int *_id, const double *_vals, const int *_size, const int *_ierr)
{
    return enter(31, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _vals}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0xf);
}
FORTRAN(GET_FULL_MATRIX_DATA, get_full_matrix_data)

EXPORT long c_get_gravity(const double *_x, const double *_y, const double *_z)
{
    return enter(32, BY_VALUE, (union word[]){{.p = _x}, {.p = _y}, {.p = _z}}, 0, (int *)0, 1, 0x7);
}
EXPORT long GET_GRAVITY(const double *_x, const double *_y, const double *_z)
{
    return enter(32, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _y}, {.p = _z}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_GRAVITY, get_gravity)

EXPORT long c_get_HHT_parameters(const double *_alpha, const double *_beta, const double *_gamma)
{
    return enter(33, BY_VALUE, (union word[]){{.p = _alpha}, {.p = _beta}, {.p = _gamma}}, 0, (int *)0, 1, 0x7);
}
EXPORT long GET_HHT_PARAMETERS(const double *_alpha, const double *_beta, const double *_gamma)
{
    return enter(33, BY_REFERENCE, (union word[]){{.p = _alpha}, {.p = _beta}, {.p = _gamma}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_HHT_PARAMETERS, get_hht_parameters)

EXPORT long c_get_integrator_details(const int *_kind, const int *_order, const double *_step)
{
    return enter(34, BY_VALUE, (union word[]){{.p = _kind}, {.p = _order}, {.p = _step}}, 0, (int *)0, 1, 0x7);
}
EXPORT long GET_INTEGRATOR_DETAILS(const int *_kind, const int *_order, const double *_step)
{
    return enter(34, BY_REFERENCE, (union word[]){{.p = _kind}, {.p = _order}, {.p = _step}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_INTEGRATOR_DETAILS, get_integrator_details)

EXPORT long c_get_matrix_info(int _id, const int *_type, const int *_nrows, const int *_ncols, const int *_size, const int *_ierr)
{
    return enter(35, BY_VALUE, (union word[]){{.i = _id}, {.p = _type}, {.p = _nrows}, {.p = _ncols}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3e);
}
EXPORT long GET_MATRIX_INFO(const int *_id, const int *_type, const int *_nrows, const int *_ncols, const int *_size, const int *_ierr)
{
    return enter(35, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _type}, {.p = _nrows}, {.p = _ncols}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3f);
}
FORTRAN(GET_MATRIX_INFO, get_matrix_info)

EXPORT long c_get_numdif_info(const int *_kind, const double *_step)
{
    return enter(36, BY_VALUE, (union word[]){{.p = _kind}, {.p = _step}}, 0, (int *)0, 1, 0x3);
}
EXPORT long GET_NUMDIF_INFO(const int *_kind, const double *_step)
{
    return enter(36, BY_REFERENCE, (union word[]){{.p = _kind}, {.p = _step}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GET_NUMDIF_INFO, get_numdif_info)

EXPORT long c_get_sparse_matrix_data(int _id, const int *_rows, const int *_cols, const double *_vals, int _size, const int *_ierr)
{
    return enter(37, BY_VALUE, (union word[]){{.i = _id}, {.p = _rows}, {.p = _cols}, {.p = _vals}, {.i = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x2e);
}
EXPORT long GET_SPARSE_MATRIX_DATA(const int *_id, const int *_rows, const int *_cols, const double *_vals, const int *_size, const int *_ierr)
{
    return enter(37, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _rows}, {.p = _cols}, {.p = _vals}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3f);
}
FORTRAN(GET_SPARSE_MATRIX_DATA, get_sparse_matrix_data)

EXPORT long c_gsemap_u(void)
{
    return enter(38, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEMAP_U(void)
{
    return enter(38, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEMAP_U, gsemap_u)

EXPORT long c_gsemap_x(void)
{
    return enter(39, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEMAP_X(void)
{
    return enter(39, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEMAP_X, gsemap_x)

EXPORT long c_gsemap_xdot(void)
{
    return enter(40, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEMAP_XDOT(void)
{
    return enter(40, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEMAP_XDOT, gsemap_xdot)

EXPORT long c_gsepar_u(void)
{
    return enter(41, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEPAR_U(void)
{
    return enter(41, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEPAR_U, gsepar_u)

EXPORT long c_gsepar_x(void)
{
    return enter(42, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEPAR_X(void)
{
    return enter(42, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEPAR_X, gsepar_x)

EXPORT long c_gsepar_xdot(void)
{
    return enter(43, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSEPAR_XDOT(void)
{
    return enter(43, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSEPAR_XDOT, gsepar_xdot)

EXPORT long c_gse_nd(void)
{
    return enter(44, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_ND(void)
{
    return enter(44, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_ND, gse_nd)

EXPORT long c_gse_ni(void)
{
    return enter(45, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_NI(void)
{
    return enter(45, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_NI, gse_ni)

EXPORT long c_gse_no(void)
{
    return enter(46, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_NO(void)
{
    return enter(46, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_NO, gse_no)

EXPORT long c_gse_ns(void)
{
    return enter(47, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_NS(void)
{
    return enter(47, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_NS, gse_ns)

EXPORT long c_gse_u(void)
{
    return enter(48, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_U(void)
{
    return enter(48, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_U, gse_u)

EXPORT long c_gse_x(void)
{
    return enter(49, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_X(void)
{
    return enter(49, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_X, gse_x)

EXPORT long c_gse_xd(void)
{
    return enter(50, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_XD(void)
{
    return enter(50, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_XD, gse_xd)

EXPORT long c_gse_xdot(void)
{
    return enter(51, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long GSE_XDOT(void)
{
    return enter(51, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(GSE_XDOT, gse_xdot)

EXPORT long c_gtaray(int _id, const double *_array, const int *_number, const int *_istat)
{
    return enter(52, BY_VALUE, (union word[]){{.i = _id}, {.p = _array}, {.p = _number}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT long GTARAY(const int *_id, const double *_array, const int *_number, const int *_istat)
{
    return enter(52, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _array}, {.p = _number}, {.p = _istat}}, 0, (int *)_istat, 1, 0xf);
}
FORTRAN(GTARAY, gtaray)

EXPORT long c_gtcmat(int _nmid, const int *_mid, int _ndim, const double *_c, const int *_istat)
{
    return enter(53, BY_VALUE, (union word[]){{.i = _nmid}, {.p = _mid}, {.i = _ndim}, {.p = _c}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1a);
}
EXPORT long GTCMAT(const int *_nmid, const int *_mid, const int *_ndim, const double *_c, const int *_istat)
{
    return enter(53, BY_REFERENCE, (union word[]){{.p = _nmid}, {.p = _mid}, {.p = _ndim}, {.p = _c}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
FORTRAN(GTCMAT, gtcmat)

EXPORT long c_gtcurv(int _id, double _alpha, int _iord, const double *_array, const int *_istat)
{
    return enter(54, BY_VALUE, (union word[]){{.i = _id}, {.r = _alpha}, {.i = _iord}, {.p = _array}, {.p = _istat}}, 0, (int *)_istat, 1, 0x18);
}
EXPORT long GTCURV(const int *_id, const double *_alpha, const int *_iord, const double *_array, const int *_istat)
{
    return enter(54, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _alpha}, {.p = _iord}, {.p = _array}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
FORTRAN(GTCURV, gtcurv)

EXPORT long c_gtinam(const char *_strg)
{
    return enter(55, BY_VALUE, (union word[]){{.p = _strg}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GTINAM(const char *_strg, long _nstrg)
{
    return enter(55, BY_REFERENCE, (union word[]){{.p = _strg}}, (const long[]){_nstrg}, (int *)0, 1, 0x1);
}
FORTRAN(GTINAM, gtinam)

EXPORT long c_gtonam(const char *_strg)
{
    return enter(56, BY_VALUE, (union word[]){{.p = _strg}}, 0, (int *)0, 1, 0x1);
}
EXPORT long GTONAM(const char *_strg, long _nstrg)
{
    return enter(56, BY_REFERENCE, (union word[]){{.p = _strg}}, (const long[]){_nstrg}, (int *)0, 1, 0x1);
}
FORTRAN(GTONAM, gtonam)

EXPORT long c_gtstrg(int _id, const char *_string, const int *_nchars, const int *_istat)
{
    return enter(57, BY_VALUE, (union word[]){{.i = _id}, {.p = _string}, {.p = _nchars}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT long GTSTRG(const int *_id, const char *_string, const int *_nchars, const int *_istat, long _nstring)
{
    return enter(57, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _string}, {.p = _nchars}, {.p = _istat}}, (const long[]){_nstring}, (int *)_istat, 1, 0xf);
}
FORTRAN(GTSTRG, gtstrg)

EXPORT long c_gtunts(const int *_exists, const double *_scales, const char *_units)
{
    return enter(58, BY_VALUE, (union word[]){{.p = _exists}, {.p = _scales}, {.p = _units}}, 0, (int *)0, 1, 0x7);
}
EXPORT long GTUNTS(const int *_exists, const double *_scales, const char *_units, long _nunits)
{
    return enter(58, BY_REFERENCE, (union word[]){{.p = _exists}, {.p = _scales}, {.p = _units}}, (const long[]){_nunits}, (int *)0, 1, 0x7);
}
FORTRAN(GTUNTS, gtunts)

EXPORT long c_havsin(double _x, double _x0, double _h0, double _x1, double _h1, int _iord, const double *_value, const int *_errflg)
{
    return enter(59, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _h0}, {.r = _x1}, {.r = _h1}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc0);
}
EXPORT long HAVSIN(const double *_x, const double *_x0, const double *_h0, const double *_x1, const double *_h1, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(59, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _h0}, {.p = _x1}, {.p = _h1}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(HAVSIN, havsin)

EXPORT long c_impact(double _x, double _dxdt, double _x1, double _k, double _e, double _cmax, double _d, int _iord, const double *_vec, const int *_errflg)
{
    return enter(60, BY_VALUE, (union word[]){{.r = _x}, {.r = _dxdt}, {.r = _x1}, {.r = _k}, {.r = _e}, {.r = _cmax}, {.r = _d}, {.i = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x300);
}
EXPORT long IMPACT(const double *_x, const double *_dxdt, const double *_x1, const double *_k, const double *_e, const double *_cmax, const double *_d, const int *_iord, const double *_vec, const int *_errflg)
{
    return enter(60, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _dxdt}, {.p = _x1}, {.p = _k}, {.p = _e}, {.p = _cmax}, {.p = _d}, {.p = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3ff);
}
FORTRAN(IMPACT, impact)

EXPORT long c_info(const char *_type, int _i, int _j, int _rm, const double *_output, const int *_errflg)
{
    return enter(61, BY_VALUE, (union word[]){{.p = _type}, {.i = _i}, {.i = _j}, {.i = _rm}, {.p = _output}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x31);
}
EXPORT long INFO(const char *_type, const int *_i, const int *_j, const int *_rm, const double *_output, const int *_errflg, long _ntype)
{
    return enter(61, BY_REFERENCE, (union word[]){{.p = _type}, {.p = _i}, {.p = _j}, {.p = _rm}, {.p = _output}, {.p = _errflg}}, (const long[]){_ntype}, (int *)_errflg, 1, 0x3f);
}
FORTRAN(INFO, info)

EXPORT long c_istrng(int _number, const char *_string, const int *_length, const int *_istat)
{
    return enter(62, BY_VALUE, (union word[]){{.i = _number}, {.p = _string}, {.p = _length}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT long ISTRNG(const int *_number, const char *_string, const int *_length, const int *_istat, long _nstring)
{
    return enter(62, BY_REFERENCE, (union word[]){{.p = _number}, {.p = _string}, {.p = _length}, {.p = _istat}}, (const long[]){_nstring}, (int *)_istat, 1, 0xf);
}
FORTRAN(ISTRNG, istrng)

EXPORT long c_linspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(63, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT long LINSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(63, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(LINSPL, linspl)

EXPORT long c_modfnc(const char *_element, int _id, const char *_attribute, const char *_output, const int *_info)
{
    return enter(64, BY_VALUE, (union word[]){{.p = _element}, {.i = _id}, {.p = _attribute}, {.p = _output}, {.p = _info}}, 0, (int *)_info, -1, 0x1d);
}
EXPORT long MODFNC(const char *_element, const int *_id, const char *_attribute, const char *_output, const int *_info, long _nelement, long _nattribute, long _noutput)
{
    return enter(64, BY_REFERENCE, (union word[]){{.p = _element}, {.p = _id}, {.p = _attribute}, {.p = _output}, {.p = _info}}, (const long[]){_nelement, _nattribute, _noutput}, (int *)_info, -1, 0x1f);
}
FORTRAN(MODFNC, modfnc)

EXPORT long c_modify(const char *_comand, const int *_istat)
{
    return enter(65, BY_VALUE, (union word[]){{.p = _comand}, {.p = _istat}}, 0, (int *)_istat, 1, 0x3);
}
EXPORT long MODIFY(const char *_comand, const int *_istat, long _ncomand)
{
    return enter(65, BY_REFERENCE, (union word[]){{.p = _comand}, {.p = _istat}}, (const long[]){_ncomand}, (int *)_istat, 1, 0x3);
}
FORTRAN(MODIFY, modify)

EXPORT long c_modinf(int _id, const int *_mode, const double *_freq, const int *_errflg)
{
    return enter(66, BY_VALUE, (union word[]){{.i = _id}, {.p = _mode}, {.p = _freq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xe);
}
EXPORT long MODINF(const int *_id, const int *_mode, const double *_freq, const int *_errflg)
{
    return enter(66, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _mode}, {.p = _freq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xf);
}
FORTRAN(MODINF, modinf)

EXPORT long c_modset(const char *_element, int _id, const char *_attribute, const char *_input, const int *_info)
{
    return enter(67, BY_VALUE, (union word[]){{.p = _element}, {.i = _id}, {.p = _attribute}, {.p = _input}, {.p = _info}}, 0, (int *)_info, -1, 0x1d);
}
EXPORT long MODSET(const char *_element, const int *_id, const char *_attribute, const char *_input, const int *_info, long _nelement, long _nattribute, long _ninput)
{
    return enter(67, BY_REFERENCE, (union word[]){{.p = _element}, {.p = _id}, {.p = _attribute}, {.p = _input}, {.p = _info}}, (const long[]){_nelement, _nattribute, _ninput}, (int *)_info, -1, 0x1f);
}
FORTRAN(MODSET, modset)

EXPORT long c_naninf(const double *_val, const int *_size, const int *_outcome, const int *_index)
{
    return enter(68, BY_VALUE, (union word[]){{.p = _val}, {.p = _size}, {.p = _outcome}, {.p = _index}}, 0, (int *)0, 1, 0xf);
}
EXPORT long NANINF(const double *_val, const int *_size, const int *_outcome, const int *_index)
{
    return enter(68, BY_REFERENCE, (union word[]){{.p = _val}, {.p = _size}, {.p = _outcome}, {.p = _index}}, 0, (int *)0, 1, 0xf);
}
FORTRAN(NANINF, naninf)

EXPORT long c_nmodes(int _id, const int *_nq, const int *_errflg)
{
    return enter(69, BY_VALUE, (union word[]){{.i = _id}, {.p = _nq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x6);
}
EXPORT long NMODES(const int *_id, const int *_nq, const int *_errflg)
{
    return enter(69, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7);
}
FORTRAN(NMODES, nmodes)

EXPORT long c_put_marker(int _id, const double *_r, int _angle_type, const double *_angle, const int *_errflg)
{
    return enter(71, BY_VALUE, (union word[]){{.i = _id}, {.p = _r}, {.i = _angle_type}, {.p = _angle}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1a);
}
EXPORT long PUT_MARKER(const int *_id, const double *_r, const int *_angle_type, const double *_angle, const int *_errflg)
{
    return enter(71, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _r}, {.p = _angle_type}, {.p = _angle}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1f);
}
FORTRAN(PUT_MARKER, put_marker)

EXPORT long c_put_matrix(int _id, int _nrow, int _ncol, const double *_values, const int *_errflg)
{
    return enter(72, BY_VALUE, (union word[]){{.i = _id}, {.i = _nrow}, {.i = _ncol}, {.p = _values}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x18);
}
EXPORT long PUT_MATRIX(const int *_id, const int *_nrow, const int *_ncol, const double *_values, const int *_errflg)
{
    return enter(72, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nrow}, {.p = _ncol}, {.p = _values}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1f);
}
FORTRAN(PUT_MATRIX, put_matrix)

EXPORT long c_put_spline(int _id, int _nx, int _nz, const double *_x, const double *_y, const double *_z, const int *_errflg)
{
    return enter(73, BY_VALUE, (union word[]){{.i = _id}, {.i = _nx}, {.i = _nz}, {.p = _x}, {.p = _y}, {.p = _z}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x78);
}
EXPORT long PUT_SPLINE(const int *_id, const int *_nx, const int *_nz, const double *_x, const double *_y, const double *_z, const int *_errflg)
{
    return enter(73, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nx}, {.p = _nz}, {.p = _x}, {.p = _y}, {.p = _z}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7f);
}
FORTRAN(PUT_SPLINE, put_spline)

EXPORT long c_put_string(int _id, const char *_string, const int *_errflg)
{
    return enter(74, BY_VALUE, (union word[]){{.i = _id}, {.p = _string}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x6);
}
EXPORT long PUT_STRING(const int *_id, const char *_string, const int *_errflg, long _nstring)
{
    return enter(74, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _string}, {.p = _errflg}}, (const long[]){_nstring}, (int *)_errflg, 1, 0x7);
}
FORTRAN(PUT_STRING, put_string)

EXPORT long c_quispl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(75, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT long QUISPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(75, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(QUISPL, quispl)

EXPORT long c_rcnvrt(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat)
{
    return enter(76, BY_VALUE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
EXPORT long RCNVRT(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat, long _nsys1, long _nsys2)
{
    return enter(76, BY_REFERENCE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, (const long[]){_nsys1, _nsys2}, (int *)_istat, 1, 0x1f);
}
FORTRAN(RCNVRT, rcnvrt)

EXPORT long c_rstrng(double _reel, const char *_string, const int *_length, const int *_istat)
{
    return enter(77, BY_VALUE, (union word[]){{.r = _reel}, {.p = _string}, {.p = _length}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT long RSTRNG(const double *_reel, const char *_string, const int *_length, const int *_istat, long _nstring)
{
    return enter(77, BY_REFERENCE, (union word[]){{.p = _reel}, {.p = _string}, {.p = _length}, {.p = _istat}}, (const long[]){_nstring}, (int *)_istat, 1, 0xf);
}
FORTRAN(RSTRNG, rstrng)

EXPORT long c_rto_file2ms_conversion_factors(void)
{
    return enter(78, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long RTO_FILE2MS_CONVERSION_FACTORS(void)
{
    return enter(78, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(RTO_FILE2MS_CONVERSION_FACTORS, rto_file2ms_conversion_factors)

EXPORT long c_rto_read_table_spline(void)
{
    return enter(79, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long RTO_READ_TABLE_SPLINE(void)
{
    return enter(79, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(RTO_READ_TABLE_SPLINE, rto_read_table_spline)

EXPORT long c_setvelic(int _object_id, int _object_type, const double *_vm_ori, const double *_wm_loc, const double *_wm_ori, int _nvics, const double *_vics, const int *_which, const int *_exact, const int *_errflg)
{
    return enter(80, BY_VALUE, (union word[]){{.i = _object_id}, {.i = _object_type}, {.p = _vm_ori}, {.p = _wm_loc}, {.p = _wm_ori}, {.i = _nvics}, {.p = _vics}, {.p = _which}, {.p = _exact}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3dc);
}
EXPORT long SETVELIC(const int *_object_id, const int *_object_type, const double *_vm_ori, const double *_wm_loc, const double *_wm_ori, const int *_nvics, const double *_vics, const int *_which, const int *_exact, const int *_errflg)
{
    return enter(80, BY_REFERENCE, (union word[]){{.p = _object_id}, {.p = _object_type}, {.p = _vm_ori}, {.p = _wm_loc}, {.p = _wm_ori}, {.p = _nvics}, {.p = _vics}, {.p = _which}, {.p = _exact}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3ff);
}
FORTRAN(SETVELIC, setvelic)

EXPORT long c_set_attribute(const char *_input, const int *_info)
{
    return enter(81, BY_VALUE, (union word[]){{.p = _input}, {.p = _info}}, 0, (int *)_info, -1, 0x3);
}
EXPORT long SET_ATTRIBUTE(const char *_input, const int *_info, long _ninput)
{
    return enter(81, BY_REFERENCE, (union word[]){{.p = _input}, {.p = _info}}, (const long[]){_ninput}, (int *)_info, -1, 0x3);
}
FORTRAN(SET_ATTRIBUTE, set_attribute)

EXPORT long c_set_discrete_interface(void)
{
    return enter(82, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT long SET_DISCRETE_INTERFACE(void)
{
    return enter(82, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(SET_DISCRETE_INTERFACE, set_discrete_interface)

EXPORT long c_shf(double _x, double _x0, double _a, double _w, double _phi, double _b, int _iord, const double *_value, const int *_errflg)
{
    return enter(83, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _a}, {.r = _w}, {.r = _phi}, {.r = _b}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x180);
}
EXPORT long SHF(const double *_x, const double *_x0, const double *_a, const double *_w, const double *_phi, const double *_b, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(83, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _a}, {.p = _w}, {.p = _phi}, {.p = _b}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1ff);
}
FORTRAN(SHF, shf)

EXPORT long c_simsta(const int *_status)
{
    return enter(84, BY_VALUE, (union word[]){{.p = _status}}, 0, (int *)0, 1, 0x1);
}
EXPORT long SIMSTA(const int *_status)
{
    return enter(84, BY_REFERENCE, (union word[]){{.p = _status}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(SIMSTA, simsta)

EXPORT long c_str2intary(const char *_strg, const int *_array, const int *_nsize, const int *_istat)
{
    return enter(87, BY_VALUE, (union word[]){{.p = _strg}, {.p = _array}, {.p = _nsize}, {.p = _istat}}, 0, (int *)_istat, 1, 0xf);
}
EXPORT long STR2INTARY(const char *_strg, const int *_array, const int *_nsize, const int *_istat, long _nstrg)
{
    return enter(87, BY_REFERENCE, (union word[]){{.p = _strg}, {.p = _array}, {.p = _nsize}, {.p = _istat}}, (const long[]){_nstrg}, (int *)_istat, 1, 0xf);
}
FORTRAN(STR2INTARY, str2intary)

EXPORT long c_subtract_mass_property(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(88, BY_VALUE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
EXPORT long SUBTRACT_MASS_PROPERTY(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(88, BY_REFERENCE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
FORTRAN(SUBTRACT_MASS_PROPERTY, subtract_mass_property)

EXPORT long c_syspar(const char *_fncnam, const int *_ipar, int _nsize, const double *_partl, int _npartl, const int *_errflg)
{
    return enter(91, BY_VALUE, (union word[]){{.p = _fncnam}, {.p = _ipar}, {.i = _nsize}, {.p = _partl}, {.i = _npartl}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x2b);
}
EXPORT long SYSPAR(const char *_fncnam, const int *_ipar, const int *_nsize, const double *_partl, const int *_npartl, const int *_errflg, long _nfncnam)
{
    return enter(91, BY_REFERENCE, (union word[]){{.p = _fncnam}, {.p = _ipar}, {.p = _nsize}, {.p = _partl}, {.p = _npartl}, {.p = _errflg}}, (const long[]){_nfncnam}, (int *)_errflg, 1, 0x3f);
}
FORTRAN(SYSPAR, syspar)

EXPORT long c_tcnvrt(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat)
{
    return enter(92, BY_VALUE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
EXPORT long TCNVRT(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat, long _nsys1, long _nsys2)
{
    return enter(92, BY_REFERENCE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, (const long[]){_nsys1, _nsys2}, (int *)_istat, 1, 0x1f);
}
FORTRAN(TCNVRT, tcnvrt)

EXPORT long c_timget(const double *_time)
{
    return enter(93, BY_VALUE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
EXPORT long TIMGET(const double *_time)
{
    return enter(93, BY_REFERENCE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(TIMGET, timget)

EXPORT long c_tirary(int _tireid, const char *_fncnam, const double *_states, const int *_nstate, const int *_errflg)
{
    return enter(94, BY_VALUE, (union word[]){{.i = _tireid}, {.p = _fncnam}, {.p = _states}, {.p = _nstate}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1e);
}
EXPORT long TIRARY(const int *_tireid, const char *_fncnam, const double *_states, const int *_nstate, const int *_errflg, long _nfncnam)
{
    return enter(94, BY_REFERENCE, (union word[]){{.p = _tireid}, {.p = _fncnam}, {.p = _states}, {.p = _nstate}, {.p = _errflg}}, (const long[]){_nfncnam}, (int *)_errflg, 1, 0x1f);
}
FORTRAN(TIRARY, tirary)

EXPORT long c_ucomar(int _id, int _npms, const int *_ipms, int _nvars, const int *_ivars)
{
    return enter(95, BY_VALUE, (union word[]){{.i = _id}, {.i = _npms}, {.p = _ipms}, {.i = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x14);
}
EXPORT long UCOMAR(const int *_id, const int *_npms, const int *_ipms, const int *_nvars, const int *_ivars)
{
    return enter(95, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _npms}, {.p = _ipms}, {.p = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x1f);
}
FORTRAN(UCOMAR, ucomar)

EXPORT long c_ucovar(int _id, int _npms, const int *_ipms, int _nvars, const int *_ivars)
{
    return enter(96, BY_VALUE, (union word[]){{.i = _id}, {.i = _npms}, {.p = _ipms}, {.i = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x14);
}
EXPORT long UCOVAR(const int *_id, const int *_npms, const int *_ipms, const int *_nvars, const int *_ivars)
{
    return enter(96, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _npms}, {.p = _ipms}, {.p = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x1f);
}
FORTRAN(UCOVAR, ucovar)

EXPORT long c_usrmes(int _msgflg, const char *_mesage, int _id, const char *_msgtyp)
{
    if (!_msgflg) return 0;
    return enter(97, BY_VALUE, (union word[]){{.i = _msgflg}, {.p = _mesage}, {.i = _id}, {.p = _msgtyp}}, 0, (int *)0, 1, 0xa);
}
EXPORT long USRMES(const int *_msgflg, const char *_mesage, const int *_id, const char *_msgtyp, long _nmesage, long _nmsgtyp)
{
    if (!*_msgflg) return 0;
    return enter(97, BY_REFERENCE, (union word[]){{.p = _msgflg}, {.p = _mesage}, {.p = _id}, {.p = _msgtyp}}, (const long[]){_nmesage, _nmsgtyp}, (int *)0, 1, 0xf);
}
FORTRAN(USRMES, usrmes)

