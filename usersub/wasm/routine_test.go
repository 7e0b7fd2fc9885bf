package wasm

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// The modules routines and structs have every modelling routine in one dialect. Each
// computes a digest of all its inputs in their order, so that an argument too many, too few
// or in a wrong place shows.
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

// record adds the members of a struct.
func (d *digest) record(f *usersub.Frame, form *usersub.Struct) {
	for i := range form.Members {
		m := &form.Members[i]
		at := f.Sig.ArgIndex(m.From)
		switch {
		case m.Name == "ID":
			d.add(float64(f.ID))
		case m.Kind == usersub.MemberPar:
			if f.Sig.ArgIndex("par") >= 0 {
				d.add(f.RealArgNamed("par")...)
			}
		case at >= 0 && f.Sig.Args[at].Kind == usersub.Text:
			d.text(f.Text[f.ArgOffset(at)])
		case at >= 0:
			d.ints(f.Ints(at))
		case m.From != "":
			d.add(0) // the routine has no such argument
		default:
			d.member(m, f.Member[m.Name])
		}
	}
}

func (d *digest) member(m *usersub.Member, v any) {
	switch x := v.(type) {
	case int:
		d.add(float64(x))
	case float64:
		d.add(x)
	case string:
		d.text(x)
	case []int:
		for _, v := range x {
			d.add(float64(v))
		}
	case []float64:
		d.add(x...)
	case []string:
		for _, s := range x {
			d.text(s)
		}
	}
}

// inputs is the digest of what a routine gets.
func inputs(r *Sub, f *usersub.Frame) *digest {
	d := &digest{}
	if r.form.dialect == dialectAdams && f.Sig.Struct.Name != "" {
		d.record(f, f.Sig.Struct)
	}
	r.form.forEachArgument(f.Sig, func(i int, _ bool) {
		switch a := &f.Sig.Args[i]; {
		case a.Out:
		case a.Kind == usersub.Int:
			d.ints(f.Ints(i))
		case a.Kind == usersub.Real:
			d.add(f.Reals(i)...)
		default:
			d.text(f.Text[f.ArgOffset(i)])
		}
	})
	return d
}

var sizes = map[string]int{"nvalue": 3, "nstate": 2, "ninput": 3, "noutpt": 6, "ndisp": 3, "nq": 4,
	"nmodes": 5, "ncases": 2, "nmode": 4, "n": 3, "ncprop": 2, "ntprop": 2, "nmprop": 2, "ntdse": 2, "nfprop": 2}

// member is a value for a member of a struct: distinct for each place.
func member(m *usersub.Member, place int) any {
	base := 11 + 3*place
	switch m.Kind {
	case usersub.MemberInt:
		if m.N == 0 {
			return base
		}
		list := make([]int, m.N)
		for i := range list {
			list[i] = base + i
		}
		return list
	case usersub.MemberReal:
		if m.N == 0 {
			return float64(base) + 0.125
		}
		list := make([]float64, m.N)
		for i := range list {
			list[i] = float64(base) + 0.125*float64(i)
		}
		return list
	case usersub.MemberText:
		if m.N == 0 {
			return "text of " + m.Name
		}
		return []string{"t1", "t2", "t3"}
	case usersub.MemberChars:
		return "BXYZ"[:max(m.N, 1)]
	}
	return nil
}

// pointers are the lists of contacts; their lengths stand in two other members.
var pointers = map[string]any{"nIGEOM": 2, "nJGEOM": 1, "IGEOM": []int{5, 6}, "JGEOM": []int{7}, "IFLIP_GEOM": []int{0, 1}, "JFLIP_GEOM": []int{1}}

// filled is a frame whose entries all differ.
func filled(sig *usersub.Sig) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, 7, []float64{1.5, -2.25, 3.125}, sizes)
	f.Member = map[string]any{}
	if sig.Struct != nil {
		for i := range sig.Struct.Members {
			m := &sig.Struct.Members[i]
			f.Member[m.Name] = member(m, i)
			if v, ok := pointers[m.Name]; ok {
				f.Member[m.Name] = v
			}
		}
		if f.Member["NJOINT"] != nil {
			f.Member["NJOINT"] = 3 // the digest takes so many of JOINTS
		}
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

func checkCall(t *testing.T, r *usersub.Routine, f *usersub.Frame) {
	t.Helper()
	sub := r.Sub.(*Sub)
	d := inputs(sub, f)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	next := func() float64 {
		d.place++
		return d.d + d.place - 1
	}
	outs := 0
	sub.form.forEachArgument(f.Sig, func(i int, _ bool) {
		if !f.Sig.Args[i].Out {
			return
		}
		outs++
		if f.Sig.Args[i].Kind == usersub.Int {
			if v, w := f.Ints(i)[0], int32(next()); v != w {
				t.Errorf("%s: %s = %d, want %d", f.Sig.Name, f.Sig.Args[i].Name, v, w)
			}
			return
		}
		for k, v := range f.Reals(i) {
			if w := next(); !(math.Abs(v-w) <= 1e-12*max(1, math.Abs(w))) { // both add up the same numbers in the same order
				t.Errorf("%s: %s[%d] = %g, want %g", f.Sig.Name, f.Sig.Args[i].Name, k, v, w)
			}
		}
	})
	if outs == 0 {
		v, err := sub.m.module.ExportedFunction("last_digest").Call(t.Context())
		if err != nil || math.Abs(math.Float64frombits(v[0])-d.d) > 1e-12*math.Abs(d.d) {
			t.Errorf("%s received %g, want %g (%v)", f.Sig.Name, math.Float64frombits(v[0]), d.d, err)
		}
	}
}

func TestEveryRoutine(t *testing.T) {
	for name, dialect := range map[string]string{"routines": "", "structs": dialectAdams} {
		each(t, name, func(t *testing.T, file string) {
			l, n := loader(t), 0
			for _, sig := range usersub.Sigs() {
				if dialect != "" && sig.Struct == nil {
					continue
				}
				abs := loading.AbsolutePath(file)
				named := ref(abs, sig.Name)
				named.Dialect = dialect
				r, err := l.Load(named, sig)
				if err != nil {
					t.Error(err)
					continue
				}
				f := filled(sig)
				checkCall(t, r, f)
				f.PrepareCall(0.625, false, true)
				checkCall(t, r, f)
				n++
			}
			if n < 34 {
				t.Errorf("%d routines, want at least 34", n)
			}
		})
	}
}
