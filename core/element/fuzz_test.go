package element

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	quotedValue = regexp.MustCompile(`"[^"<>]*"`)
	attribute   = regexp.MustCompile(`\s[A-Za-z_0-9]+\s*=\s*"[^"]*"`)
	tag         = regexp.MustCompile(`<[A-Z][A-Za-z]*_[A-Za-z]+[^<>]*/>`)
)

// odd are values that stand where others should.
var odd = []string{`"0"`, `"-1"`, `"1"`, `"2"`, `"1e300"`, `"1e-320"`, `"NaN"`, `"2147483647"`, `""`, `"NULL"`, `"TRUE"`, `"USERSUB"`, `"EXPRESSION"`,
	`"LINEAR"`, `"IC"`, `"X"`, `"FORCEONLY"`, `"TORQUE"`, `"POINTBODY"`, `"CYLINDRICAL"`, `"T"`, `"A"`, `"V"`, `"VARVAL(1)"`, `"DIF(1)+DIF1(1)"`,
	`"JOINT(1,0,2,0)"`, `"USER(1,2)"`, `"DX(1,1)"`, `"SQRT(-1)"`, `"FX(1)"`, `"1 2 3"`, `"90D"`, `"TIME"`, `"1/0"`}

// mutate changes a deck where it means something: values, attributes, elements.
func mutate(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	for range r.IntN(5) {
		where := []*regexp.Regexp{quotedValue, attribute, tag}[r.IntN(3)]
		all := where.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			continue
		}
		at, other := all[r.IntN(len(all))], all[r.IntN(len(all))]
		by := text[other[0]:other[1]]
		switch r.IntN(4) {
		case 0:
			if by = ""; where == quotedValue {
				by = odd[r.IntN(len(odd))]
			}
		case 1:
			by += text[at[0]:at[1]]
		case 2:
			if where == quotedValue {
				by = odd[r.IntN(len(odd))]
			}
		}
		text = text[:at[0]] + by + text[at[1]:]
	}
	return text
}

// wires is a deck of curves that points slide on and that touch.
const wires = "<M><Model>" + rod + `<Body_Point id="4" cg_id="40" mass="1"/><Reference_Marker id="40" body_id="4" body_type="POINTBODY" pos_x="1"/>
<Reference_ParamCurve id="1" is_curve_points="TRUE" is_u_closed="TRUE">1 0 0 0 1 0 -1 0 0 0 -1 0 1 0 0</Reference_ParamCurve>
<Reference_ParamCurve id="2" is_curve_points="FALSE">-1 1 0 0 1 0 1 1 0 2 1.5 0 3 2 0</Reference_ParamCurve>
<Reference_ParamCurve id="3" is_curve_points="TRUE" matrix_id="1"/><Reference_Matrix id="1" nrow="3" ncol="3">0 1 2 0 1 0 0 0 0</Reference_Matrix>
<Constraint_PTCV id="1" i_marker_id="40" j_marker_id="20" curve_id="1" disp_x0="0" disp_y0="1" disp_z0="0" vel_0="2"/>
<Constraint_CVCV id="2" i_marker_id="20" j_marker_id="10" i_curve_id="1" j_curve_id="2" is_no_slip="TRUE"/>
<Constraint_PTCV id="3" i_marker_id="40" j_marker_id="10" curve_id="3"/></Model></M>`

// FuzzBuild: no deck makes reading, building or the first evaluation panic. A
// deck without errors gives a State or an error that says why not.
func FuzzBuild(f *testing.F) {
	for _, path := range examples(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for seed := range uint64(4) {
			f.Add(string(text), seed)
		}
	}
	for _, c := range []string{filterDeck, rod, wires} {
		f.Add(c, uint64(0))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 1<<15 {
			return
		}
		b, _ := build(mutate(text, seed), none)
		if b.Deck.Diags.HasErrors() {
			return
		}
		s, err := b.System.NewState()
		if err != nil {
			return
		}
		s.EvaluateWithoutResults(s.DeckPoint()) // any numbers, or an error
	})
}

// filterDeck has the elements that the examples have not.
const filterDeck = `<M><Model>` + rod + `
<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2" rm_id="10"/>
<Reference_Array id="1" type="X" num_element="2"/><Reference_Array id="2" type="Y"/><Reference_Array id="3" type="U">5</Reference_Array>
<Reference_Array id="4" type="IC" num_element="2">3, 4</Reference_Array><Reference_Variable id="5" expr="VARVAL(6)/3"/><Reference_Variable id="7" expr="2*TIME"/><Reference_Variable id="6" implicit="TRUE" expr="COS(VARVAL(6))"/>
<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE" nval="2">1 1 -1 2 2 -2</Reference_Matrix><Reference_Matrix id="2" nrow="2" ncol="1">1 1</Reference_Matrix>
<Reference_Matrix id="3" nrow="6" ncol="2" isroworder="TRUE">1 0 0 1 0 0 0 0 0 0 0 0</Reference_Matrix><Reference_Matrix id="4" nrow="6" ncol="1">0 0 .5 0 0 0</Reference_Matrix>
<Force_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" u_array_id="3" ic_array_id="4" a_matrix_id="1" b_matrix_id="2" c_matrix_id="3" d_matrix_id="4" i_marker_id="30" j_floating_marker_id="10" ref_marker_id="20"/>
<Control_Diff id="2" is_implicit="TRUE" ic="1" expr="DIF1(2)+DIF(2)**3"/><Constraint_Joint id="5" type="CYLINDRICAL" i_marker_id="20" j_marker_id="10"/>
<Motion_Joint id="7" joint_id="5" motion_type="T" val_type="V" expr="VX(30)"/><Motion_Joint id="8" joint_id="5" joint_type="R" val_type="A" expr="VARVAL(7)*TIME"/>
<Force_Vector_TwoBody id="1" type="ForceAndTorque" i_marker_id="21" j_floating_marker_id="11" fx_expression="JOINT(5,0,2,10)" tz_expression="SPDP(1,1,5,0)"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fz_expression="ACCX(20,10,10,10)"/><Force_Gravity grav_x="TIME" grav_z="-9.81"/>
<Force_Scalar_TwoBody id="1" type="TORQUE" is_action_only="TRUE" i_marker_id="21" j_marker_id="10" val="3"/><Force_SpringDamper id="1" i_marker_id="21" j_marker_id="30" stiffness="4" damping="2" length="1"/>
<Force_Penalty id="1" penalty="100" penalty="10" unilateral="TRUE" expr="DM(30,20)-1"/><Constraint_General id="1" expr="DY(30,10)-SIN(DX(30,10))" i_marker_id="30"/>
<Post_Request id="1" type="MARKER_FORCE" i_marker_id="30"/><Post_Request id="2" type="ELEMENTAL_FORCE" elem_type="JOINT" elem_id="5"/>
<Post_Request id="3" type="EXPRESSION" expr1="ARYVAL(1,2)" expr2="DIF1(2)" expr3="FX(20,10,10)" expr8="YFORCE(1,0,2,0)"/>
</Model><Command><ResOutput angle_type="YPR"/><Param_Transient h_max="1"/><Simulate analysis_type="Transient" end_time="1" num_steps="4"/><Stop/></Command></M>`

// The deck that the fuzzer starts from is a good one.
func TestFilterDeck(t *testing.T) {
	b, said := build(filterDeck, none)
	if b.Deck.Diags.HasErrors() {
		t.Fatal(said)
	}
	if _, err := b.System.NewState(); err != nil {
		t.Fatal(err)
	}
}

// changing is a deck whose command block holds the elements of its model once more,
// in disorder, as changes.
func changing(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 2))
	all := tag.FindAllString(text, -1)
	changes := `<Deactivate element_type="JOINT" element_id="5"/><Activate element_type="JOINT" element_id="5"/>`
	for range min(len(all), 1+r.IntN(6)) {
		one := all[r.IntN(len(all))]
		for range r.IntN(4) { // a change gives some of the attributes only
			if a := attribute.FindAllStringIndex(one, -1); len(a) > 1 {
				at := a[1+r.IntN(len(a)-1)]
				one = one[:at[0]] + one[at[1]:]
			}
		}
		changes += one
	}
	return strings.Replace(text, "<Simulate", `<Simulate analysis_type="Transient" end_time="0.5"/>`+mutate(changes, seed)+"<Simulate", 1)
}

// FuzzChange: no changes of a model by commands panic, and the run can be resumed
// with the changed model or an error says why not.
func FuzzChange(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(filterDeck, seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 1<<15 {
			return
		}
		b, _ := build(changing(text, seed), none)
		if b.Deck.Diags.HasErrors() {
			return
		}
		s, err := b.System.NewState()
		if err != nil {
			return
		}
		p := s.DeckPoint()
		for _, c := range b.Commands {
			if c.Change == nil {
				continue
			}
			if s, p, err = c.Change.next.System.TransferState(s, p); err != nil {
				return
			}
			s.EvaluateWithoutResults(p)
		}
	})
}
