package run

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// AssemblyInfo is what run.json reports of an assembly, the displacement of the bodies onto the
// constraints: the body that moved farthest and the one that turned most, in the deck's length unit
// and in rad, and the joints that did not fit before. The names are empty where nothing moved.
type AssemblyInfo struct {
	Time     float64   `json:"time"`
	Distance float64   `json:"distance"`
	Moved    string    `json:"moved,omitempty"`
	Angle    float64   `json:"angle"`
	Turned   string    `json:"turned,omitempty"`
	Gaps     []GapInfo `json:"gaps,omitempty"` // the first hundred
}

// GapInfo is the error of a joint before assembly: distance in the deck's length unit, angle of axes in rad.
type GapInfo struct {
	Joint    string  `json:"joint"`
	Distance float64 `json:"distance"`
	Angle    float64 `json:"angle"`
}

// Limits of what run.json lists: assemblies of a run, and gaps of an assembly.
const (
	maxAssemblies = 100
	maxGaps       = 100
)

// reportAssembly writes what the last assembly did into run.log and run.json, and warns of joints that
// were far from fitting.
func (s *solution) reportAssembly() {
	a := s.state.AssemblyReport()
	moved, turned := a.LargestMoves()
	info := AssemblyInfo{Time: s.point.T, Distance: moved.Distance, Moved: moved.Body, Angle: turned.Angle, Turned: turned.Body}
	for _, g := range a.Gaps {
		if len(info.Gaps) < maxGaps {
			info.Gaps = append(info.Gaps, GapInfo{g.Owner, g.Distance, g.Angle})
		}
	}
	s.rec.UpdateDocument(func(d *Document) {
		if len(d.Assembly) < maxAssemblies {
			d.Assembly = append(d.Assembly, info)
		}
	})
	if moved.Body == "" && turned.Body == "" {
		s.rec.Log("assembly at time %g moved no body", s.point.T)
	} else {
		s.rec.Log("assembly at time %g: largest displacement %.4g (%s), largest rotation %.3g rad (%s)",
			s.point.T, moved.Distance, nameOrNoBody(moved.Body), turned.Angle, nameOrNoBody(turned.Body))
	}
	for _, w := range AssemblyMisfits(s.state, s.rowTolerance()) {
		s.rec.warn("%s", w.Text)
	}
}

func nameOrNoBody(name string) string {
	if name == "" {
		return "no body"
	}
	return name
}

// AssemblyMisfit is a warning of a joint that did not fit at the pose of the deck.
type AssemblyMisfit struct {
	Owner string // "Constraint_Joint 2"
	Text  string
}

// AssemblyMisfits returns a warning for each joint that the last assembly of s found far from fitting; tol is
// the tolerance of constraint rows.
func AssemblyMisfits(s *system.State, tol float64) []AssemblyMisfit {
	a := s.AssemblyReport()
	var all []AssemblyMisfit
	for _, g := range a.LargeJointMisfits(s.ModelSize(), tol) {
		text := fmt.Sprintf("%s does not fit before assembly", g)
		if moves := describeMoves(a, g.Bodies); moves != "" {
			text += "; assembly moved " + moves
		} else {
			text += "; assembly moved other bodies to close it"
		}
		all = append(all, AssemblyMisfit{g.Owner, text + ": check the positions and axes of its markers"})
	}
	return all
}

// describeMoves lists the displacements of the bodies.
func describeMoves(a *system.AssemblyReport, bodies []string) string {
	var list []string
	for _, m := range a.Moves {
		for _, b := range bodies {
			if b == m.Body {
				list = append(list, m.String())
			}
		}
	}
	return strings.Join(list, ", ")
}

// runAssembly carries out an analysis that only assembles the model.
func (r *runner) runAssembly(c *element.Command) error {
	if !c.HasStart { // else that has been done
		if err := r.makeConsistentAtTime(); err != nil {
			return err
		}
	}
	r.state.Mode = system.InitialConditions
	defer func() { r.state.Mode = system.Dynamic }()
	r.rec.recordAnalysis(AnalysisInfo{Kind: "assembly", Start: r.point.T, End: r.point.T})
	return r.output.solveAndWritePoint(r.point)
}
