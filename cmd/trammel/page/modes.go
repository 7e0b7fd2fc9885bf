package page

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
)

// Mode is a mode of a linear analysis.
type Mode struct {
	Simulate  int     `json:"simulate"` // number of the analysis
	Mode      int     `json:"mode"`
	Time      float64 `json:"time"`
	RealHz    float64 `json:"real_hz"`
	ImagHz    float64 `json:"imag_hz"`
	Frequency float64 `json:"frequency_hz"`
	Damping   float64 `json:"damping_ratio"`
	Shape     *Shape  `json:"shape"` // nil where nothing in the scene moves
}

// Shape is the displacement of the bodies in a mode: six numbers a body, of the mass centre along global axes and small rotations
// about them, real and imaginary parts.
type Shape struct {
	Re []float64 `json:"re"`
	Im []float64 `json:"im"`
	// FlexibleRe and FlexibleIm are the modal coordinates of the surfaces of flexible bodies in their order in the drawing.
	FlexibleRe [][]float64 `json:"flexible_re,omitempty"`
	FlexibleIm [][]float64 `json:"flexible_im,omitempty"`
}

// readModes reads the tables of eigenvalues and modes that run.json lists.
func (r *Result) readModes() error {
	if r.Document == nil {
		return nil
	}
	for _, l := range r.Document.Linear {
		for _, f := range l.Files {
			if !strings.HasPrefix(f, "eigenvalues") || f != filepath.Base(f) {
				continue
			}
			if err := r.readEigenvalues(f, l.Time); err != nil {
				return err
			}
			if r.Scene != nil {
				if err := r.readModeShapes(strings.Replace(f, "eigenvalues", "modes", 1)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *Result) readEigenvalues(file string, time float64) error {
	t, err := result.ReadCSV(filepath.Join(r.Dir, file))
	if err != nil {
		return err
	}
	var c [6][]float64
	for k, name := range []string{"simulate", "mode", "real_hz", "imag_hz", "frequency_hz", "damping_ratio"} {
		at := t.FindColumn(name)
		if at < 0 {
			return fmt.Errorf("%s: the column %s is missing", t.File, name)
		}
		c[k] = t.Cols[at]
	}
	for i := range t.Rows {
		r.Modes = append(r.Modes, Mode{Simulate: int(c[0][i]), Mode: int(c[1][i]), Time: time, RealHz: c[2][i], ImagHz: c[3][i], Frequency: c[4][i], Damping: c[5][i]})
	}
	return nil
}

// readModeShapes reads the shapes of the modes of one analysis.
func (r *Result) readModeShapes(file string) error {
	t, err := result.ReadCSV(filepath.Join(r.Dir, file))
	if err != nil {
		return err
	}
	at := map[string]int{}
	for _, name := range []string{"simulate", "mode", "element", "id", "component", "real", "imag"} {
		if at[name] = t.FindColumn(name); at[name] < 0 {
			return fmt.Errorf("%s: the column %s is missing", t.File, name)
		}
	}
	bodies, nodes, modes := map[int]int{}, map[[2]int]int{}, map[[2]int]*Mode{}
	for i := range r.Scene.Bodies {
		if b := &r.Scene.Bodies[i]; b.Kind == "node" { // has the id of its flexible body
			nodes[[2]int{b.ID, nodeNumber(b.Name)}] = i
		} else {
			bodies[b.ID] = i
		}
	}
	for i := range r.Modes {
		modes[[2]int{r.Modes[i].Simulate, r.Modes[i].Mode}] = &r.Modes[i]
	}
	for i := range t.Rows {
		m := modes[[2]int{int(t.Cols[at["simulate"]][i]), int(t.Cols[at["mode"]][i])}]
		if m != nil && r.setModalCoordinate(m, int(t.Cols[at["id"]][i]), cellText(t, at["element"], i), cellText(t, at["component"], i), t.Cols[at["real"]][i], t.Cols[at["imag"]][i]) {
			continue
		}
		component := indexOf([]string{"x", "y", "z", "rx", "ry", "rz"}, cellText(t, at["component"], i))
		element := cellText(t, at["element"], i)
		body, known := bodies[int(t.Cols[at["id"]][i])]
		if n := nodeNumber(element); n > 0 {
			body, known = nodes[[2]int{int(t.Cols[at["id"]][i]), n}]
		} else if !strings.HasPrefix(element, "Body") {
			continue // states
		}
		if component < 0 || !known || m == nil {
			continue // states
		}
		m.makeShape(r.Scene)
		m.Shape.Re[6*body+component] = t.Cols[at["real"]][i]
		m.Shape.Im[6*body+component] = t.Cols[at["imag"]][i]
	}
	return nil
}

// nodeNumber returns the number of the node of a flexible body that a name begins with, 0 for other names.
func nodeNumber(name string) int {
	rest, ok := strings.CutPrefix(name, "node ")
	if !ok {
		return 0
	}
	text, _, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(text)
	return n
}

// makeShape makes the shape unless there is one.
func (m *Mode) makeShape(s *result.Scene) {
	if m.Shape != nil {
		return
	}
	n := 6 * len(s.Bodies)
	m.Shape = &Shape{Re: make([]float64, n), Im: make([]float64, n)}
	for i := range s.Flexible {
		m.Shape.FlexibleRe = append(m.Shape.FlexibleRe, make([]float64, s.Flexible[i].Count))
		m.Shape.FlexibleIm = append(m.Shape.FlexibleIm, make([]float64, s.Flexible[i].Count))
	}
}

// setModalCoordinate sets a modal coordinate, q7 and so on, of a flexible body in a mode and reports whether it is one.
func (r *Result) setModalCoordinate(m *Mode, id int, element, component string, re, im float64) bool {
	number, err := strconv.Atoi(strings.TrimPrefix(component, "q"))
	if element != "Body_Flexible" || err != nil || !strings.HasPrefix(component, "q") {
		return false
	}
	for i := range r.Scene.Flexible {
		f := &r.Scene.Flexible[i]
		if k := number - f.First; f.ID == id && k >= 0 && k < f.Count {
			m.makeShape(r.Scene)
			m.Shape.FlexibleRe[i][k], m.Shape.FlexibleIm[i][k] = re, im
		}
	}
	return true
}

// cellText is a text of a table, "" where it has a number.
func cellText(t *result.Table, column, row int) string {
	if list := t.Texts[column]; list != nil {
		return list[row]
	}
	return ""
}

func indexOf(list []string, text string) int {
	for i, s := range list {
		if s == text {
			return i
		}
	}
	return -1
}
