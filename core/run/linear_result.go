package run

import (
	"bufio"
	"fmt"
	"math/cmplx"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/result"
)

// linearResult writes the files of a linear analysis: eigenvalues.csv, modes.csv, and
// A.csv, B.csv, C.csv, D.csv with the names of the columns in the first line. From the
// second linear analysis of a run on the number of its Simulate is before the
// suffix.
type linearResult struct {
	r    *runner
	set  *element.Linear
	sys  *linear.System
	info LinearInfo
}

// linearFiles are the files that a linear analysis may write.
var linearFiles = []string{"eigenvalues", "modes", "A", "B", "C", "D"}

func (a *linearResult) writeFiles() error {
	sys := a.sys
	for _, s := range sys.States {
		a.info.States = append(a.info.States, a.stateName(s))
	}
	for _, v := range a.set.Inputs {
		a.info.Inputs = append(a.info.Inputs, v.Name())
	}
	for _, v := range a.set.Outputs {
		a.info.Outputs = append(a.info.Outputs, v.Name())
	}
	for _, m := range []struct {
		name    string
		columns []string
		rows    int
		values  []float64
		wanted  bool
	}{
		{"A", a.info.States, sys.N, sys.A, true},
		{"B", a.info.Inputs, sys.N, sys.B, sys.M > 0},
		{"C", a.info.States, sys.P, sys.C, sys.P > 0},
		{"D", a.info.Inputs, sys.P, sys.D, sys.M > 0 && sys.P > 0},
	} {
		if !m.wanted {
			continue
		}
		if err := a.writeFile(m.name, func(w *tableWriter) { w.writeMatrix(m.columns, m.rows, m.values) }); err != nil {
			return err
		}
	}
	if a.set.Eigen {
		if err := a.writeModes(); err != nil {
			return err
		}
	}
	a.r.totals.linear++
	a.r.rec.UpdateDocument(func(d *Document) { d.Linear = append(d.Linear, a.info) })
	modes := ""
	switch {
	case sys.N == 0:
		modes = ": nothing is free to move, there are no modes"
	case a.set.Eigen:
		modes = fmt.Sprintf(", %d modes that grow, largest rate %.3g", a.info.Unstable, a.info.LargestRate)
	}
	a.r.rec.Log("linear analysis at time %g: %d states, %d inputs, %d outputs%s", a.info.Time, sys.N, sys.M, sys.P, modes)
	return nil
}

// stateName is what the results call a state: "Body_Rigid 3 rx", its speed
// "Body_Rigid 3 rx'", "Control_Diff 5 x1".
func (a *linearResult) stateName(s linear.State) string {
	state := a.r.state
	switch s.Kind {
	case linear.FirstOrder:
		kind, id, k := state.FirstOrderStateName(s.Idx)
		return fmt.Sprintf("%s %d x%d", kind, id, k)
	case linear.Plant, linear.PlantRate:
		name := a.set.States[s.Idx].Name()
		if s.Kind == linear.PlantRate {
			name += "'"
		}
		return name
	}
	kind, id, component := state.CoordinateName(s.Idx)
	if s.Kind == linear.Speed {
		component += "'"
	}
	return fmt.Sprintf("%s %d %s", kind, id, component)
}

// writeModes finds eigenvalues and modes and writes them.
func (a *linearResult) writeModes() error {
	modes, err := a.sys.ComputeModes(a.set.Balance)
	if err != nil {
		return &linearError{err}
	}
	if a.r.opt.Modes != nil {
		a.r.opt.Modes(modes)
	}
	largest := 0.0
	if n := len(modes); n > 0 {
		largest = cmplx.Abs(modes[n-1].Value)
	}
	for i := range modes {
		if real(modes[i].Value) > 1e-6*largest {
			a.info.Unstable++
		}
	}
	if err := a.writeFile("eigenvalues", func(w *tableWriter) {
		w.writeLine("simulate,mode,real_hz,imag_hz,frequency_hz,damping_ratio")
		for i := range modes {
			m := &modes[i]
			w.writeLine(fmt.Sprintf("%d,%d", a.info.Simulate, i+1), m.RealPartHz(), m.ImagPartHz(), m.UndampedFrequencyHz(), m.DampingRatio())
		}
	}); err != nil {
		return err
	}
	return a.writeFile("modes", func(w *tableWriter) {
		w.writeLine("simulate,mode,element,id,component,real,imag")
		for i := range modes {
			a.writeModeShape(w, i+1, &modes[i])
		}
	})
}

// linearError is an analysis whose iteration fails.
type linearError struct{ err error }

func (e *linearError) Error() string { return "linear analysis: " + e.err.Error() }
func (e *linearError) Unwrap() error { return e.err }

// writeModeShape writes the components of a mode: displacements of mass centres and rotations
// along global axes, and states. Coordinates along curves are left out where they do
// not move.
func (a *linearResult) writeModeShape(w *tableWriter, n int, m *linear.Mode) {
	for i, v := range m.Q {
		kind, id, component := a.r.state.CoordinateName(i)
		w.writeLine(fmt.Sprintf("%d,%d,%s,%d,%s", a.info.Simulate, n, kind, id, component), real(v), imag(v))
	}
	for i, v := range m.X {
		kind, id, k := a.r.state.FirstOrderStateName(i)
		w.writeLine(fmt.Sprintf("%d,%d,%s,%d,x%d", a.info.Simulate, n, kind, id, k), real(v), imag(v))
	}
}

// writeFile writes one file into the folder of the results.
func (a *linearResult) writeFile(name string, fill func(*tableWriter)) error {
	if name += ".csv"; a.r.totals.linear > 0 {
		name = fmt.Sprintf("%s_%d.csv", name[:len(name)-4], a.info.Simulate)
	}
	f, err := a.r.rec.root.Create(name)
	if err != nil {
		return err
	}
	w := &tableWriter{w: bufio.NewWriter(f)}
	fill(w)
	if err := w.w.Flush(); err != nil {
		f.Close()
		return err
	}
	a.info.Files = append(a.info.Files, name)
	return f.Close()
}

// tableWriter writes lines of a table.
type tableWriter struct {
	w   *bufio.Writer
	buf []byte
}

// writeLine writes a line: text, then numbers. An error stays in the writer.
func (s *tableWriter) writeLine(text string, v ...float64) {
	s.buf = append(s.buf[:0], text...)
	for i, x := range v {
		if i > 0 || text != "" {
			s.buf = append(s.buf, ',')
		}
		s.buf = result.AppendFormattedNumber(s.buf, x+0) // no -0
	}
	s.buf = append(s.buf, '\n')
	_, _ = s.w.Write(s.buf)
}

func (s *tableWriter) writeMatrix(columns []string, rows int, values []float64) {
	head := ""
	for k, n := range columns {
		if k > 0 {
			head += ","
		}
		head += n
	}
	s.writeLine(head)
	n := len(columns)
	for i := range rows {
		s.writeLine("", values[i*n:(i+1)*n]...)
	}
}
