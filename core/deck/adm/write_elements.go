package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// What the tables cannot say of an element, statement by statement: the other
// way round of the functions in spec.do.

// newAttrSkipper takes attributes that follow from what is said.
func newAttrSkipper(names ...string) func(p *statementWriter) {
	return func(p *statementWriter) {
		for _, n := range names {
			p.done[n] = true
		}
	}
}

// textEntries returns the entries of the text between the tags.
func (p *statementWriter) textEntries() []string {
	t := p.e.Text()
	if t == nil {
		return nil
	}
	return strings.FieldsFunc(t.Value, func(r rune) bool { return r <= ' ' || r == ',' })
}

func (p *statementWriter) writeEntries(word string, list []string) {
	if len(list) > 0 {
		p.addWord(Numbers, word, strings.Join(list, ", "))
	}
}

func writeScalar(p *statementWriter) {
	if v, ok := p.consumeValue("val"); ok && !p.hasRoutine() && !p.isPending("val_expression") {
		p.addWord(Formula, "FUNCTION", v)
	}
}

func writeSpring(p *statementWriter) {
	names := []string{"K", "C", "FORCE", "LENGTH"}
	if p.e.Enum("type") == "ROTATIONAL" {
		names = []string{"KT", "CT", "TORQUE", "ANGLE"}
	}
	for k, attr := range []string{"stiffness", "damping", "preload", "length"} {
		if v, ok := p.consumeValue(attr); ok {
			p.addWord(Numbers, names[k], v)
		}
	}
}

func writeMultiPoint(p *statementWriter) {
	p.writeEntries("I", p.textEntries())
	p.done["n_i_marker"] = true
}

// writeJoint: initial conditions, where joints know them.
func writeJoint(p *statementWriter) {
	for _, n := range []string{"ic", "ictran", "icrot"} {
		if v, ok := p.consumeValue(n); ok {
			p.addWord(Numbers, strings.ToUpper(n), separateByCommas(v))
		}
	}
}

func writeCoupler(p *statementWriter) {
	var joints, types []string
	for _, k := range []string{"1", "2", "3"} {
		j, ok := p.consumeValue("joint" + k + "_id")
		if !ok {
			continue
		}
		f, ok := p.consumeValue("freedom_" + k)
		if !ok { // that of its joint
			f = "R"
			if e := p.w.FindElement("Constraint_Joint", p.e.Ref("joint"+k+"_id")); e != nil && e.Enum("type") == "TRANSLATIONAL" {
				f = "T"
			}
		}
		joints, types = append(joints, j), append(types, f)
	}
	p.writeEntries("JOINTS", joints)
	if len(types) > 0 {
		p.addWord(Plain, "TYPE", strings.Join(types, ":"))
	}
	if v, ok := p.consumeValue("coefficients"); ok {
		p.addWord(Numbers, "SCALES", separateByCommas(v))
	}
}

// writeStates: an equation says how many outputs it has by the array that takes
// them.
func writeStates(p *statementWriter) {
	if p.s.Name == "YFORCE" {
		p.done["type"] = true
	}
	if p.s.Name == "LSE" {
		p.done["num_state"] = p.schemaHasAttr("num_state") && p.e.Has("x_array_id")
		p.done["num_output"] = p.schemaHasAttr("num_output") && p.e.Has("y_array_id")
	}
}

func writeTransfer(p *statementWriter) {
	for _, n := range []string{"numerator", "denominator"} {
		p.done["num_"+n+"_coef"] = true
		if v, ok := p.consumeValue(n + "_coef"); ok {
			p.addWord(Numbers, strings.ToUpper(n), separateByCommas(v))
		}
	}
}

func writeSensor(p *statementWriter) {
	if v := p.e; p.schemaHasAttr("evaluate_id") && v.Ref("evaluate_id") != 0 && p.eval[v.Ref("evaluate_id")] && !p.own {
		e := p.w.FindElement("Sensor_Evaluate", v.Ref("evaluate_id"))
		p.done["evaluate_id"] = true
		a := e.Attr("expr")
		if a == nil {
			a = e.Attr("usrsub_param_string")
		}
		if a != nil {
			p.addWord(Formula, "EVALUATE", e.WrittenValue(a))
		}
	}
}

// writeVariable: the reader finds variables that depend on themselves.
func writeVariable(p *statementWriter) {
	if p.loops[p.e.ID()] && p.isPending("implicit") && p.e.Bool("implicit") {
		p.done["implicit"] = true
	}
}

func writeArrayNumbers(p *statementWriter) {
	word := "NUMBERS"
	if p.e.Has("variable_id") || p.e.Enum("type") == "U" {
		word = "VARIABLES"
	}
	list := p.textEntries()
	if v, ok := p.consumeValue("variable_id"); ok && list == nil {
		list = strings.Split(separateByCommas(v), ", ")
	}
	p.writeEntries(word, list)
}

func writeMatrix(p *statementWriter) {
	list := p.textEntries()
	p.done["nval"], p.done["issparse"], p.done["isroworder"] = true, true, true
	order := "CORDER"
	if p.e.Bool("isroworder") {
		order = "RORDER"
	}
	if len(list) == 0 {
		if p.e.Has("isroworder") {
			p.addWord(Plain, "FULL", order)
		}
		return
	}
	if p.e.Bool("issparse") {
		p.addWord(Flag, "SPARSE", "")
		columns := [3][]string{}
		for k, v := range list {
			columns[k%3] = append(columns[k%3], v)
		}
		p.writeEntries("I", columns[0])
		p.writeEntries("J", columns[1])
		p.writeEntries("VALUES", columns[2])
		return
	}
	p.addWord(Plain, "FULL", order)
	p.writeEntries("VALUES", list)
}

// writeSpline: of a surface, a list of Y begins with its value of z. A program
// cannot repeat a keyword: it has Z, and all of Y in one list.
func writeSpline(p *statementWriter) {
	p.done["num_xy_pair"], p.done["num_x"] = true, true
	list, nz := p.textEntries(), 1
	if p.schemaHasAttr("num_z") {
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
	p.writeEntries("X", x)
	switch {
	case z == nil:
		p.writeEntries("Y", y[0])
	case p.own:
		p.writeEntries("Z", z)
		p.writeEntries("Y", slices.Concat(y...))
	default:
		for n := range y {
			p.writeEntries("Y", append([]string{z[n]}, y[n]...))
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
		if v, ok := p.consumeValue("expr" + n); ok {
			p.addWord(Formula, "F"+n, v)
		}
	}
	if p.hasRoutine() {
		v, _ := p.consumeValue("usrsub_param_string")
		if !isUserList(v) {
			v = "USER(" + v + ")"
		}
		p.addWord(Formula, "FUNCTION", v)
	}
}

func writeUnits(p *statementWriter) {
	for _, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
		name := strings.ToLower(n) + "_unit"
		v, ok := p.consumeValue(name)
		if !ok {
			v = p.defaultNumber(name)
		}
		p.addWord(Plain, n, v)
	}
	if _, ok := p.consumeValue("mass_mult_factor"); ok {
		p.addWord(Numbers, "UCF", strconv.FormatFloat(1/p.e.Real("mass_mult_factor"), 'g', -1, 64))
	}
}

// writeIntegrator: PATTERN is read as the number of its entries up to the second
// T.
func writeIntegrator(p *statementWriter) {
	if p.isPending("dae_jacob_eval") {
		if n := p.e.Int("dae_jacob_eval"); n >= 1 && n <= 100 {
			p.done["dae_jacob_eval"] = true
			p.addWord(Plain, "PATTERN", "T"+strings.Repeat(":F", n-1))
		}
	}
	switch v, _ := p.consumeValue("dae_index"); v {
	case "3", "I3":
		p.addWord(Flag, "I3", "")
	case "2", "SI2":
		p.addWord(Flag, "SI2", "")
	case "1", "I1":
		p.addWord(Flag, "SI1", "")
	}
	if v, ok := p.consumeValue("dae_interpolation"); ok {
		p.addWord(Plain, "INTERPOLATE", map[string]string{"TRUE": "ON", "FALSE": "OFF"}[v])
	}
}

// writeActivate: a force without reaction may have another id than in the deck.
func writeActivate(p *statementWriter) {
	v, ok := p.consumeValue("element_id")
	if !ok {
		return
	}
	list := strings.Split(separateByCommas(v), ", ")
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
	p.writeEntries("ID", list)
}

// indexElements finds what the sentences of other elements say: Sensor_Evaluates that
// have the ids of their sensors, and the markers that something names.
func (s *ModelWriter) indexElements() {
	of := map[int]string{}
	for _, e := range s.w.Elements {
		s.recordPossibleMarkerIDs(e)
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
		if e.Kind == "Sensor_Event" && hasSchemaAttr(e, "evaluate_id") && e.Ref("evaluate_id") == e.ID() && s.w.FindElement("Sensor_Evaluate", e.ID()) != nil {
			s.eval[e.ID()] = true
		}
	}
	s.loops = selfDependentExpressions(of)
	for _, e := range s.w.Commands {
		s.recordPossibleMarkerIDs(e)
	}
}

// recordPossibleMarkerIDs notes all numbers that may be those of markers, but for the frame of a
// body.
func (s *ModelWriter) recordPossibleMarkerIDs(e *deck.Element) {
	for _, a := range e.GivenAttrs() {
		switch a.Spec.Type {
		case deck.Bool, deck.Enum, deck.String, deck.Path, deck.Real, deck.Reals, deck.Angle:
			continue
		}
		if a.Spec.Name != "lprf_id" {
			s.markNumbersInTextUsed(a.Value)
		}
	}
	if t := e.Text(); t != nil {
		s.markNumbersInTextUsed(t.Value)
	}
}

func (s *ModelWriter) markNumbersInTextUsed(text string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(w); err == nil {
			s.used[n] = true
		}
	}
}
