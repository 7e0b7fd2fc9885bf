/* upper, lower, place of the error flag in C and in Fortran, its value */

/* state */
MISSING(SYSPAR, syspar, 5, 5, 1)
MISSING(CUSFNC, cusfnc, 4, 4, 1)
MISSING(TIRARY, tirary, 4, 4, 1)
MISSING(UCOVAR, ucovar, -1, -1, 0)
MISSING(UCOMAR, ucomar, -1, -1, 0)
MISSING(INFO, info, 5, 5, 1)
MISSING(FNCDEP, fncdep, 5, 5, 1)

/* model data */
MISSING(GTARAY, gtaray, 3, 3, 1)
MISSING(GTSTRG, gtstrg, 3, 3, 1)
MISSING(GTCURV, gtcurv, 3, 4, 1)
MISSING(GTCMAT, gtcmat, 4, 4, 1)
MISSING(GTUNTS, gtunts, 0, 0, 0) /* exist = false */
MISSING(MODSET, modset, 4, 4, -1)
MISSING(SET_ATTRIBUTE, set_attribute, 1, 1, -1)
MISSING(STR2INTARY, str2intary, 3, 3, 1)
MISSING(NMODES, nmodes, 2, 2, 1)
MISSING(MODINF, modinf, 3, 3, 1)
MISSING(BODY_MASS_PROPERTY, body_mass_property, -1, -1, 0)
MISSING(ADD_MASS_PROPERTY, add_mass_property, -1, -1, 0)
MISSING(SUBTRACT_MASS_PROPERTY, subtract_mass_property, -1, -1, 0)
MISSING(GET_GRAVITY, get_gravity, -1, -1, 0)
MISSING(GET_MATRIX_INFO, get_matrix_info, 5, 5, 1)
MISSING(GET_FULL_MATRIX_DATA, get_full_matrix_data, 3, 3, 1)
MISSING(GET_SPARSE_MATRIX_DATA, get_sparse_matrix_data, 5, 5, 1)
MISSING(GTINAM, gtinam, -1, -1, 0)
MISSING(GTONAM, gtonam, -1, -1, 0)

/* status of the solver */
MISSING(TIMGET, timget, -1, -1, 0)
MISSING(GETMOD, getmod, -1, -1, 0)
MISSING(ANLMOD, anlmod, -1, -1, 0)
MISSING(GETINT, getint, -1, -1, 0)
MISSING(GETSLV, getslv, -1, -1, 0)
MISSING(GETVER, getver, -1, -1, 0)
MISSING(GETCPU, getcpu, -1, -1, 0)
MISSING(GETINM, getinm, -1, -1, 0)
MISSING(SIMSTA, simsta, -1, -1, 0)
MISSING(GET_INTEGRATOR_DETAILS, get_integrator_details, -1, -1, 0)
MISSING(GET_HHT_PARAMETERS, get_hht_parameters, -1, -1, 0)
MISSING_C(get_HHT_parameters, -1, 0)
MISSING(GET_NUMDIF_INFO, get_numdif_info, -1, -1, 0)

/* functions of the expression language */
MISSING(STEP, step, 2, 7, 1)
MISSING(STEP5, step5, 2, 7, 1)
MISSING(HAVSIN, havsin, 2, 7, 1)
MISSING(IMPACT, impact, 2, 9, 1)
MISSING(BISTOP, bistop, 2, 10, 1)
MISSING(POLY, poly, 4, 6, 1)
MISSING(CHEBY, cheby, 4, 6, 1)
MISSING(FORCOS, forcos, 4, 7, 1)
MISSING(FORSIN, forsin, 4, 7, 1)
MISSING(SHF, shf, 2, 8, 1)
MISSING(AKISPL, akispl, 3, 5, 1)
MISSING(CUBSPL, cubspl, 3, 5, 1)
MISSING(FITSPL, fitspl, 3, 5, 1)
MISSING(QUISPL, quispl, 3, 5, 1)
MISSING(RCNVRT, rcnvrt, 4, 4, 1)
MISSING(TCNVRT, tcnvrt, 4, 4, 1)
MISSING(ISTRNG, istrng, 3, 3, 1)
MISSING(RSTRNG, rstrng, 2, 3, 1)
MISSING(NANINF, naninf, -1, -1, 0)

/* set-up */
MISSING(PUT_SPLINE, put_spline, 6, 6, 1)
MISSING(PUT_MARKER, put_marker, -1, -1, 0)
MISSING(PUT_MATRIX, put_matrix, -1, -1, 0)
MISSING(PUT_STRING, put_string, -1, -1, 0)
MISSING(SETVELIC, setvelic, 9, 9, 1)
MISSING(SET_DISCRETE_INTERFACE, set_discrete_interface, -1, -1, 0)

/* control of the analysis; c_analys has two forms, see below */
MISSING(DATOUT, datout, 0, 0, 1)
MISSING(MODIFY, modify, 1, 1, 1)

/* saving, threads and state equations of the other family */
MISSING(ADAMS_SERIALIZE_INTEGERS, adams_serialize_integers, -1, -1, 0)
MISSING(ADAMS_SERIALIZE_DOUBLES, adams_serialize_doubles, -1, -1, 0)
MISSING(ADAMS_SERIALIZE_CHARACTERS, adams_serialize_characters, -1, -1, 0)
MISSING(ADAMS_UNSERIALIZE_INTEGERS, adams_unserialize_integers, -1, -1, 0)
MISSING(ADAMS_UNSERIALIZE_DOUBLES, adams_unserialize_doubles, -1, -1, 0)
MISSING(ADAMS_UNSERIALIZE_CHARACTERS, adams_unserialize_characters, -1, -1, 0)
MISSING(ADAMS_SMP_GROUP, adams_smp_group, -1, -1, 0)
MISSING(GSE_NS, gse_ns, -1, -1, 0)
MISSING(GSE_ND, gse_nd, -1, -1, 0)
MISSING(GSE_NI, gse_ni, -1, -1, 0)
MISSING(GSE_NO, gse_no, -1, -1, 0)
MISSING(GSE_X, gse_x, -1, -1, 0)
MISSING(GSE_XD, gse_xd, -1, -1, 0)
MISSING(GSE_XDOT, gse_xdot, -1, -1, 0)
MISSING(GSE_U, gse_u, -1, -1, 0)
MISSING(GSEPAR_X, gsepar_x, -1, -1, 0)
MISSING(GSEPAR_XDOT, gsepar_xdot, -1, -1, 0)
MISSING(GSEPAR_U, gsepar_u, -1, -1, 0)
MISSING(GSEMAP_X, gsemap_x, -1, -1, 0)
MISSING(GSEMAP_XDOT, gsemap_xdot, -1, -1, 0)
MISSING(GSEMAP_U, gsemap_u, -1, -1, 0)

/* readers of tyre files: 0 means failure */
MISSING(RTO_READ_TABLE_SPLINE, rto_read_table_spline, -1, -1, 0)
MISSING(RTO_FILE2MS_CONVERSION_FACTORS, rto_file2ms_conversion_factors, -1, -1, 0)

/* The times of c_analys are doubles by value (flag in place 3) or pointers
 * (flag in place 5). By value the third integer is 0 or 1, else an address. */
static char said_analys;
EXPORT long c_analys(C_ARGS)
{
    long flag = (unsigned int)a2 <= 1 ? a3 : a5;
    return missing(&said_analys, "analys", (int *)flag, 1);
}
MISSING_UPPER(ANALYS, analys, 5, 1)
FORTRAN(ANALYS, analys)
