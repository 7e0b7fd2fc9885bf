package pystmt_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// A link of the large models is a body that hangs on the one before it by a
// ball joint and a spring, with what measures it: perLink elements.
const perLink = 8

// form is how a large model is written and read.
type form struct {
	name             string
	head, link, tail string
	read             func(text []byte) *deck.Model
}

var forms = []form{
	{"xml", `<MotionSolve>
<Model>
<Body_Rigid id="1" isground="TRUE"/>
<Reference_Marker id="3" body_id="1"/>
`, `<Body_Rigid id="%[1]d" cg_id="%[2]d" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/>
<Reference_Marker id="%[2]d" body_id="%[1]d" pos_x="%[1]d.5"/>
<Reference_Marker id="%[3]d" body_id="%[1]d" pos_x="%[1]d"/>
<Reference_Marker id="%[4]d" body_id="%[1]d" pos_x="%[5]d"/>
<Constraint_Joint id="%[1]d" type="SPHERICAL" i_marker_id="%[3]d" j_marker_id="%[6]d"/>
<Force_SpringDamper id="%[1]d" type="TRANSLATIONAL" i_marker_id="%[2]d" j_marker_id="%[6]d" stiffness="3" damping="1" length="0.5"/>
<Reference_Variable id="%[1]d" type="EXPRESSION" expr="DX(%[2]d,%[6]d)+SIN(TIME)"/>
<Post_Request id="%[1]d" type="EXPRESSION" expr2="VARVAL(%[1]d)"/>
`, "</Model>\n</MotionSolve>\n",
		func(text []byte) *deck.Model {
			return deck.ReadXML(&deck.Source{Name: "t.xml", Text: text}, "/d", element.Table())
		}},
	{"adm", "a chain\nPART/1, GROUND\nMARKER/3, PART = 1\n", `PART/%[1]d, MASS = 1, CM = %[2]d
, IP = 0.1, 0.1, 0.1
MARKER/%[2]d, PART = %[1]d, QP = %[1]d.5, 0, 0
MARKER/%[3]d, PART = %[1]d, QP = %[1]d, 0, 0
MARKER/%[4]d, PART = %[1]d, QP = %[5]d, 0, 0
JOINT/%[1]d, SPHERICAL, I = %[3]d, J = %[6]d
SPRINGDAMPER/%[1]d, TRANSLATION, I = %[2]d, J = %[6]d, K = 3, C = 1, LENGTH = 0.5
VARIABLE/%[1]d, FUNCTION = DX(%[2]d, %[6]d)
, + SIN(TIME)
REQUEST/%[1]d, F2 = VARVAL(%[1]d)
`, "END\n",
		func(text []byte) *deck.Model {
			return adm.ReadModel(&deck.Source{Name: "t.adm", Text: text}, "/d", element.Table())
		}},
	{"py", "PART(1, GROUND=True)\nMARKER(3, PART=1)\n", `PART(%[1]d, MASS=1, CM=%[2]d, IP=[0.1, 0.1, 0.1])
MARKER(%[2]d, PART=%[1]d, QP=[%[1]d.5, 0, 0])
MARKER(%[3]d, PART=%[1]d, QP=[%[1]d, 0, 0])
MARKER(%[4]d, PART=%[1]d, QP=[%[5]d, 0, 0])
JOINT(%[1]d, TYPE="SPHERICAL", I=%[3]d, J=%[6]d)
SPRINGDAMPER(%[1]d, TYPE="TRANSLATION", I=%[2]d, J=%[6]d, K=3, C=1, LENGTH=0.5)
VARIABLE(%[1]d, FUNCTION="DX(%[2]d,%[6]d)+SIN(TIME)")
REQUEST(%[1]d, F2="VARVAL(%[1]d)")
`, "", program},
	{"py-loop", `PART(1, GROUND=True)
MARKER(3, PART=1)
for b in range(2, %d):
    c, i, o, j = 3 * b - 2, 3 * b - 1, 3 * b, 3 * b - 3
    PART(b, MASS=1, CM=c, IP=[0.1, 0.1, 0.1])
    MARKER(c, PART=b, QP=[b + 0.5, 0, 0])
    MARKER(i, PART=b, QP=[b, 0, 0])
    MARKER(o, PART=b, QP=[b + 1, 0, 0])
    JOINT(b, TYPE="SPHERICAL", I=i, J=j)
    SPRINGDAMPER(b, TYPE="TRANSLATION", I=c, J=j, K=3, C=1, LENGTH=0.5)
    VARIABLE(b, FUNCTION="DX(%%d,%%d)+SIN(TIME)" %% (c, j))
    REQUEST(b, F2="VARVAL(%%d)" %% b)
`, "", "", program},
}

func program(text []byte) *deck.Model {
	l := pysub.New(pysub.Options{Output: io.Discard})
	defer l.Close()
	return pystmt.Read(&deck.Source{Name: "t.py", Text: text}, "/d", element.Table(), pystmt.Options{Interpreter: l})
}

// write writes a chain of n links.
func (f *form) write(n int) []byte {
	var b strings.Builder
	if f.link == "" {
		fmt.Fprintf(&b, f.head, n+2)
		return []byte(b.String())
	}
	b.WriteString(f.head)
	for k := 2; k < n+2; k++ {
		fmt.Fprintf(&b, f.link, k, 3*k-2, 3*k-1, 3*k, k+1, 3*k-3)
	}
	b.WriteString(f.tail)
	return []byte(b.String())
}

func noRoutine(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	return nil, fmt.Errorf("no routines here")
}

// build reads and builds a text that has no mistake.
func (f *form) build(t testing.TB, text []byte) *element.Model {
	m := f.read(text)
	x := element.Build(m, noRoutine)
	if m.Diags.HasErrors() {
		var b strings.Builder
		m.Diags.WriteText(&b, false)
		t.Fatalf("%.2000s", b.String())
	}
	return x
}

// cost is what reading and building takes: seconds and bytes, of which kept
// stay with the model.
type cost struct{ seconds, bytes, kept float64 }

func (f *form) measure(t testing.TB, n int) cost {
	text := f.write(n)
	var before, after, left runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	m := f.build(t, text)
	d := time.Since(start)
	runtime.ReadMemStats(&after)
	runtime.GC()
	runtime.ReadMemStats(&left)
	if got := len(m.Deck.Elements); got < n*perLink || got > n*perLink+3 {
		t.Fatalf("%d elements for %d links", got, n)
	}
	return cost{d.Seconds(), float64(after.TotalAlloc - before.TotalAlloc), float64(left.HeapAlloc) - float64(before.HeapAlloc)}
}

// BenchmarkLarge shows by ms/1000 elements that reading and building take
// linear time in all forms.
func BenchmarkLarge(b *testing.B) {
	for _, f := range forms {
		for _, n := range []int{1000, 10000, 100000} {
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				var sum cost
				for b.Loop() {
					c := f.measure(b, n/perLink)
					sum.seconds += c.seconds
					sum.bytes += c.bytes
					sum.kept += c.kept
				}
				each := 1 / float64(b.N*(n/perLink)*perLink)
				b.ReportMetric(sum.seconds*1e6*each, "ms/1000elements")
				b.ReportMetric(sum.bytes*each, "B/element")
				b.ReportMetric(sum.kept*each, "keptB/element")
			})
		}
	}
}
