package element_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// flagged sets the error flag of a reading routine.
func flagged(f *usersub.Frame, flag int32) { f.Ints(f.Sig.ArgIndex("errflg"))[0] = flag }

func as[T any](t *testing.T, s usersub.State) T {
	v, ok := usersub.As[T](s)
	if !ok {
		t.Errorf("the state is no %T", *new(T))
	}
	return v
}

// A spline, a marker, a matrix and a text that routines give are as if they
// stood in the deck. Each routine is called once, though an analysis lies between two
// versions of the model.
func TestReadings(t *testing.T) {
	calls := map[string]int{}
	given := routines{
		"SPLINE_READ": func(f *usersub.Frame, s usersub.State) {
			calls["spline "+strings.Join(f.Text, " ")]++
			x, y := []float64{0, 1, 2, 3}, []float64{0, 2, 4, 6, 0, 1, 2, 3}
			flagged(f, as[usersub.SplinePutter](t, s).PutSpline(3, x, y, []float64{0, 1}))
			clear(x) // the routine's memory is its own
		},
		"MARKER_READ": func(f *usersub.Frame, s usersub.State) {
			calls["marker"]++
			par := f.RealArgNamed("par")
			flagged(f, as[usersub.MarkerPutter](t, s).PutMarker(f.Int[0], [3]float64(par), 1, par[3:6]))
		},
		"MATRIX_READ": func(f *usersub.Frame, s usersub.State) {
			calls["matrix"]++
			flagged(f, as[usersub.MatrixPutter](t, s).PutMatrix(6, 2, 3, []float64{1, 4, 2, 5, 3, 6}))
		},
		"STRING_READ": func(f *usersub.Frame, s usersub.State) {
			calls["string"]++
			data := as[usersub.Data](t, s)
			if _, stat := data.GtStrg(5); stat == 0 {
				t.Error("a text is there before it has been given")
			}
			first, _ := data.GtStrg(4)
			flagged(f, as[usersub.StringPutter](t, s).PutString(5, first+".txt"))
		},
		"law": func(f *usersub.Frame, s usersub.State) {
			text, _ := as[usersub.Data](t, s).GtStrg(5)
			rows, cols, values, _ := as[usersub.Matrices](t, s).Matrix(6)
			if text != "road.txt" || rows != 2 || cols != 3 || fmt.Sprint(values) != "[1 4 2 5 3 6]" {
				t.Errorf("text %q, matrix %d × %d %v", text, rows, cols, values)
			}
			out(f)[0] = 7
		},
	}
	const by = ` usrsub_dll_name="a"`
	model := `<Reference_Spline id="3" file_name="no such" block_name="left"` + by + `/>
<Reference_Marker id="22" body_id="1" rm_id="23" usrsub_param_string="USER(1,2,3,0.1,0.2,0.3)"` + by + `/>
<Reference_Marker id="23" body_id="1" pos_x="10" psi="90D"/>
<Reference_Marker id="24" body_id="1" rm_id="23" pos_x="1" pos_y="2" pos_z="3" psi="0.1" theta="0.2" phi="0.3"/>
<Reference_Matrix id="6" nrow="2" ncol="3"` + by + `/><Reference_String id="5"` + by + `/><Reference_String id="4" string="road"/>
<Force_Vector_OneBody id="1" marker_id="30" type="FORCEONLY" fx_expression="7"/>
<Reference_Variable id="1" type="USERSUB" usrsub_fnc_name="law"` + by + `/>`
	twice := `<Simulate analysis_type="Transient" end_time="0.1" num_steps="1"/><Force_Vector_OneBody id="1" fx_expression="0"/>
<Simulate analysis_type="Transient" end_time="0.2" num_steps="1"/>`
	r := simulate(t, ground+point+model+report("AKISPL(1.5,0.25,3)", "DM(22,24)", "PSI(22,24)+THETA(22,24)+PHI(22,24)", "DX(22)", "VARVAL(1)"), twice, given)
	r.near(-1, "9.F1", 1.5*1.75, 1e-14)
	r.near(-1, "9.F2", 0, 1e-14)
	r.near(-1, "9.F3", 0, 1e-7) // the arc cosine of 1 loses half of the digits
	r.near(-1, "9.F4", 8, 1e-14)
	r.near(-1, "9.F5", 7, 0)
	want := "map[marker:1 matrix:1 spline no such left:1 string:1]"
	if fmt.Sprint(calls) != want {
		t.Errorf("calls %v, want %s", calls, want)
	}
}

// Forms of a marker's orientation, by the directions of its axes.
func TestMarkerForms(t *testing.T) {
	s, c := math.Sincos(0.4)
	for _, e := range []struct {
		kind   int32
		angles []float64
		x, z   [3]float64
	}{
		{0, []float64{0, 2, 0, 0, 0, 3}, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}},
		{0, []float64{c, s, 0.5, 0, 0, 1}, [3]float64{c, s, 0}, [3]float64{0, 0, 1}},
		{1, []float64{0.4, 0, 0}, [3]float64{c, s, 0}, [3]float64{0, 0, 1}},
		{2, []float64{0.4, 0, 0}, [3]float64{c, s, 0}, [3]float64{0, 0, 1}},
		{2, []float64{0, 0.4, 0}, [3]float64{c, 0, s}, [3]float64{-s, 0, c}}, // the nose goes up
		{2, []float64{0, 0, 0.4}, [3]float64{1, 0, 0}, [3]float64{0, -s, c}},
		{3, []float64{math.Cos(0.2), 0, 0, math.Sin(0.2)}, [3]float64{c, s, 0}, [3]float64{0, 0, 1}},
		{3, []float64{2 * math.Cos(0.2), 2 * math.Sin(0.2), 0, 0}, [3]float64{1, 0, 0}, [3]float64{0, -s, c}},
	} {
		put := func(f *usersub.Frame, s usersub.State) {
			flagged(f, as[usersub.MarkerPutter](t, s).PutMarker(22, [3]float64{5, 0, 0}, e.kind, e.angles))
		}
		axes := `<Reference_Marker id="25" body_id="1" pos_x="1"/><Reference_Marker id="26" body_id="1" pos_y="1"/><Reference_Marker id="27" body_id="1" pos_z="1"/>`
		r := simulate(t, ground+point+axes+`<Reference_Marker id="22" body_id="1" usrsub_dll_name="a"/>`+
			report("DX(25,1,22)", "DX(26,1,22)", "DX(27,1,22)", "DZ(25,1,22)", "DZ(26,1,22)", "DZ(27,1,22)"), start, routines{"MARKER_READ": put})
		for k := range 3 {
			r.near(-1, fmt.Sprintf("9.F%d", k+1), e.x[k], 1e-15)
			r.near(-1, fmt.Sprintf("9.F%d", k+4), e.z[k], 1e-15)
		}
	}
}

// failures builds a deck and returns what its routines failed with.
func failures(t *testing.T, dir, model string, r routines) string {
	t.Helper()
	text := "<M><Model>" + ground + model + "</Model></M>"
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, dir, element.Table())
	b := element.Build(m, r.load)
	var said strings.Builder
	m.Diags.WriteText(&said, false)
	if m.Diags.HasErrors() {
		t.Fatal(said.String())
	}
	for _, err := range b.Failed {
		if call := (*usersub.CallError)(nil); !errors.As(err, &call) {
			t.Errorf("%v is not a failed call", err)
		}
	}
	if b.Failed == nil {
		return said.String()
	}
	return errors.Join(b.Failed...).Error()
}

// What a routine may get wrong is said with element, routine and reason.
func TestReadingFails(t *testing.T) {
	inf := math.Inf(1)
	x, y := []float64{1, 2, 3, 4}, []float64{0, 0, 0, 0}
	spline := func(id int32, x, y, z []float64) func(s usersub.State) int32 {
		return func(s usersub.State) int32 { return as[usersub.SplinePutter](t, s).PutSpline(id, x, y, z) }
	}
	marker := func(kind int32, angles ...float64) func(s usersub.State) int32 {
		return func(s usersub.State) int32 {
			return as[usersub.MarkerPutter](t, s).PutMarker(3, [3]float64{}, kind, angles)
		}
	}
	const splines, markers = `<Reference_Spline id="3" usrsub_dll_name="a"/>`, `<Reference_Marker id="3" body_id="1" usrsub_dll_name="a"/>`
	for _, e := range []struct {
		element string
		put     func(s usersub.State) int32
		want    string
	}{
		{splines, func(usersub.State) int32 { return 4 }, "Reference_Spline 3: SPLINE_READ at time 0: it returned the error flag 4"},
		{splines, func(usersub.State) int32 { return 0 }, "it never gave its data by PUT_SPLINE, which takes four points at least"},
		{splines, spline(4, x, y, nil), "it returned the error flag 1; PUT_SPLINE: it was called for id 4"},
		{splines, spline(3, []float64{1, 2, 2, 4}, y, nil), "PUT_SPLINE: x has to increase: 2 in row 3 follows 2"},
		{splines, spline(3, x, append(y, y...), []float64{1, 1}), "PUT_SPLINE: z has to increase: value 2 is 1 and follows 1"},
		{splines, spline(3, x, []float64{0, 0, inf, 0}, nil), "PUT_SPLINE: a value is not finite"},
		{splines, marker(1, 0, 0, 0), "SPLINE_READ gives its data by another utility, not by PUT_MARKER"},
		{splines, func(s usersub.State) int32 { marker(1, 0, 0, 0)(s); return 0 }, "at time 0: PUT_SPLINE: SPLINE_READ gives"},
		{markers, marker(0, 1, 0, 0, 2, 0, 0), "its axes x and z have no length or are parallel"},
		{markers, marker(0, 1, 0, 0, 0, 0, 0), "its axes x and z have no length or are parallel"},
		{markers, marker(2, 1, inf, 0), "PUT_MARKER: a value is not finite"},
		{markers, marker(3, 0, 0, 0, 0), "its Euler parameters are zero"},
		{`<Reference_Matrix id="3" nrow="1" ncol="2" usrsub_dll_name="a"/>`, func(s usersub.State) int32 {
			return as[usersub.MatrixPutter](t, s).PutMatrix(3, 2, 1, x[:2])
		}, "PUT_MATRIX: it gives 2 × 1 numbers, nrow and ncol are 1 and 2"},
		{`<Reference_String id="3" usrsub_dll_name="a"/>`, func(s usersub.State) int32 {
			return as[usersub.StringPutter](t, s).PutString(2, "")
		}, "PUT_STRING: it was called for id 2"},
	} {
		law := func(f *usersub.Frame, s usersub.State) { flagged(f, e.put(s)) }
		r := routines{"SPLINE_READ": law, "MARKER_READ": law, "MATRIX_READ": law, "STRING_READ": law}
		use := `<Reference_Variable id="1" expr="AKISPL(TIME,0,3)"/>`
		if e.element != splines {
			use = ""
		}
		if got := failures(t, ".", e.element+use, r); !strings.Contains(got, e.want) || strings.Contains(got, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", e.element, got, e.want)
		}
	}
}

// A file beside the deck is handed over with its folder, a text of the routine
// becomes a diagnostic, and there is nothing to ask of the motion.
func TestReadingAsks(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data", "road.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	said := failures(t, dir, `<Param_Unit length_unit="Millimeter"/><Reference_Array id="4" type="IC">1 2</Reference_Array>
<Reference_Spline id="3" file_name="data\road.txt" usrsub_dll_name="a"/>`,
		routines{"SPLINE_READ": func(f *usersub.Frame, s usersub.State) {
			if want := filepath.Join(dir, "data", "road.txt"); f.Text[0] != want {
				t.Errorf("the file is %s, want %s", f.Text[0], want)
			}
			if _, flag := s.SysFnc("TIME", nil); flag == 0 {
				t.Error("a measure is answered")
			}
			if v, stat := as[usersub.Data](t, s).GtAray(4); stat != 0 || len(v) != 2 {
				t.Errorf("array %v, %d", v, stat)
			}
			if text, _ := s.ModFnc("Reference_Spline", 3, "file_name"); text != `data\road.txt` {
				t.Errorf("file_name is %s", text)
			}
			if exists, scales, _ := as[usersub.Units](t, s).GtUnts(); !exists || scales[1] != 1e-3 {
				t.Errorf("units %v %v", exists, scales)
			}
			if name := as[usersub.Files](t, s).GtInam(); name != filepath.Join(dir, "deck") {
				t.Errorf("the deck is %s", name)
			}
			as[usersub.Messages](t, s).Message(&usersub.Message{Utility: "USRMES", Flag: 1, Text: "four rows read", Tag: "INFO"})
			flagged(f, as[usersub.SplinePutter](t, s).PutSpline(3, []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, nil))
		}})
	if !strings.Contains(said, "note: Reference_Spline 3: SPLINE_READ: four rows read [B127]") {
		t.Error(said)
	}
}
