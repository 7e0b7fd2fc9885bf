/* trammel_table.h - the utilities, and arguments that routines in C do without. Part of trammel_plugin.c; written
 * from the solver's tables by: go test ./sdk -run CTable -update. Do not edit. */

static const struct {
    const char *kind, *name;
} not_in_c[] = {
    {"CBKSUB", "id"},
    {"CBKSUB", "par"},
    {"CBKSUB", "npar"},
    {"CFFSUB", "area"},
    {"CNFSUB", "area"},
};

static const struct utility utilities[] = {
    {"ADAMS_DECLARE_THREADSAFE", "", -1, 1},
    {"ADAMS_NEEDS_PARTIALS", "I", -1, 1},
    {"ADAMS_SERIALIZE_CHARACTERS", "", -1, 1},
    {"ADAMS_SERIALIZE_DOUBLES", "", -1, 1},
    {"ADAMS_SERIALIZE_INTEGERS", "", -1, 1},
    {"ADAMS_SMP_GROUP", "i", -1, 1},
    {"ADAMS_UNSERIALIZE_CHARACTERS", "", -1, 1},
    {"ADAMS_UNSERIALIZE_DOUBLES", "", -1, 1},
    {"ADAMS_UNSERIALIZE_INTEGERS", "", -1, 1},
    {"ADD_MASS_PROPERTY", "r[3] r& r[6] R[3]+ R+ R[6]+", -1, 1},
    {"AKISPL", "r r i i R[1] I", 5, 1},
    {"ANALYS", "t t r r i I", 5, 1},
    {"ANLMOD", "I", -1, 1},
    {"BISTOP", "r r r r r r r r i R[1] I", 10, 1},
    {"BODY_MASS_PROPERTY", "t i& R[3] R R[6]", -1, 1},
    {"CUBSPL", "r r i i R[1] I", 5, 1},
    {"CUSFNC", "t r[$2] i- R I", 4, 1},
    {"DATOUT", "I", 0, 1},
    {"ERRMES", "i t i t", -1, 1},
    {"FITSPL", "r r i i R[1] I", 5, 1},
    {"FNCDEP", "t t i i[$4] i- I", 5, 1},
    {"FORCOS", "r r r r[$4] i i R I", 7, 1},
    {"FORSIN", "r r r r[$4] i i R I", 7, 1},
    {"GETCPU", "R", -1, 1},
    {"GETINM", "I", -1, 1},
    {"GETINT", "T", -1, 1},
    {"GETMOD", "I", -1, 1},
    {"GETSLV", "T", -1, 1},
    {"GETSTM", "R", -1, 1},
    {"GETVER", "T", -1, 1},
    {"GET_FULL_MATRIX_DATA", "i R[$2] i I", 3, 1},
    {"GET_GRAVITY", "R R R", -1, 1},
    {"GET_HHT_PARAMETERS", "R R R", -1, 1},
    {"GET_INTEGRATOR_DETAILS", "I I R", -1, 1},
    {"GET_MATRIX_INFO", "i I I I I I", 5, 1},
    {"GET_NTHREAD", "I", -1, 1},
    {"GET_NUMDIF_INFO", "I R", -1, 1},
    {"GET_SPARSE_MATRIX_DATA", "i I[$4] I[$4] R[$4] i I", 5, 1},
    {"GET_THREAD_INDEX", "I", -1, 1},
    {"GSEMAP_U", "i i", -1, 1},
    {"GSEMAP_X", "i i", -1, 1},
    {"GSEMAP_XDOT", "i i", -1, 1},
    {"GSEPAR_U", "r[$1] i-", -1, 1},
    {"GSEPAR_X", "r[$1] i-", -1, 1},
    {"GSEPAR_XDOT", "r[$1] i-", -1, 1},
    {"GSE_ND", "I", -1, 1},
    {"GSE_NI", "I", -1, 1},
    {"GSE_NO", "I", -1, 1},
    {"GSE_NS", "I", -1, 1},
    {"GSE_OUTPUT_ICS", "I", -1, 1},
    {"GSE_U", "R[$1] i-", -1, 1},
    {"GSE_X", "R[$1] i-", -1, 1},
    {"GSE_XD", "R[$1] i-", -1, 1},
    {"GSE_XDOT", "R[$1] i-", -1, 1},
    {"GTARAY", "i R[?] I- I", 3, 1},
    {"GTCMAT", "i i[$0] i R[?] I", 4, 1},
    {"GTCURV", "i r i R[3] I", 4, 1},
    {"GTINAM", "T", -1, 1},
    {"GTONAM", "T", -1, 1},
    {"GTSTRG", "i T I- I", 3, 1},
    {"GTUNTS", "I R[4] T[4]", -1, 1},
    {"HAVSIN", "r r r r r i R I", 7, 1},
    {"IMPACT", "r r r r r r r i R[1] I", 9, 1},
    {"INFO", "t i i i R[6] I", 5, 1},
    {"ISTRNG", "i T I I", 3, 1},
    {"LINSPL", "r r i i R[1] I", 5, 1},
    {"MODFNC", "t i t T I", 4, -1},
    {"MODIFY", "t I", 1, 1},
    {"MODINF", "i I[?] R[?] I", 3, 1},
    {"MODSET", "t i t t I", 4, -1},
    {"NANINF", "r[$1] i&- I I", -1, 1},
    {"NMODES", "i I I", 2, 1},
    {"PUT_MARKER", "i r[3] i r[?] I", 4, 1},
    {"PUT_MATRIX", "i i i r[$1*$2] I", 4, 1},
    {"PUT_SPLINE", "i i- i- r[$1] r[$1*$2] r[$2] I", 6, 1},
    {"PUT_STRING", "i t I", 2, 1},
    {"QUISPL", "r r i i R[1] I", 5, 1},
    {"RCNVRT", "t r[?] t R[?] I", 4, 1},
    {"RSTRNG", "r T I I", 3, 1},
    {"RTO_FILE2MS_CONVERSION_FACTORS", "", -1, 1},
    {"RTO_READ_TABLE_SPLINE", "", -1, 1},
    {"SETVELIC", "i i r[0] r[0] r[0] i r[0] i[0] i[0] I", 9, 1},
    {"SET_ATTRIBUTE", "t I", 1, -1},
    {"SET_DGSE_TYPE", "i i", -1, 1},
    {"SET_DISCRETE_INTERFACE", "", -1, 1},
    {"SET_GSE_STATE_TOLERANCE", "i i r I", 3, 1},
    {"SHF", "r r r r r r i R I", 8, 1},
    {"SIMSTA", "I", -1, 1},
    {"STR2INTARY", "t I[?] I- I", 3, 1},
    {"SUBTRACT_MASS_PROPERTY", "r[3] r& r[6] R[3]+ R+ R[6]+", -1, 1},
    {"SYSFN2", "i[0] t i[$3] i- I I", 5, 1},
    {"SYSPAR", "t i[$2] i- r[$4] i- I", 5, 1},
    {"TCNVRT", "t r[3] t R[?] I", 4, 1},
    {"TIMGET", "R", -1, 1},
    {"TIRARY", "i t R[?] I- I", 4, 1},
    {"UCOMAR", "i i- i[$1] i- i[$3]", -1, 1},
    {"UCOVAR", "i i- i[$1] i- i[$3]", -1, 1},
    {"USRMES", "i t i t", -1, 1},
};

void c_adams_declare_threadsafe(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[0], 0, words, 0);
}

void c_adams_needs_partials(int *flag)
{
    union word words[1];
    words[0].p = (void *)flag;
    utility(&utilities[1], 0, words, 0);
}

void c_adams_serialize_characters(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[2], 0, words, 0);
}

WEAK void adams_serialize_characters_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[2], 1, words, 0);
}
FORTRAN(ADAMS_SERIALIZE_CHARACTERS, adams_serialize_characters)

void c_adams_serialize_doubles(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[3], 0, words, 0);
}

WEAK void adams_serialize_doubles_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[3], 1, words, 0);
}
FORTRAN(ADAMS_SERIALIZE_DOUBLES, adams_serialize_doubles)

void c_adams_serialize_integers(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[4], 0, words, 0);
}

WEAK void adams_serialize_integers_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[4], 1, words, 0);
}
FORTRAN(ADAMS_SERIALIZE_INTEGERS, adams_serialize_integers)

void c_adams_smp_group(int groupid)
{
    union word words[1];
    words[0].i = groupid;
    utility(&utilities[5], 0, words, 0);
}

WEAK void adams_smp_group_(const void *groupid)
{
    union word words[1];
    words[0].p = (void *)groupid;
    utility(&utilities[5], 1, words, 0);
}
FORTRAN(ADAMS_SMP_GROUP, adams_smp_group)

void c_adams_unserialize_characters(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[6], 0, words, 0);
}

WEAK void adams_unserialize_characters_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[6], 1, words, 0);
}
FORTRAN(ADAMS_UNSERIALIZE_CHARACTERS, adams_unserialize_characters)

void c_adams_unserialize_doubles(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[7], 0, words, 0);
}

WEAK void adams_unserialize_doubles_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[7], 1, words, 0);
}
FORTRAN(ADAMS_UNSERIALIZE_DOUBLES, adams_unserialize_doubles)

void c_adams_unserialize_integers(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[8], 0, words, 0);
}

WEAK void adams_unserialize_integers_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[8], 1, words, 0);
}
FORTRAN(ADAMS_UNSERIALIZE_INTEGERS, adams_unserialize_integers)

void c_add_mass_property(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip)
{
    union word words[6];
    words[0].p = (void *)cm;
    words[1].p = (void *)mass;
    words[2].p = (void *)ip;
    words[3].p = (void *)sum_cm;
    words[4].p = (void *)sum_mass;
    words[5].p = (void *)sum_ip;
    utility(&utilities[9], 0, words, 0);
}

WEAK void add_mass_property_(const void *cm, const void *mass, const void *ip, const void *sum_cm, const void *sum_mass, const void *sum_ip)
{
    union word words[6];
    words[0].p = (void *)cm;
    words[1].p = (void *)mass;
    words[2].p = (void *)ip;
    words[3].p = (void *)sum_cm;
    words[4].p = (void *)sum_mass;
    words[5].p = (void *)sum_ip;
    utility(&utilities[9], 1, words, 0);
}
FORTRAN(ADD_MASS_PROPERTY, add_mass_property)

void c_akispl(double x, double z, int id, int iord, double *array, int *errflg)
{
    union word words[6];
    words[0].r = x;
    words[1].r = z;
    words[2].i = id;
    words[3].i = iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[10], 0, words, 0);
}

WEAK void akispl_(const void *x, const void *z, const void *id, const void *iord, const void *array, const void *errflg)
{
    union word words[6];
    words[0].p = (void *)x;
    words[1].p = (void *)z;
    words[2].p = (void *)id;
    words[3].p = (void *)iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[10], 1, words, 0);
}
FORTRAN(AKISPL, akispl)

void c_analys(const char *antype, const char *cid, double timbeg, double timend, int init, int *istat)
{
    union word words[6];
    words[0].p = (void *)antype;
    words[1].p = (void *)cid;
    words[2].r = timbeg;
    words[3].r = timend;
    words[4].i = init;
    words[5].p = (void *)istat;
    utility(&utilities[11], 0, words, 0);
}

WEAK void analys_(const void *antype, const void *cid, const void *timbeg, const void *timend, const void *init, const void *istat, long len_antype, long len_cid)
{
    union word words[6];
    words[0].p = (void *)antype;
    words[1].p = (void *)cid;
    words[2].p = (void *)timbeg;
    words[3].p = (void *)timend;
    words[4].p = (void *)init;
    words[5].p = (void *)istat;
    {
        long lengths[] = {len_antype, len_cid};
        utility(&utilities[11], 1, words, lengths);
    }
}
FORTRAN(ANALYS, analys)

void c_anlmod(int *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[12], 0, words, 0);
}

WEAK void anlmod_(const void *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[12], 1, words, 0);
}
FORTRAN(ANLMOD, anlmod)

void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax, double d, int iord, double *vec, int *errflg)
{
    union word words[11];
    words[0].r = x;
    words[1].r = dxdt;
    words[2].r = x1;
    words[3].r = x2;
    words[4].r = k;
    words[5].r = e;
    words[6].r = cmax;
    words[7].r = d;
    words[8].i = iord;
    words[9].p = (void *)vec;
    words[10].p = (void *)errflg;
    utility(&utilities[13], 0, words, 0);
}

WEAK void bistop_(const void *x, const void *dxdt, const void *x1, const void *x2, const void *k, const void *e, const void *cmax, const void *d, const void *iord, const void *vec, const void *errflg)
{
    union word words[11];
    words[0].p = (void *)x;
    words[1].p = (void *)dxdt;
    words[2].p = (void *)x1;
    words[3].p = (void *)x2;
    words[4].p = (void *)k;
    words[5].p = (void *)e;
    words[6].p = (void *)cmax;
    words[7].p = (void *)d;
    words[8].p = (void *)iord;
    words[9].p = (void *)vec;
    words[10].p = (void *)errflg;
    utility(&utilities[13], 1, words, 0);
}
FORTRAN(BISTOP, bistop)

void c_body_mass_property(const char *type, const int *id, double *cm, double *mass, double *ip)
{
    union word words[5];
    words[0].p = (void *)type;
    words[1].p = (void *)id;
    words[2].p = (void *)cm;
    words[3].p = (void *)mass;
    words[4].p = (void *)ip;
    utility(&utilities[14], 0, words, 0);
}

WEAK void body_mass_property_(const void *type, const void *id, const void *cm, const void *mass, const void *ip, long len_type)
{
    union word words[5];
    words[0].p = (void *)type;
    words[1].p = (void *)id;
    words[2].p = (void *)cm;
    words[3].p = (void *)mass;
    words[4].p = (void *)ip;
    {
        long lengths[] = {len_type};
        utility(&utilities[14], 1, words, lengths);
    }
}
FORTRAN(BODY_MASS_PROPERTY, body_mass_property)

void c_cubspl(double x, double z, int id, int iord, double *array, int *errflg)
{
    union word words[6];
    words[0].r = x;
    words[1].r = z;
    words[2].i = id;
    words[3].i = iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[15], 0, words, 0);
}

WEAK void cubspl_(const void *x, const void *z, const void *id, const void *iord, const void *array, const void *errflg)
{
    union word words[6];
    words[0].p = (void *)x;
    words[1].p = (void *)z;
    words[2].p = (void *)id;
    words[3].p = (void *)iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[15], 1, words, 0);
}
FORTRAN(CUBSPL, cubspl)

void c_cusfnc(const char *fncnam, const double *rpar, int nsize, double *state, int *errflg)
{
    union word words[5];
    words[0].p = (void *)fncnam;
    words[1].p = (void *)rpar;
    words[2].i = nsize;
    words[3].p = (void *)state;
    words[4].p = (void *)errflg;
    utility(&utilities[16], 0, words, 0);
}

WEAK void cusfnc_(const void *fncnam, const void *rpar, const void *nsize, const void *state, const void *errflg, long len_fncnam)
{
    union word words[5];
    words[0].p = (void *)fncnam;
    words[1].p = (void *)rpar;
    words[2].p = (void *)nsize;
    words[3].p = (void *)state;
    words[4].p = (void *)errflg;
    {
        long lengths[] = {len_fncnam};
        utility(&utilities[16], 1, words, lengths);
    }
}
FORTRAN(CUSFNC, cusfnc)

void c_datout(int *istat)
{
    union word words[1];
    words[0].p = (void *)istat;
    utility(&utilities[17], 0, words, 0);
}

WEAK void datout_(const void *istat)
{
    union word words[1];
    words[0].p = (void *)istat;
    utility(&utilities[17], 1, words, 0);
}
FORTRAN(DATOUT, datout)

void c_errmes(int errflg, const char *mesage, int id, const char *endflg)
{
    union word words[4];
    if (!errflg) return;
    words[0].i = errflg;
    words[1].p = (void *)mesage;
    words[2].i = id;
    words[3].p = (void *)endflg;
    utility(&utilities[18], 0, words, 0);
    stop(mesage, -1, endflg, -1);
}

WEAK void errmes_(const void *errflg, const void *mesage, const void *id, const void *endflg, long len_mesage, long len_endflg)
{
    union word words[4];
    if (!*(const int *)errflg) return;
    words[0].p = (void *)errflg;
    words[1].p = (void *)mesage;
    words[2].p = (void *)id;
    words[3].p = (void *)endflg;
    {
        long lengths[] = {len_mesage, len_endflg};
        utility(&utilities[18], 1, words, lengths);
    }
    stop((const char *)mesage, len_mesage, (const char *)endflg, len_endflg);
}
FORTRAN(ERRMES, errmes)

void c_fitspl(double x, double z, int id, int iord, double *array, int *errflg)
{
    union word words[6];
    words[0].r = x;
    words[1].r = z;
    words[2].i = id;
    words[3].i = iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[19], 0, words, 0);
}

WEAK void fitspl_(const void *x, const void *z, const void *id, const void *iord, const void *array, const void *errflg)
{
    union word words[6];
    words[0].p = (void *)x;
    words[1].p = (void *)z;
    words[2].p = (void *)id;
    words[3].p = (void *)iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[19], 1, words, 0);
}
FORTRAN(FITSPL, fitspl)

void c_fncdep(const char *sub, const char *type, int id, const int *vector, int nv, int *errflg)
{
    union word words[6];
    words[0].p = (void *)sub;
    words[1].p = (void *)type;
    words[2].i = id;
    words[3].p = (void *)vector;
    words[4].i = nv;
    words[5].p = (void *)errflg;
    utility(&utilities[20], 0, words, 0);
}

WEAK void fncdep_(const void *sub, const void *type, const void *id, const void *vector, const void *nv, const void *errflg, long len_sub, long len_type)
{
    union word words[6];
    words[0].p = (void *)sub;
    words[1].p = (void *)type;
    words[2].p = (void *)id;
    words[3].p = (void *)vector;
    words[4].p = (void *)nv;
    words[5].p = (void *)errflg;
    {
        long lengths[] = {len_sub, len_type};
        utility(&utilities[20], 1, words, lengths);
    }
}
FORTRAN(FNCDEP, fncdep)

void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg)
{
    union word words[8];
    words[0].r = x;
    words[1].r = x0;
    words[2].r = w;
    words[3].p = (void *)par;
    words[4].i = npar;
    words[5].i = iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[21], 0, words, 0);
}

WEAK void forcos_(const void *x, const void *x0, const void *w, const void *par, const void *npar, const void *iord, const void *value, const void *errflg)
{
    union word words[8];
    words[0].p = (void *)x;
    words[1].p = (void *)x0;
    words[2].p = (void *)w;
    words[3].p = (void *)par;
    words[4].p = (void *)npar;
    words[5].p = (void *)iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[21], 1, words, 0);
}
FORTRAN(FORCOS, forcos)

void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg)
{
    union word words[8];
    words[0].r = x;
    words[1].r = x0;
    words[2].r = w;
    words[3].p = (void *)par;
    words[4].i = npar;
    words[5].i = iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[22], 0, words, 0);
}

WEAK void forsin_(const void *x, const void *x0, const void *w, const void *par, const void *npar, const void *iord, const void *value, const void *errflg)
{
    union word words[8];
    words[0].p = (void *)x;
    words[1].p = (void *)x0;
    words[2].p = (void *)w;
    words[3].p = (void *)par;
    words[4].p = (void *)npar;
    words[5].p = (void *)iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[22], 1, words, 0);
}
FORTRAN(FORSIN, forsin)

void c_getcpu(double *seconds)
{
    union word words[1];
    words[0].p = (void *)seconds;
    utility(&utilities[23], 0, words, 0);
}

WEAK void getcpu_(const void *seconds)
{
    union word words[1];
    words[0].p = (void *)seconds;
    utility(&utilities[23], 1, words, 0);
}
FORTRAN(GETCPU, getcpu)

void c_getinm(int *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[24], 0, words, 0);
}

WEAK void getinm_(const void *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[24], 1, words, 0);
}
FORTRAN(GETINM, getinm)

void c_getint(char *name)
{
    union word words[1];
    words[0].p = (void *)name;
    utility(&utilities[25], 0, words, 0);
}

WEAK void getint_(const void *name, long len_name)
{
    union word words[1];
    words[0].p = (void *)name;
    {
        long lengths[] = {len_name};
        utility(&utilities[25], 1, words, lengths);
    }
}
FORTRAN(GETINT, getint)

void c_getmod(int *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[26], 0, words, 0);
}

WEAK void getmod_(const void *mode)
{
    union word words[1];
    words[0].p = (void *)mode;
    utility(&utilities[26], 1, words, 0);
}
FORTRAN(GETMOD, getmod)

void c_getslv(char *name)
{
    union word words[1];
    words[0].p = (void *)name;
    utility(&utilities[27], 0, words, 0);
}

WEAK void getslv_(const void *name, long len_name)
{
    union word words[1];
    words[0].p = (void *)name;
    {
        long lengths[] = {len_name};
        utility(&utilities[27], 1, words, lengths);
    }
}
FORTRAN(GETSLV, getslv)

void c_getstm(double *time)
{
    union word words[1];
    words[0].p = (void *)time;
    utility(&utilities[28], 0, words, 0);
}

WEAK void getstm_(const void *time)
{
    union word words[1];
    words[0].p = (void *)time;
    utility(&utilities[28], 1, words, 0);
}
FORTRAN(GETSTM, getstm)

void c_getver(char *text)
{
    union word words[1];
    words[0].p = (void *)text;
    utility(&utilities[29], 0, words, 0);
}

WEAK void getver_(const void *text, long len_text)
{
    union word words[1];
    words[0].p = (void *)text;
    {
        long lengths[] = {len_text};
        utility(&utilities[29], 1, words, lengths);
    }
}
FORTRAN(GETVER, getver)

void c_get_full_matrix_data(int id, double *vals, int size, int *ierr)
{
    union word words[4];
    words[0].i = id;
    words[1].p = (void *)vals;
    words[2].i = size;
    words[3].p = (void *)ierr;
    utility(&utilities[30], 0, words, 0);
}

WEAK void get_full_matrix_data_(const void *id, const void *vals, const void *size, const void *ierr)
{
    union word words[4];
    words[0].p = (void *)id;
    words[1].p = (void *)vals;
    words[2].p = (void *)size;
    words[3].p = (void *)ierr;
    utility(&utilities[30], 1, words, 0);
}
FORTRAN(GET_FULL_MATRIX_DATA, get_full_matrix_data)

void c_get_gravity(double *x, double *y, double *z)
{
    union word words[3];
    words[0].p = (void *)x;
    words[1].p = (void *)y;
    words[2].p = (void *)z;
    utility(&utilities[31], 0, words, 0);
}

WEAK void get_gravity_(const void *x, const void *y, const void *z)
{
    union word words[3];
    words[0].p = (void *)x;
    words[1].p = (void *)y;
    words[2].p = (void *)z;
    utility(&utilities[31], 1, words, 0);
}
FORTRAN(GET_GRAVITY, get_gravity)

void c_get_HHT_parameters(double *alpha, double *beta, double *gamma)
{
    union word words[3];
    words[0].p = (void *)alpha;
    words[1].p = (void *)beta;
    words[2].p = (void *)gamma;
    utility(&utilities[32], 0, words, 0);
}

WEAK void get_hht_parameters_(const void *alpha, const void *beta, const void *gamma)
{
    union word words[3];
    words[0].p = (void *)alpha;
    words[1].p = (void *)beta;
    words[2].p = (void *)gamma;
    utility(&utilities[32], 1, words, 0);
}
FORTRAN(GET_HHT_PARAMETERS, get_hht_parameters)

void c_get_integrator_details(int *kind, int *order, double *step)
{
    union word words[3];
    words[0].p = (void *)kind;
    words[1].p = (void *)order;
    words[2].p = (void *)step;
    utility(&utilities[33], 0, words, 0);
}

WEAK void get_integrator_details_(const void *kind, const void *order, const void *step)
{
    union word words[3];
    words[0].p = (void *)kind;
    words[1].p = (void *)order;
    words[2].p = (void *)step;
    utility(&utilities[33], 1, words, 0);
}
FORTRAN(GET_INTEGRATOR_DETAILS, get_integrator_details)

void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size, int *ierr)
{
    union word words[6];
    words[0].i = id;
    words[1].p = (void *)type;
    words[2].p = (void *)nrows;
    words[3].p = (void *)ncols;
    words[4].p = (void *)size;
    words[5].p = (void *)ierr;
    utility(&utilities[34], 0, words, 0);
}

WEAK void get_matrix_info_(const void *id, const void *type, const void *nrows, const void *ncols, const void *size, const void *ierr)
{
    union word words[6];
    words[0].p = (void *)id;
    words[1].p = (void *)type;
    words[2].p = (void *)nrows;
    words[3].p = (void *)ncols;
    words[4].p = (void *)size;
    words[5].p = (void *)ierr;
    utility(&utilities[34], 1, words, 0);
}
FORTRAN(GET_MATRIX_INFO, get_matrix_info)

void c_get_nthread(int *n)
{
    union word words[1];
    words[0].p = (void *)n;
    utility(&utilities[35], 0, words, 0);
}

WEAK void get_nthread_(const void *n)
{
    union word words[1];
    words[0].p = (void *)n;
    utility(&utilities[35], 1, words, 0);
}
FORTRAN(GET_NTHREAD, get_nthread)

void c_get_numdif_info(int *kind, double *step)
{
    union word words[2];
    words[0].p = (void *)kind;
    words[1].p = (void *)step;
    utility(&utilities[36], 0, words, 0);
}

WEAK void get_numdif_info_(const void *kind, const void *step)
{
    union word words[2];
    words[0].p = (void *)kind;
    words[1].p = (void *)step;
    utility(&utilities[36], 1, words, 0);
}
FORTRAN(GET_NUMDIF_INFO, get_numdif_info)

void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals, int size, int *ierr)
{
    union word words[6];
    words[0].i = id;
    words[1].p = (void *)rows;
    words[2].p = (void *)cols;
    words[3].p = (void *)vals;
    words[4].i = size;
    words[5].p = (void *)ierr;
    utility(&utilities[37], 0, words, 0);
}

WEAK void get_sparse_matrix_data_(const void *id, const void *rows, const void *cols, const void *vals, const void *size, const void *ierr)
{
    union word words[6];
    words[0].p = (void *)id;
    words[1].p = (void *)rows;
    words[2].p = (void *)cols;
    words[3].p = (void *)vals;
    words[4].p = (void *)size;
    words[5].p = (void *)ierr;
    utility(&utilities[37], 1, words, 0);
}
FORTRAN(GET_SPARSE_MATRIX_DATA, get_sparse_matrix_data)

void c_get_thread_index(int *index)
{
    union word words[1];
    words[0].p = (void *)index;
    utility(&utilities[38], 0, words, 0);
}

WEAK void get_thread_index_(const void *index)
{
    union word words[1];
    words[0].p = (void *)index;
    utility(&utilities[38], 1, words, 0);
}
FORTRAN(GET_THREAD_INDEX, get_thread_index)

void c_gsemap_u(int row, int col)
{
    union word words[2];
    words[0].i = row;
    words[1].i = col;
    utility(&utilities[39], 0, words, 0);
}

WEAK void gsemap_u_(const void *row, const void *col)
{
    union word words[2];
    words[0].p = (void *)row;
    words[1].p = (void *)col;
    utility(&utilities[39], 1, words, 0);
}
FORTRAN(GSEMAP_U, gsemap_u)

void c_gsemap_x(int row, int col)
{
    union word words[2];
    words[0].i = row;
    words[1].i = col;
    utility(&utilities[40], 0, words, 0);
}

WEAK void gsemap_x_(const void *row, const void *col)
{
    union word words[2];
    words[0].p = (void *)row;
    words[1].p = (void *)col;
    utility(&utilities[40], 1, words, 0);
}
FORTRAN(GSEMAP_X, gsemap_x)

void c_gsemap_xdot(int row, int col)
{
    union word words[2];
    words[0].i = row;
    words[1].i = col;
    utility(&utilities[41], 0, words, 0);
}

WEAK void gsemap_xdot_(const void *row, const void *col)
{
    union word words[2];
    words[0].p = (void *)row;
    words[1].p = (void *)col;
    utility(&utilities[41], 1, words, 0);
}
FORTRAN(GSEMAP_XDOT, gsemap_xdot)

void c_gsepar_u(const double *par, int size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].i = size;
    utility(&utilities[42], 0, words, 0);
}

WEAK void gsepar_u_(const void *par, const void *size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].p = (void *)size;
    utility(&utilities[42], 1, words, 0);
}
FORTRAN(GSEPAR_U, gsepar_u)

void c_gsepar_x(const double *par, int size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].i = size;
    utility(&utilities[43], 0, words, 0);
}

WEAK void gsepar_x_(const void *par, const void *size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].p = (void *)size;
    utility(&utilities[43], 1, words, 0);
}
FORTRAN(GSEPAR_X, gsepar_x)

void c_gsepar_xdot(const double *par, int size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].i = size;
    utility(&utilities[44], 0, words, 0);
}

WEAK void gsepar_xdot_(const void *par, const void *size)
{
    union word words[2];
    words[0].p = (void *)par;
    words[1].p = (void *)size;
    utility(&utilities[44], 1, words, 0);
}
FORTRAN(GSEPAR_XDOT, gsepar_xdot)

int c_gse_nd(void)
{
    union word words[1];
    int nd = 0;
    words[0].p = &nd;
    utility(&utilities[45], 0, words, 0);
    return nd;
}

WEAK void gse_nd_(const void *nd)
{
    union word words[1];
    words[0].p = (void *)nd;
    utility(&utilities[45], 1, words, 0);
}
FORTRAN(GSE_ND, gse_nd)

int c_gse_ni(void)
{
    union word words[1];
    int ni = 0;
    words[0].p = &ni;
    utility(&utilities[46], 0, words, 0);
    return ni;
}

WEAK void gse_ni_(const void *ni)
{
    union word words[1];
    words[0].p = (void *)ni;
    utility(&utilities[46], 1, words, 0);
}
FORTRAN(GSE_NI, gse_ni)

int c_gse_no(void)
{
    union word words[1];
    int no = 0;
    words[0].p = &no;
    utility(&utilities[47], 0, words, 0);
    return no;
}

WEAK void gse_no_(const void *no)
{
    union word words[1];
    words[0].p = (void *)no;
    utility(&utilities[47], 1, words, 0);
}
FORTRAN(GSE_NO, gse_no)

int c_gse_ns(void)
{
    union word words[1];
    int ns = 0;
    words[0].p = &ns;
    utility(&utilities[48], 0, words, 0);
    return ns;
}

WEAK void gse_ns_(const void *ns)
{
    union word words[1];
    words[0].p = (void *)ns;
    utility(&utilities[48], 1, words, 0);
}
FORTRAN(GSE_NS, gse_ns)

void c_gse_output_ics(int *n)
{
    union word words[1];
    words[0].p = (void *)n;
    utility(&utilities[49], 0, words, 0);
}

WEAK void gse_output_ics_(const void *n)
{
    union word words[1];
    words[0].p = (void *)n;
    utility(&utilities[49], 1, words, 0);
}
FORTRAN(GSE_OUTPUT_ICS, gse_output_ics)

void c_gse_u(double *u, int ni)
{
    union word words[2];
    words[0].p = (void *)u;
    words[1].i = ni;
    utility(&utilities[50], 0, words, 0);
}

WEAK void gse_u_(const void *u, const void *ni)
{
    union word words[2];
    words[0].p = (void *)u;
    words[1].p = (void *)ni;
    utility(&utilities[50], 1, words, 0);
}
FORTRAN(GSE_U, gse_u)

void c_gse_x(double *x, int ns)
{
    union word words[2];
    words[0].p = (void *)x;
    words[1].i = ns;
    utility(&utilities[51], 0, words, 0);
}

WEAK void gse_x_(const void *x, const void *ns)
{
    union word words[2];
    words[0].p = (void *)x;
    words[1].p = (void *)ns;
    utility(&utilities[51], 1, words, 0);
}
FORTRAN(GSE_X, gse_x)

void c_gse_xd(double *xd, int nd)
{
    union word words[2];
    words[0].p = (void *)xd;
    words[1].i = nd;
    utility(&utilities[52], 0, words, 0);
}

WEAK void gse_xd_(const void *xd, const void *nd)
{
    union word words[2];
    words[0].p = (void *)xd;
    words[1].p = (void *)nd;
    utility(&utilities[52], 1, words, 0);
}
FORTRAN(GSE_XD, gse_xd)

void c_gse_xdot(double *xdot, int ns)
{
    union word words[2];
    words[0].p = (void *)xdot;
    words[1].i = ns;
    utility(&utilities[53], 0, words, 0);
}

WEAK void gse_xdot_(const void *xdot, const void *ns)
{
    union word words[2];
    words[0].p = (void *)xdot;
    words[1].p = (void *)ns;
    utility(&utilities[53], 1, words, 0);
}
FORTRAN(GSE_XDOT, gse_xdot)

void c_gtaray(int id, double *array, int *number, int *istat)
{
    union word words[4];
    words[0].i = id;
    words[1].p = (void *)array;
    words[2].p = (void *)number;
    words[3].p = (void *)istat;
    utility(&utilities[54], 0, words, 0);
}

WEAK void gtaray_(const void *id, const void *array, const void *number, const void *istat)
{
    union word words[4];
    words[0].p = (void *)id;
    words[1].p = (void *)array;
    words[2].p = (void *)number;
    words[3].p = (void *)istat;
    utility(&utilities[54], 1, words, 0);
}
FORTRAN(GTARAY, gtaray)

void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat)
{
    union word words[5];
    words[0].i = nmid;
    words[1].p = (void *)mid;
    words[2].i = ndim;
    words[3].p = (void *)c;
    words[4].p = (void *)istat;
    utility(&utilities[55], 0, words, 0);
}

WEAK void gtcmat_(const void *nmid, const void *mid, const void *ndim, const void *c, const void *istat)
{
    union word words[5];
    words[0].p = (void *)nmid;
    words[1].p = (void *)mid;
    words[2].p = (void *)ndim;
    words[3].p = (void *)c;
    words[4].p = (void *)istat;
    utility(&utilities[55], 1, words, 0);
}
FORTRAN(GTCMAT, gtcmat)

void c_gtcurv(int id, double alpha, int iord, double *array, int *istat)
{
    union word words[5];
    words[0].i = id;
    words[1].r = alpha;
    words[2].i = iord;
    words[3].p = (void *)array;
    words[4].p = (void *)istat;
    utility(&utilities[56], 0, words, 0);
}

WEAK void gtcurv_(const void *id, const void *alpha, const void *iord, const void *array, const void *istat)
{
    union word words[5];
    words[0].p = (void *)id;
    words[1].p = (void *)alpha;
    words[2].p = (void *)iord;
    words[3].p = (void *)array;
    words[4].p = (void *)istat;
    utility(&utilities[56], 1, words, 0);
}
FORTRAN(GTCURV, gtcurv)

void c_gtinam(char *strg)
{
    union word words[1];
    words[0].p = (void *)strg;
    utility(&utilities[57], 0, words, 0);
}

WEAK void gtinam_(const void *strg, long len_strg)
{
    union word words[1];
    words[0].p = (void *)strg;
    {
        long lengths[] = {len_strg};
        utility(&utilities[57], 1, words, lengths);
    }
}
FORTRAN(GTINAM, gtinam)

void c_gtonam(char *strg)
{
    union word words[1];
    words[0].p = (void *)strg;
    utility(&utilities[58], 0, words, 0);
}

WEAK void gtonam_(const void *strg, long len_strg)
{
    union word words[1];
    words[0].p = (void *)strg;
    {
        long lengths[] = {len_strg};
        utility(&utilities[58], 1, words, lengths);
    }
}
FORTRAN(GTONAM, gtonam)

void c_gtstrg(int id, char *string, int *nchars, int *istat)
{
    union word words[4];
    words[0].i = id;
    words[1].p = (void *)string;
    words[2].p = (void *)nchars;
    words[3].p = (void *)istat;
    utility(&utilities[59], 0, words, 0);
}

WEAK void gtstrg_(const void *id, const void *string, const void *nchars, const void *istat, long len_string)
{
    union word words[4];
    words[0].p = (void *)id;
    words[1].p = (void *)string;
    words[2].p = (void *)nchars;
    words[3].p = (void *)istat;
    {
        long lengths[] = {len_string};
        utility(&utilities[59], 1, words, lengths);
    }
}
FORTRAN(GTSTRG, gtstrg)

void c_gtunts(int *exists, double *scales, char *units)
{
    union word words[3];
    words[0].p = (void *)exists;
    words[1].p = (void *)scales;
    words[2].p = (void *)units;
    utility(&utilities[60], 0, words, 0);
}

WEAK void gtunts_(const void *exists, const void *scales, const void *units, long len_units)
{
    union word words[3];
    words[0].p = (void *)exists;
    words[1].p = (void *)scales;
    words[2].p = (void *)units;
    {
        long lengths[] = {len_units};
        utility(&utilities[60], 1, words, lengths);
    }
}
FORTRAN(GTUNTS, gtunts)

void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg)
{
    union word words[8];
    words[0].r = x;
    words[1].r = x0;
    words[2].r = h0;
    words[3].r = x1;
    words[4].r = h1;
    words[5].i = iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[61], 0, words, 0);
}

WEAK void havsin_(const void *x, const void *x0, const void *h0, const void *x1, const void *h1, const void *iord, const void *value, const void *errflg)
{
    union word words[8];
    words[0].p = (void *)x;
    words[1].p = (void *)x0;
    words[2].p = (void *)h0;
    words[3].p = (void *)x1;
    words[4].p = (void *)h1;
    words[5].p = (void *)iord;
    words[6].p = (void *)value;
    words[7].p = (void *)errflg;
    utility(&utilities[61], 1, words, 0);
}
FORTRAN(HAVSIN, havsin)

void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord, double *vec, int *errflg)
{
    union word words[10];
    words[0].r = x;
    words[1].r = dxdt;
    words[2].r = x1;
    words[3].r = k;
    words[4].r = e;
    words[5].r = cmax;
    words[6].r = d;
    words[7].i = iord;
    words[8].p = (void *)vec;
    words[9].p = (void *)errflg;
    utility(&utilities[62], 0, words, 0);
}

WEAK void impact_(const void *x, const void *dxdt, const void *x1, const void *k, const void *e, const void *cmax, const void *d, const void *iord, const void *vec, const void *errflg)
{
    union word words[10];
    words[0].p = (void *)x;
    words[1].p = (void *)dxdt;
    words[2].p = (void *)x1;
    words[3].p = (void *)k;
    words[4].p = (void *)e;
    words[5].p = (void *)cmax;
    words[6].p = (void *)d;
    words[7].p = (void *)iord;
    words[8].p = (void *)vec;
    words[9].p = (void *)errflg;
    utility(&utilities[62], 1, words, 0);
}
FORTRAN(IMPACT, impact)

void c_info(const char *type, int i, int j, int rm, double *output, int *errflg)
{
    union word words[6];
    words[0].p = (void *)type;
    words[1].i = i;
    words[2].i = j;
    words[3].i = rm;
    words[4].p = (void *)output;
    words[5].p = (void *)errflg;
    utility(&utilities[63], 0, words, 0);
}

WEAK void info_(const void *type, const void *i, const void *j, const void *rm, const void *output, const void *errflg, long len_type)
{
    union word words[6];
    words[0].p = (void *)type;
    words[1].p = (void *)i;
    words[2].p = (void *)j;
    words[3].p = (void *)rm;
    words[4].p = (void *)output;
    words[5].p = (void *)errflg;
    {
        long lengths[] = {len_type};
        utility(&utilities[63], 1, words, lengths);
    }
}
FORTRAN(INFO, info)

void c_istrng(int number, char *string, int *length, int *istat)
{
    union word words[4];
    words[0].i = number;
    words[1].p = (void *)string;
    words[2].p = (void *)length;
    words[3].p = (void *)istat;
    utility(&utilities[64], 0, words, 0);
}

WEAK void istrng_(const void *number, const void *string, const void *length, const void *istat, long len_string)
{
    union word words[4];
    words[0].p = (void *)number;
    words[1].p = (void *)string;
    words[2].p = (void *)length;
    words[3].p = (void *)istat;
    {
        long lengths[] = {len_string};
        utility(&utilities[64], 1, words, lengths);
    }
}
FORTRAN(ISTRNG, istrng)

void c_linspl(double x, double z, int id, int iord, double *array, int *errflg)
{
    union word words[6];
    words[0].r = x;
    words[1].r = z;
    words[2].i = id;
    words[3].i = iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[65], 0, words, 0);
}

WEAK void linspl_(const void *x, const void *z, const void *id, const void *iord, const void *array, const void *errflg)
{
    union word words[6];
    words[0].p = (void *)x;
    words[1].p = (void *)z;
    words[2].p = (void *)id;
    words[3].p = (void *)iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[65], 1, words, 0);
}
FORTRAN(LINSPL, linspl)

void c_modfnc(const char *element, int id, const char *attribute, char *output, int *info)
{
    union word words[5];
    words[0].p = (void *)element;
    words[1].i = id;
    words[2].p = (void *)attribute;
    words[3].p = (void *)output;
    words[4].p = (void *)info;
    utility(&utilities[66], 0, words, 0);
}

WEAK void modfnc_(const void *element, const void *id, const void *attribute, const void *output, const void *info, long len_element, long len_attribute, long len_output)
{
    union word words[5];
    words[0].p = (void *)element;
    words[1].p = (void *)id;
    words[2].p = (void *)attribute;
    words[3].p = (void *)output;
    words[4].p = (void *)info;
    {
        long lengths[] = {len_element, len_attribute, len_output};
        utility(&utilities[66], 1, words, lengths);
    }
}
FORTRAN(MODFNC, modfnc)

void c_modify(const char *comand, int *istat)
{
    union word words[2];
    words[0].p = (void *)comand;
    words[1].p = (void *)istat;
    utility(&utilities[67], 0, words, 0);
}

WEAK void modify_(const void *comand, const void *istat, long len_comand)
{
    union word words[2];
    words[0].p = (void *)comand;
    words[1].p = (void *)istat;
    {
        long lengths[] = {len_comand};
        utility(&utilities[67], 1, words, lengths);
    }
}
FORTRAN(MODIFY, modify)

void c_modinf(int id, int *mode, double *freq, int *errflg)
{
    union word words[4];
    words[0].i = id;
    words[1].p = (void *)mode;
    words[2].p = (void *)freq;
    words[3].p = (void *)errflg;
    utility(&utilities[68], 0, words, 0);
}

WEAK void modinf_(const void *id, const void *mode, const void *freq, const void *errflg)
{
    union word words[4];
    words[0].p = (void *)id;
    words[1].p = (void *)mode;
    words[2].p = (void *)freq;
    words[3].p = (void *)errflg;
    utility(&utilities[68], 1, words, 0);
}
FORTRAN(MODINF, modinf)

void c_modset(const char *element, int id, const char *attribute, const char *input, int *info)
{
    union word words[5];
    words[0].p = (void *)element;
    words[1].i = id;
    words[2].p = (void *)attribute;
    words[3].p = (void *)input;
    words[4].p = (void *)info;
    utility(&utilities[69], 0, words, 0);
}

WEAK void modset_(const void *element, const void *id, const void *attribute, const void *input, const void *info, long len_element, long len_attribute, long len_input)
{
    union word words[5];
    words[0].p = (void *)element;
    words[1].p = (void *)id;
    words[2].p = (void *)attribute;
    words[3].p = (void *)input;
    words[4].p = (void *)info;
    {
        long lengths[] = {len_element, len_attribute, len_input};
        utility(&utilities[69], 1, words, lengths);
    }
}
FORTRAN(MODSET, modset)

void c_naninf(const double *val, const int *size, int *outcome, int *index)
{
    union word words[4];
    words[0].p = (void *)val;
    words[1].p = (void *)size;
    words[2].p = (void *)outcome;
    words[3].p = (void *)index;
    utility(&utilities[70], 0, words, 0);
}

WEAK void naninf_(const void *val, const void *size, const void *outcome, const void *index)
{
    union word words[4];
    words[0].p = (void *)val;
    words[1].p = (void *)size;
    words[2].p = (void *)outcome;
    words[3].p = (void *)index;
    utility(&utilities[70], 1, words, 0);
}
FORTRAN(NANINF, naninf)

void c_nmodes(int id, int *nq, int *errflg)
{
    union word words[3];
    words[0].i = id;
    words[1].p = (void *)nq;
    words[2].p = (void *)errflg;
    utility(&utilities[71], 0, words, 0);
}

WEAK void nmodes_(const void *id, const void *nq, const void *errflg)
{
    union word words[3];
    words[0].p = (void *)id;
    words[1].p = (void *)nq;
    words[2].p = (void *)errflg;
    utility(&utilities[71], 1, words, 0);
}
FORTRAN(NMODES, nmodes)

void c_put_marker(int id, const double *r, int angle_type, const double *angle, int *errflg)
{
    union word words[5];
    words[0].i = id;
    words[1].p = (void *)r;
    words[2].i = angle_type;
    words[3].p = (void *)angle;
    words[4].p = (void *)errflg;
    utility(&utilities[72], 0, words, 0);
}

WEAK void put_marker_(const void *id, const void *r, const void *angle_type, const void *angle, const void *errflg)
{
    union word words[5];
    words[0].p = (void *)id;
    words[1].p = (void *)r;
    words[2].p = (void *)angle_type;
    words[3].p = (void *)angle;
    words[4].p = (void *)errflg;
    utility(&utilities[72], 1, words, 0);
}
FORTRAN(PUT_MARKER, put_marker)

void c_put_matrix(int id, int nrow, int ncol, const double *values, int *errflg)
{
    union word words[5];
    words[0].i = id;
    words[1].i = nrow;
    words[2].i = ncol;
    words[3].p = (void *)values;
    words[4].p = (void *)errflg;
    utility(&utilities[73], 0, words, 0);
}

WEAK void put_matrix_(const void *id, const void *nrow, const void *ncol, const void *values, const void *errflg)
{
    union word words[5];
    words[0].p = (void *)id;
    words[1].p = (void *)nrow;
    words[2].p = (void *)ncol;
    words[3].p = (void *)values;
    words[4].p = (void *)errflg;
    utility(&utilities[73], 1, words, 0);
}
FORTRAN(PUT_MATRIX, put_matrix)

void c_put_spline(int id, int nx, int nz, const double *x, const double *y, const double *z, int *errflg)
{
    union word words[7];
    words[0].i = id;
    words[1].i = nx;
    words[2].i = nz;
    words[3].p = (void *)x;
    words[4].p = (void *)y;
    words[5].p = (void *)z;
    words[6].p = (void *)errflg;
    utility(&utilities[74], 0, words, 0);
}

WEAK void put_spline_(const void *id, const void *nx, const void *nz, const void *x, const void *y, const void *z, const void *errflg)
{
    union word words[7];
    words[0].p = (void *)id;
    words[1].p = (void *)nx;
    words[2].p = (void *)nz;
    words[3].p = (void *)x;
    words[4].p = (void *)y;
    words[5].p = (void *)z;
    words[6].p = (void *)errflg;
    utility(&utilities[74], 1, words, 0);
}
FORTRAN(PUT_SPLINE, put_spline)

void c_put_string(int id, const char *string, int *errflg)
{
    union word words[3];
    words[0].i = id;
    words[1].p = (void *)string;
    words[2].p = (void *)errflg;
    utility(&utilities[75], 0, words, 0);
}

WEAK void put_string_(const void *id, const void *string, const void *errflg, long len_string)
{
    union word words[3];
    words[0].p = (void *)id;
    words[1].p = (void *)string;
    words[2].p = (void *)errflg;
    {
        long lengths[] = {len_string};
        utility(&utilities[75], 1, words, lengths);
    }
}
FORTRAN(PUT_STRING, put_string)

void c_quispl(double x, double z, int id, int iord, double *array, int *errflg)
{
    union word words[6];
    words[0].r = x;
    words[1].r = z;
    words[2].i = id;
    words[3].i = iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[76], 0, words, 0);
}

WEAK void quispl_(const void *x, const void *z, const void *id, const void *iord, const void *array, const void *errflg)
{
    union word words[6];
    words[0].p = (void *)x;
    words[1].p = (void *)z;
    words[2].p = (void *)id;
    words[3].p = (void *)iord;
    words[4].p = (void *)array;
    words[5].p = (void *)errflg;
    utility(&utilities[76], 1, words, 0);
}
FORTRAN(QUISPL, quispl)

void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat)
{
    union word words[5];
    words[0].p = (void *)sys1;
    words[1].p = (void *)coord1;
    words[2].p = (void *)sys2;
    words[3].p = (void *)coord2;
    words[4].p = (void *)istat;
    utility(&utilities[77], 0, words, 0);
}

WEAK void rcnvrt_(const void *sys1, const void *coord1, const void *sys2, const void *coord2, const void *istat, long len_sys1, long len_sys2)
{
    union word words[5];
    words[0].p = (void *)sys1;
    words[1].p = (void *)coord1;
    words[2].p = (void *)sys2;
    words[3].p = (void *)coord2;
    words[4].p = (void *)istat;
    {
        long lengths[] = {len_sys1, len_sys2};
        utility(&utilities[77], 1, words, lengths);
    }
}
FORTRAN(RCNVRT, rcnvrt)

void c_rstrng(double reel, char *string, int *length, int *istat)
{
    union word words[4];
    words[0].r = reel;
    words[1].p = (void *)string;
    words[2].p = (void *)length;
    words[3].p = (void *)istat;
    utility(&utilities[78], 0, words, 0);
}

WEAK void rstrng_(const void *reel, const void *string, const void *length, const void *istat, long len_string)
{
    union word words[4];
    words[0].p = (void *)reel;
    words[1].p = (void *)string;
    words[2].p = (void *)length;
    words[3].p = (void *)istat;
    {
        long lengths[] = {len_string};
        utility(&utilities[78], 1, words, lengths);
    }
}
FORTRAN(RSTRNG, rstrng)

void c_rto_file2ms_conversion_factors(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[79], 0, words, 0);
}

WEAK void rto_file2ms_conversion_factors_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[79], 1, words, 0);
}
FORTRAN(RTO_FILE2MS_CONVERSION_FACTORS, rto_file2ms_conversion_factors)

void c_rto_read_table_spline(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[80], 0, words, 0);
}

WEAK void rto_read_table_spline_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[80], 1, words, 0);
}
FORTRAN(RTO_READ_TABLE_SPLINE, rto_read_table_spline)

void c_setvelic(int object_id, int object_type, const double *vm_ori, const double *wm_loc, const double *wm_ori, int nvics, const double *vics, const int *which, const int *exact, int *errflg)
{
    union word words[10];
    words[0].i = object_id;
    words[1].i = object_type;
    words[2].p = (void *)vm_ori;
    words[3].p = (void *)wm_loc;
    words[4].p = (void *)wm_ori;
    words[5].i = nvics;
    words[6].p = (void *)vics;
    words[7].p = (void *)which;
    words[8].p = (void *)exact;
    words[9].p = (void *)errflg;
    utility(&utilities[81], 0, words, 0);
}

WEAK void setvelic_(const void *object_id, const void *object_type, const void *vm_ori, const void *wm_loc, const void *wm_ori, const void *nvics, const void *vics, const void *which, const void *exact, const void *errflg)
{
    union word words[10];
    words[0].p = (void *)object_id;
    words[1].p = (void *)object_type;
    words[2].p = (void *)vm_ori;
    words[3].p = (void *)wm_loc;
    words[4].p = (void *)wm_ori;
    words[5].p = (void *)nvics;
    words[6].p = (void *)vics;
    words[7].p = (void *)which;
    words[8].p = (void *)exact;
    words[9].p = (void *)errflg;
    utility(&utilities[81], 1, words, 0);
}
FORTRAN(SETVELIC, setvelic)

void c_set_attribute(const char *input, int *info)
{
    union word words[2];
    words[0].p = (void *)input;
    words[1].p = (void *)info;
    utility(&utilities[82], 0, words, 0);
}

WEAK void set_attribute_(const void *input, const void *info, long len_input)
{
    union word words[2];
    words[0].p = (void *)input;
    words[1].p = (void *)info;
    {
        long lengths[] = {len_input};
        utility(&utilities[82], 1, words, lengths);
    }
}
FORTRAN(SET_ATTRIBUTE, set_attribute)

void c_set_dgse_type(int id, int type)
{
    union word words[2];
    words[0].i = id;
    words[1].i = type;
    utility(&utilities[83], 0, words, 0);
}

WEAK void set_dgse_type_(const void *id, const void *type)
{
    union word words[2];
    words[0].p = (void *)id;
    words[1].p = (void *)type;
    utility(&utilities[83], 1, words, 0);
}
FORTRAN(SET_DGSE_TYPE, set_dgse_type)

void c_set_discrete_interface(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[84], 0, words, 0);
}

WEAK void set_discrete_interface_(void)
{
    union word words[1];
    words[0].p = 0;
    utility(&utilities[84], 1, words, 0);
}
FORTRAN(SET_DISCRETE_INTERFACE, set_discrete_interface)

void c_set_gse_state_tolerance(int id, int index, double tol, int *ierr)
{
    union word words[4];
    words[0].i = id;
    words[1].i = index;
    words[2].r = tol;
    words[3].p = (void *)ierr;
    utility(&utilities[85], 0, words, 0);
}

WEAK void set_gse_state_tolerance_(const void *id, const void *index, const void *tol, const void *ierr)
{
    union word words[4];
    words[0].p = (void *)id;
    words[1].p = (void *)index;
    words[2].p = (void *)tol;
    words[3].p = (void *)ierr;
    utility(&utilities[85], 1, words, 0);
}
FORTRAN(SET_GSE_STATE_TOLERANCE, set_gse_state_tolerance)

void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value, int *errflg)
{
    union word words[9];
    words[0].r = x;
    words[1].r = x0;
    words[2].r = a;
    words[3].r = w;
    words[4].r = phi;
    words[5].r = b;
    words[6].i = iord;
    words[7].p = (void *)value;
    words[8].p = (void *)errflg;
    utility(&utilities[86], 0, words, 0);
}

WEAK void shf_(const void *x, const void *x0, const void *a, const void *w, const void *phi, const void *b, const void *iord, const void *value, const void *errflg)
{
    union word words[9];
    words[0].p = (void *)x;
    words[1].p = (void *)x0;
    words[2].p = (void *)a;
    words[3].p = (void *)w;
    words[4].p = (void *)phi;
    words[5].p = (void *)b;
    words[6].p = (void *)iord;
    words[7].p = (void *)value;
    words[8].p = (void *)errflg;
    utility(&utilities[86], 1, words, 0);
}
FORTRAN(SHF, shf)

void c_simsta(int *status)
{
    union word words[1];
    words[0].p = (void *)status;
    utility(&utilities[87], 0, words, 0);
}

WEAK void simsta_(const void *status)
{
    union word words[1];
    words[0].p = (void *)status;
    utility(&utilities[87], 1, words, 0);
}
FORTRAN(SIMSTA, simsta)

void c_str2intary(const char *strg, int *array, int *nsize, int *istat)
{
    union word words[4];
    words[0].p = (void *)strg;
    words[1].p = (void *)array;
    words[2].p = (void *)nsize;
    words[3].p = (void *)istat;
    utility(&utilities[88], 0, words, 0);
}

WEAK void str2intary_(const void *strg, const void *array, const void *nsize, const void *istat, long len_strg)
{
    union word words[4];
    words[0].p = (void *)strg;
    words[1].p = (void *)array;
    words[2].p = (void *)nsize;
    words[3].p = (void *)istat;
    {
        long lengths[] = {len_strg};
        utility(&utilities[88], 1, words, lengths);
    }
}
FORTRAN(STR2INTARY, str2intary)

void c_subtract_mass_property(const double *cm, const double *mass, const double *ip, double *sum_cm, double *sum_mass, double *sum_ip)
{
    union word words[6];
    words[0].p = (void *)cm;
    words[1].p = (void *)mass;
    words[2].p = (void *)ip;
    words[3].p = (void *)sum_cm;
    words[4].p = (void *)sum_mass;
    words[5].p = (void *)sum_ip;
    utility(&utilities[89], 0, words, 0);
}

WEAK void subtract_mass_property_(const void *cm, const void *mass, const void *ip, const void *sum_cm, const void *sum_mass, const void *sum_ip)
{
    union word words[6];
    words[0].p = (void *)cm;
    words[1].p = (void *)mass;
    words[2].p = (void *)ip;
    words[3].p = (void *)sum_cm;
    words[4].p = (void *)sum_mass;
    words[5].p = (void *)sum_ip;
    utility(&utilities[89], 1, words, 0);
}
FORTRAN(SUBTRACT_MASS_PROPERTY, subtract_mass_property)

void c_sysfn2(const void *beam, const char *fncnam, const int *ipar, int nsize, int *index, int *errflg)
{
    union word words[6];
    words[0].p = (void *)beam;
    words[1].p = (void *)fncnam;
    words[2].p = (void *)ipar;
    words[3].i = nsize;
    words[4].p = (void *)index;
    words[5].p = (void *)errflg;
    utility(&utilities[90], 0, words, 0);
}

WEAK void sysfn2_(const void *beam, const void *fncnam, const void *ipar, const void *nsize, const void *index, const void *errflg, long len_fncnam)
{
    union word words[6];
    words[0].p = (void *)beam;
    words[1].p = (void *)fncnam;
    words[2].p = (void *)ipar;
    words[3].p = (void *)nsize;
    words[4].p = (void *)index;
    words[5].p = (void *)errflg;
    {
        long lengths[] = {len_fncnam};
        utility(&utilities[90], 1, words, lengths);
    }
}
FORTRAN(SYSFN2, sysfn2)

void c_syspar(const char *fncnam, const int *ipar, int nsize, const double *partl, int npartl, int *errflg)
{
    union word words[6];
    words[0].p = (void *)fncnam;
    words[1].p = (void *)ipar;
    words[2].i = nsize;
    words[3].p = (void *)partl;
    words[4].i = npartl;
    words[5].p = (void *)errflg;
    utility(&utilities[91], 0, words, 0);
}

WEAK void syspar_(const void *fncnam, const void *ipar, const void *nsize, const void *partl, const void *npartl, const void *errflg, long len_fncnam)
{
    union word words[6];
    words[0].p = (void *)fncnam;
    words[1].p = (void *)ipar;
    words[2].p = (void *)nsize;
    words[3].p = (void *)partl;
    words[4].p = (void *)npartl;
    words[5].p = (void *)errflg;
    {
        long lengths[] = {len_fncnam};
        utility(&utilities[91], 1, words, lengths);
    }
}
FORTRAN(SYSPAR, syspar)

void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat)
{
    union word words[5];
    words[0].p = (void *)sys1;
    words[1].p = (void *)coord1;
    words[2].p = (void *)sys2;
    words[3].p = (void *)coord2;
    words[4].p = (void *)istat;
    utility(&utilities[92], 0, words, 0);
}

WEAK void tcnvrt_(const void *sys1, const void *coord1, const void *sys2, const void *coord2, const void *istat, long len_sys1, long len_sys2)
{
    union word words[5];
    words[0].p = (void *)sys1;
    words[1].p = (void *)coord1;
    words[2].p = (void *)sys2;
    words[3].p = (void *)coord2;
    words[4].p = (void *)istat;
    {
        long lengths[] = {len_sys1, len_sys2};
        utility(&utilities[92], 1, words, lengths);
    }
}
FORTRAN(TCNVRT, tcnvrt)

void c_timget(double *time)
{
    union word words[1];
    words[0].p = (void *)time;
    utility(&utilities[93], 0, words, 0);
}

WEAK void timget_(const void *time)
{
    union word words[1];
    words[0].p = (void *)time;
    utility(&utilities[93], 1, words, 0);
}
FORTRAN(TIMGET, timget)

void c_tirary(int tireid, const char *fncnam, double *states, int *nstate, int *errflg)
{
    union word words[5];
    words[0].i = tireid;
    words[1].p = (void *)fncnam;
    words[2].p = (void *)states;
    words[3].p = (void *)nstate;
    words[4].p = (void *)errflg;
    utility(&utilities[94], 0, words, 0);
}

WEAK void tirary_(const void *tireid, const void *fncnam, const void *states, const void *nstate, const void *errflg, long len_fncnam)
{
    union word words[5];
    words[0].p = (void *)tireid;
    words[1].p = (void *)fncnam;
    words[2].p = (void *)states;
    words[3].p = (void *)nstate;
    words[4].p = (void *)errflg;
    {
        long lengths[] = {len_fncnam};
        utility(&utilities[94], 1, words, lengths);
    }
}
FORTRAN(TIRARY, tirary)

void c_ucomar(int id, int npms, const int *ipms, int nvars, const int *ivars)
{
    union word words[5];
    words[0].i = id;
    words[1].i = npms;
    words[2].p = (void *)ipms;
    words[3].i = nvars;
    words[4].p = (void *)ivars;
    utility(&utilities[95], 0, words, 0);
}

WEAK void ucomar_(const void *id, const void *npms, const void *ipms, const void *nvars, const void *ivars)
{
    union word words[5];
    words[0].p = (void *)id;
    words[1].p = (void *)npms;
    words[2].p = (void *)ipms;
    words[3].p = (void *)nvars;
    words[4].p = (void *)ivars;
    utility(&utilities[95], 1, words, 0);
}
FORTRAN(UCOMAR, ucomar)

void c_ucovar(int id, int npms, const int *ipms, int nvars, const int *ivars)
{
    union word words[5];
    words[0].i = id;
    words[1].i = npms;
    words[2].p = (void *)ipms;
    words[3].i = nvars;
    words[4].p = (void *)ivars;
    utility(&utilities[96], 0, words, 0);
}

WEAK void ucovar_(const void *id, const void *npms, const void *ipms, const void *nvars, const void *ivars)
{
    union word words[5];
    words[0].p = (void *)id;
    words[1].p = (void *)npms;
    words[2].p = (void *)ipms;
    words[3].p = (void *)nvars;
    words[4].p = (void *)ivars;
    utility(&utilities[96], 1, words, 0);
}
FORTRAN(UCOVAR, ucovar)

void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp)
{
    union word words[4];
    if (!msgflg) return;
    words[0].i = msgflg;
    words[1].p = (void *)mesage;
    words[2].i = id;
    words[3].p = (void *)msgtyp;
    utility(&utilities[97], 0, words, 0);
}

WEAK void usrmes_(const void *msgflg, const void *mesage, const void *id, const void *msgtyp, long len_mesage, long len_msgtyp)
{
    union word words[4];
    if (!*(const int *)msgflg) return;
    words[0].p = (void *)msgflg;
    words[1].p = (void *)mesage;
    words[2].p = (void *)id;
    words[3].p = (void *)msgtyp;
    {
        long lengths[] = {len_mesage, len_msgtyp};
        utility(&utilities[97], 1, words, lengths);
    }
}
FORTRAN(USRMES, usrmes)
