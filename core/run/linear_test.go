package run

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

const about = `<Simulate analysis_type="LINEAR"/>`

// linearOutput is what a linear analysis left.
type linearOutput struct {
	dir string
	doc *Document
	err error
}

// linearize runs a model with commands, which end in a linear analysis.
func linearize(t testing.TB, model, commands string, load element.Load) linearOutput {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "deck.xml")
	text := "<MotionSolve><Model>" + model + "</Model><Command>" + commands + "</Command></MotionSolve>"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m := buildWith(t, path, load)
	rec, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), m, rec, Options{})
	doc, _ := rec.Finish(StatusOfExitCode(ExitCode(err)), ExitCode(err), DescribeFailure(err))
	return linearOutput{dir, doc, err}
}

// rows reads a file: the names of its columns, and numbers.
func (l linearOutput) rows(t testing.TB, name string) (names []string, v [][]float64) {
	t.Helper()
	if l.err != nil {
		t.Fatal(l.err)
	}
	f, err := os.Open(filepath.Join(l.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		var row []float64
		for _, x := range r {
			y, err := strconv.ParseFloat(x, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, y)
		}
		v = append(v, row)
	}
	return all[0], v
}

// eigenvalues returns real_hz and imag_hz by rising frequency.
func (l linearOutput) eigenvalues(t testing.TB) [][2]float64 {
	t.Helper()
	_, rows := l.rows(t, "eigenvalues.csv")
	var all [][2]float64
	for _, r := range rows {
		all = append(all, [2]float64{r[2], r[3]})
	}
	return all
}

// expect compares eigenvalues in rad per time with those of an analysis.
func (l linearOutput) expect(t *testing.T, want []complex128, tol float64) {
	t.Helper()
	got := l.eigenvalues(t)
	if len(got) != len(want) {
		t.Fatalf("%d modes %v, want %d", len(got), got, len(want))
	}
	for i, w := range want {
		re, im := real(w)/(2*math.Pi), imag(w)/(2*math.Pi)
		if math.Abs(got[i][0]-re) > tol || math.Abs(got[i][1]-im) > tol {
			t.Errorf("mode %d: %.12g %.12g, want %.12g %.12g", i+1, got[i][0], got[i][1], re, im)
		}
	}
}

func slider(id int, x, mass float64) string {
	return fmt.Sprintf(`<Body_Rigid id="%[1]d" mass="%[3]g" cg_id="%[1]d0" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_x="%[2]g" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
<Constraint_Joint id="%[1]d" type="TRANSLATIONAL" i_marker_id="%[1]d0" j_marker_id="9999"/>`, id, x, mass)
}

const along = `<Body_Rigid id="9" IsGround="TRUE"/>
<Reference_Marker id="9999" body_id="9" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
`

func spring(id, i, j int, k, c, length float64) string {
	return fmt.Sprintf(`<Force_SpringDamper id="%d" type="TRANSLATIONAL" i_marker_id="%d" j_marker_id="%d" stiffness="%g" damping="%g" length="%g"/>`, id, i, j, k, c, length)
}

// TestChain: n masses between walls on n + 1 springs: ω = 2 √(k/m) sin(jπ/(2(n+1))).
func TestChain(t *testing.T) {
	const n, k, m = 10, 300.0, 2.0
	model := along + fmt.Sprintf(`<Reference_Marker id="9998" body_id="9" pos_x="%d"/>`, n+1)
	for i := 1; i <= n; i++ {
		model += slider(100+i, float64(i), m)
	}
	model += spring(1, 1010, 9999, k, 0, 1) + spring(n+1, 9998, 1100, k, 0, 1)
	for i := 1; i < n; i++ {
		model += spring(1+i, 1010+10*i, 1000+10*i, k, 0, 1)
	}
	l := linearize(t, model, about, nil)
	var want []complex128
	for j := 1; j <= n; j++ {
		want = append(want, complex(0, 2*math.Sqrt(k/m)*math.Sin(float64(j)*math.Pi/(2*(n+1)))))
	}
	l.expect(t, want, 1e-10)
	if l.doc.Linear[0].LargestRate > 1e-9 {
		t.Errorf("largest rate %g", l.doc.Linear[0].LargestRate)
	}
}

// TestDampedOscillators: below, at and above critical damping.
func TestDampedOscillators(t *testing.T) {
	const k, m = 100.0, 1.0
	for _, c := range []float64{0, 2, 19, 21, 60} {
		l := linearize(t, along+slider(1, 1, m)+spring(1, 10, 9999, k, c, 1), about, nil)
		d := c*c/4 - k
		want := []complex128{complex(-c/2, math.Sqrt(math.Max(0, -d)))}
		if d > 0 {
			want = []complex128{complex(-c/2+math.Sqrt(d), 0), complex(-c/2-math.Sqrt(d), 0)}
		}
		l.expect(t, want, 1e-11)
		_, rows := l.rows(t, "eigenvalues.csv")
		zeta := c / 2 / math.Sqrt(k)
		if d > 0 {
			zeta = 1
		}
		if math.Abs(rows[0][5]-zeta) > 1e-12 || rows[0][0] != 1 || rows[0][1] != 1 {
			t.Errorf("c = %g: %v, damping ratio %g", c, rows[0], zeta)
		}
	}
}
