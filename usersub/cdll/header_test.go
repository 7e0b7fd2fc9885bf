//go:build linux && (amd64 || arm64)

package cdll

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

var headers = []string{"msolve.h", "slv_c_utils.h", "slv_cbksub.h", "slv_cbksub_util.h", "trammel_fortran.h", "trammel_usersub.h",
	"trammel_utilities.h", "userPortName.h", "utilCcallable.h"}

// syntax compiles a text without making anything of it.
func syntax(t *testing.T, compiler, name, text string, flags ...string) {
	t.Helper()
	include, err := filepath.Abs("../../sdk/c/include")
	if err != nil {
		t.Fatal(err)
	}
	line := append([]string{compiler, "-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", include}, flags...)
	compile(t, append(line, source(t, name, text))...)
}

// Each header compiles alone, in any order with the others, and twice, by the
// oldest standards and by newer ones.
func TestHeadersCompile(t *testing.T) {
	for _, c := range []struct{ compiler, file, standard string }{
		{"gcc", "x.c", "c89"}, {"gcc", "x.c", "c99"}, {"gcc", "x.c", "gnu17"},
		{"g++", "x.cpp", "c++98"}, {"g++", "x.cpp", "c++17"},
	} {
		subtest.RequireTool(t, c.compiler)
		all := ""
		for _, h := range headers {
			line := fmt.Sprintf("#include %q\n", h)
			syntax(t, c.compiler, c.file, line, "-std="+c.standard)
			all = line + all + line
		}
		syntax(t, c.compiler, c.file, all+"int main(void) { return 0; }\n", "-std="+c.standard)
	}
}

// The structs of the header have the members that the table of routines says,
// where Go puts them.
func TestStructsMatchHeader(t *testing.T) {
	subtest.RequireTool(t, "gcc")
	// What lies in a nested struct.
	nested := map[string]string{"sAdamsCratio.FLEX_BODY": "FlexBody.ID", "sAdamsMforce.FLEX_BODY": "FlexBody.ID"}
	for _, n := range strings.Fields("ID nIGEOM nJGEOM IGEOM JGEOM IFLIP_GEOM JFLIP_GEOM") {
		nested["sAdamsContactFriction."+n] = "contact." + n
	}
	var b strings.Builder
	b.WriteString("#include <stddef.h>\n#include \"slv_c_utils.h\"\n")
	structs := map[string]bool{}
	for _, s := range usersub.Sigs() {
		if s.Struct == nil || s.Struct.Name == "" {
			continue
		}
		name := s.Struct.Name
		structs[name] = true
		at, size := loading.MemberOffsets(s.Struct.Members, 8)
		fmt.Fprintf(&b, "_Static_assert(sizeof(struct %s) == %d, \"size of %s\");\n", name, size, name)
		for i, m := range s.Struct.Members {
			in := m.Name
			if n := nested[name+"."+m.Name]; n != "" {
				in = n
			}
			fmt.Fprintf(&b, "_Static_assert(offsetof(struct %s, %s) == %d, \"%s of %s\");\n", name, in, at[i], in, name)
		}
		if s.Name != "GSESAMPLE" {
			f := s.Name[:1] + strings.ToLower(s.Name[1:])
			fmt.Fprintf(&b, "adams_c_%s %s;\n", f, f)
		}
	}
	if len(structs) != 20 {
		t.Errorf("%d structs, want 20", len(structs))
	}
	syntax(t, "gcc", "x.c", b.String())
}

// Every routine that userPortName.h renames is known, and the other way round.
func TestRenamedRoutines(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include \"userPortName.h\"\n#define TEXT2(x) #x\n#define TEXT(x) TEXT2(x)\n")
	for _, s := range usersub.Sigs() {
		if s.Name != "MESSAGE_SUB" { // has a form in C only
			fmt.Fprintf(&b, "_Static_assert(sizeof TEXT(%s) == %d, \"%s\");\n", s.Name, len(s.Name)+2, s.Name)
		}
	}
	syntax(t, "gcc", "x.c", b.String())
}

// documented are prototypes as documents of such solvers give them.
const documented = `
void c_sysfnc(const char *fncnam, const int *ipar, int nsize, double *state, int *errflg);
void c_sysary(const char *fncnam, const int *ipar, int nsize, double *states, int *nstates, int *errflg);
void c_syspar(const char *fncnam, const int *ipar, int nsize, const double *partl, int npartl, int *errflg);
void c_cusfnc(const char *fncnam, const double *rpar, int nsize, double *state, int *errflg);
void c_tirary(int tireid, const char *fncnam, double *states, int *nstate, int *errflg);
void c_ucovar(int id, int nparts, const int *lparts, int nvars, const int *lvars);
void c_ucomar(int id, int nparts, const int *lparts, int nvars, const int *lvars);
void c_gtaray(int id, double *array, int *number, int *istat);
void c_gtstrg(int id, char *string, int *nchars, int *istat);
void c_gtcurv(int id, double alpha, int iord, double *array, int *istat);
void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat);
void c_gtunts(int *exists, double *scales, char *units);
void c_modfnc(const char *element, int id, const char *attribute, char *output, int *info);
void c_modset(const char *element, int id, const char *attribute, const char *input, int *info);
void c_set_attribute(const char *input, int *info);
void c_nmodes(int id, int *nq, int *errflg);
void c_modinf(int id, int *mode, double *freq, int *errflg);
void c_get_gravity(double *, double *, double *);
void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size, int *ierr);
void c_get_full_matrix_data(int id, double *vals, int size, int *ierr);
void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals, int size, int *ierr);
void c_gtinam(char *strg);
void c_gtonam(char *strg);
void c_timget(double *t);
void c_getstm(double *t);
void c_getmod(int *mode);
void c_anlmod(int *mode);
void c_getint(char *s);
void c_getslv(char *s);
void c_getver(char *s);
void c_getcpu(double *v);
void c_getinm(int *v);
void c_simsta(int *);
void c_get_integrator_details(int *, int *, double *);
void c_get_HHT_parameters(double *, double *, double *);
void c_get_numdif_info(int *, double *);
void c_errmes(int errflg, const char *mesage, int id, const char *endflg);
void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp);
void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value, int *errflg);
void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord, double *vec,
              int *errflg);
void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax, double d, int iord,
              double *vec, int *errflg);
void c_poly(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value, int *errflg);
void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);
void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value, int *errflg);
void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value, int *errflg);
void c_akispl(double xval, double zval, int id, int iord, double *array, int *errflg);
void c_cubspl(double xval, double zval, int id, int iord, double *array, int *errflg);
void c_fitspl(double xval, double zval, int id, int iord, double *array, int *errflg);
void c_quispl(double xval, double zval, int id, int iord, double *array, int *errflg);
void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2, int *istat);
void c_istrng(int number, char *string, int *length, int *istat);
void c_rstrng(double reel, char *string, int *length, int *istat);
void c_naninf(const double *val, const int *size, int *outcome, int *index);
void c_put_spline(int id, int nx, int nz, const double *x, const double *y, const double *z, int *errflg);
void c_analys(const char *antype, const char *cid, double timbeg, double timend, int init, int *istat);
void c_datout(int *istat);
void c_modify(const char *comand, int *istat);
`

// A declaration that differs from the header's is an error of the compiler.
func TestPrototypesAreTheDocumentedOnes(t *testing.T) {
	syntax(t, "gcc", "x.c", "#include \"trammel_usersub.h\"\n"+documented)
	for _, line := range strings.Split(documented, ";") {
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "void "), "(")
		if name != "" && !strings.Contains(prototypes(), " "+name+"(") {
			t.Errorf("the header lacks %s", name)
		}
	}
}

// Sources in the two styles of the other family, as C and as C++.
func TestSourcesOfTheOtherFamily(t *testing.T) {
	const pointers = `#include "userPortName.h"
#include "utilCcallable.h"
PUBLIC VOID_FUNCTION GFOSUB(const int *id, const REAL *time, const REAL *par, const int *npar, const BOOL *dflag,
                            const BOOL *iflag, REAL *result)
{
    int ipar[2], n = 2, nstates;
    BOOL err = TRUE;
    REAL v[6], x = 0;
    ipar[0] = (int)par[0], ipar[1] = (int)par[1];
    SYSARY("VEL ", ipar, &n, v, &nstates, &err, 4);
    ERRMES(&err, "no velocity", id, "STOP", 11, 4);
    SYSFNC("DX", ipar, &n, &x, &err, 2);
    c_step(*time, 0, 0, 1, 1, 0, &result[0], &err);
    result[1] = v[5] + x + *dflag + *iflag + *npar;
}
`
	const structs = `#include "slv_c_utils.h"
#ifdef __cplusplus
extern "C" {
#endif
adams_c_Gfosub Gfosub;
void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result)
{
    int ipar[2], nstates, err;
    double v[6], x;
    ipar[0] = (int)force->PAR[0], ipar[1] = (int)force->PAR[1];
    c_sysary("VEL", ipar, 2, v, &nstates, &err);
    c_errmes(err, "no velocity", force->ID, "STOP");
    c_sysfnc("DX", ipar, 2, &x, &err);
    c_step(time, 0, 0, 1, 1, 0, &result[0], &err);
    result[1] = v[5] + x + dflag + iflag + force->NPAR;
}
#ifdef __cplusplus
}
#endif
`
	s := &subtest.State{}
	var v [6]float64
	s.SysAry("VEL", []int32{11, 12}, v[:])
	x, _ := s.SysFnc("DX", []int32{11, 12})
	for _, c := range []struct{ file, text, symbol, implementation string }{
		{"x.c", pointers, "gfosub_", "fortran"}, {"x.cpp", pointers, "gfosub_", "fortran"},
		{"x.c", structs, "Gfosub", "adams"}, {"x.cpp", structs, "Gfosub", "adams"}} {
		named := ref(build(t, "x.so", source(t, c.file, c.text)), "GFOSUB")
		named.Dialect = "adams"
		r, err := new(Loader).Load(named, usersub.GFOSUB)
		if err != nil {
			t.Error(err)
			continue
		}
		f := usersub.NewFrame(usersub.GFOSUB, "Force_Vector_TwoBody", 3, []float64{11, 12}, nil)
		for range 2 {
			f.PrepareCall(0.5, true, false)
			if err := r.Call(f, s); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.RealArgNamed("result"); r.Symbol != c.symbol || r.Implementation != c.implementation || got[0] != 0.5 || got[1] != v[5]+x+1+2 {
			t.Errorf("%s (%s): %v, want 0.5 and %g", r.Symbol, r.Implementation, got, v[5]+x+3)
		}
	}
}

// A foreseen call of the struct dialect allocates nothing.
func TestStructCallsDoNotAllocate(t *testing.T) {
	named := ref(build(t, "y.so", source(t, "y.c", "void Gfosub(void) {}")), "Gfosub")
	named.Dialect = "adams"
	r, err := new(Loader).Load(named, usersub.GFOSUB)
	if err != nil {
		t.Fatal(err)
	}
	f, s := usersub.NewFrame(usersub.GFOSUB, "Force_Vector_TwoBody", 3, nil, nil), &subtest.State{}
	if n := testing.AllocsPerRun(100, func() { err = r.Call(f, s) }); n != 0 || err != nil {
		t.Errorf("%g allocations (%v)", n, err)
	}
}
