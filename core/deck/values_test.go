package deck

import (
	"math"
	"path/filepath"
	"reflect"
	"testing"
)

// one reads a deck with one element and fails if there are errors.
func one(t *testing.T, text string) *Element {
	t.Helper()
	m := read(text)
	if m.Diags.HasErrors() || len(m.Elements)+len(m.Commands) == 0 {
		t.Fatalf("%s:\n%s", text, printed(m))
	}
	return append(m.Elements, m.Commands...)[0]
}

func TestReal(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, "1.": 1, ".5": .5, "-1E4": -1e4, "+2.5e-3": 2.5e-3, "1.5D+3": 1500, "2d2": 200, " 7\t": 7, "1e-320": 1e-320, "-0": math.Copysign(0, -1),
	} {
		e := one(t, `<Reference_Marker body_id="1" id="1" pos_x="`+text+`"/><Body_Point id="1" mass="1"/>`)
		if got := e.Real("pos_x"); got != want || math.Signbit(got) != math.Signbit(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "-", ".", "e5", "1e", "1e999", "nan", "inf", "0x1", "1_0", "1 2", "1e5e5", "1+2", "１"} {
		if v, ok := parseReal(text); ok {
			t.Errorf("%q: %v", text, v)
		}
	}
}

func TestAngle(t *testing.T) {
	for text, want := range map[string]float64{"1.5": 1.5, "90D": math.Pi / 2, "-180d": -math.Pi, "90 D": math.Pi / 2, "1D1": 10, "1D1D": 10 * math.Pi / 180} {
		if got, ok := parseAngle(text); !ok || math.Abs(got-want) > 1e-15 {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
	}
	if _, ok := parseAngle("D"); ok {
		t.Error("D is an angle")
	}
}

func TestTypedValues(t *testing.T) {
	e := one(t, `<Force_Vector_OneBody id="7" label="push" type=" ForceAndTorque " preload="1, 2.5 -3" flags="0,1" note=" as is "/>`)
	if e.ID() != 7 || e.KindID() != "Force_Vector_OneBody 7" || e.KindIDLabel() != "Force_Vector_OneBody 7 (push)" {
		t.Error(e.ID(), e.KindID(), e.KindIDLabel())
	}
	if e.Enum("type") != "FORCEANDTORQUE" || e.Str("note") != " as is " || e.Label() != "push" {
		t.Errorf("%q %q", e.Enum("type"), e.Str("note"))
	}
	if !reflect.DeepEqual(e.Reals("preload"), []float64{1, 2.5, -3}) || !reflect.DeepEqual(e.Ints("flags"), []int{0, 1}) {
		t.Error(e.Reals("preload"), e.Ints("flags"))
	}
}

func TestDefaults(t *testing.T) {
	m := read(`<Force_Penalty id="1" type="EXPRESSION" expr="1" penalty="2"/><Force_Gravity grav_y=" -9.81 " grav_z="STEP(TIME,0,0,1,-9810)"/>`)
	e, g := m.Elements[0], m.Elements[1]
	if e.Real("smoothing_factor") != 1 || e.Real("penalty1") != 0 || e.Bool("unilateral") || e.Has("penalty1") || e.Attr("penalty1") != nil {
		t.Error("wrong defaults of Force_Penalty")
	}
	if e.SpanOf("penalty1") != e.Span || e.SpanOf("penalty").Text() != "2" {
		t.Error("wrong places")
	}
	x, okX := g.Number("grav_x")
	y, okY := g.Number("grav_y")
	if _, okZ := g.Number("grav_z"); x != 0 || y != -9.81 || !okX || !okY || okZ {
		t.Error(x, y, okX, okY, okZ)
	}
	if g.ID() != 0 || g.KindIDLabel() != "Force_Gravity" || g.Attr("grav_z").Value != "STEP(TIME,0,0,1,-9810)" {
		t.Error(g.KindIDLabel())
	}
}

func TestNotGiven(t *testing.T) {
	m := read(`<Reference_Array id="4" type="IC"> 1 2,3 </Reference_Array>
<Reference_Array id="5" type="U" usrsub_dll_name="NULL" usrsub_param_string="null" variable_id=""/>
<Reference_Array id="6" type="U"><!-- a -->8 <![CDATA[9]]></Reference_Array>
<Reference_Variable id="8" expr="1"/><Reference_Variable id="9" expr="1"/>
<Body_Point id="1" mass="1"/><Reference_Marker id="2" body_id="1"/>
<Force_StateEqn id="1" type="LINEAR" ic_array_id="0" x_array_id="4" i_marker_id="2" j_floating_marker_id="2"/>`)
	if len(m.Diags.List) > 0 {
		t.Fatal(printed(m))
	}
	for _, n := range []string{"usrsub_dll_name", "usrsub_param_string", "variable_id"} {
		if m.FindElement("Reference_Array", 5).Has(n) {
			t.Error(n, "is given")
		}
	}
	if e := m.FindElement("Force_StateEqn", 1); e.Has("ic_array_id") || e.Ref("ic_array_id") != 0 || e.Ref("x_array_id") != 4 || e.Int("num_output") != 6 {
		t.Error("wrong references")
	}
	if got := m.FindElement("Reference_Array", 4).TextReals(); !reflect.DeepEqual(got, []float64{1, 2, 3}) {
		t.Error(got)
	}
	if got := m.FindElement("Reference_Array", 6).TextInts(); !reflect.DeepEqual(got, []int{8, 9}) {
		t.Error(got)
	}
	if len(m.ElementsOfKind("Reference_Array")) != 3 || m.FindElement("Reference_Array", 7) != nil {
		t.Error("wrong elements")
	}
}

func TestRoutine(t *testing.T) {
	ref := func(attrs string) (ref struct {
		lib, script, interp, plugin, fnc string
		named, ok                        bool
	}) {
		e := one(t, `<Force_Penalty id="7" label="x" penalty="1" `+attrs+`/>`)
		r, ok := e.RoutineRef("PFOSUB")
		if dir, _ := filepath.Abs("/d"); r.Dir != dir || r.Element != "Force_Penalty 7" {
			t.Error(r.Dir, r.Element)
		}
		ref.lib, ref.script, ref.interp, ref.plugin, ref.fnc, ref.named, ref.ok = r.Library, r.Script, r.Interpreter, r.Plugin, r.Function, r.Named, ok
		return ref
	}
	if r := ref(`type="USERSUB" usrsub_dll_name=" ms_csubdll " usersub_fnc_name="MyPfo" usrsub_param_string="USER(1)"`); !r.ok || r.lib != "ms_csubdll" || r.fnc != "MyPfo" || !r.named {
		t.Errorf("%+v", r)
	}
	if r := ref(`type="USERSUB" usrsub_dll_name="NULL" script_name="a.PY"`); !r.ok || r.lib != "" || r.interp != "PYTHON" || r.fnc != "PFOSUB" || r.named {
		t.Errorf("%+v", r)
	}
	if r := ref(`type="USERSUB" usrsub_plugin_name="./p" usrsub_fnc_name="NULL"`); !r.ok || r.plugin != "./p" || r.named {
		t.Errorf("%+v", r)
	}
	if r := ref(`type="EXPRESSION" expr="1"`); r.ok {
		t.Errorf("%+v", r)
	}
}

func TestDialectAndArea(t *testing.T) {
	e := one(t, `<Force_Penalty id="7" penalty="1" type="USERSUB" usrsub_dialect="Adams"/>`)
	e.model.Dialect = "ms"
	if r, _ := e.RoutineRef("PFOSUB"); r.Dialect != "adams" || r.DeckDialect != "ms" || r.Area != "" {
		t.Errorf("%+v", r)
	}
	contacts := Table{{Kind: "Contact", Attrs: append(UserSubAttrs("", 0), *RoutineHasAreaAttr(""))}}
	for text, want := range map[string]string{"": "", `usrsub_area="YES"`: "yes", `usrsub_area="no"`: "no"} {
		m := ReadXML(&Source{Name: "x.xml", Text: []byte(`<R><Model><Contact id="1" usrsub_dll_name="x" ` + text + `/></Model></R>`)}, "/d", contacts)
		if r, ok := m.Elements[0].RoutineRef("CNFSUB"); !ok || r.Area != want || len(m.Diags.List) > 0 {
			t.Errorf("%s: %+v %v", text, r, m.Diags.List)
		}
	}
}

func TestCommands(t *testing.T) {
	m := read(`<R><Model><Body_Point id="1" mass="1"/></Model><Command>
<Simulate analysis_type="Frequency  response" num_step="5"/><Body_Point id="1" mass="3"/><Param_Simulation/><Simulate analysis_type="static"/></Command></R>`)
	if len(m.Diags.List) > 0 || len(m.Elements) != 1 || len(m.Commands) != 4 || m.Root != "R" {
		t.Fatal(printed(m))
	}
	s, b, p := m.Commands[0], m.Commands[1], m.Commands[2]
	if s.Enum("analysis_type") != "FREQUENCY RESPONSE" || s.Int("num_steps") != 5 || s.Modifies || !b.Modifies || !p.Modifies || b.Real("mass") != 3 || b.ID() != 1 {
		t.Error("wrong commands")
	}
	if m.FindElement("Body_Point", 1) != m.Elements[0] {
		t.Error("the modification hides the element")
	}
}

func TestMisuse(t *testing.T) {
	e := one(t, `<Body_Point id="1" mass="1"/>`)
	for name, f := range map[string]func(){
		"unknown name": func() { e.Has("colour") },
		"wrong type":   func() { e.Int("mass") },
		"no text":      func() { e.TextReals() },
		"unknown kind": func() { e.model.FindElement("Body", 1) },
		"twice":        func() { prepareKinds(Table{{Kind: "A"}, {Kind: "a"}}) },
		"no type":      func() { prepareKinds(Table{{Kind: "A", Attrs: []AttrSpec{{Name: "x"}}}}) },
		"when":         func() { prepareKinds(Table{{Kind: "A", Attrs: []AttrSpec{{Name: "x", Type: Int, When: "y=1"}}}}) },
		"to":           func() { prepareKinds(Table{{Kind: "A", Attrs: []AttrSpec{{Name: "x", Type: Ref, To: []string{"B"}}}}}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestNamedParams(t *testing.T) {
	for text, want := range map[string][]Param{
		"USER(1, 2 3)":            {{Value: 1}, {Value: 2}, {Value: 3}},
		"USER(a=1,B_2 = -2e1)":    {{Name: "a", Value: 1}, {Name: "B_2", Value: -20}},
		" user ( 7, a= 1 b =2 ) ": {{Value: 7}, {Name: "a", Value: 1}, {Name: "b", Value: 2}},
		"a=4":                     {{Name: "a", Value: 4}}, // with a warning
		"USER()":                  nil,
	} {
		e := one(t, `<Force_Penalty id="1" type="USERSUB" penalty="1" usrsub_param_string="`+text+`"/>`)
		a := e.Attr("usrsub_param_string")
		got := a.Params()
		for k := range got {
			p := &got[k]
			if a.Value[p.NameStart:p.NameEnd] != p.Name || p.End-p.Start < 1 {
				t.Errorf("%q: entry %d stands at %+v", text, k, p)
			}
			p.Start, p.End, p.NameStart, p.NameEnd = 0, 0, 0, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"USER(a=)", "USER(=1)", "USER(a==1)", "USER(a,=1)", "USER(a=b=1)", "USER(a b=1)", "USER(2a=1)", "USER(a=,1)", "USER(a-b=1)", "USER(a)"} {
		m := read(`<Force_Penalty id="1" type="USERSUB" penalty="1" usrsub_param_string="` + text + `"/>`)
		if !m.Diags.HasErrors() {
			t.Errorf("%q has no error", text)
		}
	}
}
