package main

import (
	"slices"
	"strings"
	"testing"
)

// carelessDeck has a force by a routine.
func carelessDeck(routine string) string {
	return beadDeck("0.1", `<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="9" `+routine+` usrsub_param_string="USER()"/>`)
}

// TestCheckWarnsAsRun: what a run says of a routine by its first evaluation, check
// says and counts; a function that does not exist, an entry that is never set,
// an utility that no solver has.
func TestCheckWarnsAsRun(t *testing.T) {
	compiledC(t, "service/careless.c", "careless")
	deck := write(t, "careless.xml", carelessDeck(`usrsub_dll_name="careless" usrsub_fnc_name="CARELESS"`))
	run := trammel(t, "run", deck, "--out", "careless.out")
	check := trammel(t, "check", deck)
	if run.code != 0 || check.code != 0 || !strings.Contains(check.out, "no errors, 3 warnings, 1 routine loaded") {
		t.Errorf("codes %d and %d: %s", run.code, check.code, check.out)
	}
	d, _ := results(t, "careless.out", 0)
	for _, want := range []string{
		"Force_Vector_OneBody 3: CARELESS asks c_simsta, which is not supported: its results are 0",
		"Force_Vector_OneBody 3: CARELESS asks AW[9], which names nothing here: its error flag is set and the answer is 0",
		"Force_Vector_OneBody 3: CARELESS never sets entry 2 of result: taken as 0",
	} {
		if strings.Count(check.errors, want) != 1 || !strings.Contains(check.errors, "careless.xml:") {
			t.Errorf("no %q in\n%s", want, check.errors)
		}
		if !slices.Contains(d.Warnings, want) {
			t.Errorf("no %q in %q", want, d.Warnings)
		}
	}
}

// TestCheckOfFailingRoutine: an exception ends check as it ends a run, whether it is
// met in the set-up call or in the first evaluation; what comes later is not met.
func TestCheckOfFailingRoutine(t *testing.T) {
	for _, c := range []struct {
		name, when string
		check      int
	}{{"setup", "iflag", 5}, {"first", "not iflag", 5}, {"later", "time > 0.05", 0}} {
		write(t, c.name+".py", "def VFOSUB(id, time, par, npar, dflag, iflag):\n    if "+c.when+":\n        raise ValueError('no road')\n    return [0, 0, 0]\n")
		deck := write(t, c.name+".xml", carelessDeck(`interpreter="PYTHON" script_name="`+c.name+`.py" usrsub_fnc_name="VFOSUB"`))
		run, check := trammel(t, "run", deck), trammel(t, "check", deck)
		if run.code != 5 || check.code != c.check {
			t.Errorf("%s: codes %d and %d\n%s", c.name, run.code, check.code, check.errors)
		}
		if said := strings.Contains(check.errors, "Force_Vector_OneBody 3: routine VFOSUB failed at time 0: ValueError: no road"); said != (c.check == 5) {
			t.Errorf("%s: %s", c.name, check.errors)
		}
	}
}
