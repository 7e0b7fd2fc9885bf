//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// bare calls a utility of which no arguments are known, in all spellings; the
// values are what it returns.
func bare(u *usersub.Utility) string {
	var b strings.Builder
	for _, name := range u.LibrarySymbols() {
		fmt.Fprintf(&b, "int %s();\n", name)
	}
	fmt.Fprintf(&b, "ROUTINE(U_%s)\n{\n", u.Name)
	for k, name := range u.LibrarySymbols() {
		fmt.Fprintf(&b, "    value[%d] = %s();\n", k, name)
	}
	b.WriteString("}\n\n")
	return b.String()
}

// flagAt is where the flag of a utility stands among the values that a caller
// gives, -1 without one.
func flagAt(u *usersub.Utility) int {
	at := 0
	for i := range u.Args {
		switch {
		case i == u.Flag:
			return at
		case u.Args[i].Out:
			at += room(&u.Args[i])
		}
	}
	return -1
}

// TestUnsupportedUtilities: what no solver supports sets its flag in C's and in
// Fortran's spelling, gives 0 without one, and is said once, however often it is
// called.
func TestUnsupportedUtilities(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include \"trammel_usersub.h\"\n#define ROUTINE(name) DLLFUNC void name(int *id, double *time, double *par, int *npar, " +
		"int *dflag, int *iflag, int *nvalue, double *value)\n")
	var list []*usersub.Utility
	for _, u := range usersub.Utilities() {
		if u.Call != nil {
			continue
		}
		list = append(list, u)
		if u.Args == nil {
			b.WriteString(bare(u))
			continue
		}
		if !u.OnlyC {
			fmt.Fprintf(&b, "void %s_();\n", strings.ToLower(u.Name))
		}
		b.WriteString(caller(u))
	}
	lib := build(t, "unsupported.so", source(t, "unsupported.c", b.String()))
	said.Lock()
	said.names = nil // by other tests
	said.Unlock()
	l, out := logged()
	for _, u := range list {
		r, err := l.Load(ref(lib, "U_"+u.Name), usersub.ARYSUB)
		if err != nil {
			t.Fatal(err)
		}
		f := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, nil, map[string]int{"nvalue": 80})
		for range 2 {
			f.PrepareCall(0, false, false)
			if err := r.Call(f, &subtest.Full{}); err != nil {
				t.Fatal(err)
			}
		}
		v, flag := f.RealArgNamed("value"), flagAt(u)
		for form, at := range [2]int{flag, 40 + flag} {
			if flag >= 0 && (form == 0 || !u.OnlyC) && v[at] != float64(u.Failed) {
				t.Errorf("%s, form %d: the flag is %g, want %d", u.Name, form, v[at], u.Failed)
			}
		}
		if u.Args == nil && (v[0] != 0 || v[1] != 0) {
			t.Errorf("%s gives %g and %g, want 0", u.Name, v[0], v[1])
		}
		if n := strings.Count(out.String(), " queries "+u.InC+", which is not supported: "); n != 1 {
			t.Errorf("%s is said %d times:\n%s", u.Name, n, out)
		}
	}
}
