/* Written from the table of utilities by: go test -run Table -update. Do not edit. */
#define TABLE 0xf76920d3704fd7c3ULL
#define N_ANALYS 11

EXPORT wide c_adams_declare_threadsafe(void)
{
    return enter(0, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}

EXPORT wide c_adams_needs_partials(const int *_flag)
{
    return enter(1, BY_VALUE, (union word[]){{.p = _flag}}, 0, (int *)0, 1, 0x1);
}

EXPORT wide c_adams_serialize_characters(void)
{
    return enter(2, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_SERIALIZE_CHARACTERS(void)
{
    return enter(2, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_CHARACTERS, adams_serialize_characters)

EXPORT wide c_adams_serialize_doubles(void)
{
    return enter(3, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_SERIALIZE_DOUBLES(void)
{
    return enter(3, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_DOUBLES, adams_serialize_doubles)

EXPORT wide c_adams_serialize_integers(void)
{
    return enter(4, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_SERIALIZE_INTEGERS(void)
{
    return enter(4, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_SERIALIZE_INTEGERS, adams_serialize_integers)

EXPORT wide c_adams_smp_group(int _groupid)
{
    return enter(5, BY_VALUE, (union word[]){{.i = _groupid}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_SMP_GROUP(const int *_groupid)
{
    return enter(5, BY_REFERENCE, (union word[]){{.p = _groupid}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(ADAMS_SMP_GROUP, adams_smp_group)

EXPORT wide c_adams_unserialize_characters(void)
{
    return enter(6, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_UNSERIALIZE_CHARACTERS(void)
{
    return enter(6, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_CHARACTERS, adams_unserialize_characters)

EXPORT wide c_adams_unserialize_doubles(void)
{
    return enter(7, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_UNSERIALIZE_DOUBLES(void)
{
    return enter(7, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_DOUBLES, adams_unserialize_doubles)

EXPORT wide c_adams_unserialize_integers(void)
{
    return enter(8, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide ADAMS_UNSERIALIZE_INTEGERS(void)
{
    return enter(8, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(ADAMS_UNSERIALIZE_INTEGERS, adams_unserialize_integers)

EXPORT wide c_add_mass_property(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(9, BY_VALUE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
EXPORT wide ADD_MASS_PROPERTY(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(9, BY_REFERENCE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
FORTRAN(ADD_MASS_PROPERTY, add_mass_property)

EXPORT wide c_akispl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(10, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT wide AKISPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(10, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(AKISPL, akispl)

EXPORT wide ANALYS(const char *_antype, const char *_cid, const double *_timbeg, const double *_timend, const int *_init, const int *_istat, wide _nantype, wide _ncid)
{
    union word _a[] = {{.p = _antype}, {.p = _cid}, {.p = _timbeg}, {.p = _timend}, {.p = _init}, {.p = _istat}};
    wide _n[] = {_nantype, _ncid};
    BETWEEN(_a, _n, 6, 0x3);
    return enter(11, BY_REFERENCE, _a, _n, (int *)_a[5].p, 1, 0x3f);
}
FORTRAN(ANALYS, analys)

EXPORT wide c_anlmod(const int *_mode)
{
    return enter(12, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide ANLMOD(const int *_mode)
{
    return enter(12, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(ANLMOD, anlmod)

EXPORT wide c_bistop(double _x, double _dxdt, double _x1, double _x2, double _k, double _e, double _cmax, double _d, int _iord, const double *_vec, const int *_errflg)
{
    return enter(13, BY_VALUE, (union word[]){{.r = _x}, {.r = _dxdt}, {.r = _x1}, {.r = _x2}, {.r = _k}, {.r = _e}, {.r = _cmax}, {.r = _d}, {.i = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x600);
}
EXPORT wide BISTOP(const double *_x, const double *_dxdt, const double *_x1, const double *_x2, const double *_k, const double *_e, const double *_cmax, const double *_d, const int *_iord, const double *_vec, const int *_errflg)
{
    return enter(13, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _dxdt}, {.p = _x1}, {.p = _x2}, {.p = _k}, {.p = _e}, {.p = _cmax}, {.p = _d}, {.p = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7ff);
}
FORTRAN(BISTOP, bistop)

EXPORT wide c_body_mass_property(const char *_type, const int *_id, const double *_cm, const double *_mass, const double *_ip)
{
    return enter(14, BY_VALUE, (union word[]){{.p = _type}, {.p = _id}, {.p = _cm}, {.p = _mass}, {.p = _ip}}, 0, (int *)0, 1, 0x1f);
}
EXPORT wide BODY_MASS_PROPERTY(const char *_type, const int *_id, const double *_cm, const double *_mass, const double *_ip, wide _ntype)
{
    union word _a[] = {{.p = _type}, {.p = _id}, {.p = _cm}, {.p = _mass}, {.p = _ip}};
    wide _n[] = {_ntype};
    BETWEEN(_a, _n, 5, 0x1);
    return enter(14, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1f);
}
FORTRAN(BODY_MASS_PROPERTY, body_mass_property)

EXPORT wide c_cubspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(16, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT wide CUBSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(16, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(CUBSPL, cubspl)

EXPORT wide c_cusfnc(const char *_fncnam, const double *_rpar, int _nsize, const double *_state, const int *_errflg)
{
    return enter(17, BY_VALUE, (union word[]){{.p = _fncnam}, {.p = _rpar}, {.i = _nsize}, {.p = _state}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1b);
}
EXPORT wide CUSFNC(const char *_fncnam, const double *_rpar, const int *_nsize, const double *_state, const int *_errflg, wide _nfncnam)
{
    union word _a[] = {{.p = _fncnam}, {.p = _rpar}, {.p = _nsize}, {.p = _state}, {.p = _errflg}};
    wide _n[] = {_nfncnam};
    BETWEEN(_a, _n, 5, 0x1);
    return enter(17, BY_REFERENCE, _a, _n, (int *)_a[4].p, 1, 0x1f);
}
FORTRAN(CUSFNC, cusfnc)

EXPORT wide c_datout(const int *_istat)
{
    return enter(18, BY_VALUE, (union word[]){{.p = _istat}}, 0, (int *)_istat, 1, 0x1);
}
EXPORT wide DATOUT(const int *_istat)
{
    return enter(18, BY_REFERENCE, (union word[]){{.p = _istat}}, 0, (int *)_istat, 1, 0x1);
}
FORTRAN(DATOUT, datout)

EXPORT wide c_errmes(int _errflg, const char *_mesage, int _id, const char *_endflg)
{
    if (!_errflg) return 0;
    return enter(19, BY_VALUE, (union word[]){{.i = _errflg}, {.p = _mesage}, {.i = _id}, {.p = _endflg}}, 0, (int *)0, 1, 0xa);
}
EXPORT wide ERRMES(const int *_errflg, const char *_mesage, const int *_id, const char *_endflg, wide _nmesage, wide _nendflg)
{
    if (!*_errflg) return 0;
    union word _a[] = {{.p = _errflg}, {.p = _mesage}, {.p = _id}, {.p = _endflg}};
    wide _n[] = {_nmesage, _nendflg};
    BETWEEN(_a, _n, 4, 0xa);
    return enter(19, BY_REFERENCE, _a, _n, (int *)0, 1, 0xf);
}
FORTRAN(ERRMES, errmes)

EXPORT wide c_fitspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(20, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT wide FITSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(20, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(FITSPL, fitspl)

EXPORT wide c_fncdep(const char *_sub, const char *_type, int _id, const int *_vector, int _nv, const int *_errflg)
{
    return enter(21, BY_VALUE, (union word[]){{.p = _sub}, {.p = _type}, {.i = _id}, {.p = _vector}, {.i = _nv}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x2b);
}
EXPORT wide FNCDEP(const char *_sub, const char *_type, const int *_id, const int *_vector, const int *_nv, const int *_errflg, wide _nsub, wide _ntype)
{
    union word _a[] = {{.p = _sub}, {.p = _type}, {.p = _id}, {.p = _vector}, {.p = _nv}, {.p = _errflg}};
    wide _n[] = {_nsub, _ntype};
    BETWEEN(_a, _n, 6, 0x3);
    return enter(21, BY_REFERENCE, _a, _n, (int *)_a[5].p, 1, 0x3f);
}
FORTRAN(FNCDEP, fncdep)

EXPORT wide c_forcos(double _x, double _x0, double _w, const double *_par, int _npar, int _iord, const double *_value, const int *_errflg)
{
    return enter(22, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _w}, {.p = _par}, {.i = _npar}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc8);
}
EXPORT wide FORCOS(const double *_x, const double *_x0, const double *_w, const double *_par, const int *_npar, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(22, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _w}, {.p = _par}, {.p = _npar}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(FORCOS, forcos)

EXPORT wide c_forsin(double _x, double _x0, double _w, const double *_par, int _npar, int _iord, const double *_value, const int *_errflg)
{
    return enter(23, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _w}, {.p = _par}, {.i = _npar}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc8);
}
EXPORT wide FORSIN(const double *_x, const double *_x0, const double *_w, const double *_par, const int *_npar, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(23, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _w}, {.p = _par}, {.p = _npar}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(FORSIN, forsin)

EXPORT wide c_getcpu(const double *_seconds)
{
    return enter(24, BY_VALUE, (union word[]){{.p = _seconds}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETCPU(const double *_seconds)
{
    return enter(24, BY_REFERENCE, (union word[]){{.p = _seconds}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETCPU, getcpu)

EXPORT wide c_getinm(const int *_mode)
{
    return enter(25, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETINM(const int *_mode)
{
    return enter(25, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETINM, getinm)

EXPORT wide c_getint(const char *_name)
{
    return enter(26, BY_VALUE, (union word[]){{.p = _name}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETINT(const char *_name, wide _nname)
{
    union word _a[] = {{.p = _name}};
    wide _n[] = {_nname};
    BETWEEN(_a, _n, 1, 0x1);
    return enter(26, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1);
}
FORTRAN(GETINT, getint)

EXPORT wide c_getmod(const int *_mode)
{
    return enter(27, BY_VALUE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETMOD(const int *_mode)
{
    return enter(27, BY_REFERENCE, (union word[]){{.p = _mode}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETMOD, getmod)

EXPORT wide c_getslv(const char *_name)
{
    return enter(28, BY_VALUE, (union word[]){{.p = _name}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETSLV(const char *_name, wide _nname)
{
    union word _a[] = {{.p = _name}};
    wide _n[] = {_nname};
    BETWEEN(_a, _n, 1, 0x1);
    return enter(28, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1);
}
FORTRAN(GETSLV, getslv)

EXPORT wide c_getstm(const double *_time)
{
    return enter(29, BY_VALUE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETSTM(const double *_time)
{
    return enter(29, BY_REFERENCE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GETSTM, getstm)

EXPORT wide c_getver(const char *_text)
{
    return enter(30, BY_VALUE, (union word[]){{.p = _text}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GETVER(const char *_text, wide _ntext)
{
    union word _a[] = {{.p = _text}};
    wide _n[] = {_ntext};
    BETWEEN(_a, _n, 1, 0x1);
    return enter(30, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1);
}
FORTRAN(GETVER, getver)

EXPORT wide c_get_full_matrix_data(int _id, const double *_vals, int _size, const int *_ierr)
{
    return enter(31, BY_VALUE, (union word[]){{.i = _id}, {.p = _vals}, {.i = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0xa);
}
EXPORT wide GET_FULL_MATRIX_DATA(const int *_id, const double *_vals, const int *_size, const int *_ierr)
{
    return enter(31, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _vals}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0xf);
}
FORTRAN(GET_FULL_MATRIX_DATA, get_full_matrix_data)

EXPORT wide c_get_gravity(const double *_x, const double *_y, const double *_z)
{
    return enter(32, BY_VALUE, (union word[]){{.p = _x}, {.p = _y}, {.p = _z}}, 0, (int *)0, 1, 0x7);
}
EXPORT wide GET_GRAVITY(const double *_x, const double *_y, const double *_z)
{
    return enter(32, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _y}, {.p = _z}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_GRAVITY, get_gravity)

EXPORT wide c_get_HHT_parameters(const double *_alpha, const double *_beta, const double *_gamma)
{
    return enter(33, BY_VALUE, (union word[]){{.p = _alpha}, {.p = _beta}, {.p = _gamma}}, 0, (int *)0, 1, 0x7);
}
EXPORT wide GET_HHT_PARAMETERS(const double *_alpha, const double *_beta, const double *_gamma)
{
    return enter(33, BY_REFERENCE, (union word[]){{.p = _alpha}, {.p = _beta}, {.p = _gamma}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_HHT_PARAMETERS, get_hht_parameters)

EXPORT wide c_get_integrator_details(const int *_kind, const int *_order, const double *_step)
{
    return enter(34, BY_VALUE, (union word[]){{.p = _kind}, {.p = _order}, {.p = _step}}, 0, (int *)0, 1, 0x7);
}
EXPORT wide GET_INTEGRATOR_DETAILS(const int *_kind, const int *_order, const double *_step)
{
    return enter(34, BY_REFERENCE, (union word[]){{.p = _kind}, {.p = _order}, {.p = _step}}, 0, (int *)0, 1, 0x7);
}
FORTRAN(GET_INTEGRATOR_DETAILS, get_integrator_details)

EXPORT wide c_get_matrix_info(int _id, const int *_type, const int *_nrows, const int *_ncols, const int *_size, const int *_ierr)
{
    return enter(35, BY_VALUE, (union word[]){{.i = _id}, {.p = _type}, {.p = _nrows}, {.p = _ncols}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3e);
}
EXPORT wide GET_MATRIX_INFO(const int *_id, const int *_type, const int *_nrows, const int *_ncols, const int *_size, const int *_ierr)
{
    return enter(35, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _type}, {.p = _nrows}, {.p = _ncols}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3f);
}
FORTRAN(GET_MATRIX_INFO, get_matrix_info)

EXPORT wide c_get_nthread(const int *_n)
{
    return enter(36, BY_VALUE, (union word[]){{.p = _n}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GET_NTHREAD(const int *_n)
{
    return enter(36, BY_REFERENCE, (union word[]){{.p = _n}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GET_NTHREAD, get_nthread)

EXPORT wide c_get_numdif_info(const int *_kind, const double *_step)
{
    return enter(37, BY_VALUE, (union word[]){{.p = _kind}, {.p = _step}}, 0, (int *)0, 1, 0x3);
}
EXPORT wide GET_NUMDIF_INFO(const int *_kind, const double *_step)
{
    return enter(37, BY_REFERENCE, (union word[]){{.p = _kind}, {.p = _step}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GET_NUMDIF_INFO, get_numdif_info)

EXPORT wide c_get_sparse_matrix_data(int _id, const int *_rows, const int *_cols, const double *_vals, int _size, const int *_ierr)
{
    return enter(38, BY_VALUE, (union word[]){{.i = _id}, {.p = _rows}, {.p = _cols}, {.p = _vals}, {.i = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x2e);
}
EXPORT wide GET_SPARSE_MATRIX_DATA(const int *_id, const int *_rows, const int *_cols, const double *_vals, const int *_size, const int *_ierr)
{
    return enter(38, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _rows}, {.p = _cols}, {.p = _vals}, {.p = _size}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x3f);
}
FORTRAN(GET_SPARSE_MATRIX_DATA, get_sparse_matrix_data)

EXPORT wide c_get_thread_index(const int *_index)
{
    return enter(39, BY_VALUE, (union word[]){{.p = _index}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GET_THREAD_INDEX(const int *_index)
{
    return enter(39, BY_REFERENCE, (union word[]){{.p = _index}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GET_THREAD_INDEX, get_thread_index)

EXPORT wide c_gsemap_u(int _row, int _col)
{
    return enter(40, BY_VALUE, (union word[]){{.i = _row}, {.i = _col}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide GSEMAP_U(const int *_row, const int *_col)
{
    return enter(40, BY_REFERENCE, (union word[]){{.p = _row}, {.p = _col}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEMAP_U, gsemap_u)

EXPORT wide c_gsemap_x(int _row, int _col)
{
    return enter(41, BY_VALUE, (union word[]){{.i = _row}, {.i = _col}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide GSEMAP_X(const int *_row, const int *_col)
{
    return enter(41, BY_REFERENCE, (union word[]){{.p = _row}, {.p = _col}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEMAP_X, gsemap_x)

EXPORT wide c_gsemap_xdot(int _row, int _col)
{
    return enter(42, BY_VALUE, (union word[]){{.i = _row}, {.i = _col}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide GSEMAP_XDOT(const int *_row, const int *_col)
{
    return enter(42, BY_REFERENCE, (union word[]){{.p = _row}, {.p = _col}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEMAP_XDOT, gsemap_xdot)

EXPORT wide c_gsepar_u(const double *_par, int _size)
{
    return enter(43, BY_VALUE, (union word[]){{.p = _par}, {.i = _size}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSEPAR_U(const double *_par, const int *_size)
{
    return enter(43, BY_REFERENCE, (union word[]){{.p = _par}, {.p = _size}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEPAR_U, gsepar_u)

EXPORT wide c_gsepar_x(const double *_par, int _size)
{
    return enter(44, BY_VALUE, (union word[]){{.p = _par}, {.i = _size}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSEPAR_X(const double *_par, const int *_size)
{
    return enter(44, BY_REFERENCE, (union word[]){{.p = _par}, {.p = _size}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEPAR_X, gsepar_x)

EXPORT wide c_gsepar_xdot(const double *_par, int _size)
{
    return enter(45, BY_VALUE, (union word[]){{.p = _par}, {.i = _size}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSEPAR_XDOT(const double *_par, const int *_size)
{
    return enter(45, BY_REFERENCE, (union word[]){{.p = _par}, {.p = _size}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSEPAR_XDOT, gsepar_xdot)

EXPORT wide c_gse_nd(void)
{
    int _nd = 0;
    enter(46, BY_VALUE, (union word[]){{.p = &_nd}}, 0, (int *)0, 46, 0x1);
    return _nd;
}
EXPORT wide GSE_ND(const int *_nd)
{
    return enter(46, BY_REFERENCE, (union word[]){{.p = _nd}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GSE_ND, gse_nd)

EXPORT wide c_gse_ni(void)
{
    int _ni = 0;
    enter(47, BY_VALUE, (union word[]){{.p = &_ni}}, 0, (int *)0, 47, 0x1);
    return _ni;
}
EXPORT wide GSE_NI(const int *_ni)
{
    return enter(47, BY_REFERENCE, (union word[]){{.p = _ni}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GSE_NI, gse_ni)

EXPORT wide c_gse_no(void)
{
    int _no = 0;
    enter(48, BY_VALUE, (union word[]){{.p = &_no}}, 0, (int *)0, 48, 0x1);
    return _no;
}
EXPORT wide GSE_NO(const int *_no)
{
    return enter(48, BY_REFERENCE, (union word[]){{.p = _no}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GSE_NO, gse_no)

EXPORT wide c_gse_ns(void)
{
    int _ns = 0;
    enter(49, BY_VALUE, (union word[]){{.p = &_ns}}, 0, (int *)0, 49, 0x1);
    return _ns;
}
EXPORT wide GSE_NS(const int *_ns)
{
    return enter(49, BY_REFERENCE, (union word[]){{.p = _ns}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GSE_NS, gse_ns)

EXPORT wide c_gse_output_ics(const int *_n)
{
    return enter(50, BY_VALUE, (union word[]){{.p = _n}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSE_OUTPUT_ICS(const int *_n)
{
    return enter(50, BY_REFERENCE, (union word[]){{.p = _n}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(GSE_OUTPUT_ICS, gse_output_ics)

EXPORT wide c_gse_u(const double *_u, int _ni)
{
    return enter(51, BY_VALUE, (union word[]){{.p = _u}, {.i = _ni}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSE_U(const double *_u, const int *_ni)
{
    return enter(51, BY_REFERENCE, (union word[]){{.p = _u}, {.p = _ni}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSE_U, gse_u)

EXPORT wide c_gse_x(const double *_x, int _ns)
{
    return enter(52, BY_VALUE, (union word[]){{.p = _x}, {.i = _ns}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSE_X(const double *_x, const int *_ns)
{
    return enter(52, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _ns}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSE_X, gse_x)

EXPORT wide c_gse_xd(const double *_xd, int _nd)
{
    return enter(53, BY_VALUE, (union word[]){{.p = _xd}, {.i = _nd}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSE_XD(const double *_xd, const int *_nd)
{
    return enter(53, BY_REFERENCE, (union word[]){{.p = _xd}, {.p = _nd}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSE_XD, gse_xd)

EXPORT wide c_gse_xdot(const double *_xdot, int _ns)
{
    return enter(54, BY_VALUE, (union word[]){{.p = _xdot}, {.i = _ns}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GSE_XDOT(const double *_xdot, const int *_ns)
{
    return enter(54, BY_REFERENCE, (union word[]){{.p = _xdot}, {.p = _ns}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(GSE_XDOT, gse_xdot)

EXPORT wide c_gtaray(int _id, const double *_array, const int *_number, const int *_istat)
{
    return enter(55, BY_VALUE, (union word[]){{.i = _id}, {.p = _array}, {.p = _number}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT wide GTARAY(const int *_id, const double *_array, const int *_number, const int *_istat)
{
    return enter(55, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _array}, {.p = _number}, {.p = _istat}}, 0, (int *)_istat, 1, 0xf);
}
FORTRAN(GTARAY, gtaray)

EXPORT wide c_gtcmat(int _nmid, const int *_mid, int _ndim, const double *_c, const int *_istat)
{
    return enter(56, BY_VALUE, (union word[]){{.i = _nmid}, {.p = _mid}, {.i = _ndim}, {.p = _c}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1a);
}
EXPORT wide GTCMAT(const int *_nmid, const int *_mid, const int *_ndim, const double *_c, const int *_istat)
{
    return enter(56, BY_REFERENCE, (union word[]){{.p = _nmid}, {.p = _mid}, {.p = _ndim}, {.p = _c}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
FORTRAN(GTCMAT, gtcmat)

EXPORT wide c_gtcurv(int _id, double _alpha, int _iord, const double *_array, const int *_istat)
{
    return enter(57, BY_VALUE, (union word[]){{.i = _id}, {.r = _alpha}, {.i = _iord}, {.p = _array}, {.p = _istat}}, 0, (int *)_istat, 1, 0x18);
}
EXPORT wide GTCURV(const int *_id, const double *_alpha, const int *_iord, const double *_array, const int *_istat)
{
    return enter(57, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _alpha}, {.p = _iord}, {.p = _array}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
FORTRAN(GTCURV, gtcurv)

EXPORT wide c_gtinam(const char *_strg)
{
    return enter(58, BY_VALUE, (union word[]){{.p = _strg}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GTINAM(const char *_strg, wide _nstrg)
{
    union word _a[] = {{.p = _strg}};
    wide _n[] = {_nstrg};
    BETWEEN(_a, _n, 1, 0x1);
    return enter(58, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1);
}
FORTRAN(GTINAM, gtinam)

EXPORT wide c_gtonam(const char *_strg)
{
    return enter(59, BY_VALUE, (union word[]){{.p = _strg}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide GTONAM(const char *_strg, wide _nstrg)
{
    union word _a[] = {{.p = _strg}};
    wide _n[] = {_nstrg};
    BETWEEN(_a, _n, 1, 0x1);
    return enter(59, BY_REFERENCE, _a, _n, (int *)0, 1, 0x1);
}
FORTRAN(GTONAM, gtonam)

EXPORT wide c_gtstrg(int _id, const char *_string, const int *_nchars, const int *_istat)
{
    return enter(60, BY_VALUE, (union word[]){{.i = _id}, {.p = _string}, {.p = _nchars}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT wide GTSTRG(const int *_id, const char *_string, const int *_nchars, const int *_istat, wide _nstring)
{
    union word _a[] = {{.p = _id}, {.p = _string}, {.p = _nchars}, {.p = _istat}};
    wide _n[] = {_nstring};
    BETWEEN(_a, _n, 4, 0x2);
    return enter(60, BY_REFERENCE, _a, _n, (int *)_a[3].p, 1, 0xf);
}
FORTRAN(GTSTRG, gtstrg)

EXPORT wide c_gtunts(const int *_exists, const double *_scales, const char *_units)
{
    return enter(61, BY_VALUE, (union word[]){{.p = _exists}, {.p = _scales}, {.p = _units}}, 0, (int *)0, 1, 0x7);
}
EXPORT wide GTUNTS(const int *_exists, const double *_scales, const char *_units, wide _nunits)
{
    union word _a[] = {{.p = _exists}, {.p = _scales}, {.p = _units}};
    wide _n[] = {_nunits};
    BETWEEN(_a, _n, 3, 0x4);
    return enter(61, BY_REFERENCE, _a, _n, (int *)0, 1, 0x7);
}
FORTRAN(GTUNTS, gtunts)

EXPORT wide c_havsin(double _x, double _x0, double _h0, double _x1, double _h1, int _iord, const double *_value, const int *_errflg)
{
    return enter(62, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _h0}, {.r = _x1}, {.r = _h1}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xc0);
}
EXPORT wide HAVSIN(const double *_x, const double *_x0, const double *_h0, const double *_x1, const double *_h1, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(62, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _h0}, {.p = _x1}, {.p = _h1}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xff);
}
FORTRAN(HAVSIN, havsin)

EXPORT wide c_impact(double _x, double _dxdt, double _x1, double _k, double _e, double _cmax, double _d, int _iord, const double *_vec, const int *_errflg)
{
    return enter(63, BY_VALUE, (union word[]){{.r = _x}, {.r = _dxdt}, {.r = _x1}, {.r = _k}, {.r = _e}, {.r = _cmax}, {.r = _d}, {.i = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x300);
}
EXPORT wide IMPACT(const double *_x, const double *_dxdt, const double *_x1, const double *_k, const double *_e, const double *_cmax, const double *_d, const int *_iord, const double *_vec, const int *_errflg)
{
    return enter(63, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _dxdt}, {.p = _x1}, {.p = _k}, {.p = _e}, {.p = _cmax}, {.p = _d}, {.p = _iord}, {.p = _vec}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3ff);
}
FORTRAN(IMPACT, impact)

EXPORT wide c_info(const char *_type, int _i, int _j, int _rm, const double *_output, const int *_errflg)
{
    return enter(64, BY_VALUE, (union word[]){{.p = _type}, {.i = _i}, {.i = _j}, {.i = _rm}, {.p = _output}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x31);
}
EXPORT wide INFO(const char *_type, const int *_i, const int *_j, const int *_rm, const double *_output, const int *_errflg, wide _ntype)
{
    union word _a[] = {{.p = _type}, {.p = _i}, {.p = _j}, {.p = _rm}, {.p = _output}, {.p = _errflg}};
    wide _n[] = {_ntype};
    BETWEEN(_a, _n, 6, 0x1);
    return enter(64, BY_REFERENCE, _a, _n, (int *)_a[5].p, 1, 0x3f);
}
FORTRAN(INFO, info)

EXPORT wide c_istrng(int _number, const char *_string, const int *_length, const int *_istat)
{
    return enter(65, BY_VALUE, (union word[]){{.i = _number}, {.p = _string}, {.p = _length}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT wide ISTRNG(const int *_number, const char *_string, const int *_length, const int *_istat, wide _nstring)
{
    union word _a[] = {{.p = _number}, {.p = _string}, {.p = _length}, {.p = _istat}};
    wide _n[] = {_nstring};
    BETWEEN(_a, _n, 4, 0x2);
    return enter(65, BY_REFERENCE, _a, _n, (int *)_a[3].p, 1, 0xf);
}
FORTRAN(ISTRNG, istrng)

EXPORT wide c_linspl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(66, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT wide LINSPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(66, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(LINSPL, linspl)

EXPORT wide c_modfnc(const char *_element, int _id, const char *_attribute, const char *_output, const int *_info)
{
    return enter(67, BY_VALUE, (union word[]){{.p = _element}, {.i = _id}, {.p = _attribute}, {.p = _output}, {.p = _info}}, 0, (int *)_info, -1, 0x1d);
}
EXPORT wide MODFNC(const char *_element, const int *_id, const char *_attribute, const char *_output, const int *_info, wide _nelement, wide _nattribute, wide _noutput)
{
    union word _a[] = {{.p = _element}, {.p = _id}, {.p = _attribute}, {.p = _output}, {.p = _info}};
    wide _n[] = {_nelement, _nattribute, _noutput};
    BETWEEN(_a, _n, 5, 0xd);
    return enter(67, BY_REFERENCE, _a, _n, (int *)_a[4].p, -1, 0x1f);
}
FORTRAN(MODFNC, modfnc)

EXPORT wide c_modify(const char *_comand, const int *_istat)
{
    return enter(68, BY_VALUE, (union word[]){{.p = _comand}, {.p = _istat}}, 0, (int *)_istat, 1, 0x3);
}
EXPORT wide MODIFY(const char *_comand, const int *_istat, wide _ncomand)
{
    union word _a[] = {{.p = _comand}, {.p = _istat}};
    wide _n[] = {_ncomand};
    BETWEEN(_a, _n, 2, 0x1);
    return enter(68, BY_REFERENCE, _a, _n, (int *)_a[1].p, 1, 0x3);
}
FORTRAN(MODIFY, modify)

EXPORT wide c_modinf(int _id, const int *_mode, const double *_freq, const int *_errflg)
{
    return enter(69, BY_VALUE, (union word[]){{.i = _id}, {.p = _mode}, {.p = _freq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xe);
}
EXPORT wide MODINF(const int *_id, const int *_mode, const double *_freq, const int *_errflg)
{
    return enter(69, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _mode}, {.p = _freq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0xf);
}
FORTRAN(MODINF, modinf)

EXPORT wide c_modset(const char *_element, int _id, const char *_attribute, const char *_input, const int *_info)
{
    return enter(70, BY_VALUE, (union word[]){{.p = _element}, {.i = _id}, {.p = _attribute}, {.p = _input}, {.p = _info}}, 0, (int *)_info, -1, 0x1d);
}
EXPORT wide MODSET(const char *_element, const int *_id, const char *_attribute, const char *_input, const int *_info, wide _nelement, wide _nattribute, wide _ninput)
{
    union word _a[] = {{.p = _element}, {.p = _id}, {.p = _attribute}, {.p = _input}, {.p = _info}};
    wide _n[] = {_nelement, _nattribute, _ninput};
    BETWEEN(_a, _n, 5, 0xd);
    return enter(70, BY_REFERENCE, _a, _n, (int *)_a[4].p, -1, 0x1f);
}
FORTRAN(MODSET, modset)

EXPORT wide c_naninf(const double *_val, const int *_size, const int *_outcome, const int *_index)
{
    return enter(71, BY_VALUE, (union word[]){{.p = _val}, {.p = _size}, {.p = _outcome}, {.p = _index}}, 0, (int *)0, 1, 0xf);
}
EXPORT wide NANINF(const double *_val, const int *_size, const int *_outcome, const int *_index)
{
    return enter(71, BY_REFERENCE, (union word[]){{.p = _val}, {.p = _size}, {.p = _outcome}, {.p = _index}}, 0, (int *)0, 1, 0xf);
}
FORTRAN(NANINF, naninf)

EXPORT wide c_nmodes(int _id, const int *_nq, const int *_errflg)
{
    return enter(72, BY_VALUE, (union word[]){{.i = _id}, {.p = _nq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x6);
}
EXPORT wide NMODES(const int *_id, const int *_nq, const int *_errflg)
{
    return enter(72, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nq}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7);
}
FORTRAN(NMODES, nmodes)

EXPORT wide c_put_marker(int _id, const double *_r, int _angle_type, const double *_angle, const int *_errflg)
{
    return enter(74, BY_VALUE, (union word[]){{.i = _id}, {.p = _r}, {.i = _angle_type}, {.p = _angle}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1a);
}
EXPORT wide PUT_MARKER(const int *_id, const double *_r, const int *_angle_type, const double *_angle, const int *_errflg)
{
    return enter(74, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _r}, {.p = _angle_type}, {.p = _angle}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1f);
}
FORTRAN(PUT_MARKER, put_marker)

EXPORT wide c_put_matrix(int _id, int _nrow, int _ncol, const double *_values, const int *_errflg)
{
    return enter(75, BY_VALUE, (union word[]){{.i = _id}, {.i = _nrow}, {.i = _ncol}, {.p = _values}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x18);
}
EXPORT wide PUT_MATRIX(const int *_id, const int *_nrow, const int *_ncol, const double *_values, const int *_errflg)
{
    return enter(75, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nrow}, {.p = _ncol}, {.p = _values}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1f);
}
FORTRAN(PUT_MATRIX, put_matrix)

EXPORT wide c_put_spline(int _id, int _nx, int _nz, const double *_x, const double *_y, const double *_z, const int *_errflg)
{
    return enter(76, BY_VALUE, (union word[]){{.i = _id}, {.i = _nx}, {.i = _nz}, {.p = _x}, {.p = _y}, {.p = _z}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x78);
}
EXPORT wide PUT_SPLINE(const int *_id, const int *_nx, const int *_nz, const double *_x, const double *_y, const double *_z, const int *_errflg)
{
    return enter(76, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _nx}, {.p = _nz}, {.p = _x}, {.p = _y}, {.p = _z}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x7f);
}
FORTRAN(PUT_SPLINE, put_spline)

EXPORT wide c_put_string(int _id, const char *_string, const int *_errflg)
{
    return enter(77, BY_VALUE, (union word[]){{.i = _id}, {.p = _string}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x6);
}
EXPORT wide PUT_STRING(const int *_id, const char *_string, const int *_errflg, wide _nstring)
{
    union word _a[] = {{.p = _id}, {.p = _string}, {.p = _errflg}};
    wide _n[] = {_nstring};
    BETWEEN(_a, _n, 3, 0x2);
    return enter(77, BY_REFERENCE, _a, _n, (int *)_a[2].p, 1, 0x7);
}
FORTRAN(PUT_STRING, put_string)

EXPORT wide c_quispl(double _x, double _z, int _id, int _iord, const double *_array, const int *_errflg)
{
    return enter(78, BY_VALUE, (union word[]){{.r = _x}, {.r = _z}, {.i = _id}, {.i = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x30);
}
EXPORT wide QUISPL(const double *_x, const double *_z, const int *_id, const int *_iord, const double *_array, const int *_errflg)
{
    return enter(78, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _z}, {.p = _id}, {.p = _iord}, {.p = _array}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3f);
}
FORTRAN(QUISPL, quispl)

EXPORT wide c_rcnvrt(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat)
{
    return enter(79, BY_VALUE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
EXPORT wide RCNVRT(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat, wide _nsys1, wide _nsys2)
{
    union word _a[] = {{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}};
    wide _n[] = {_nsys1, _nsys2};
    BETWEEN(_a, _n, 5, 0x5);
    return enter(79, BY_REFERENCE, _a, _n, (int *)_a[4].p, 1, 0x1f);
}
FORTRAN(RCNVRT, rcnvrt)

EXPORT wide c_rstrng(double _reel, const char *_string, const int *_length, const int *_istat)
{
    return enter(80, BY_VALUE, (union word[]){{.r = _reel}, {.p = _string}, {.p = _length}, {.p = _istat}}, 0, (int *)_istat, 1, 0xe);
}
EXPORT wide RSTRNG(const double *_reel, const char *_string, const int *_length, const int *_istat, wide _nstring)
{
    union word _a[] = {{.p = _reel}, {.p = _string}, {.p = _length}, {.p = _istat}};
    wide _n[] = {_nstring};
    BETWEEN(_a, _n, 4, 0x2);
    return enter(80, BY_REFERENCE, _a, _n, (int *)_a[3].p, 1, 0xf);
}
FORTRAN(RSTRNG, rstrng)

EXPORT wide c_rto_file2ms_conversion_factors(void)
{
    return enter(81, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide RTO_FILE2MS_CONVERSION_FACTORS(void)
{
    return enter(81, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(RTO_FILE2MS_CONVERSION_FACTORS, rto_file2ms_conversion_factors)

EXPORT wide c_rto_read_table_spline(void)
{
    return enter(82, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide RTO_READ_TABLE_SPLINE(void)
{
    return enter(82, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(RTO_READ_TABLE_SPLINE, rto_read_table_spline)

EXPORT wide c_setvelic(int _object_id, int _object_type, const double *_vm_ori, const double *_wm_loc, const double *_wm_ori, int _nvics, const double *_vics, const int *_which, const int *_exact, const int *_errflg)
{
    return enter(83, BY_VALUE, (union word[]){{.i = _object_id}, {.i = _object_type}, {.p = _vm_ori}, {.p = _wm_loc}, {.p = _wm_ori}, {.i = _nvics}, {.p = _vics}, {.p = _which}, {.p = _exact}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3dc);
}
EXPORT wide SETVELIC(const int *_object_id, const int *_object_type, const double *_vm_ori, const double *_wm_loc, const double *_wm_ori, const int *_nvics, const double *_vics, const int *_which, const int *_exact, const int *_errflg)
{
    return enter(83, BY_REFERENCE, (union word[]){{.p = _object_id}, {.p = _object_type}, {.p = _vm_ori}, {.p = _wm_loc}, {.p = _wm_ori}, {.p = _nvics}, {.p = _vics}, {.p = _which}, {.p = _exact}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x3ff);
}
FORTRAN(SETVELIC, setvelic)

EXPORT wide c_set_attribute(const char *_input, const int *_info)
{
    return enter(84, BY_VALUE, (union word[]){{.p = _input}, {.p = _info}}, 0, (int *)_info, -1, 0x3);
}
EXPORT wide SET_ATTRIBUTE(const char *_input, const int *_info, wide _ninput)
{
    union word _a[] = {{.p = _input}, {.p = _info}};
    wide _n[] = {_ninput};
    BETWEEN(_a, _n, 2, 0x1);
    return enter(84, BY_REFERENCE, _a, _n, (int *)_a[1].p, -1, 0x3);
}
FORTRAN(SET_ATTRIBUTE, set_attribute)

EXPORT wide c_set_dgse_type(int _id, int _type)
{
    return enter(85, BY_VALUE, (union word[]){{.i = _id}, {.i = _type}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide SET_DGSE_TYPE(const int *_id, const int *_type)
{
    return enter(85, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _type}}, 0, (int *)0, 1, 0x3);
}
FORTRAN(SET_DGSE_TYPE, set_dgse_type)

EXPORT wide c_set_discrete_interface(void)
{
    return enter(86, BY_VALUE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
EXPORT wide SET_DISCRETE_INTERFACE(void)
{
    return enter(86, BY_REFERENCE, (union word[]){{.p = 0}}, 0, (int *)0, 1, 0x0);
}
FORTRAN(SET_DISCRETE_INTERFACE, set_discrete_interface)

EXPORT wide c_set_gse_state_tolerance(int _id, int _index, double _tol, const int *_ierr)
{
    return enter(87, BY_VALUE, (union word[]){{.i = _id}, {.i = _index}, {.r = _tol}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0x8);
}
EXPORT wide SET_GSE_STATE_TOLERANCE(const int *_id, const int *_index, const double *_tol, const int *_ierr)
{
    return enter(87, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _index}, {.p = _tol}, {.p = _ierr}}, 0, (int *)_ierr, 1, 0xf);
}
FORTRAN(SET_GSE_STATE_TOLERANCE, set_gse_state_tolerance)

EXPORT wide c_shf(double _x, double _x0, double _a, double _w, double _phi, double _b, int _iord, const double *_value, const int *_errflg)
{
    return enter(88, BY_VALUE, (union word[]){{.r = _x}, {.r = _x0}, {.r = _a}, {.r = _w}, {.r = _phi}, {.r = _b}, {.i = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x180);
}
EXPORT wide SHF(const double *_x, const double *_x0, const double *_a, const double *_w, const double *_phi, const double *_b, const int *_iord, const double *_value, const int *_errflg)
{
    return enter(88, BY_REFERENCE, (union word[]){{.p = _x}, {.p = _x0}, {.p = _a}, {.p = _w}, {.p = _phi}, {.p = _b}, {.p = _iord}, {.p = _value}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1ff);
}
FORTRAN(SHF, shf)

EXPORT wide c_simsta(const int *_status)
{
    return enter(89, BY_VALUE, (union word[]){{.p = _status}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide SIMSTA(const int *_status)
{
    return enter(89, BY_REFERENCE, (union word[]){{.p = _status}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(SIMSTA, simsta)

EXPORT wide c_str2intary(const char *_strg, const int *_array, const int *_nsize, const int *_istat)
{
    return enter(92, BY_VALUE, (union word[]){{.p = _strg}, {.p = _array}, {.p = _nsize}, {.p = _istat}}, 0, (int *)_istat, 1, 0xf);
}
EXPORT wide STR2INTARY(const char *_strg, const int *_array, const int *_nsize, const int *_istat, wide _nstrg)
{
    union word _a[] = {{.p = _strg}, {.p = _array}, {.p = _nsize}, {.p = _istat}};
    wide _n[] = {_nstrg};
    BETWEEN(_a, _n, 4, 0x1);
    return enter(92, BY_REFERENCE, _a, _n, (int *)_a[3].p, 1, 0xf);
}
FORTRAN(STR2INTARY, str2intary)

EXPORT wide c_subtract_mass_property(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(93, BY_VALUE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
EXPORT wide SUBTRACT_MASS_PROPERTY(const double *_cm, const double *_mass, const double *_ip, const double *_sum_cm, const double *_sum_mass, const double *_sum_ip)
{
    return enter(93, BY_REFERENCE, (union word[]){{.p = _cm}, {.p = _mass}, {.p = _ip}, {.p = _sum_cm}, {.p = _sum_mass}, {.p = _sum_ip}}, 0, (int *)0, 1, 0x3f);
}
FORTRAN(SUBTRACT_MASS_PROPERTY, subtract_mass_property)

EXPORT wide c_sysfn2(const int *_beam, const char *_fncnam, const int *_ipar, int _nsize, const int *_index, const int *_errflg)
{
    return enter(95, BY_VALUE, (union word[]){{.p = _beam}, {.p = _fncnam}, {.p = _ipar}, {.i = _nsize}, {.p = _index}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x37);
}
EXPORT wide SYSFN2(const int *_beam, const char *_fncnam, const int *_ipar, const int *_nsize, const int *_index, const int *_errflg, wide _nfncnam)
{
    union word _a[] = {{.p = _beam}, {.p = _fncnam}, {.p = _ipar}, {.p = _nsize}, {.p = _index}, {.p = _errflg}};
    wide _n[] = {_nfncnam};
    BETWEEN(_a, _n, 6, 0x2);
    return enter(95, BY_REFERENCE, _a, _n, (int *)_a[5].p, 1, 0x3f);
}
FORTRAN(SYSFN2, sysfn2)

EXPORT wide c_syspar(const char *_fncnam, const int *_ipar, int _nsize, const double *_partl, int _npartl, const int *_errflg)
{
    return enter(97, BY_VALUE, (union word[]){{.p = _fncnam}, {.p = _ipar}, {.i = _nsize}, {.p = _partl}, {.i = _npartl}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x2b);
}
EXPORT wide SYSPAR(const char *_fncnam, const int *_ipar, const int *_nsize, const double *_partl, const int *_npartl, const int *_errflg, wide _nfncnam)
{
    union word _a[] = {{.p = _fncnam}, {.p = _ipar}, {.p = _nsize}, {.p = _partl}, {.p = _npartl}, {.p = _errflg}};
    wide _n[] = {_nfncnam};
    BETWEEN(_a, _n, 6, 0x1);
    return enter(97, BY_REFERENCE, _a, _n, (int *)_a[5].p, 1, 0x3f);
}
FORTRAN(SYSPAR, syspar)

EXPORT wide c_tcnvrt(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat)
{
    return enter(98, BY_VALUE, (union word[]){{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}}, 0, (int *)_istat, 1, 0x1f);
}
EXPORT wide TCNVRT(const char *_sys1, const double *_coord1, const char *_sys2, const double *_coord2, const int *_istat, wide _nsys1, wide _nsys2)
{
    union word _a[] = {{.p = _sys1}, {.p = _coord1}, {.p = _sys2}, {.p = _coord2}, {.p = _istat}};
    wide _n[] = {_nsys1, _nsys2};
    BETWEEN(_a, _n, 5, 0x5);
    return enter(98, BY_REFERENCE, _a, _n, (int *)_a[4].p, 1, 0x1f);
}
FORTRAN(TCNVRT, tcnvrt)

EXPORT wide c_timget(const double *_time)
{
    return enter(99, BY_VALUE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
EXPORT wide TIMGET(const double *_time)
{
    return enter(99, BY_REFERENCE, (union word[]){{.p = _time}}, 0, (int *)0, 1, 0x1);
}
FORTRAN(TIMGET, timget)

EXPORT wide c_tirary(int _tireid, const char *_fncnam, const double *_states, const int *_nstate, const int *_errflg)
{
    return enter(100, BY_VALUE, (union word[]){{.i = _tireid}, {.p = _fncnam}, {.p = _states}, {.p = _nstate}, {.p = _errflg}}, 0, (int *)_errflg, 1, 0x1e);
}
EXPORT wide TIRARY(const int *_tireid, const char *_fncnam, const double *_states, const int *_nstate, const int *_errflg, wide _nfncnam)
{
    union word _a[] = {{.p = _tireid}, {.p = _fncnam}, {.p = _states}, {.p = _nstate}, {.p = _errflg}};
    wide _n[] = {_nfncnam};
    BETWEEN(_a, _n, 5, 0x2);
    return enter(100, BY_REFERENCE, _a, _n, (int *)_a[4].p, 1, 0x1f);
}
FORTRAN(TIRARY, tirary)

EXPORT wide c_ucomar(int _id, int _npms, const int *_ipms, int _nvars, const int *_ivars)
{
    return enter(101, BY_VALUE, (union word[]){{.i = _id}, {.i = _npms}, {.p = _ipms}, {.i = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x14);
}
EXPORT wide UCOMAR(const int *_id, const int *_npms, const int *_ipms, const int *_nvars, const int *_ivars)
{
    return enter(101, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _npms}, {.p = _ipms}, {.p = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x1f);
}
FORTRAN(UCOMAR, ucomar)

EXPORT wide c_ucovar(int _id, int _npms, const int *_ipms, int _nvars, const int *_ivars)
{
    return enter(102, BY_VALUE, (union word[]){{.i = _id}, {.i = _npms}, {.p = _ipms}, {.i = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x14);
}
EXPORT wide UCOVAR(const int *_id, const int *_npms, const int *_ipms, const int *_nvars, const int *_ivars)
{
    return enter(102, BY_REFERENCE, (union word[]){{.p = _id}, {.p = _npms}, {.p = _ipms}, {.p = _nvars}, {.p = _ivars}}, 0, (int *)0, 1, 0x1f);
}
FORTRAN(UCOVAR, ucovar)

EXPORT wide c_usrmes(int _msgflg, const char *_mesage, int _id, const char *_msgtyp)
{
    if (!_msgflg) return 0;
    return enter(103, BY_VALUE, (union word[]){{.i = _msgflg}, {.p = _mesage}, {.i = _id}, {.p = _msgtyp}}, 0, (int *)0, 1, 0xa);
}
EXPORT wide USRMES(const int *_msgflg, const char *_mesage, const int *_id, const char *_msgtyp, wide _nmesage, wide _nmsgtyp)
{
    if (!*_msgflg) return 0;
    union word _a[] = {{.p = _msgflg}, {.p = _mesage}, {.p = _id}, {.p = _msgtyp}};
    wide _n[] = {_nmesage, _nmsgtyp};
    BETWEEN(_a, _n, 4, 0xa);
    return enter(103, BY_REFERENCE, _a, _n, (int *)0, 1, 0xf);
}
FORTRAN(USRMES, usrmes)

