package flex

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// readModeNumbers reads the numbers of the modes from SELMOD, whose rows (or columns) begin with them.
func (r *adamsReader) readModeNumbers() error {
	m := r.matrices["SELMOD"]
	if m == nil {
		return nil
	}
	if m.rows != r.n {
		if m.cols != r.n {
			return r.newErrorOf(m, "SELMOD is %d × %d: %d modes need as many rows", m.rows, m.cols, r.n)
		}
		m = m.transpose()
	}
	var numbers []int
	for j := range r.n {
		x := m.at(j, 0)
		if x != math.Trunc(x) || x < 1 || x > 1e6 {
			return r.newErrorOf(m, "SELMOD: the number of mode %d is %g, a positive integer is needed", j+1, x)
		}
		numbers = append(numbers, int(x))
	}
	r.matrices["SELMOD"], r.numbers = m, numbers
	return nil
}

// checkFrequencies compares the frequencies of SELMOD, in Hz, with those of stiffness and modal mass. Angular frequencies and their squares are
// recognized, too; other figures say that units or matrices do not belong together.
func (r *adamsReader) checkFrequencies(u Units) error {
	m, d, n := r.matrices["SELMOD"], r.data, r.n
	if m == nil || m.cols < 2 {
		return nil
	}
	for j := range n {
		for k := range n {
			if j != k && math.Abs(d.M[j*n+k]) > 1e-6*math.Sqrt(math.Abs(d.M[j*n+j]*d.M[k*n+k])) {
				return nil // the modes have no frequencies of their own
			}
		}
	}
	var agrees [3]bool
	for k := range agrees {
		agrees[k] = true
	}
	worst, given, own := 0.0, 0.0, 0.0
	mode := 0
	for j := range n {
		square := d.K[j*n+j] / d.M[j*n+j]
		if r.numbers[j] <= 6 || !(square > 0) {
			continue
		}
		w := math.Sqrt(square)
		x := m.at(j, 1)
		for k, y := range []float64{w / (2 * math.Pi) * u.Time, w * u.Time, square * u.Time * u.Time} {
			agrees[k] = agrees[k] && math.Abs(x-y) <= 1e-2*y
		}
		// Frequencies in Hz are those of SI.
		hz := w / (2 * math.Pi)
		if e := math.Abs(math.Log(math.Max(x, 1e-300) / hz)); e > worst {
			worst, given, own, mode = e, x, hz, r.numbers[j]
		}
	}
	if worst < 1e-2 || agrees[0] || agrees[1] || agrees[2] {
		return nil
	}
	return r.newErrorOf(m, "mode %d has the frequency %.6g in SELMOD, and %.6g Hz by GENSTIFF and INVAR6 in these units: the units of time, mass and force do not belong to the file, or its matrices not to each other", mode, given, own)
}

// leaveOutRigidModes returns the data without the modes 1 to 6, the motions of the undeformed body.
func (r *adamsReader) leaveOutRigidModes(d *Data) *Data {
	var keep []int
	for j, number := range r.numbers {
		if number > 6 {
			keep = append(keep, j)
		}
	}
	if left := len(r.numbers) - len(keep); left > 0 && len(keep) > 0 {
		d = d.KeepModes(keep)
		d.Notes = append(d.Notes, fmt.Sprintf("%d modes with numbers up to 6 are left out: they are rigid motions.", left))
	}
	return d
}

// readNodes reads SELNOD, rows (or columns) of id, position and more, and the shapes, three rows a node.
func (r *adamsReader) readNodes() error {
	d, n := r.data, r.n
	sel, shapes := r.matrices["SELNOD"], r.matrices["T_MODE"]
	if sel == nil && shapes == nil {
		d.Notes = append(d.Notes, "The file has no nodes (SELNOD, T_MODE): the body cannot be joined to others.")
		return nil
	}
	if sel == nil || shapes == nil {
		return &FileError{File: r.file, Message: "SELNOD and T_MODE are needed together: positions and shapes of the nodes"}
	}
	if shapes.rows*shapes.cols%(3*n) != 0 {
		return r.newErrorOf(shapes, "T_MODE is %d × %d: %d modes need as many columns, and three rows for each node", shapes.rows, shapes.cols, n)
	}
	count := shapes.rows * shapes.cols / (3 * n)
	t, err := r.matrixOf("T_MODE", true, [2]int{3 * count, n})
	if err != nil {
		return err
	}
	rot, err := r.matrixOf("R_MODE", false, [2]int{3 * count, n})
	if err != nil {
		return err
	}
	if sel.rows != count && sel.cols == count {
		sel = sel.transpose()
	}
	if sel.rows != count || sel.cols < 4 {
		return r.newErrorOf(sel, "SELNOD is %d × %d: the %d nodes of T_MODE need as many rows of an id and a position", sel.rows, sel.cols, count)
	}
	for i := range count {
		id := sel.at(i, 0)
		if id != math.Trunc(id) || id < 1 || id > largestID {
			return r.newErrorOf(sel, "SELNOD: the id of node %d is %g, a positive integer is needed", i+1, id)
		}
		p := Node{ID: int(id), Axes: spatial.Identity, Position: spatial.Vec{X: sel.at(i, 1), Y: sel.at(i, 2), Z: sel.at(i, 3)}, Phi: t.columns(3*i, n)}
		if rot != nil {
			p.Psi = rot.columns(3*i, n)
		}
		d.Nodes = append(d.Nodes, p)
	}
	return nil
}

// readLoads reads MODLOAD: columns of load cases, of forces on the modes, or of force and torque about the origin before them.
func (r *adamsReader) readLoads() error {
	d, n := r.data, r.n
	if m := r.matrices["PRELOAD"]; m != nil {
		for _, x := range m.values {
			if x != 0 {
				d.Notes = append(d.Notes, "PRELOAD of the file is not used: no document says which sign it has.")
				break
			}
		}
	}
	m := r.matrices["MODLOAD"]
	if m == nil {
		return nil
	}
	first := 0
	switch {
	case m.rows == n:
	case m.rows == n+6:
		first = 6
	case m.cols == n, m.cols == n+6:
		if m = m.transpose(); m.rows == n+6 {
			first = 6
		}
	default:
		return r.newErrorOf(m, "MODLOAD is %d × %d: with %d modes it needs %d or %d rows", m.rows, m.cols, n, n, n+6)
	}
	for c := range m.cols {
		var l Load
		if first > 0 {
			l.Force, l.Torque = m.column(0, c), m.column(3, c)
		}
		for j := range n {
			l.Modal = append(l.Modal, m.at(first+j, c))
		}
		d.Loads = append(d.Loads, l)
	}
	return nil
}
