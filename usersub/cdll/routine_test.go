//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// The libraries of testdata/routines have every modelling routine in one
// dialect, written from its documented argument list. Each computes a digest
// of all its inputs in their order, so that an argument too many, too few or in a
// wrong place shows.
type digest struct{ d, place float64 }

func (d *digest) add(v ...float64) {
	for _, x := range v {
		d.d = 0.75*d.d + x
	}
}

func (d *digest) ints(v []int32) {
	for _, x := range v {
		d.add(float64(x))
	}
}

func (d *digest) text(s string) {
	for i := range len(s) {
		d.add(float64(s[i]))
	}
}

func (d *digest) argument(f *usersub.Frame, i int) {
	switch f.Sig.Args[i].Kind {
	case usersub.Int:
		d.ints(f.Ints(i))
	case usersub.Real:
		d.add(f.Reals(i)...)
	case usersub.Text:
		d.text(f.Text[f.ArgOffset(i)])
	}
}

func (d *digest) next() float64 {
	d.place++
	return d.d + d.place - 1
}

var sizes = map[string]int{"nvalue": 3, "nstate": 2, "ninput": 3, "noutpt": 6, "ndisp": 3, "nq": 4,
	"nmodes": 5, "ncases": 2, "nmode": 4, "n": 3, "ncprop": 2, "ntprop": 2, "nmprop": 2, "ntdse": 2, "nfprop": 2}

// members are values for the members of all structs.
var members = map[string]any{"I": 11, "J": 12, "RM": 13, "JFLOAT": 14, "ACTION_ONLY": 1, "Type": "ROTATION",
	"IC": 0.5, "STATIC_HOLD": 2, "IMPLICIT": 1, "IC_R1": 0.25, "IC_R2": 0.75, "JOINT": 31, "Which": "B1", "DVA": "VELOCITY",
	"COMMENT": "a request", "TITLE": []string{"t1", "t2", "t3"}, "VALUE": 1.5, "Error": 0.01, "Logic": "EQ",
	"CLOSED": 1, "ORDER": 4, "MINPAR": -1.0, "MAXPAR": 1.0, "NJOINT": 3, "JOINTS": []int{1, 2, 3}, "TYPE": "TRT",
	"nIGEOM": 2, "nJGEOM": 1, "IGEOM": []int{5, 6}, "JGEOM": []int{7}, "IFLIP_GEOM": []int{0, 1}, "JFLIP_GEOM": []int{1},
	"FLEX_BODY": 77, "NI": 3, "NO": 6, "U": 41, "Y": 42, "NS": 2, "X": 43, "STATICS_ONLY": 1, "ND": 0, "XD": 44, "ICD": 45,
	"SAMPLE_OFFSET": 0.125}

// bySig are members that have other types in some structs.
var bySig = map[string]map[string]any{
	"SURSUB": {"ORDER": []int{4, 3}, "CLOSED": []int{1, 0}, "MINPAR": []float64{-1, -2}, "MAXPAR": []float64{1, 2}},
	"GSESUB": {"IC": 46}, "GSEXX": {"IC": 46}, "GSEXU": {"IC": 46}, "GSEYX": {"IC": 46}, "GSEYU": {"IC": 46},
	"GSE_DERIV": {"IC": 46}, "GSE_UPDATE": {"IC": 46}, "GSE_OUTPUT": {"IC": 46}, "GSE_SAMP": {"IC": 46},
}

func filled(sig *usersub.Sig) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, 7, []float64{1.5, -2.25, 3.125}, sizes)
	f.Member = map[string]any{}
	for k, v := range members {
		f.Member[k] = v
	}
	for k, v := range bySig[sig.Name] {
		f.Member[k] = v
	}
	for i := range sig.Args {
		a := &sig.Args[i]
		switch {
		case a.Out || a.Name == "id" || a.Name == "par" || a.Name == "npar" || sizes[a.Name] != 0:
		case a.Kind == usersub.Int:
			for k := range f.Ints(i) {
				f.Ints(i)[k] = int32(20 + 3*i + k)
			}
		case a.Kind == usersub.Real:
			for k := range f.Reals(i) {
				f.Reals(i)[k] = float64(i) + 0.125*float64(k+1)
			}
		case a.Kind == usersub.Text:
			f.Text[f.ArgOffset(i)] = a.Name + ".dat"
		}
	}
	f.PrepareCall(0.375, true, false)
	return f
}

// members of a struct, in the order of the layout.
func (d *digest) members(f *usersub.Frame) {
	list := f.Sig.Struct.Members
	for i := range list {
		m := &list[i]
		switch m.Name {
		case "PAR":
			if k := f.Sig.ArgIndex("par"); k >= 0 {
				d.add(f.Reals(k)...)
			}
			continue
		case "reserved":
			continue
		}
		v := loading.MemberValue(f, m)
		if s, ok := v.(string); ok {
			d.text(s)
			continue
		}
		switch x := v.(type) {
		case nil:
			d.add(0)
		case int:
			d.add(float64(x))
		case float64:
			d.add(x)
		case []int:
			for _, k := range x {
				d.add(float64(k))
			}
		case []float64:
			d.add(x...)
		case []string:
			d.text(strings.Join(x, ""))
		}
	}
}

func inputs(r *Sub, f *usersub.Frame) *digest {
	d := &digest{}
	if r.dialect == Adams {
		if f.Sig.Struct.Name != "" {
			d.members(f)
		}
		for _, name := range f.Sig.Struct.Args {
			if i := f.Sig.ArgIndex(name); !f.Sig.Args[i].Out {
				d.argument(f, i)
			}
		}
		return d
	}
	for i := range f.Sig.Args {
		if !f.Sig.Args[i].Out && r.passesArgument(i) {
			d.argument(f, i)
		}
	}
	return d
}

func checkRoutine(t *testing.T, r *usersub.Routine, sig *usersub.Sig) {
	t.Helper()
	f := filled(sig)
	checkCall(t, r, f)
	f.PrepareCall(0.625, false, true)
	checkCall(t, r, f)
}

func checkCall(t *testing.T, r *usersub.Routine, f *usersub.Frame) {
	t.Helper()
	sig := f.Sig
	d := inputs(r.Sub.(*Sub), f)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	for _, i := range sig.OutputIndices() {
		if !r.Sub.(*Sub).passesArgument(i) {
			continue
		}
		if sig.Args[i].Kind == usersub.Int {
			if v, w := f.Ints(i)[0], int32(d.next()); v != w {
				t.Errorf("%s: %s = %d, want %d", sig.Name, sig.Args[i].Name, v, w)
			}
			continue
		}
		for k, v := range f.Reals(i) {
			if w := d.next(); !(math.Abs(v-w) <= 1e-12*max(1, math.Abs(w))) {
				t.Errorf("%s: %s[%d] = %g, want %g", sig.Name, sig.Args[i].Name, k, v, w)
			}
		}
	}
	if len(sig.OutputIndices()) == 0 {
		if v := lastDigest(t, r); v != d.d {
			t.Errorf("%s received %g, want %g", sig.Name, v, d.d)
		}
	}
}

// lastDigest is what a routine without outputs received.
func lastDigest(t *testing.T, r *usersub.Routine) float64 {
	t.Helper()
	for _, name := range []string{"last_digest", "last_digest_"} {
		if a, err := symbolAddress(opened.handle[r.File], name); err == nil {
			return callReal(a)
		}
	}
	t.Fatal("the library has no last_digest")
	return 0
}

// notIn are the routines that a dialect lacks.
var notIn = map[string]string{
	"routines.c": "",
	"routines.f": "MESSAGE_SUB",
}

func TestEveryRoutineWithPointers(t *testing.T) {
	for file, not := range notIn {
		lib := build(t, "routines.so", "testdata/routines/"+file)
		for _, sig := range usersub.Sigs() {
			if !strings.Contains(not, sig.Name) {
				checkRoutine(t, load(t, lib, sig, sig.Name), sig)
			}
		}
	}
}

func TestEveryRoutineWithStruct(t *testing.T) {
	lib := build(t, "structs.so", "testdata/routines/structs.c")
	n := 0
	for _, sig := range usersub.Sigs() {
		if sig.Struct == nil {
			continue
		}
		named := ref(lib, sig.Name)
		named.Dialect = "adams"
		r, err := new(Loader).Load(named, sig)
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Implementation != "adams" {
			t.Errorf("%s is supplied by %s", sig.Name, r.Implementation)
		}
		checkRoutine(t, r, sig)
		n++
	}
	if n < 34 {
		t.Errorf("%d routines, want at least 34", n)
	}
}

// The argument area of contact routines is there or not by dialect, and by
// element or loader where they say so.
func TestAreaOfContacts(t *testing.T) {
	c := build(t, "routines.so", "testdata/routines/routines.c")
	f := build(t, "routines.so", "testdata/routines/routines.f")
	s := build(t, "structs.so", "testdata/routines/structs.c")
	for _, sig := range []*usersub.Sig{usersub.CNFSUB, usersub.CFFSUB} {
		for _, x := range []struct {
			lib, dialect, element, loader string
			has                           bool
		}{{c, "", "", "", false}, {f, "", "", "", true}, {c, "", "yes", "no", true}, {f, "", "no", "yes", false},
			{c, "", "", "yes", true}, {f, "", "", "no", false},
			{c, "ms", "", "", false}, {f, "ms", "", "", false}, {c, "fortran", "", "", true}, {c, "adams", "", "", true},
			{f, "adams", "", "", true}, {s, "adams", "", "", true}, {s, "adams", "no", "", false}} {
			named := ref(x.lib, sig.Name)
			named.Area, named.Dialect = x.element, x.dialect
			r, err := (&Loader{Area: x.loader}).Load(named, sig)
			if err != nil {
				t.Fatal(err)
			}
			if has := r.Sub.(*Sub).passesArgument(sig.ArgIndex("area")); has != x.has {
				t.Errorf("%s in %s with %q and %q: area %v", sig.Name, r.Implementation, x.element, x.loader, has)
			}
		}
	}
	// A C routine whose headers have the area: the same source as the others
	// with the argument added.
	src := source(t, "area.c", `void CFFSUB(int *id, double *time, double *par, int *npar, double *loci, double *locj, double *x,
	double *xdot, double *nforce, double *area, int *dflag, int *iflag, double *result)
	{ result[0] = *area; result[1] = *dflag; result[2] = *nforce; }`)
	named := ref(build(t, "area.so", src), "CFFSUB")
	named.Area = "yes"
	r, err := new(Loader).Load(named, usersub.CFFSUB)
	if err != nil {
		t.Fatal(err)
	}
	fr := filled(usersub.CFFSUB)
	if err := r.Call(fr, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v := fr.RealArgNamed("result"); v[0] != fr.RealArgNamed("area")[0] || v[1] != 1 || v[2] != fr.RealArgNamed("nforce")[0] {
		t.Errorf("got %v", v)
	}
}
