package flex

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// adamsLayout says how adamsText writes what is not documented.
type adamsLayout struct {
	format     string // of the values
	byColumns  bool
	sideBySide bool // blocks of INVAR5, 8 and 9 in three rows
	exchanged  bool // rows and columns of shapes and nodes
	transposed bool // each block of INVAR8 and INVAR9
	otherSign  bool
	sparse     bool // INVAR9
}

// adamsText writes data as a matrix file of Adams.
func adamsText(d *Data, o adamsLayout) string {
	n := d.ModeCount()
	var body strings.Builder
	var names []string
	add := func(name string, rows, cols int, value func(r, c int) float64) {
		if o.exchanged && (name == "T_MODE" || name == "SELNOD" || name == "INVAR3") {
			rows, cols = cols, rows
			v := value
			value = func(r, c int) float64 { return v(c, r) }
		}
		names = append(names, name)
		width, per := 24, 3
		put := func(k int, x float64) {
			if o.format == "" {
				fmt.Fprintf(&body, "%*.16E", width, x)
			} else {
				body.WriteString(strings.Replace(fmt.Sprintf(" %*.15E", width-1, x), "E", "D", 1))
			}
			if k%per == per-1 {
				body.WriteByte('\n')
			}
		}
		format := o.format
		if format == "" {
			format = "( 3E24.16 )"
		}
		k := 0
		switch {
		case o.sparse && name == "INVAR9":
			count := 0
			for i := range rows * cols {
				if value(i/cols, i%cols) != 0 {
					count++
				}
			}
			fmt.Fprintf(&body, "%s SPARSE %d %d %d (2I6,E24.16)\n", name, rows, cols, count)
			for i := range rows * cols {
				if x := value(i/cols, i%cols); x != 0 {
					fmt.Fprintf(&body, "%6d%6d%24.16E\n", i/cols+1, i%cols+1, x)
				}
			}
			return
		case o.byColumns:
			fmt.Fprintf(&body, "%s FULL CORDER %d %d %d %s\n", name, rows, cols, rows*cols, format)
			for i := range rows * cols {
				put(k, value(i%rows, i/rows))
				k++
			}
		default:
			fmt.Fprintf(&body, "%s FULL RORDER %d %d %d %s\n", name, rows, cols, rows*cols, format)
			for i := range rows * cols {
				put(k, value(i/cols, i%cols))
				k++
			}
		}
		if k%per != 0 {
			body.WriteByte('\n')
		}
	}
	block := func(m spatial.Mat, r, c int) float64 {
		if o.transposed {
			r, c = c, r
		}
		x := -at(&m, r, c)
		if o.otherSign {
			x = -x
		}
		return x
	}
	add("GENSTIFF", n, 1, func(r, _ int) float64 { return d.K[r*n+r] })
	add("INVAR1", 1, 1, func(_, _ int) float64 { return d.Mass })
	add("INVAR2", 3, 1, func(r, _ int) float64 { return d.S0.At(r) })
	add("INVAR3", 3, n, func(r, c int) float64 { return d.S[c].At(r) })
	add("INVAR4", 3, n, func(r, c int) float64 { return d.C0[c].At(r) })
	add("INVAR6", n, n, func(r, c int) float64 { return d.M[r*n+c] })
	add("INVAR7", 3, 3, func(r, c int) float64 { return at(&d.J0, r, c) })
	if o.sideBySide {
		add("INVAR5", 3, n*n, func(r, c int) float64 { return d.C1[c/n][c%n].At(r) })
		add("INVAR8", 3, 3*n, func(r, c int) float64 { return block(d.J1[c/3], r, c%3) })
		add("INVAR9", 3, 3*n*n, func(r, c int) float64 { return block(d.J2[c/3], r, c%3) })
	} else {
		add("INVAR5", 3*n, n, func(r, c int) float64 { return d.C1[r/3][c].At(r % 3) })
		add("INVAR8", 3*n, 3, func(r, c int) float64 { return block(d.J1[r/3], r%3, c) })
		add("INVAR9", 3*n, 3*n, func(r, c int) float64 { return block(d.J2[r/3*n+c/3], r%3, c%3) })
	}
	count := len(d.Nodes)
	add("SELNOD", count, 5, func(r, c int) float64 {
		p := &d.Nodes[r]
		return []float64{float64(p.ID), p.Position.X, p.Position.Y, p.Position.Z, 1}[c]
	})
	add("SELMOD", n, 2, func(r, c int) float64 {
		return []float64{float64(7 + r), math.Sqrt(d.K[r*n+r]/d.M[r*n+r]) / (2 * math.Pi)}[c]
	})
	add("T_MODE", 3*count, n, func(r, c int) float64 { return d.Nodes[r/3].Phi[c].At(r % 3) })
	add("R_MODE", 3*count, n, func(r, c int) float64 { return d.Nodes[r/3].Psi[c].At(r % 3) })
	add("MODLOAD", n+6, 2, func(r, c int) float64 { return float64(r + 10*c) })
	return fmt.Sprintf("ADAMSMAT a body of points\n%d\n%s\n%s\n%s", len(names), strings.Join(names[:5], " "), strings.Join(names[5:], " "), body.String())
}

// diagonalPoints is a body of points with diagonal modal masses.
func diagonalPoints() *Data {
	p := randomPoints(5, 8, 4)
	// Shapes that are orthogonal with the masses as weights.
	for j := range 4 {
		for k := range j {
			dot, size := 0.0, 0.0
			for i, m := range p.mass {
				dot += m * p.shape[i][j].Dot(p.shape[i][k])
				size += m * p.shape[i][k].Dot(p.shape[i][k])
			}
			for i := range p.mass {
				p.shape[i][j] = p.shape[i][j].AddScaled(-dot/size, p.shape[i][k])
			}
		}
	}
	d := p.data()
	for i := range d.Nodes {
		d.Nodes[i].Psi = []spatial.Vec{{X: float64(i)}, {Y: 1}, {Z: 2}, {}}
	}
	return d
}

// TestReadAdams: files in all layouts that sizes and identities distinguish give the data that they were written from.
func TestReadAdams(t *testing.T) {
	d := diagonalPoints()
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	d.Name, d.Loads = "x", []Load{
		{Force: spatial.Vec{Y: 1, Z: 2}, Torque: spatial.Vec{X: 3, Y: 4, Z: 5}, Modal: []float64{6, 7, 8, 9}},
		{Force: spatial.Vec{X: 10, Y: 11, Z: 12}, Torque: spatial.Vec{X: 13, Y: 14, Z: 15}, Modal: []float64{16, 17, 18, 19}}}
	for _, o := range []adamsLayout{
		{}, {byColumns: true}, {sideBySide: true}, {exchanged: true}, {transposed: true}, {otherSign: true}, {sparse: true}, {format: "(3(1X,D23.15))"},
		{byColumns: true, sideBySide: true, exchanged: true, transposed: true, otherSign: true, sparse: true, format: "( 1P, 3( 1X , D23.15E2 ) )"},
	} {
		got, err := ReadAdams("dir/x.mtx", []byte(adamsText(d, o)), Units{Mass: 1, Length: 1, Time: 1})
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		got.Notes = nil
		if e := largestDifference(string(got.WriteJSON()), string(d.WriteJSON())); e > 1e-13 {
			t.Errorf("%+v: differs by %g", o, e)
		}
	}
}

// largestDifference compares the numbers of two documents that are otherwise the same.
func largestDifference(a, b string) float64 {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,[]{}\n", r) })
	}
	x, y := split(a), split(b)
	if len(x) != len(y) {
		return math.Inf(1)
	}
	worst := 0.0
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		var u, v float64
		if _, err := fmt.Sscan(x[i]+" "+y[i], &u, &v); err != nil {
			return math.Inf(1)
		}
		worst = math.Max(worst, math.Abs(u-v)/(1+math.Abs(v)))
	}
	return worst
}

// TestAdamsUnits: a file in mm-t-s is the body of a file in m-kg-s.
func TestAdamsUnits(t *testing.T) {
	d := diagonalPoints()
	si, err := ReadAdams("x.mtx", []byte(adamsText(d, adamsLayout{})), Units{Mass: 1, Length: 1, Time: 1})
	if err != nil {
		t.Fatal(err)
	}
	d.ToUnits(millimeters)
	mm, err := ReadAdams("x.mtx", []byte(adamsText(d, adamsLayout{})), millimeters)
	if err != nil {
		t.Fatal(err)
	}
	si.Loads, mm.Loads = nil, nil // the same numbers in other units
	if e := largestDifference(string(mm.WriteJSON()), string(si.WriteJSON())); e > 1e-12 {
		t.Errorf("differs by %g", e)
	}
}

// TestPackedMatrix: values without blanks between them, and without points, are split by the format.
func TestPackedMatrix(t *testing.T) {
	_, err := readAdamsMatrices("x", []byte("ADAMSMAT\n 2\nA\nB\nB FULL CORDER 2 3 6 ( 3F6.3 )\n 1.000-2.000 3.000\n-4.000     5\n     6\nA FULL RORDER 1 2 2 (I3/2X,E8.2)\n-12\n  1.50E+02\n"))
	if err == nil {
		t.Fatal("a value is missing in the second line of B")
	}
	list, err := readAdamsMatrices("x", []byte("ADAMSMAT\n 2\nA\nB\nB FULL CORDER 2 3 6 ( 3F6.3 )\n 1.000-2.000 3.000\n-4.000     5 6.000\nA FULL RORDER 1 2 2 (I3/2X,E8.2)\n-12\n  1.50E+02\n"))
	if err != nil {
		t.Fatal(err)
	}
	checkFigures(t, "B", list[0].values, 1e-15, 1, 3, 0.005, -2, -4, 6)
	checkFigures(t, "A", list[1].values, 1e-15, -12, 150)
}

// TestBrokenAdams: what is said of files with mistakes.
func TestBrokenAdams(t *testing.T) {
	d := diagonalPoints()
	whole := adamsText(d, adamsLayout{})
	var all strings.Builder
	for _, b := range [][3]string{
		{"empty", whole, ""},
		{"other header", "ADAMSMAT", "ADAMSMOT"},
		{"format of MATRIXx", "ADAMSMAT", "MATRIXx "},
		{"matrices of Abaqus", "ADAMSMAT", "1,1,1,1,5."},
		{"no count", "\n15\n", "\nmany\n"},
		{"count too large", "\n15\n", "\n16\n"},
		{"name missing", "INVAR9", ""},
		{"kind", "GENSTIFF FULL", "GENSTIFF HALF"},
		{"no format", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1"},
		{"format without values", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1 ( 3X )"},
		{"format cut", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16"},
		{"format with letters", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1 ( 3A24 )"},
		{"format without width", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1 ( 3E )"},
		{"width wrong", "INVAR1 FULL RORDER 1 1 1 ( 3E24.16 )", "INVAR1 FULL RORDER 1 1 1 ( 3E20.16 )"},
		{"values of another number", "INVAR6 FULL RORDER 4 4 16", "INVAR6 FULL RORDER 4 4 8"},
		{"sizes missing", "INVAR6 FULL RORDER 4 4 16", "INVAR6 FULL RORDER 4 4"},
		{"rows negative", "INVAR6 FULL RORDER 4 4 16", "INVAR6 FULL RORDER -4 4 16"},
		{"far too many values", "INVAR6 FULL RORDER 4 4 16", "INVAR6 FULL RORDER 3000 3000 9000000"},
		{"not square", "INVAR6 FULL RORDER 4 4 16", "INVAR6 FULL RORDER 1 16 16"},
		{"INVAR3 of another size", "INVAR3 FULL RORDER 3 4 12", "INVAR3 FULL RORDER 1 12 12"},
		{"INVAR9 of another size", "INVAR9 FULL RORDER 12 12 144", "INVAR9 FULL RORDER 1 144 144"},
		{"INVAR1 gone", "INVAR1 ", "INVAR0 "},
		{"INVAR6 gone", "INVAR6 ", "INVAR0 "},
		{"twice", "INVAR1 FULL", "GENSTIFF FULL"},
		{"not announced", "GENSTIFF FULL", "STIFF FULL"},
		{"R_MODE of another size", "R_MODE FULL RORDER 24 4 96", "R_MODE FULL RORDER 12 8 96"},
		{"T_MODE of another size", "T_MODE FULL RORDER 24 4 96", "T_MODE FULL RORDER 8 12 96"},
		{"SELNOD of another size", "SELNOD FULL RORDER 8 5 40", "SELNOD FULL RORDER 20 2 40"},
		{"SELNOD gone", "SELNOD ", "NODES "},
		{"SELMOD of another size", "SELMOD FULL RORDER 4 2 8", "SELMOD FULL RORDER 1 8 8"},
		{"MODLOAD of another size", "MODLOAD FULL RORDER 10 2 20", "MODLOAD FULL RORDER 1 20 20"},
		{"cut before a matrix", "\nT_MODE", "\x00"},
		{"cut in the names", "INVAR3", "\x00"},
		{"cut between values", "INVAR4 FULL RORDER 3 4 12 ( 3E24.16 )\n  ", "\x00"},
		{"mass negative", fmt.Sprintf("%24.16E", d.Mass), fmt.Sprintf("%24.16E", -d.Mass)},
		{"mass not positive", fmt.Sprintf("%24.16E", d.M[0]), fmt.Sprintf("%24.16E", 0.0)},
		{"node id", fmt.Sprintf("%24.16E", 5.0), fmt.Sprintf("%24.16E", 5.5)},
		{"mode number", "SELMOD FULL RORDER 4 2 8 ( 3E24.16 )\n" + fmt.Sprintf("%24.16E", 7.0), "SELMOD FULL RORDER 4 2 8 ( 3E24.16 )\n" + fmt.Sprintf("%24.16E", 0.0)},
		{"letter in a value", fmt.Sprintf("%24.16E", d.Mass), "      1.2345x           "},
		{"frequency", fmt.Sprintf("%24.16E", d.K[0]), fmt.Sprintf("%24.16E", 1e6*d.K[0])},
		{"INVAR9 does not agree", fmt.Sprintf("%24.16E", -at(&d.J2[1], 0, 1)), fmt.Sprintf("%24.16E", 1e2)},
	} {
		text := strings.ReplaceAll(whole, b[1], b[2])
		if b[2] == "\x00" {
			text, _, _ = strings.Cut(whole, b[1])
			text += b[1]
		}
		if strings.HasPrefix(b[1], " ") || strings.HasPrefix(b[1], "-") {
			text = strings.Replace(whole, b[1], b[2], 1)
		}
		if text == whole {
			t.Fatalf("%s: the text has no %q", b[0], b[1])
		}
		_, err := ReadAdams("x.mtx", []byte(text), Units{Mass: 1, Length: 1, Time: 1})
		if err == nil {
			t.Errorf("%s is accepted", b[0])
			continue
		}
		fmt.Fprintf(&all, "%s: %v\n", b[0], err)
	}
	const golden = "testdata/adams-broken.txt"
	if *update {
		os.WriteFile(golden, []byte(all.String()), 0o666)
	}
	if want, _ := os.ReadFile(golden); string(want) != all.String() {
		t.Errorf("got\n%s\nwant\n%s", all.String(), want)
	}
}

func FuzzReadAdams(f *testing.F) {
	d := diagonalPoints()
	f.Add([]byte(adamsText(d, adamsLayout{})))
	f.Add([]byte("ADAMSMAT\n1\nA\nA SPARSE 2 2 1 (2I2,F8.3)\n 1 2   3.000\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadAdams("x.mtx", text, millimeters)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.mtx:") {
				t.Errorf("an error without a file: %v", err)
			}
			return
		}
		if _, err := ReadJSON("x.json", d.WriteJSON()); err != nil && d.Mass > 1e-100 && d.Mass < 1e100 {
			t.Logf("written again it is refused: %v", err)
		}
	})
}
