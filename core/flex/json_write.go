package flex

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// jsonWriter writes a document with a row of numbers a line.
type jsonWriter struct {
	bytes.Buffer
	number []byte
	digits int // of numbers, -1 for all
}

// WriteJSON returns the data as a document in SI units with all digits.
func (d *Data) WriteJSON() []byte {
	n := d.ModeCount()
	w := &jsonWriter{digits: -1}
	w.WriteString("{\n\"trammel\": ")
	w.writeText(jsonFormat)
	w.WriteString(",\n\"units\": \"m-kg-s\"")
	if d.Name != "" {
		w.beginKey("name")
		w.writeText(d.Name)
	}
	w.beginKey("mass")
	w.writeNumber(d.Mass)
	w.beginKey("s0")
	w.writeVec(d.S0)
	w.beginKey("J0")
	w.writeMat(&d.J0)
	w.beginKey("S")
	w.writeColumns(d.S)
	w.beginKey("C0")
	w.writeColumns(d.C0)
	w.beginKey("C1")
	w.writeList(n, func(j int) { w.writeColumns(d.C1[j]) })
	w.beginKey("M")
	w.writeSquare(d.M, n)
	w.beginKey("J1")
	w.writeList(n, func(j int) { w.writeMat(&d.J1[j]) })
	w.beginKey("J2")
	w.writeList(n, func(j int) { w.writeList(n, func(k int) { w.writeMat(&d.J2[j*n+k]) }) })
	w.beginKey("K")
	w.writeSquare(d.K, n)
	if d.D != nil {
		w.beginKey("D")
		w.writeSquare(d.D, n)
	}
	if d.Zeta != nil {
		w.beginKey("damping_ratio")
		w.writeNumbers(d.Zeta)
	}
	if len(d.KGeo) > 0 {
		w.beginKey("Kgeo")
		for i, g := range d.KGeo {
			w.WriteByte("{,"[min(i, 1)])
			w.writeText(LoadNames[g.Load])
			w.WriteString(": ")
			w.writeSquare(g.K, n)
		}
		w.WriteByte('}')
	}
	if len(d.Loads) > 0 {
		w.beginKey("loads")
		w.writeList(len(d.Loads), func(i int) { w.writeLoad(&d.Loads[i]) })
	}
	w.beginKey("nodes")
	w.writeList(len(d.Nodes), func(i int) { w.writeNode(&d.Nodes[i]) })
	if d.Surface != nil {
		w.beginKey("surface")
		w.writeSurface(d.Surface)
	}
	if len(d.Notes) > 0 {
		w.beginKey("notes")
		w.writeList(len(d.Notes), func(i int) { w.writeText(d.Notes[i]) })
	}
	w.WriteString("\n}\n")
	return w.Bytes()
}

func (w *jsonWriter) writeLoad(l *Load) {
	w.WriteString("{\"f\": ")
	w.writeNumbers(l.Modal)
	if l.Name != "" {
		w.beginKey("name")
		w.writeText(l.Name)
	}
	w.beginKey("F")
	w.writeVec(l.Force)
	w.beginKey("T")
	w.writeVec(l.Torque)
	w.WriteByte('}')
}

func (w *jsonWriter) writeNode(p *Node) {
	w.WriteString("{\"id\": ")
	w.WriteString(strconv.Itoa(p.ID))
	if p.Name != "" {
		w.beginKey("name")
		w.writeText(p.Name)
	}
	w.beginKey("position")
	w.writeVec(p.Position)
	if p.Axes != spatial.Identity {
		w.beginKey("axes")
		w.writeMat(&p.Axes)
	}
	w.beginKey("Phi")
	w.writeColumns(p.Phi)
	if p.Psi != nil {
		w.beginKey("Psi")
		w.writeColumns(p.Psi)
	}
	w.WriteByte('}')
}

func (w *jsonWriter) beginKey(name string) {
	w.WriteString(",\n")
	w.writeText(name)
	w.WriteString(": ")
}

func (w *jsonWriter) writeText(s string) {
	b, _ := json.Marshal(s) // a string can always be written
	w.Write(b)
}

func (w *jsonWriter) writeNumber(x float64) {
	w.number = strconv.AppendFloat(w.number[:0], x, 'g', w.digits, 64)
	w.Write(w.number)
}

func (w *jsonWriter) writeNumbers(v []float64) {
	w.WriteByte('[')
	for i, x := range v {
		if i > 0 {
			w.WriteString(", ")
		}
		w.writeNumber(x)
	}
	w.WriteByte(']')
}

func (w *jsonWriter) writeVec(v spatial.Vec) { w.writeNumbers([]float64{v.X, v.Y, v.Z}) }

func (w *jsonWriter) writeList(n int, element func(i int)) {
	w.WriteByte('[')
	for i := range n {
		if i > 0 {
			w.WriteString(",\n ")
		}
		element(i)
	}
	w.WriteByte(']')
}

func (w *jsonWriter) writeMat(m *spatial.Mat) {
	w.WriteByte('[')
	for r := range 3 {
		if r > 0 {
			w.WriteString(", ")
		}
		w.writeNumbers([]float64{at(m, r, 0), at(m, r, 1), at(m, r, 2)})
	}
	w.WriteByte(']')
}

// writeColumns writes three rows.
func (w *jsonWriter) writeColumns(v []spatial.Vec) {
	row := make([]float64, len(v))
	w.writeList(3, func(r int) {
		for j := range v {
			row[j] = v[j].At(r)
		}
		w.writeNumbers(row)
	})
}

// writeSquare writes the rows of a matrix, or its diagonal where nothing else is in it.
func (w *jsonWriter) writeSquare(a []float64, n int) {
	diagonal := make([]float64, n)
	rest := 0
	for i, x := range a {
		if i%(n+1) == 0 {
			diagonal[i/(n+1)] = x
		} else if x != 0 {
			rest++
		}
	}
	if rest == 0 {
		w.writeNumbers(diagonal)
		return
	}
	w.writeList(n, func(r int) { w.writeNumbers(a[r*n : (r+1)*n]) })
}
