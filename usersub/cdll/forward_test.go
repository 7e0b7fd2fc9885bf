//go:build linux && (amd64 || arm64)

package cdll

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub/dll"
)

// exported returns the dynamic symbols of an image, defined or not.
func exported(t *testing.T, path string) (defined, undefined []string, f *elf.File) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err = elf.NewFile(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF {
			undefined = append(undefined, s.Name)
		} else {
			defined = append(defined, s.Name)
		}
	}
	slices.Sort(defined)
	return defined, undefined, f
}

var images = map[string]elf.Machine{
	"images/forward-linux-amd64.so": elf.EM_X86_64,
	"images/forward-linux-arm64.so": elf.EM_AARCH64,
}

// utilities are the names that libraries may call, from the reference.
var utilities = strings.Fields(`
sysfnc sysary syspar cusfnc tirary ucovar ucomar
gtaray gtstrg gtcurv gtcmat gtunts modfnc modset set_attribute str2intary nmodes modinf
body_mass_property add_mass_property subtract_mass_property get_gravity
get_matrix_info get_full_matrix_data get_sparse_matrix_data gtinam gtonam
timget getstm getmod anlmod getint getslv getver getcpu getinm simsta
get_integrator_details get_numdif_info errmes usrmes
step step5 havsin impact bistop poly cheby forcos forsin shf akispl cubspl fitspl linspl quispl
rcnvrt tcnvrt istrng rstrng naninf put_spline put_marker put_matrix put_string setvelic
set_discrete_interface analys datout modify
adams_serialize_integers adams_serialize_doubles adams_serialize_characters
adams_unserialize_integers adams_unserialize_doubles adams_unserialize_characters
adams_smp_group gse_ns gse_nd gse_ni gse_no gse_x gse_xd gse_xdot gse_u
gsepar_x gsepar_xdot gsepar_u gsemap_x gsemap_xdot gsemap_u
rto_read_table_spline rto_file2ms_conversion_factors info fncdep`)

func TestEveryUtilityIsExported(t *testing.T) {
	for path, machine := range images {
		defined, undefined, f := exported(t, path)
		if f.Machine != machine || len(undefined) != 0 {
			t.Errorf("%s: machine %v, undefined %v", path, f.Machine, undefined)
		}
		if needed, err := f.ImportedLibraries(); err != nil || len(needed) != 0 {
			t.Errorf("%s needs %v (%v)", path, needed, err)
		}
		want := []string{"c_get_HHT_parameters", "get_hht_parameters_", "c_adams_needs_partials",
			"c_adams_declare_threadsafe"}
		for _, u := range utilities {
			want = append(want, "c_"+u, strings.ToUpper(u), u, u+"_")
		}
		for _, w := range want {
			if _, found := slices.BinarySearch(defined, w); !found {
				t.Errorf("%s does not define %s", path, w)
			}
		}
	}
}

// The library for Windows has all names that stand-ins for the solver's library lead to, and needs nothing but KERNEL32.
func TestEveryUtilityIsExportedOnWindows(t *testing.T) {
	f, err := dll.ReadFile("images/forward-windows-amd64.dll")
	if err != nil {
		t.Fatal(err)
	}
	if f.Arch != "x86-64" || len(f.Imports) != 1 || !dll.SameLibrary(f.Imports[0].Library, "KERNEL32") {
		t.Errorf("%s, imports %v", f.Arch, f.Imports)
	}
	for _, x := range dll.UtilityForwards() {
		if !slices.Contains(f.Exports, strings.TrimPrefix(x.To, "trammel-forward.")) {
			t.Errorf("it lacks %s", x.To)
		}
	}
}

// Every prototype of the header names a function that exists.
func TestHeaderMatchesLibrary(t *testing.T) {
	b, err := os.ReadFile("../../sdk/c/include/trammel_utilities.h")
	if err != nil {
		t.Fatal(err)
	}
	defined, _, _ := exported(t, "images/forward-linux-amd64.so")
	found := regexp.MustCompile(`\b(c_\w+)\(`).FindAllStringSubmatch(string(b), -1)
	if len(found) < 60 {
		t.Fatalf("only %d prototypes", len(found))
	}
	for _, m := range found {
		if !slices.Contains(defined, m[1]) {
			t.Errorf("the header declares %s, which nothing defines", m[1])
		}
	}
}

// The committed images are what the source gives: same symbols.
func TestImagesAreUpToDate(t *testing.T) {
	subtest.RequireTool(t, "x86_64-linux-gnu-gcc")
	subtest.RequireTool(t, "aarch64-linux-gnu-gcc")
	subtest.RequireTool(t, "x86_64-w64-mingw32-gcc")
	dir := t.TempDir()
	compile(t, "sh", "forward/build.sh", dir)
	for path := range images {
		want, _, _ := exported(t, path)
		got, _, _ := exported(t, filepath.Join(dir, filepath.Base(path)))
		if !slices.Equal(got, want) {
			t.Errorf("%s differs from its source: run forward/build.sh", path)
		}
	}
	const windows = "images/forward-windows-amd64.dll"
	got, err := dll.ReadFile(filepath.Join(dir, filepath.Base(windows)))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := dll.ReadFile(windows); err != nil || !slices.Equal(got.Exports, want.Exports) {
		t.Errorf("%s differs from its source: run forward/build.sh (%v)", windows, err)
	}
}

func TestForwardFromFolder(t *testing.T) {
	if err := ensureForwardingLibrary(); err != nil { // the one that all libraries find is opened first
		t.Fatal(err)
	}
	h, err := openFromFolder(forwardImage, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := purego.Dlsym(h, "tm_call"); err != nil {
		t.Error(err)
	}
}

// The structures of Go have the sizes that C gives them.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(queryEntry{}) != 32 || unsafe.Sizeof(call{}) != 14*8 ||
		unsafe.Offsetof(call{}.next) != 64 || unsafe.Offsetof(call{}.where) != 88 ||
		unsafe.Offsetof(call{}.real) != 96 || unsafe.Offsetof(call{}.result) != 104 {
		t.Error("query or call differ from forward/forward.h")
	}
	compile(t, "gcc", "-fsyntax-only", "-I", "forward", source(t, "layout.c", `#include <stddef.h>
#include "forward.h"
_Static_assert(sizeof(struct query) == 32, "query");
_Static_assert(offsetof(struct query, ary) == 16 && offsetof(struct query, par) == 24, "query");
_Static_assert(sizeof(struct call) == 112 && offsetof(struct call, next) == 64, "call");
_Static_assert(offsetof(struct call, time) == 80 && offsetof(struct call, where) == 88, "call");
_Static_assert(offsetof(struct call, real) == 96 && offsetof(struct call, result) == 104, "call");
_Static_assert(sizeof(struct hooks) == 32, "hooks");
`))
}

// A library that was linked without -lm finds the functions of C's mathematics.
func TestLibraryWithoutLibm(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	im, p := readLibrary(lib)
	if p != nil {
		t.Fatal(p.Reason)
	}
	if !slices.Contains(im.wanted, "cosh") || slices.Contains(im.needed, "libm.so.6") {
		t.Fatalf("the library is not what this test is about: wants %v, needs %v", im.wanted, im.needed)
	}
	f, _ := learned(t, load(t, lib, subtest.Cases()[0].Sig, "CATENA"), "CATENA")
	if f.RealArgNamed("value")[0] == 0 {
		t.Error("no value")
	}
}
