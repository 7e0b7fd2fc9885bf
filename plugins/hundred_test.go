//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// An element of the deck and what n of them add to the residual when the body moves by 1e-6.
type elementLoad struct {
	name, element string
	pull          float64
}

var laws = []elementLoad{
	{"Force_Vector_TwoBody", `type="ForceAndTorque" i_marker_id="9" j_floating_marker_id="11" ref_marker_id="11" ` +
		`usrsub_param_string="USER(9,11,100,2,0.5)" usrsub_fnc_name="BUSHNG"`, 1e-4},
	{"Force_Penalty", `type="USERSUB" usrsub_param_string="USER(9)" usrsub_fnc_name="CATENA" penalty="1E4"`, 1e-2},
}

// bead is a deck with n forces on one body, all by the same routine.
func bead(n int, l elementLoad, attributes string) string {
	var b strings.Builder
	b.WriteString(`<MotionSolve><Model>
<Body_Rigid id="1" IsGround="TRUE"/>
<Reference_Marker id="11" body_id="1"/>
<Body_Rigid id="2" cg_id="9" mass="1." inertia_xx="1." inertia_yy="1." inertia_zz="1."/>
<Reference_Marker id="9" body_id="2" pos_x="-1." pos_y="1.543080634815244"/>
`)
	for id := range n {
		fmt.Fprintf(&b, "<%s id=\"%d\" %s %s/>\n", l.name, id+1, l.element, attributes)
	}
	b.WriteString("</Model></MotionSolve>\n")
	return b.String()
}

// evaluator returns a function that evaluates all of the model once, at a place and a time of its own.
func evaluator(b *testing.B, n int, of elementLoad, attributes string, l usersub.Loader) func(i int) {
	path := filepath.Join(b.TempDir(), "bead.xml")
	if err := os.WriteFile(path, []byte(bead(n, of, attributes)), 0o600); err != nil {
		b.Fatal(err)
	}
	m, err := core.Load(path, l)
	if err != nil || m.Deck.Diags.HasErrors() || len(m.Failed) > 0 {
		b.Fatal(err, m.Deck.Diags, m.Failed)
	}
	s, err := m.System.NewState()
	if err != nil {
		b.Fatal(err)
	}
	p, r := s.DeckPoint(), integrate.NewResidual(s.Layout())
	y := p.Q[1]
	evaluate := func(i int) {
		p.T, p.Q[1] = 1e-3*float64(i), y+1e-6*float64(i%1000)
		if err := s.EvaluateResidual(r, p); err != nil {
			b.Fatal(err)
		}
	}
	evaluate(1000) // p.Q[1] is y again
	quiet := r.V[1]
	evaluate(1) // 1e-6 above: do n forces pull, whatever the sign of a residual?
	if pull := math.Abs(r.V[1]-quiet) / float64(n); math.Abs(pull-of.pull) > 1e-4*of.pull {
		b.Fatalf("each of %d forces changes the residual by %g", n, pull)
	}
	return evaluate
}

// BenchmarkHundred is an evaluation of a model with one routine of a process and with a hundred: how many times one
// a hundred cost. Calls of forces go in one message where they are frames. A penalty force needs precise differences of
// its routine, some 24 calls, in each evaluation: a sample of each goes in one message.
func BenchmarkHundred(b *testing.B) {
	library := cLibrary(b, "../usersub/cdll/testdata/c/suite.c")
	inLibrary := fmt.Sprintf("usrsub_dll_name=%q", library)
	inPlugin := fmt.Sprintf("usrsub_plugin_name=%q", program("refplugin"))
	for _, of := range laws {
		var list []implementation
		var calls []func(i int)
		add := func(name, attributes string, l usersub.Loader) {
			b.Cleanup(func() { l.Close() })
			for _, n := range []int{1, 100} {
				list, calls = append(list, implementation{name: name, block: 1}), append(calls, evaluator(b, n, of, attributes, l))
			}
		}
		add("C", inLibrary, &cdll.Loader{})
		isolated := isolating(b, "gpython", "none", nil)
		isolated.Transport = plugins.Memory
		add("isolated-C-memory", inLibrary, isolated)
		for _, t := range transports {
			add("Go-plugin-"+string(t), inPlugin, over(b, t))
		}
		took, best := effort{12, 15, 5}.inTurns(list, calls)
		for k := 0; k < len(list); k += 2 {
			b.Run(of.name+"/"+list[k].name, func(b *testing.B) {
				for b.Loop() { // all was measured above
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(took[k][len(took[k])/2], "one-p50-ns")
				b.ReportMetric(took[k+1][len(took[k+1])/2], "hundred-p50-ns")
				b.ReportMetric(best[k], "one-best-ns")
				b.ReportMetric(best[k+1], "hundred-best-ns")
				b.ReportMetric(best[k+1]/best[k], "times")
			})
		}
	}
}
