package adm

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// TestAttributesOfElements: the elements know every attribute that a statement
// gives, and every kind of element is one of theirs.
func TestAttributesOfElements(t *testing.T) {
	for _, c := range statementTests {
		m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte("t\n" + c.in + "\nEND\n")}, "/d", element.Table())
		for _, d := range m.Diags.List {
			if d.Code == "W301" || d.Code == "E609" || d.Code == "W304" || d.Code == "E405" || d.Code == "W213" {
				t.Errorf("%s\n%s: %s", c.in, d.Code, d.Msg)
			}
		}
	}
	for _, c := range commandTests {
		m := ReadCommands(&deck.Source{Name: "t.adm", Text: []byte(commandModel)}, &deck.Source{Name: "t.acf", Text: []byte(c.in)}, "/d", element.Table())
		for _, d := range m.Diags.List {
			if d.Code == "W301" || d.Code == "E609" {
				t.Errorf("%s\n%s: %s", c.in, d.Code, d.Msg)
			}
		}
	}
}

// built reads and builds statements behind a ground and a body with markers
// 201 (mass centre) and 202.
func built(text string) (*element.Model, string) {
	text = "t\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=1, CM=201, IP=1,1,1\nMARKER/201, PART=2\nMARKER/202, PART=2, QP=1,0,0\n" + text + "\nEND\n"
	m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte(text)}, "/d", element.Table())
	b := element.Build(m, nil)
	return b, printed(m)
}

// TestExpressionPlaces: errors in expressions that are continued over lines
// are reported where they stand.
func TestExpressionPlaces(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"SFORCE/1, TRANSLATIONAL, I=202, J=101\n, FUNCTION = -10*DM(202,101)\n, - 5*VRR(202,101)", "9:7: error"},
		{"SFORCE/1, TRANSLATIONAL, I=202, J=101\n, FUNCTION = STEP(TIME, 0\n! comment\n,  0, 1\n, 100) + DX(999)", "11:10: error"},
		{"SFORCE/1, TRANSLATIONAL, FUNCTION = -5*VR(202,101\n, I=202, J=101", "7:50: error"},
		{"SFORCE/1, TRANSLATIONAL, I=202, J=101, FUNCTION=\n", "7:40: error"},
		{"VARIABLE/1, FUNCTION = 2 * * 3\n, * (4 ^ 2)", "8:8: error"},
		{"REQUEST/1, F2=DX(202)\\F3=FOO(1)\\\n, F4=DZ(1,2,3,4)", "7:26: error"},
		{"REQUEST/1, F2=DX(202)\\F3=FOO(1)\\\n, F4=DZ(202,101,101,4)", "8:21: error"},
		{"GFORCE/1, I=202, JFLOAT=101, FX=1\\FY=2\\\n, FZ=SIN(TIME\n, - )", "9:5: error"},
	} {
		_, got := built(c.in)
		if !strings.Contains(got, "t.adm:"+c.want) {
			t.Errorf("%s\ngot %s\nwant %s", c.in, got, c.want)
		}
	}
}

// TestPoses: markers of a part that stands elsewhere, by all forms of
// orientation. QG and REULER of the part turn x into y and y into -x.
func TestPoses(t *testing.T) {
	b, said := built(`PART/3, MASS=1, CM=301, IP=1,2,3, QG=10,0,0, REULER=90D,0,0
MARKER/301, PART=3, QP=1,0,0
MARKER/302, PART=3, QP=1,2,0, REULER=0,90D,0
MARKER/303, PART=3, QP=1,0,0, ZP=1,5,0, XP=3,7,0
MARKER/304, PART=3, QP=1,0,0, ZP=1,5,0, XP=3,1,0, USEXP
MARKER/305, PART=3, XP=0,4,9
`)
	if strings.Contains(said, "error") || strings.Contains(said, "warning") {
		t.Fatal(said)
	}
	s := math.Sqrt(0.2)
	for _, c := range []struct {
		id      int
		p, x, z [3]float64
	}{
		{301, [3]float64{10, 1, 0}, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}},
		{302, [3]float64{8, 1, 0}, [3]float64{0, 1, 0}, [3]float64{1, 0, 0}},
		{303, [3]float64{10, 1, 0}, [3]float64{0, 1, 0}, [3]float64{-1, 0, 0}},
		{304, [3]float64{10, 1, 0}, [3]float64{-s, 2 * s, 0}, [3]float64{-2 * s, -s, 0}},
		{305, [3]float64{10, 0, 0}, [3]float64{-1, 0, 0}, [3]float64{0, 0, 1}},
	} {
		i, ok := b.System.Marker(c.id)
		if !ok {
			t.Fatal("there is no marker", c.id)
		}
		m := &b.System.Markers[i]
		body := &b.System.Bodies[m.Body]
		p := body.Pos0.Add(body.Rot0.Mul(m.Pos))
		x, z := body.Rot0.Mul(m.Rot.A), body.Rot0.Mul(m.Rot.C)
		for name, v := range map[string][2][3]float64{
			"place": {{p.X, p.Y, p.Z}, c.p}, "x": {{x.X, x.Y, x.Z}, c.x}, "z": {{z.X, z.Y, z.Z}, c.z},
		} {
			for k := range 3 {
				if math.Abs(v[0][k]-v[1][k]) > 1e-12 {
					t.Errorf("%s of marker %d is %v, want %v", name, c.id, v[0], v[1])
					break
				}
			}
		}
	}
}

// TestReadFiles: commands find their model.
func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	adm := write("crank.adm", commandModel)
	acf := write("crank.acf", "file/model=crank\nSIMULATE/DYNAMIC, END=1, STEPS=10\nSTOP\n")
	lost := write("lost.acf", "FILE/MODEL=nothing, OUTPUT=x\nSTOP\n")
	sniffed := write("crank.dat", commandModel)
	for _, c := range []struct {
		read               func() (*deck.Model, error)
		elements, commands int
		said               string
	}{
		{func() (*deck.Model, error) { return ReadFiles(adm, acf, openTable()) }, 4, 2, ""},
		{func() (*deck.Model, error) { return ReadFiles(adm, "", openTable()) }, 4, 0, ""},
		{func() (*deck.Model, error) { return ReadFiles("", acf, openTable()) }, 4, 2, ""},
		{func() (*deck.Model, error) { return deck.Read(adm, openTable()) }, 4, 0, ""},
		{func() (*deck.Model, error) { return deck.Read(acf, openTable()) }, 4, 2, ""},
		{func() (*deck.Model, error) { return deck.Read(sniffed, openTable()) }, 4, 0, ""},
		{func() (*deck.Model, error) { return deck.Read(lost, openTable()) }, 0, 1, "lost.acf:1:12: error: the model " + filepath.Join(dir, "nothing.adm") + ": cannot be read"},
		{func() (*deck.Model, error) { return ReadFiles(adm, lost, openTable()) }, 4, 1, "lost.acf:1:12: warning: the commands are meant for the model nothing"},
	} {
		m, err := c.read()
		if err != nil {
			t.Fatal(err)
		}
		said := printed(m)
		if len(m.Elements) != c.elements || len(m.Commands) != c.commands || !strings.Contains(said, c.said) || c.said == "" && said != "" {
			t.Errorf("%d elements, %d commands, %s; want %d, %d, %s", len(m.Elements), len(m.Commands), said, c.elements, c.commands, c.said)
		}
		if m.Dir != dir {
			t.Errorf("the folder is %s, want %s", m.Dir, dir)
		}
	}
	if _, err := ReadFiles(filepath.Join(dir, "no.adm"), "", openTable()); err == nil || !strings.Contains(err.Error(), "no.adm: cannot be read") {
		t.Error(err)
	}
	if _, err := ReadFiles(adm, filepath.Join(dir, "no.acf"), openTable()); err == nil {
		t.Error("a missing file of commands is not an error")
	}
}

// big is a deck of n bodies, each with two markers, a joint and a force.
func big(n int) []byte {
	var b strings.Builder
	b.WriteString("a chain\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n")
	for i := 2; i < n+2; i++ {
		fmt.Fprintf(&b, "!\n!     adams_view_name='PART_%d'\nPART/%d\n, MASS = 1\n, CM = %d\n, IP = 1, 1, 1\n", i, i, 10*i)
		fmt.Fprintf(&b, "MARKER/%d\n, PART = %d\n, QP = 1, 2, 3\n, REULER = 180D, 90D, 180D\nMARKER/%d, PART=%d\n", 10*i, i, 10*i+1, i)
		fmt.Fprintf(&b, "JOINT/%d\n, REVOLUTE\n, I = %d\n, J = 1\n", i, 10*i)
		fmt.Fprintf(&b, "SFORCE/%d\n, TRANSLATIONAL\n, I = %d\n, J = 1\n, FUNCTION = -10*(DM(%d,1)-2)\n, - 5*VR(%d,1)\n", i, 10*i, 10*i, 10*i)
	}
	return []byte(b.String() + "END\n")
}

func BenchmarkReadModel(b *testing.B) {
	for _, n := range []int{1000, 20000} {
		text := big(n)
		table := element.Table()
		b.Run(fmt.Sprint(5*n, " elements"), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for range b.N {
				m := ReadModel(&deck.Source{Name: "t.adm", Text: text}, "/d", table)
				if m.Diags.HasErrors() || len(m.Elements) != 5*n+4 {
					b.Fatal(len(m.Elements), printed(m))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(5*n), "µs/element")
		})
	}
}
