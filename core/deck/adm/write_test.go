package adm

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// plain writes the elements of a model, attributes in order of their names,
// without the ids of markers that the reader makes.
func plain(list []*deck.Element) []string {
	var all []string
	for _, e := range list {
		if e.Schema.Ignored || e.Schema.Unsupported != "" {
			continue
		}
		var words []string
		for _, a := range e.GivenAttrs() {
			if e.HasEffect(a) && !slices.Contains(placeAttrs[3:], a.Spec.Name) && !(a.Spec.Name == "type" && a.Value == "EXPRESSION") && a.Value != "USER()" {
				words = append(words, a.Spec.Name+"="+strings.ReplaceAll(separateByCommas(e.WrittenValue(a)), " ", ""))
			}
		}
		slices.Sort(words)
		if t := e.Text(); t != nil {
			words = append(words, "{"+separateByCommas(t.Value)+"}")
		}
		all = append(all, e.KindID()+" "+strings.Join(words, " "))
	}
	return all
}

func again(m *deck.Model) (*deck.Model, *deck.Diags, []deck.File) {
	w := &deck.OutputModel{Model: m, Name: "t", Lost: &deck.Diags{}}
	files := Write(w)
	var commands *deck.Source
	if len(files) > 1 {
		commands = &deck.Source{Name: "t.acf", Text: files[1].Text}
	}
	return ReadCommands(&deck.Source{Name: "t.adm", Text: files[0].Text}, commands, "/d", element.Table()), w.Lost, files
}

// TestWriteStatements: what is written of each statement that the reader knows
// is the same element when it is read again.
func TestWriteStatements(t *testing.T) {
	tried := 0
	for _, c := range statementTests {
		m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte("t\n" + c.in + "\nEND\n")}, "/d", element.Table())
		if slices.ContainsFunc(m.Elements, func(e *deck.Element) bool { return e.Schema.Unsupported != "" }) {
			continue // without attributes
		}
		tried++
		n, lost, files := again(m)
		if got, want := plain(n.Elements), plain(m.Elements); !slices.Equal(got, want) {
			t.Errorf("%s\nis written\n%s\nand read as\n%s\nwant\n%s", c.in, files[0].Text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, d := range lost.List {
			if d.Severity != deck.Note && !strings.Contains(d.Msg, "MARKER_READ") {
				t.Errorf("%s\n%s", c.in, d.Msg)
			}
		}
	}
	if tried < len(statementTests)/2 {
		t.Errorf("%d of %d statements", tried, len(statementTests))
	}
}

// TestWritePoses: markers have the same pose in whatever form it was given.
func TestWritePoses(t *testing.T) {
	xml := `<Model><Body_Rigid id="1" isground="TRUE"/><Body_Rigid id="2" mass="1" cg_id="20" lprf_id="19" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="19" body_id="2" pos_x="3" a00="0.6" a10="0.8" a20="0" a02="0" a12="0" a22="1"/>
<Reference_Marker id="20" body_id="2" pos_y="0.1"/>`
	for k, how := range []string{
		`psi="30D" theta="0.4" phi="-1.25"`, `a02="0.6" a12="0" a22="0.8"`, `a00="0.36" a10="0.48" a20="0.8" a02="0.48" a12="0.64" a22="-0.6"`,
		`a00="0.36" a10="0.48" a20="0.8" a01="-0.8" a11="0.6" a21="0"`, `a00="0.36" a10="0.48" a20="0.8"`, `a01="1" a11="0" a21="0"`,
		`a01="0" a11="1" a21="0" a02="1" a22="0"`, `zp_x="1" zp_y="2" zp_z="0.3"`, `zp_x="1" zp_y="2" zp_z="0.3" xp_x="-1" xp_y="0.1" xp_z="0"`, `xp_x="0" xp_y="3"`,
		`a02="0" a12="0" a22="-1"`,
	} {
		xml += "<Reference_Marker id='" + strconv.Itoa(30+k) + "' body_id='2' pos_x='0.1' pos_y='-0.3' pos_z='" + strconv.Itoa(k) + ".7' " + how + "/>"
		xml += "<Reference_Marker id='" + strconv.Itoa(60+k) + "' body_id='1' rm_id='20' " + how + "/>"
	}
	m := deck.ReadXML(&deck.Source{Name: "t.xml", Text: []byte(xml + "</Model>")}, "/d", element.Table())
	n, lost, files := again(m)
	a, b := element.Build(m, nil).System, element.Build(n, nil).System
	if said := printed(m) + printed(n); said != "" || lost.HasErrors() || len(a.Markers) != len(b.Markers) {
		t.Fatalf("%s%d and %d markers\n%s", said, len(a.Markers), len(b.Markers), files[0].Text)
	}
	for i := range a.Markers {
		x := &a.Markers[i]
		j, ok := b.Marker(x.ID)
		if x.ID == 19 && !ok {
			continue // nothing names it but its body, whose frame it is
		}
		if !ok {
			t.Fatal("lost marker ", x.ID)
		}
		y := &b.Markers[j]
		d := x.Pos.Sub(y.Pos).Norm() + x.Rot.A.Sub(y.Rot.A).Norm() + x.Rot.B.Sub(y.Rot.B).Norm() + x.Rot.C.Sub(y.Rot.C).Norm()
		if d > 1e-14 { // a few roundings of Euler angles
			t.Errorf("marker %d is off by %g", x.ID, d)
		}
	}
}

func TestWriteCommands(t *testing.T) {
	for _, c := range commandTests {
		m := ReadCommands(&deck.Source{Name: "t.adm", Text: []byte(commandModel)}, &deck.Source{Name: "t.acf", Text: []byte(c.in)}, "/d", element.Table())
		if slices.ContainsFunc(m.Commands, func(e *deck.Element) bool { return e.Schema.Unsupported != "" }) {
			continue // without attributes
		}
		n, _, files := again(m)
		if got, want := plain(n.Commands), plain(m.Commands); !slices.Equal(got, want) {
			t.Errorf("%s\nis written\n%s\nand read as\n%s\nwant\n%s", c.in, files[len(files)-1].Text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// FuzzWrite: what is written of a model without errors is read without errors,
// as the same elements.
func FuzzWrite(f *testing.F) {
	for _, c := range statementTests {
		f.Add(c.in)
	}
	// Found by the fuzzer: lists of nothing and with empty entries, names with two separators.
	for _, c := range []string{"PART/01. ", "POUTPUT/1, VAR=", "MATRIX/1, ROWS=2, COLUMNS=3, FULL=ROR", "MATRIX/1, ROWS=2, COLUMNS=3, FULL=C", "MATRIX/1, ROWS=3, COL=3, SPARSE, I=1,\x19, J=3,1, VALUES=5.5,6.5", "MATRIX/1, ROWS=3, COL=3, SPARSE, I=1,2, J=3,1, VALUES=5\x115,6.5", "SPLINE/1, X=1 2,3,4,5, Y=1,2,3,4", "VARIABLE/1, FUNCTION=user(1)\\ROUTINE=::E=::m"} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte("t\n" + text + "\nEND\n")}, "/d", element.Table())
		if m.Diags.HasErrors() || m.Diags.Count(deck.Warning) > 0 {
			return
		}
		n, lost, files := again(m)
		if lost.Count(deck.Warning) > 0 {
			return
		}
		if got, want := plain(n.Elements), plain(m.Elements); !slices.Equal(got, want) || n.Diags.HasErrors() {
			t.Errorf("%s\nis written\n%s\nand read as\n%s\nwant\n%s\n%s", text, files[0].Text, strings.Join(got, "\n"), strings.Join(want, "\n"), printed(n))
		}
	})
}

// TestWriteCurvePoints: the points between the tags of a curve go to a matrix of
// their own, with an id that no matrix has.
func TestWriteCurvePoints(t *testing.T) {
	m := deck.ReadXML(&deck.Source{Name: "t.xml", Text: []byte(`<Model><Reference_Matrix id="4" nrow="1" ncol="1">2</Reference_Matrix>
<Reference_ParamCurve id="1" is_curve_points="TRUE">0 0 0, 1 0 0, 2 3 0</Reference_ParamCurve></Model>`)}, "/d", element.Table())
	n, lost, files := again(m)
	got := strings.Join(plain(n.Elements[:3]), "\n")
	want := "Reference_Matrix 4 ncol=1 nrow=1 {2}\nReference_Matrix 5 isroworder=TRUE ncol=3 nrow=3 {0, 0, 0, 1, 0, 0, 2, 3, 0}\n" +
		"Reference_ParamCurve 1 is_curve_points=TRUE matrix_id=5"
	if got != want || len(lost.List) > 0 {
		t.Errorf("%s\nwant\n%s\nin\n%s%v", got, want, files[0].Text, lost.List)
	}
}

// TestWriteOneBodyCommands: commands for a force without reaction go to the force on
// ground that stands for it, whatever its id has become.
func TestWriteOneBodyCommands(t *testing.T) {
	const body = `<Body_Rigid id="1" isground="TRUE"/><Body_Point id="2" mass="1" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY"/>
<Reference_Marker id="11" body_id="1" floating="TRUE"/><Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" fx_expression="1"/>`
	const commands = `</Model><Command><Force_Vector_OneBody id="1" fx_expression="2" marker_id="20"/>
<Deactivate element_type="GFORCE" element_id="1"/><Simulate analysis_type="TRANSIENT" end_time="1" num_steps="1"/></Command></M>`
	for other, want := range map[string]string{
		"": "VFORCE/1, I=20\n, FX=2\nDEACTIVATE/GFORCE, ID=1\n",
		`<Force_Vector_TwoBody id="1" type="TORQUEONLY" i_marker_id="20" j_floating_marker_id="11" tx_expression="1"/>`: "VFORCE/2, I=20\n, FX=2\nDEACTIVATE/GFORCE, ID=1, 2\n",
	} {
		m := deck.ReadXML(&deck.Source{Name: "t.xml", Text: []byte("<M><Model>" + body + other + commands)}, "/d", element.Table())
		n, lost, files := again(m)
		if got := string(files[1].Text); !strings.Contains(got, want) || n.Diags.HasErrors() || lost.Count(deck.Error) > 0 {
			t.Errorf("%s\nwant\n%s\n%s%v", got, want, printed(n), lost.List)
		}
		for _, d := range lost.List {
			if d.Code != "W706" {
				t.Error(d.Msg)
			}
		}
	}
}
