package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// law is who computes the force of a spring, the same k (l - l0) + d l'.
type law struct {
	name   string
	spring func(id, i, j int) string
	file   string // beside the deck
	source string
	build  []string      // command that makes the library of it
	peer   string        // model of the peer, "" if it has no such law
	python pysub.Options // how functions of Python are run
}

// laws are the spring's own, an expression, and the same routine in Python, compiled and
// called in the embedded interpreter and in CPython, and in C. The peer's C functions would go
// through Python.
var laws = []law{
	{"built in", springDamperElement(`stiffness="1e4" damping="1."`), "", "", nil, "string", pysub.Options{}},
	{"expression", func(id, i, j int) string {
		return fmt.Sprintf(`<Force_Scalar_TwoBody id="%d" type="FORCE" i_marker_id="%d" j_marker_id="%d" val_expression="-1e4*(DM(%[2]d,%[3]d)-0.09)-VR(%[2]d,%[3]d)"/>`, id, i, j)
	}, "", "", nil, "string-symbolic", pysub.Options{}},
	{"Python, compiled", springDamperElement(pythonSpring), "spring.py", pythonLaw, nil, "string-python", pysub.Options{}},
	{"Python, called (gpython)", springDamperElement(pythonSpring), "spring.py", pythonLaw, nil, "string-python", pysub.Options{Interpret: true}},
	{"Python, called (CPython)", springDamperElement(pythonSpring), "spring.py", pythonLaw, nil, "string-python", pysub.Options{Engine: pysub.CPython, OneThread: true}},
	{"C", springDamperElement(`usrsub_dll_name="spring" usrsub_param_string="USER(1e4,1.)"`), "spring.c", `void SPDSUB(int *id, double *time, double *par, int *npar, double *disp, double *velo, int *dflag, int *iflag, double *force)
{
    *force = par[0] * *disp + par[1] * *velo;
}
`, []string{"gcc", "-O2", "-shared", "-fPIC", "-o", "spring.so", "spring.c"}, "", pysub.Options{}},
}

const (
	pythonSpring = `script_name="spring.py" interpreter="PYTHON" usrsub_param_string="USER(1e4,1.)"`
	pythonLaw    = `def SPDSUB(id, time, par, npar, disp, velo, dflag, iflag):
    return par[0]*disp + par[1]*velo
`
)

func springDamperElement(more string) func(id, i, j int) string {
	return func(id, i, j int) string {
		return fmt.Sprintf(`<Force_SpringDamper id="%d" i_marker_id="%d" j_marker_id="%d" length="0.09" %s/>`, id, i, j, more)
	}
}

// solveString solves the string of n points, 1 s in steps of 1 ms, with a law. The
// error of a compiler or Python that is not there is exec.ErrNotFound. CPython belongs to the
// thread that solves the first string with it.
func (l *law) solveString(n, rounds int, tol float64) (o outcome, err error) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	if l.file != "" {
		if err := os.WriteFile(filepath.Join(dir, l.file), []byte(l.source), 0o600); err != nil {
			return o, err
		}
	}
	if l.build != nil {
		c := exec.Command(l.build[0], l.build[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return o, fmt.Errorf("%s: %w %s", l.build[0], err, out)
		}
	}
	if l.python.OneThread {
		if _, err := exec.LookPath("python3"); err != nil {
			return o, err
		}
	}
	loaders := []usersub.Loader{pysub.New(l.python), new(cdll.Loader)}
	defer func() {
		for _, x := range loaders {
			_ = x.Close()
		}
	}()
	sys, err := loadDeckIn(dir, assembleDeck("", stretchedStringModelWithSprings(n, l.spring)), loaders...)
	if err != nil {
		return o, err
	}
	for range rounds * max(1, 300/n) { // short runs are disturbed more
		keepFasterOutcome(&o, solveFromRest(sys, traits.HHT, newFixedStepSide(tol).opt, 1, 100*n, 0))
	}
	return o, o.failed
}

// evaluationCount is how often a law of ours was evaluated: calls of the routines, or one
// for each spring in each evaluation.
func (l *law) evaluationCount(o *outcome, n int) float64 {
	if l.file != "" {
		return float64(o.calls)
	}
	return float64(o.stats.Evaluations * (n + 1))
}

const userGroup = "User function in every spring"

// compareLaws compares the laws on strings of several lengths: a step, and what a
// call costs beyond the built-in spring.
func compareLaws(p *peer, choose *regexp.Regexp, rounds int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	headed := false
	for _, n := range []int{10, 100, 1000} {
		if !choose.MatchString(fmt.Sprint(userGroup, " string ", n)) {
			continue
		}
		if !headed {
			headed = true
			fmt.Fprintf(out, "\n### %s of the string, one implicit step of 1 ms\n\n"+
				"| n | law | trammel, a step | calls a step | ns a call | error | peer, a step | calls a step | ns a call | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n", userGroup)
		}
		var ours, theirs *outcome // with the built-in spring
		for i := range laws {
			l := &laws[i]
			o, err := l.solveString(n, rounds, 1e-4)
			if err != nil {
				fmt.Fprintf(out, "| %d | %s | %v | | | | | | | |\n", n, l.name, err)
				continue
			}
			q, calls := l.solveStringWithPeer(p, n, rounds)
			if i == 0 {
				ours, theirs = &o, &q
			}
			off := ""
			if ref, ok := knownEndPoint("string", n); ok {
				off = fmt.Sprintf("%.1e", distanceBetween(o.at, ref))
			}
			fmt.Fprintf(out, "| %d | %s | %s | %s |", n, l.name, costText(&o, ours, l.evaluationCount(&o, n)), off)
			if q.steps == 0 || q.failed != nil {
				fmt.Fprint(out, " - | | | |\n")
				continue
			}
			fmt.Fprintf(out, " %s | %.2g |\n", costText(&q, theirs, float64(calls)), q.costPerStep()/o.costPerStep())
		}
	}
	return nil
}

// solveStringWithPeer runs the peer with the law, if it has it: the best of several rounds, and its calls.
func (l *law) solveStringWithPeer(p *peer, n, rounds int) (best outcome, calls int) {
	if p == nil || l.peer == "" {
		return best, 0
	}
	for range rounds {
		keepFasterOutcome(&best, p.solveCase(l.peer+"/-/modified", n, 1000, 1))
	}
	return best, p.solveCase("string-counted/-/modified", n, 1000, 1).calls
}

// costText is time a step, calls a step, and the time of a call beyond that of base.
func costText(o, base *outcome, calls float64) string {
	each := ""
	if o != base && calls > 0 && base.steps > 0 {
		each = fmt.Sprintf("%.0f", 1e9*(o.cpu-base.cpu)/calls)
	}
	if o == base {
		return durationText(o.costPerStep()) + " | | "
	}
	return fmt.Sprintf("%s | %.0f | %s", durationText(o.costPerStep()), calls/float64(o.steps), each)
}
