package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// What the tables cannot say of an element, statement by statement: the other
// way round of the functions in spec.do.

// skip takes attributes that follow from what is said.
func skip(names ...string) func(p *statementWriter) {
	return func(p *statementWriter) {
		for _, n := range names {
			p.done[n] = true
		}
	}
}

// text returns the entries of the text between the tags.
func (p *statementWriter) text() []string {
	t := p.e.Text()
	if t == nil {
		return nil
	}
	return strings.FieldsFunc(t.Value, func(r rune) bool { return r <= ' ' || r == ',' })
}

func (p *statementWriter) entries(word string, list []string) {
	if len(list) > 0 {
		p.add(Numbers, word, strings.Join(list, ", "))
	}
}

func writeScalar(p *statementWriter) {
	if v, ok := p.takeValue("val"); ok && !p.calls() && !p.given("val_expression") {
		p.add(Formula, "FUNCTION", v)
	}
}

func writeSpring(p *statementWriter) {
	names := []string{"K", "C", "FORCE", "LENGTH"}
	if p.e.Enum("type") == "ROTATIONAL" {
		names = []string{"KT", "CT", "TORQUE", "ANGLE"}
	}
	for k, attr := range []string{"stiffness", "damping", "preload", "length"} {
		if v, ok := p.takeValue(attr); ok {
			p.add(Numbers, names[k], v)
		}
	}
}

func writeMultiPoint(p *statementWriter) {
	p.entries("I", p.text())
	p.done["n_i_marker"] = true
}

// writeJoint: initial conditions, where joints know them.
func writeJoint(p *statementWriter) {
	for _, n := range []string{"ic", "ictran", "icrot"} {
		if v, ok := p.takeValue(n); ok {
			p.add(Numbers, strings.ToUpper(n), commas(v))
		}
	}
}

func writeCoupler(p *statementWriter) {
	var joints, types []string
	for _, k := range []string{"1", "2", "3"} {
		j, ok := p.takeValue("joint" + k + "_id")
		if !ok {
			continue
		}
		f, ok := p.takeValue("freedom_" + k)
		if !ok { // that of its joint
			f = "R"
			if e := p.w.Find("Constraint_Joint", p.e.Ref("joint"+k+"_id")); e != nil && e.Enum("type") == "TRANSLATIONAL" {
				f = "T"
			}
		}
		joints, types = append(joints, j), append(types, f)
	}
	p.entries("JOINTS", joints)
	if len(types) > 0 {
		p.add(Plain, "TYPE", strings.Join(types, ":"))
	}
	if v, ok := p.takeValue("coefficients"); ok {
		p.add(Numbers, "SCALES", commas(v))
	}
}

// writeStates: an equation says how many outputs it has by the array that takes
// them.
func writeStates(p *statementWriter) {
	if p.s.Name == "YFORCE" {
		p.done["type"] = true
	}
	if p.s.Name == "LSE" {
		p.done["num_state"] = p.knows("num_state") && p.e.Has("x_array_id")
		p.done["num_output"] = p.knows("num_output") && p.e.Has("y_array_id")
	}
}

func writeTransfer(p *statementWriter) {
	for _, n := range []string{"numerator", "denominator"} {
		p.done["num_"+n+"_coef"] = true
		if v, ok := p.takeValue(n + "_coef"); ok {
			p.add(Numbers, strings.ToUpper(n), commas(v))
		}
	}
}

func writeSensor(p *statementWriter) {
	if v := p.e; p.knows("evaluate_id") && v.Ref("evaluate_id") != 0 && p.eval[v.Ref("evaluate_id")] && !p.own {
		e := p.w.Find("Sensor_Evaluate", v.Ref("evaluate_id"))
		p.done["evaluate_id"] = true
		a := e.Attr("expr")
		if a == nil {
			a = e.Attr("usrsub_param_string")
		}
		if a != nil {
			p.add(Formula, "EVALUATE", e.Written(a))
		}
	}
}

// writeVariable: the reader finds variables that depend on themselves.
func writeVariable(p *statementWriter) {
	if p.loops[p.e.ID()] && p.given("implicit") && p.e.Bool("implicit") {
		p.done["implicit"] = true
	}
}

func writeArrayNumbers(p *statementWriter) {
	word := "NUMBERS"
	if p.e.Has("variable_id") || p.e.Enum("type") == "U" {
		word = "VARIABLES"
	}
	list := p.text()
	if v, ok := p.takeValue("variable_id"); ok && list == nil {
		list = strings.Split(commas(v), ", ")
	}
	p.entries(word, list)
}

func writeMatrix(p *statementWriter) {
	list := p.text()
	p.done["nval"], p.done["issparse"], p.done["isroworder"] = true, true, true
	order := "CORDER"
	if p.e.Bool("isroworder") {
		order = "RORDER"
	}
	if len(list) == 0 {
		if p.e.Has("isroworder") {
			p.add(Plain, "FULL", order)
		}
		return
	}
	if p.e.Bool("issparse") {
		p.add(Flag, "SPARSE", "")
		columns := [3][]string{}
		for k, v := range list {
			columns[k%3] = append(columns[k%3], v)
		}
		p.entries("I", columns[0])
		p.entries("J", columns[1])
		p.entries("VALUES", columns[2])
		return
	}
	p.add(Plain, "FULL", order)
	p.entries("VALUES", list)
}

// writeSpline: of a surface, a list of Y begins with its value of z. A program
// cannot repeat a keyword: it has Z, and all of Y in one list.
func writeSpline(p *statementWriter) {
	p.done["num_xy_pair"], p.done["num_x"] = true, true
	list, nz := p.text(), 1
	if p.knows("num_z") {
		nz = max(p.e.Int("num_z"), 1)
		p.done["num_z"] = true
	}
	if len(list) < nz+1 {
		return
	}
	var z, x []string
	if nz > 1 {
		z, list = list[:nz], list[nz:]
	}
	y := make([][]string, nz)
	for k := 0; k+nz < len(list); k += nz + 1 {
		x = append(x, list[k])
		for n := range y {
			y[n] = append(y[n], list[k+1+n])
		}
	}
	p.entries("X", x)
	switch {
	case z == nil:
		p.entries("Y", y[0])
	case p.own:
		p.entries("Z", z)
		p.entries("Y", slices.Concat(y...))
	default:
		for n := range y {
			p.entries("Y", append([]string{z[n]}, y[n]...))
		}
	}
}

func writeRequest(p *statementWriter) {
	switch p.e.Enum("type") {
	case "EXPRESSION", "USERSUB":
		p.done["type"] = true
	}
	for k := 1; k <= 8; k++ {
		n := strconv.Itoa(k)
		if v, ok := p.takeValue("expr" + n); ok {
			p.add(Formula, "F"+n, v)
		}
	}
	if p.calls() {
		v, _ := p.takeValue("usrsub_param_string")
		if !user(v) {
			v = "USER(" + v + ")"
		}
		p.add(Formula, "FUNCTION", v)
	}
}

func writeUnits(p *statementWriter) {
	for _, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
		name := strings.ToLower(n) + "_unit"
		v, ok := p.takeValue(name)
		if !ok {
			v = p.standard(name)
		}
		p.add(Plain, n, v)
	}
	if _, ok := p.takeValue("mass_mult_factor"); ok {
		p.add(Numbers, "UCF", strconv.FormatFloat(1/p.e.Real("mass_mult_factor"), 'g', -1, 64))
	}
}

// writeIntegrator: PATTERN is read as the number of its entries up to the second
// T.
func writeIntegrator(p *statementWriter) {
	if p.given("dae_jacob_eval") {
		if n := p.e.Int("dae_jacob_eval"); n >= 1 && n <= 100 {
			p.done["dae_jacob_eval"] = true
			p.add(Plain, "PATTERN", "T"+strings.Repeat(":F", n-1))
		}
	}
	switch v, _ := p.takeValue("dae_index"); v {
	case "3", "I3":
		p.add(Flag, "I3", "")
	case "2", "SI2":
		p.add(Flag, "SI2", "")
	case "1", "I1":
		p.add(Flag, "SI1", "")
	}
	if v, ok := p.takeValue("dae_interpolation"); ok {
		p.add(Plain, "INTERPOLATE", map[string]string{"TRUE": "ON", "FALSE": "OFF"}[v])
	}
}

// writeActivate: a force without reaction may have another id than in the deck.
func writeActivate(p *statementWriter) {
	v, ok := p.takeValue("element_id")
	if !ok {
		return
	}
	list := strings.Split(commas(v), ", ")
	for _, old := range list {
		id, _ := strconv.Atoi(old)
		switch name := p.renamed[id]; p.e.Enum("element_type") {
		case "GFORCE", "VFORCE", "VTORQUE":
			if name != "" {
				list = append(list, name)
			}
		case "FORCE":
			if name != "" { // forces of other types may have the new id
				p.reportLost("element_id")
			}
		}
	}
	p.entries("ID", list)
}

// survey finds what the sentences of other elements say: Sensor_Evaluates that
// have the ids of their sensors, and the markers that something names.
func (s *ModelWriter) survey() {
	of := map[int]string{}
	for _, e := range s.w.Elements {
		s.uses(e)
		switch {
		case e.Kind == "Reference_Marker":
			s.free = max(s.free, e.ID())
		case e.Kind == "Reference_Matrix":
			s.freeMatrix = max(s.freeMatrix, e.ID())
		case e.Kind == lone || e.Kind == twoBody:
			s.freeForce = max(s.freeForce, e.ID())
		case e.Kind == "Body_Rigid":
			s.freeBody = max(s.freeBody, e.ID())
			if e.Bool("isground") {
				s.ground = e.ID()
			}
		}
		if e.Kind == "Reference_Variable" && e.Has("expr") {
			of[e.ID()] = e.Str("expr")
		}
		if e.Kind == "Sensor_Event" && knows(e, "evaluate_id") && e.Ref("evaluate_id") == e.ID() && s.w.Find("Sensor_Evaluate", e.ID()) != nil {
			s.eval[e.ID()] = true
		}
	}
	s.loops = loopsOf(of)
	for _, e := range s.w.Commands {
		s.uses(e)
	}
}

// uses notes all numbers that may be those of markers, but for the frame of a
// body.
func (s *ModelWriter) uses(e *deck.Element) {
	for _, a := range e.Given() {
		switch a.Spec.Type {
		case deck.Bool, deck.Enum, deck.String, deck.Path, deck.Real, deck.Angle:
			continue
		}
		if a.Spec.Name != "lprf_id" {
			s.numbers(a.Value)
		}
	}
	if t := e.Text(); t != nil {
		s.numbers(t.Value)
	}
}

func (s *ModelWriter) numbers(text string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(w); err == nil {
			s.used[n] = true
		}
	}
}
