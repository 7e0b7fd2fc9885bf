package deck

import (
	"bytes"
	"fmt"
	"testing"
)

// chain writes a deck of n bodies with a marker each, n even.
func chain(n int) []byte {
	var b bytes.Buffer
	b.WriteString("<MotionSolve>\n<Model>\n")
	for i := 1; i <= n/2; i++ {
		fmt.Fprintf(&b, "  <Body_Rigid\n     id     = \"%d\"\n     cg_id  = \"%d\"\n     mass   = \"1.5\"\n     inertia_xx = \"0.25\"\n  />\n", i, i)
		fmt.Fprintf(&b, "  <Reference_Marker\n     id = \"%d\"\n     label = \"Marker %d\"\n     body_id = \"%d\"\n     body_type = \"RigidBody\"\n     pos_x = \"%d.5\"\n     pos_y = \"1.0E-3\"\n  />\n", i, i, i, i)
	}
	b.WriteString("</Model>\n</MotionSolve>\n")
	return b.Bytes()
}

// BenchmarkReadXML shows by ns/element that reading takes linear time.
func BenchmarkReadXML(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		text := chain(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if m := ReadXML(&Source{Name: "t.xml", Text: text}, "/d", table); len(m.Elements) != n || len(m.Diags.List) > 0 {
					b.Fatal(printed(m))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/element")
		})
	}
}
