package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// carelessDeck has a force by a routine.
func carelessDeck(routine string) string {
	return clitest.BeadDeck("0.1", `<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="9" `+routine+` usrsub_param_string="USER()"/>`)
}

// TestCheckWarnsAsRun: what a run says of a routine by its first evaluation, check
// says and counts; a function that does not exist, an entry that is never set,
// an utility that no solver has.
func TestCheckWarnsAsRun(t *testing.T) {
	clitest.CompileSource(t, "service/careless.c", "careless")
	deck := clitest.WriteFile(t, "careless.xml", carelessDeck(`usrsub_dll_name="careless" usrsub_fnc_name="CARELESS"`))
	run := clitest.Run(t, "run", deck, "--out", "careless.out")
	check := clitest.Run(t, "check", deck)
	if run.Code != 0 || check.Code != 0 || !strings.Contains(check.Out, "no errors, 3 warnings, 1 routine loaded") {
		t.Errorf("codes %d and %d: %s", run.Code, check.Code, check.Out)
	}
	d, _ := clitest.ReadResults(t, "careless.out", 0)
	for _, want := range []string{
		"Force_Vector_OneBody 3: CARELESS queries c_simsta, which is not supported: its results are 0",
		"Force_Vector_OneBody 3: CARELESS queries AW[9], which names nothing here: its error flag is set and the value is 0",
		"Force_Vector_OneBody 3: CARELESS never sets entry 2 of result: taken as 0",
	} {
		if strings.Count(check.Errors, want) != 1 || !strings.Contains(check.Errors, "careless.xml:") {
			t.Errorf("no %q in\n%s", want, check.Errors)
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
		clitest.WriteFile(t, c.name+".py", "def VFOSUB(id, time, par, npar, dflag, iflag):\n    if "+c.when+":\n        raise ValueError('no road')\n    return [0, 0, 0]\n")
		deck := clitest.WriteFile(t, c.name+".xml", carelessDeck(`interpreter="PYTHON" script_name="`+c.name+`.py" usrsub_fnc_name="VFOSUB"`))
		run, check := clitest.Run(t, "run", deck), clitest.Run(t, "check", deck)
		if run.Code != 5 || check.Code != c.check {
			t.Errorf("%s: codes %d and %d\n%s", c.name, run.Code, check.Code, check.Errors)
		}
		if said := strings.Contains(check.Errors, "Force_Vector_OneBody 3: routine VFOSUB failed at time 0: ValueError: no road"); said != (c.check == 5) {
			t.Errorf("%s: %s", c.name, check.Errors)
		}
	}
}

// TestCheckBegins: what a run warns of at its start, and that it cannot begin, check says
// of a deck without routines too; with the changes before the first analysis.
func TestCheckBegins(t *testing.T) {
	pin := func(id, place string) string {
		return `<Reference_Marker id="9` + id + `" body_id="2" pos_x="` + place + `"/><Constraint_Joint id="` + id + `" type="REVOLUTE" i_marker_id="9` + id + `" j_marker_id="1"/>`
	}
	model := func(place, commands string) string {
		return `<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="3" v_ic_x_flag="TRUE"/><Reference_Marker id="20" body_id="2" pos_y="1"/>
` + pin("1", "0") + pin("2", place) + `</Model><Command>` + commands + `<Simulate analysis_type="Transient" duration="0.1" num_steps="1"/></Command></M><!-- trammel: allow P105 -->`
	}
	twice := clitest.WriteFile(t, "twice.xml", model("0", ""))
	run, check := clitest.Run(t, "run", twice, "--out", "twice.out"), clitest.Run(t, "check", twice)
	d, _ := clitest.ReadResults(t, "twice.out", 0)
	if run.Code != 0 || check.Code != 0 || len(d.Warnings) != 1 || !strings.Contains(check.Out, "no errors, 1 warning") {
		t.Errorf("codes %d and %d, %d warnings of the run: %s", run.Code, check.Code, len(d.Warnings), check.Out)
	}
	for _, w := range d.Warnings {
		if !strings.Contains(check.Errors, w) {
			t.Errorf("check does not say %q:\n%s", w, check.Errors)
		}
	}
	apart := clitest.WriteFile(t, "apart.xml", model("1", ""))
	if run, check = clitest.Run(t, "run", apart), clitest.Run(t, "check", apart); run.Code != 6 || check.Code != 6 || !strings.Contains(check.Errors, "cannot be assembled") {
		t.Errorf("codes %d and %d: %s", run.Code, check.Code, check.Errors)
	}
	freed := clitest.WriteFile(t, "freed.xml", model("1", `<Deactivate element_type="JOINT" element_id="2"/>`))
	if run, check = clitest.Run(t, "run", freed), clitest.Run(t, "check", freed); run.Code != 0 || check.Code != 0 {
		t.Errorf("codes %d and %d: %s%s", run.Code, check.Code, run.Errors, check.Errors)
	}
}

// TestCheckStart: the start is that of the first analysis, and a driver may mend what cannot
// begin as it stands.
func TestCheckStart(t *testing.T) {
	model := func(more, commands string) string {
		return `<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>` + more + `
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_y="1"/>
<Constraint_Jprim id="1" type="ATPOINT" i_marker_id="20" j_marker_id="1"/><Constraint_General id="2" expr="DY(21)-2+TIME/2"/></Model><Command>` + commands + `</Command></M>`
	}
	for _, c := range []struct {
		name, more, commands string
		code                 int
	}{
		{"zero", "", `<Simulate analysis_type="Transient" end_time="2.1" num_steps="1"/>`, 6},
		{"later", "", `<Simulate analysis_type="Transient" start_time="3" end_time="3.1" num_steps="1"/>`, 0},
		{"driven", `<Param_Simulation script_name="idle.py" usrsub_fnc_name="CONSUB"/>`, "", 0},
	} {
		clitest.WriteFile(t, "idle.py", "def CONSUB(par, npar):\n    return 0\n")
		deck := clitest.WriteFile(t, "start-"+c.name+".xml", model(c.more, c.commands))
		if run, check := clitest.Run(t, "run", deck), clitest.Run(t, "check", deck); run.Code != c.code || check.Code != c.code {
			t.Errorf("%s: codes %d and %d, want %d: %s%s", c.name, run.Code, check.Code, c.code, run.Errors, check.Errors)
		}
	}
}

// TestCheckKeptSpeeds: velocities that are to be kept and contradict each other are reported
// in one message that names all of them.
func TestCheckKeptSpeeds(t *testing.T) {
	deck := clitest.WriteFile(t, "kept.xml", `<M><Model><Body_Rigid id="1" isground="TRUE"/>
<Body_Point id="2" cg_id="20" mass="1" v_ic_x="1" v_ic_x_flag="TRUE" v_ic_y="4" v_ic_y_flag="TRUE"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY"/>
<Body_Point id="3" cg_id="30" mass="1" v_ic_x="3" v_ic_x_flag="TRUE"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>
<Constraint_Jprim id="1" type="ATPOINT" i_marker_id="20" j_marker_id="30"/></Model></M>`)
	o := clitest.Run(t, "check", deck)
	want := "Body_Point 2 v_ic_x (2, not 1), Body_Point 3 v_ic_x (2, not 3)"
	if o.Code != 0 || !strings.Contains(o.Errors, want) || strings.Contains(o.Errors, "v_ic_y") {
		t.Errorf("code %d, no %q in %s", o.Code, want, o.Errors)
	}
}
