//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// A routine whose dialect nobody says is refused where its name speaks for one family of solvers and what its library
// calls for the other.
func TestDoubt(t *testing.T) {
	library := func(name, calls string) string {
		source := filepath.Join(t.TempDir(), name+".c")
		text := "void " + calls + "(void);\nvoid Varsub(void *id, double *time) { " + calls + "(); }\nvoid VARSUB_(void) {}\n"
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return build(t, name+".so", source)
	}
	ms, adams, both := library("ms", "c_modfnc"), library("adams", "c_get_gravity"), library("both", "c_sysfnc")
	for _, c := range []struct {
		library, function, deck, element string
		command                          Dialect
		symbol                           string
		want                             Dialect
		says                             string
	}{
		{ms, "Varsub", "adams", "", Auto, "", Auto, "means a struct first, but " + ms + " calls c_modfnc, which only MotionSolve has"},
		{ms, "Varsub", "adams", "ms", Auto, "Varsub", C, ""},
		{ms, "Varsub", "adams", "adams", Auto, "Varsub", Adams, ""},
		{ms, "Varsub", "adams", "", C, "Varsub", C, ""},
		{ms, "Varsub", "", "", Auto, "Varsub", C, ""},
		{ms, "VARSUB_", "adams", "", Auto, "VARSUB_", Fortran, ""},
		{adams, "Varsub", "", "", Auto, "", Auto, "are pointers, but it has the name of a routine with a struct, and " + adams + " calls c_get_gravity"},
		{adams, "Varsub", "", "ms", Auto, "Varsub", C, ""},
		{adams, "Varsub", "adams", "", Auto, "Varsub", Adams, ""},
		{both, "Varsub", "adams", "", Auto, "Varsub", Adams, ""},
		{both, "Varsub", "", "", Auto, "Varsub", C, ""},
	} {
		l := &Loader{Dialect: c.command, Log: slog.New(slog.DiscardHandler)}
		r := ref(c.library, c.function)
		r.DeckDialect, r.Dialect = c.deck, c.element
		symbol, d, err := l.SymbolAndDialect(r, usersub.VARSUB)
		if c.says == "" {
			if err != nil || symbol != c.symbol || d != c.want {
				t.Errorf("%+v: %s, %v, %v", c, symbol, d, err)
			}
			continue
		}
		_, loading := l.Load(r, usersub.VARSUB)
		for _, err := range []error{err, loading} {
			var e *usersub.LoadError
			if !errors.As(err, &e) || !strings.Contains(e.Reason, c.says) || !strings.Contains(e.Hint, "usrsub_dialect") {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
}
