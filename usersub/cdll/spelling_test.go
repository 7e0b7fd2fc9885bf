//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// inputs of utilities by the name of the argument; all others get the value of
// their kind.
var usual = map[string]any{"sys1": "EULER", "sys2": "COSINES", "coord1": []float64{0.3, 0.4, 0.5},
	"element": "Constraint_Joint", "attribute": "i_marker_id", "strg": "4 5 6", "fncnam": "VEL", "iord": 1,
	"antype": "DYNAMICS", "angle_type": 1, "nx": 4, "nz": 1, "size": 6, "npms": 2, "nvars": 2, "init": 1, "msgtyp": "INFO",
	"endflg": "WARN", "angle": []float64{0.1, 0.2, 0.3}}

// byUtility are inputs that make sense for one utility only.
var byUtility = map[string]map[string]any{
	"SYSFNC": {"fncnam": "DX"}, "CUSFNC": {"fncnam": "MYFUNC"}, "TCNVRT": {"sys1": "SPHERICAL", "sys2": "CYLINDRICAL"},
	"AKISPL": {"id": 7}, "CUBSPL": {"id": 7}, "FITSPL": {"id": 7}, "LINSPL": {"id": 7}, "QUISPL": {"id": 7}, "GTCURV": {"id": 8},
	"GTARAY": {"id": 5}, "GTSTRG": {"id": 6}, "NMODES": {"id": 30101}, "MODINF": {"id": 30101},
	"MODFNC": {"id": 301}, "MODSET": {"id": 301}, "GET_MATRIX_INFO": {"id": 9}, "GET_FULL_MATRIX_DATA": {"id": 9},
	"GET_SPARSE_MATRIX_DATA": {"id": 9}, "INFO": {"type": "VEL"}, "FNCDEP": {"type": "DX"},
	"BODY_MASS_PROPERTY": {"type": "Body_Rigid", "id": 30101},
}

func input(u *usersub.Utility, a *usersub.UtilityArg) any {
	if v, ok := byUtility[u.Name][a.Name]; ok {
		return v
	}
	if v, ok := usual[a.Name]; ok {
		return v
	}
	switch {
	case a.Kind == usersub.Int && a.IsScalar():
		return 2
	case a.Kind == usersub.Int:
		return []int32{11, 12, 13, 14, 15, 16}
	case a.Kind == usersub.Real && a.IsScalar():
		return 0.25 + 0.5*float64(len(a.Name))
	case a.Kind == usersub.Real:
		return []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5}
	}
	return "text"
}

// direct calls a utility without any library, with the same inputs.
func direct(u *usersub.Utility, s usersub.State) *usersub.UtilityCall {
	c := &usersub.UtilityCall{}
	c.PrepareCall(u, s, 0)
	for pass := range 2 {
		for i := range u.Args {
			a, v := &u.Args[i], &c.Arg[i]
			if !a.IsInput() || (pass == 0) != a.IsScalar() {
				continue
			}
			n, _ := c.ArgSize(i)
			switch x := input(u, a).(type) {
			case int:
				v.Int = []int32{int32(x)}
			case float64:
				v.Real = []float64{x}
			case string:
				v.Text = []string{x}
			case []int32:
				v.Int = x[:n:n]
			case []float64:
				v.Real = x[:n:n]
			}
		}
	}
	c.Invoke()
	return c
}

// caller is a routine that calls a utility in C's way and in Fortran's, and
// gives 40 values of each: the outputs one behind the other.
func caller(u *usersub.Utility) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ROUTINE(U_%s)\n{\n", u.Name)
	for form := range 2 {
		if form == 1 && u.OnlyC {
			break
		}
		var args, lengths, take []string
		b.WriteString("    {\n")
		for i := range u.Args {
			a := &u.Args[i]
			name := "x" + a.Name
			kind := [...]string{"int", "double", "char"}[a.Kind]
			init := "{0}"
			if a.IsInput() {
				v := fmt.Sprint(input(u, a))
				if a.Kind == usersub.Text {
					init = fmt.Sprintf("%q", v)
				} else {
					init = "{" + strings.ReplaceAll(strings.Trim(v, "[]"), " ", ", ") + "}"
				}
			}
			fmt.Fprintf(&b, "        %s %s[64] = %s;\n", kind, name, init)
			if form == 0 && !a.Out && a.IsScalar() && !a.Pointer && a.Kind != usersub.Text {
				name += "[0]"
			}
			args = append(args, name)
			if a.Kind == usersub.Text {
				n := 24
				if a.IsInput() {
					n = len(input(u, a).(string))
				}
				lengths = append(lengths, fmt.Sprint(n))
			}
			if a.Out {
				take = append(take, fmt.Sprintf("for (k = 0; k < %d && n < 40; k++) v[n++] = x%s[k];", room(a), a.Name))
			}
		}
		name := u.InC
		if form == 1 {
			name, args = strings.ToLower(u.Name)+"_", append(args, lengths...)
		}
		if form == 0 && u.Function {
			name, args = args[0]+"[0] = "+name, nil
		}
		fmt.Fprintf(&b, "        %s(%s);\n", name, strings.Join(args, ", "))
		fmt.Fprintf(&b, "        double *v = value + %d; int n = 0, k; (void)k; (void)v; (void)n;\n        %s\n    }\n", 40*form, strings.Join(take, "\n        "))
	}
	b.WriteString("}\n\n")
	return b.String()
}

// room is how many values of an output are looked at.
func room(a *usersub.UtilityArg) int {
	switch {
	case a.IsScalar() && a.Kind != usersub.Text:
		return 1
	case a.Kind == usersub.Text:
		return 12
	}
	return 6
}

// expected are the values that a routine gives.
func expected(c *usersub.UtilityCall, fortran bool) []float64 {
	v := make([]float64, 40)
	n := 0
	for i := range c.Args {
		a, x := &c.Args[i], &c.Arg[i]
		if !a.Out {
			continue
		}
		list := make([]float64, room(a))
		for k := range list {
			switch {
			case a.Kind == usersub.Int && k < len(x.Int):
				list[k] = float64(x.Int[k])
			case a.Kind == usersub.Real && k < len(x.Real):
				list[k] = x.Real[k]
			case a.Kind == usersub.Real && a.Reads: // what the caller put there
				list[k] = input(c.Utility, a).([]float64)[k]
			case a.Kind == usersub.Text:
				list[k] = float64(character(a, x.Text, k, fortran))
			}
		}
		n += copy(v[n:], list)
	}
	return v
}

// character is byte k of a text: zeros behind it in C, blanks in Fortran; names
// take three bytes each.
func character(a *usersub.UtilityArg, list []string, k int, fortran bool) byte {
	text, fill := list[0], map[bool]byte{false: 0, true: ' '}[fortran]
	if !a.IsScalar() {
		text, k, fill = list[k/3], k%3, ' '
	}
	if k < len(text) {
		return text[k]
	}
	return fill
}

// Every utility gives the same in C's and in Fortran's spelling as in Go, with
// a solver that offers everything.
func TestEveryUtilityInBothSpellings(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include \"trammel_usersub.h\"\n#define ROUTINE(name) DLLFUNC void name(int *id, double *time, double *par, int *npar, " +
		"int *dflag, int *iflag, int *nvalue, double *value)\n")
	var list []*usersub.Utility
	for _, u := range usersub.Utilities() {
		if u.Call == nil {
			continue
		}
		if !u.OnlyC {
			fmt.Fprintf(&b, "void %s_();\n", strings.ToLower(u.Name))
		}
		b.WriteString(caller(u))
		list = append(list, u)
	}
	lib := build(t, "all.so", source(t, "all.c", b.String()))
	if len(list) < 55 {
		t.Errorf("only %d utilities", len(list))
	}
	for _, u := range list {
		r := load(t, lib, usersub.ARYSUB, "U_"+u.Name)
		f := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, nil, map[string]int{"nvalue": 80})
		f.PrepareCall(0, false, false)
		s, twin := &subtest.Full{}, &subtest.Full{}
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		c := direct(u, &usersub.QueryCache{Frame: usersub.NewFrame(usersub.ARYSUB, "X", 1, nil, map[string]int{"nvalue": 1}), State: twin})
		for form := range 2 {
			if form == 1 && u.OnlyC {
				continue
			}
			for k, want := range expected(c, form == 1) {
				if got := f.RealArgNamed("value")[40*form+k]; !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
					t.Errorf("%s, form %d: value %d is %g, want %g", u.Name, form, k, got, want)
					break
				}
			}
		}
		reported := strings.Join(twin.Recorded, "\n")
		if got := strings.Join(s.Recorded, "\n"); got != strings.TrimSpace(reported+"\n"+reported) {
			t.Errorf("%s: the solver was reported %q, in Go %q", u.Name, got, reported)
		}
		if len(s.Said) != 2*len(twin.Said) {
			t.Errorf("%s: %d messages, in Go %d", u.Name, len(s.Said), len(twin.Said))
		}
	}
}
