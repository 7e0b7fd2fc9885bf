//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// trial is one fault in one run.
type trial struct {
	seed        uint64
	class, name string
	deck        string                               // deck.xml
	files       map[string]string                    // beside it
	args        []string                             // of trammel
	admit       string                               // exit codes that the fault may end with, besides "same" and "said"
	calm        string                               // deck of the undisturbed run to compare with, "" for none
	room        []string                             // limits that the program starts with, see limited
	disk        int                                  // size of the disk of the results in kB, 0 for that of the machine
	before      [][]string                           // commands of trammel that have to succeed first
	change      func(dir string, r *rand.Rand) error // between these and the run
	after       func(dir string, code int) string    // what is wrong with the rest, "" for nothing
	signal      *kill
	rng         *rand.Rand
}

// kill is a signal from outside.
type kill struct {
	signal int
	after  time.Duration
	whom   int // index in the list of processes: supervisor, run, its children
}

// class is a class of faults; draw fills in a trial.
type class struct {
	name   string
	weight int
	draw   func(b *trialBench, t *trial)
}

var classes = []class{
	{"C in process", 6, newNativeFaultPlan("law.c", "law", 0, "")},
	{"C isolated", 5, newNativeFaultPlan("law.c", "law", 1, "")},
	{"Fortran in process", 3, newNativeFaultPlan("law.f90", "lawf", 0, "")},
	{"Fortran isolated", 2, newNativeFaultPlan("law.f90", "lawf", 1, "")},
	{"gpython", 3, newScriptFaultPlan(0, "--python-engine=gpython", "--interpret-python")},
	{"CPython in process", 2, newScriptFaultPlan(1, "--python-engine=cpython")},
	{"Python isolated", 1, newScriptFaultPlan(2, "--python-engine=cpython", "--isolate=all")},
	{"WebAssembly", 2, newNativeFaultPlan("module.c", "module", 0, "")},
	{"plugin", 1, planPluginFault},
	{"full disk", 4, planSmallDisk},
	{"limit of a file", 4, planFileSizeLimit},
	{"standard output", 3, planClosedOutput},
	{"descriptors", 3, planDescriptorLimit},
	{"folders", 2, planUnusableFolder},
	{"Save", 2, planSaveOverFiles},
	{"broken deck", 6, planDamagedDeck},
	{"broken module", 2, planDamagedModule},
	{"locked", 2, planBrokenLock},
	{"signal", 3, planSignals},
}

// drawTrial makes the trial of a seed.
func (b *trialBench) drawTrial(seed uint64, only string) *trial {
	r := rand.New(rand.NewPCG(seed, 17))
	t := &trial{seed: seed, rng: r, files: map[string]string{}}
	sum := 0
	for _, c := range classes {
		sum += c.weight
	}
	at := r.IntN(sum)
	for _, c := range classes {
		if at -= c.weight; only == "" && at < 0 || only == c.name {
			t.class = c.name
			c.draw(b, t)
			return t
		}
	}
	panic("faults: no class " + only)
}

// formatSpringDeck returns a deck of a mass on a spring.
func formatSpringDeck(end, spring, more string) string {
	return `<MotionSolve><Model>
<Param_Transient integrator_type="` + traits.DSTIFF + `" integr_tol="0.01" h0_max="0.01"/>
<Body_Point id="1" cg_id="9" mass="1."/>
<Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1."/>
` + spring + `
<Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="VX(9)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="` + end + `" print_interval="0.02"/>` + more + `</Command></MotionSolve>
`
}

const plain = `<Force_Penalty id="7" type="EXPRESSION" expr="DX(9)" penalty="10."/>`

// formatFaultDeck returns the deck whose spring does a fault.
func formatFaultDeck(attrs string, kind int, at float64, once int) string {
	return formatSpringDeck("0.2", fmt.Sprintf(`<Force_Penalty id="7" type="USERSUB" penalty="10." %s usrsub_param_string="USER(%d,%g,%d)"/>`, attrs, kind, at, once), "")
}

// setFaultDeck sets the deck of a fault of a routine.
func (t *trial) setFaultDeck(list []fault, way int, attrs string) *fault {
	var can []fault
	for _, f := range list {
		if f.admit[min(way, len(f.admit)-1)] != "-" {
			can = append(can, f)
		}
	}
	f := can[t.rng.IntN(len(can))]
	at := 0.22*t.rng.Float64() - 0.02
	t.name, t.admit = f.name, f.admit[min(way, len(f.admit)-1)]
	once := t.rng.IntN(2)
	if t.admit == "5 6" || strings.HasPrefix(t.admit, "5 6 ") {
		once = 0 // a value that comes once is tried again with a shorter step
	}
	if slices.ContainsFunc([]string{"SIGSTOP", "SIGTSTP", "fork", "child", "thread"}, func(s string) bool { return strings.Contains(f.name, s) }) {
		once = 1 // each takes a second, or leaves a process
	}
	t.deck, t.calm = formatFaultDeck(attrs, f.kind, max(0, at), once), formatFaultDeck(attrs, 0, 9, 0)
	t.args = []string{"run", "deck.xml", "--out", "out", "--quiet"}
	return &f
}

// newNativeFaultPlan returns a class of faults in compiled code.
func newNativeFaultPlan(source, library string, way int, _ string) func(*trialBench, *trial) {
	return func(b *trialBench, t *trial) {
		f := t.setFaultDeck(b.faults[source], way, fmt.Sprintf(`usrsub_dll_name="../%s" usrsub_fnc_name="PFOSUB"`, library))
		if way == 1 {
			t.setIsolatedFlag()
		}
		t.setHangLimit(f, way == 1)
	}
}

func (t *trial) setIsolatedFlag() {
	t.args = append(t.args, "--isolate=all", "--memory-limit=512M")
	if t.rng.IntN(4) == 0 {
		t.args = append(t.args, "--plugin-transport="+[]string{"pipe", "grpc"}[t.rng.IntN(2)])
	}
}

// hangs are faults of which only a limit of time makes an end.
var hangs = []string{"loop", "waits", "SIGSTOP", "SIGTSTP", "pthread_exit", "a child with", "exit that does not", "fork, both", "a pause", "waits", "overwritten", "closed", "junk"}

// setHangLimit gives faults that do not return a limit.
func (t *trial) setHangLimit(f *fault, isolated bool) {
	if slices.ContainsFunc(hangs, func(s string) bool { return strings.Contains(f.name, s) }) {
		t.args = append(t.args, "--call-timeout=2s")
	}
}

// newScriptFaultPlan returns a class of faults in Python.
func newScriptFaultPlan(way int, flags ...string) func(*trialBench, *trial) {
	return func(b *trialBench, t *trial) {
		t.files["law.py"] = copyOf + "law.py"
		if way == 0 { // without what the embedded interpreter does not have
			text, _ := sources.ReadFile("sources/law.py")
			head, _, _ := strings.Cut(string(text), "    import os\n")
			_, tail, _ := strings.Cut(string(text), "    return py_sysfnc(\"DX\", [9])[0]\n\n\n")
			t.files["law.py"] = head + "\n\n" + tail
		}
		f := t.setFaultDeck(b.faults["law.py"], way, `script_name="law.py" usrsub_fnc_name="PFOSUB"`)
		t.args = append(t.args, flags...)
		t.setHangLimit(f, way == 2)
	}
}

// planPluginFault draws a trial of the class of faults in plugins.
func planPluginFault(b *trialBench, t *trial) {
	f := t.setFaultDeck(b.faults["plugin"], 0, `usrsub_plugin_name="../law-plugin" usrsub_fnc_name="law"`)
	t.setHangLimit(f, true)
	if t.rng.IntN(3) == 0 {
		t.args = append(t.args, "--plugin-transport="+[]string{"pipe", "grpc"}[t.rng.IntN(2)])
	}
}
