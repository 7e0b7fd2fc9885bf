package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestProfileOfTheRun(t *testing.T) {
	clitest.WriteFile(t, "profile.py", `
def PFOSUB(id, time, par, npar, dflag, iflag):
    [x, err] = py_sysfnc("DX", [9])
    return x
def other(id, time, par, npar, dflag, iflag):
    [x, err] = py_sysfnc("DX", [9])
    [y, err] = py_sysfnc("DY", [9])
    return x + y
`)
	named := func(id, more string) string {
		return `<Force_Penalty id="` + id + `" type="USERSUB" script_name="profile.py" usrsub_param_string="USER(9)" penalty="10." ` + more + `/>`
	}
	deck := clitest.WriteFile(t, "profile.xml", clitest.BeadDeck("1.", named("7", "")+named("8", `usrsub_fnc_name="other"`)+named("9", `usrsub_fnc_name="other"`)))
	o := clitest.Run(t, "run", deck)
	lines := strings.Split(strings.TrimSpace(o.Out), "\n")
	if o.Code != 0 || len(lines) != 3 || strings.Join(strings.Fields(lines[0]), " ") != "routine of calls time share queries" {
		t.Fatalf("%+v", o)
	}
	d, _ := clitest.ReadResults(t, "profile.out", 0)
	if len(d.Routines) != 3 {
		t.Fatalf("%+v", d.Routines)
	}
	whole, sum := d.WallS, 0.0
	for _, r := range d.Routines {
		sum += r.TimeS
	}
	whole, sum = max(whole, sum), 0
	for i, want := range []string{"PFOSUB", "other", "other"} {
		r := d.Routines[i]
		if r.Routine != want || r.Symbol != want || r.Kind != "PFOSUB" || r.Calls < 10 || r.TimeS <= 0 || math.Abs(r.Share-r.TimeS/whole) > 1e-12 {
			t.Errorf("%+v", r)
		}
		sum += r.Share
	}
	if sum > 1+1e-12 {
		t.Errorf("the routines took %g of the run", sum)
	}
	p, q := d.Routines[0], d.Routines[1]
	for _, want := range []string{
		fmt.Sprintf("PFOSUB (compiled) Force_Penalty 7 %d", p.Calls),
		fmt.Sprintf("PFOSUB other (compiled) 2 elements %d", q.Calls+d.Routines[2].Calls),
	} {
		if text := strings.Join(strings.Fields(o.Out), " "); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, o.Out)
		}
	}
	if !strings.HasSuffix(lines[1], "  2") || !strings.HasSuffix(lines[2], "  1") { // the dearer one first
		if !strings.HasSuffix(lines[1], "  1") || !strings.HasSuffix(lines[2], "  2") {
			t.Errorf("queries:\n%s", o.Out)
		}
	}
	if o := clitest.Run(t, "run", deck, "--quiet"); o != (clitest.Outcome{}) {
		t.Errorf("--quiet: %+v", o)
	}
	if o := clitest.Run(t, "run", deck, "--json"); clitest.ReadDocument(t, o.Out).Status != "ok" {
		t.Errorf("--json: %+v", o)
	}
}

// Routines that were not called are not in the table; the dearest come first, and
// those at the end are counted only.
func TestProfileTable(t *testing.T) {
	d := &run.Document{Routines: []run.RoutineInfo{{Element: "A 1", Routine: "a", Kind: "VARSUB"}}}
	if text := profileTable(d); text != "" {
		t.Errorf("%q", text)
	}
	for k := range maxProfile + 3 {
		d.Routines = append(d.Routines, run.RoutineInfo{Element: fmt.Sprint("B ", k), Routine: fmt.Sprint("b", k), Kind: "VARSUB", Calls: 1, TimeS: float64(k)})
	}
	text := profileTable(d)
	lines := strings.Split(text, "\n")
	if len(lines) != maxProfile+3 || !strings.HasPrefix(lines[1], fmt.Sprintf("VARSUB b%d ", maxProfile+2)) || lines[maxProfile+1] != "and 3 routines more in run.json" {
		t.Errorf("%s", text)
	}
}
