package flex

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// jsonFormat is the value of the key trammel, which names the form and its version.
const jsonFormat = "flexible body 1"

// mostModes bounds the number of modes of a file.
const mostModes = 1000

// jsonReader reads data from a document; err is the first mistake.
type jsonReader struct {
	file string
	text []byte
	n    int
	err  error
}

// ReadJSON reads data in the form of WriteJSON, in any units, checks them and returns them in SI units.
func ReadJSON(file string, text []byte) (*Data, error) {
	v, err := parseJSON(file, text)
	if err != nil {
		return nil, err
	}
	r := &jsonReader{file: file, text: text}
	d := r.readBody(v)
	if r.err != nil {
		return nil, r.err
	}
	return d, nil
}

func (r *jsonReader) recordError(v *jsonValue, format string, args ...any) {
	if r.err == nil {
		r.err = errorAtOffset(r.file, r.text, v.offset, format, args...)
	}
}

// readObject returns the value as an object that has the needed keys and, besides them, only optional ones.
func (r *jsonReader) readObject(v *jsonValue, what string, needed, optional []string) *jsonObject {
	o, ok := v.value.(*jsonObject)
	if !ok {
		r.recordError(v, "%s must be an object, {…}", what)
		return &jsonObject{}
	}
	for i, k := range o.keys {
		if !slices.Contains(needed, k) && !slices.Contains(optional, k) {
			r.recordError(&jsonValue{offset: o.at[i]}, "%s has no key %q; its keys are %s", what, k, strings.Join(append(slices.Clone(needed), optional...), ", "))
		}
	}
	for _, k := range needed {
		if o.find(k) == nil {
			r.recordError(v, "%s needs the key %q", what, k)
		}
	}
	return o
}

func (r *jsonReader) readBody(v *jsonValue) *Data {
	o := r.readObject(v, "a flexible body", []string{"trammel", "units", "mass", "s0", "J0", "S", "C0", "M", "K"},
		[]string{"name", "C1", "J1", "J2", "D", "damping_ratio", "Kgeo", "loads", "nodes", "surface", "notes"})
	if r.err != nil {
		return nil
	}
	if form := r.readText(o.find("trammel")); r.err == nil && form != jsonFormat {
		r.recordError(o.find("trammel"), "the form is %q, this program reads %q", form, jsonFormat)
	}
	units, err := ParseUnits(r.readText(o.find("units")))
	if err != nil {
		r.recordError(o.find("units"), "%v", err)
	}
	r.n = r.countModes(o.find("K"))
	if r.err != nil {
		return nil
	}
	d := newData(r.n)
	d.Mass = r.readNumber(o.find("mass"))
	d.S0, d.J0 = r.readVec(o.find("s0")), r.readMat(o.find("J0"))
	d.S, d.C0 = r.readColumns(o.find("S")), r.readColumns(o.find("C0"))
	d.M, d.K = r.readSquare(o.find("M")), r.readSquare(o.find("K"))
	if x := o.find("name"); x != nil {
		d.Name = r.readText(x)
	}
	r.readHigherOrders(d, o)
	r.readDamping(d, o)
	r.readStiffening(d, o)
	if x := o.find("nodes"); x != nil {
		for _, p := range r.readList(x, -1) {
			d.Nodes = append(d.Nodes, r.readNode(p))
		}
	}
	if x := o.find("surface"); x != nil {
		d.Surface = r.readSurface(x)
	}
	if x := o.find("loads"); x != nil {
		for _, p := range r.readList(x, -1) {
			d.Loads = append(d.Loads, r.readLoad(p))
		}
	}
	if x := o.find("notes"); x != nil {
		for _, p := range r.readList(x, -1) {
			d.Notes = append(d.Notes, r.readText(p))
		}
	}
	if r.err != nil {
		return nil
	}
	d.scaleUnits(units.Mass, units.Length, units.Time, d.modalUnit(units))
	if err := d.Check(); err != nil {
		var c *CheckError
		if errors.As(err, &c) && o.find(c.Key) != nil {
			v = o.find(c.Key)
		}
		r.recordError(v, "%v", err)
	}
	return d
}

func (r *jsonReader) readHigherOrders(d *Data, o *jsonObject) {
	if x := o.find("C1"); x != nil {
		for j, c := range r.readList(x, r.n) {
			d.C1[j] = r.readColumns(c)
		}
	}
	if x := o.find("J1"); x != nil {
		for j, m := range r.readList(x, r.n) {
			d.J1[j] = r.readMat(m)
		}
	}
	if x := o.find("J2"); x != nil {
		for j, row := range r.readList(x, r.n) {
			for k, m := range r.readList(row, r.n) {
				d.J2[j*r.n+k] = r.readMat(m)
			}
		}
	}
}

func (r *jsonReader) readDamping(d *Data, o *jsonObject) {
	full, ratios := o.find("D"), o.find("damping_ratio")
	if full != nil && ratios != nil {
		r.recordError(full, "D and damping_ratio exclude each other")
	}
	if full != nil {
		d.D = r.readSquare(full)
	} else if ratios != nil {
		d.Zeta = r.readNumbers(ratios, r.n)
	}
}

// readStiffening reads an object of matrices by the names of loads.
func (r *jsonReader) readStiffening(d *Data, o *jsonObject) {
	x := o.find("Kgeo")
	if x == nil {
		return
	}
	g := r.readObject(x, "Kgeo", nil, LoadNames[:])
	if r.err != nil {
		return
	}
	for i, name := range LoadNames {
		if v := g.find(name); v != nil {
			d.KGeo = append(d.KGeo, Stiffening{i, r.readSquare(v)})
		}
	}
}

func (r *jsonReader) readLoad(v *jsonValue) (l Load) {
	o := r.readObject(v, "a load case", []string{"f"}, []string{"name", "F", "T"})
	if r.err != nil {
		return l
	}
	l.Modal = r.readNumbers(o.find("f"), r.n)
	if x := o.find("name"); x != nil {
		l.Name = r.readText(x)
	}
	if x := o.find("F"); x != nil {
		l.Force = r.readVec(x)
	}
	if x := o.find("T"); x != nil {
		l.Torque = r.readVec(x)
	}
	return l
}

func (r *jsonReader) readNode(v *jsonValue) Node {
	o := r.readObject(v, "a node", []string{"id", "position", "Phi"}, []string{"name", "axes", "Psi"})
	if r.err != nil {
		return Node{}
	}
	id := r.readNumber(o.find("id"))
	if id != math.Trunc(id) || math.Abs(id) > 1e9 {
		r.recordError(o.find("id"), "the id of a node must be an integer, not %g", id)
	}
	p := Node{ID: int(id), Position: r.readVec(o.find("position")), Axes: spatial.Identity, Phi: r.readColumns(o.find("Phi"))}
	if x := o.find("name"); x != nil {
		p.Name = r.readText(x)
	}
	if x := o.find("axes"); x != nil {
		p.Axes = r.readMat(x)
	}
	if x := o.find("Psi"); x != nil {
		p.Psi = r.readColumns(x)
	}
	return p
}

// countModes returns the number of rows of K.
func (r *jsonReader) countModes(v *jsonValue) int {
	n := len(r.readList(v, -1))
	if r.err == nil && n == 0 {
		r.recordError(v, "K has no rows: a body without modes is rigid")
	}
	if n > mostModes {
		r.recordError(v, "%d modes: there may be %d", n, mostModes)
	}
	return n
}

func (r *jsonReader) readNumber(v *jsonValue) float64 {
	x, ok := v.value.(float64)
	if !ok {
		r.recordError(v, "a number is needed here, not %s", describeJSON(v))
	}
	return x
}

func (r *jsonReader) readText(v *jsonValue) string {
	x, ok := v.value.(string)
	if !ok {
		r.recordError(v, "a text in quotes is needed here, not %s", describeJSON(v))
	}
	return x
}

// describeJSON names a value in a message.
func describeJSON(v *jsonValue) string {
	switch x := v.value.(type) {
	case float64:
		return fmt.Sprint(x)
	case string:
		return fmt.Sprintf("%q", x)
	case []*jsonValue:
		return fmt.Sprintf("a list of %d", len(x))
	case *jsonObject:
		return "an object"
	}
	return fmt.Sprint(v.value)
}

// readList returns the elements of a list of n, of any number for n < 0.
func (r *jsonReader) readList(v *jsonValue, n int) []*jsonValue {
	x, ok := v.value.([]*jsonValue)
	if !ok {
		r.recordError(v, "a list is needed here, not %s", describeJSON(v))
	} else if n >= 0 && len(x) != n {
		r.recordError(v, "the list has %d entries, %d are needed", len(x), n)
		return nil
	}
	return x
}

func (r *jsonReader) readNumbers(v *jsonValue, n int) []float64 {
	out := make([]float64, 0, max(n, 0))
	for _, x := range r.readList(v, n) {
		out = append(out, r.readNumber(x))
	}
	return out
}

func (r *jsonReader) readVec(v *jsonValue) spatial.Vec {
	if x := r.readNumbers(v, 3); len(x) == 3 {
		return spatial.LoadVec(x)
	}
	return spatial.Vec{}
}

// readMat reads three rows of three numbers.
func (r *jsonReader) readMat(v *jsonValue) spatial.Mat {
	rows := r.readList(v, 3)
	if len(rows) != 3 {
		return spatial.Mat{}
	}
	return matFromRows(r.readVec(rows[0]), r.readVec(rows[1]), r.readVec(rows[2]))
}

// readColumns reads three rows of n numbers.
func (r *jsonReader) readColumns(v *jsonValue) []spatial.Vec {
	out := make([]spatial.Vec, r.n)
	rows := r.readList(v, 3)
	if len(rows) != 3 {
		return out
	}
	x, y, z := r.readNumbers(rows[0], r.n), r.readNumbers(rows[1], r.n), r.readNumbers(rows[2], r.n)
	if r.err != nil {
		return out
	}
	for j := range out {
		out[j] = spatial.Vec{X: x[j], Y: y[j], Z: z[j]}
	}
	return out
}

// readSquare reads n rows of n numbers, or the n numbers of a diagonal.
func (r *jsonReader) readSquare(v *jsonValue) []float64 {
	out := make([]float64, r.n*r.n)
	rows := r.readList(v, r.n)
	for j, row := range rows {
		if x, ok := row.value.(float64); ok {
			if _, first := rows[0].value.(float64); !first {
				r.recordError(row, "a row of %d numbers is needed here, not %g", r.n, x)
			}
			out[j*r.n+j] = x
			continue
		}
		if _, first := rows[0].value.(float64); first {
			r.recordError(row, "a number of the diagonal is needed here, not %s", describeJSON(row))
		}
		copy(out[j*r.n:], r.readNumbers(row, r.n))
	}
	return out
}
