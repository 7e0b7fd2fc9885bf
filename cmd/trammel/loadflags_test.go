package main

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A routine in the struct form and one with pointers.
// par[0] of the struct stands behind ID and NPAR.
const bothForms = `
struct s { int id, npar; const double *par; int i, j, action_only; const char *type; };
void Sfosub(const struct s *s, double time, int dflag, int iflag, double *value)
{ *value = s->npar == 1 ? s->par[0] : -1; }
void SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ *value = -0.99 * par[0]; }`

func TestDialectOfTheCommandLine(t *testing.T) {
	clitest.CompileLibrary(t, "struct", bothForms)
	for _, c := range []struct{ attrs, flag, implementation string }{
		{`usrsub_fnc_name="SFOSUB"`, "", "c"},
		{`usrsub_fnc_name="Sfosub"`, "adams", "adams"},
		{`usrsub_fnc_name="Sfosub"`, "ADAMS", "adams"},
		{`usrsub_fnc_name="Sfosub" usrsub_dialect="ADAMS"`, "ms", "adams"}, // the element counts
		{`usrsub_fnc_name="SFOSUB" usrsub_dialect="MS"`, "adams", "c"},
		{`usrsub_fnc_name="SFOSUB"`, "fortran", "fortran"},
	} {
		deck := clitest.WriteFile(t, "dialect.xml", clitest.PulledDeck("struct", c.attrs))
		for _, verb := range []string{"check", "info", "run"} {
			args := []string{verb, deck}
			if c.flag != "" {
				args = append(args, "--usersub-dialect", c.flag)
			}
			if verb != "check" {
				args = append(args, "--json")
			}
			o := clitest.Run(t, args...)
			if o.Code != 0 {
				t.Errorf("%v with %s: %+v", args, c.attrs, o)
			}
			var d struct {
				Routines []struct {
					Implementation string `json:"supplier"`
				}
			}
			if verb != "check" && (json.Unmarshal([]byte(o.Out), &d) != nil || len(d.Routines) != 1 || d.Routines[0].Implementation != c.implementation) {
				t.Errorf("%v with %s: want %s\n%s", args, c.attrs, c.implementation, o.Out)
			}
		}
		_, rows := clitest.ReadResults(t, "dialect.out", 0)
		want := 2.0
		if strings.Contains(c.attrs, "SFOSUB") {
			want = 0.01
		}
		// x = 1 + f/2 at the end, to the default tolerance of the integrator
		if x, err := strconv.ParseFloat(strings.Split(rows[len(rows)-1], ",")[1], 64); err != nil || math.Abs(x-want) > 0.01 {
			t.Errorf("%+v: the bead ends at %g, want %g", c, x, want)
		}
	}
}

func TestValuesOfLoadFlags(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"check x.xml --usersub-dialect adam", "it is ms, fortran or adams; did you mean adams?"},
		{"run x.xml --usersub-dialect cobol", `--usersub-dialect "cobol": it is ms, fortran or adams`},
		{"info x.xml --usersub-area maybe", "it is yes or no"},
		{"usersub test x.so SFOSUB --table t.csv --usersub-dialect fotran", "did you mean fortran?"},
	} {
		clitest.Run(t, strings.Fields(c.args)...).Expect(t, 2, c.says)
	}
}
