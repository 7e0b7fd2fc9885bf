package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	array := func(name string, alias ...string) deck.AttrSpec {
		return deck.AttrSpec{Name: name, Alias: alias, Type: deck.Ref, To: []string{"Reference_Array"}}
	}
	enter(kind{
		schema: &deck.Schema{
			Kind: "Force_StateEqn", Doc: "x' = F(x,u,t), y = G(x,u,t); the six outputs act as force and torque on I's body at I",
			Attrs: attrs(
				required(choice("type", "", "LINEAR", "USERSUB")),
				required(array("x_array_id", "x_solver_array_id")), array("y_array_id", "y_solver_array_id"),
				array("u_array_id", "u_solver_array_id"), array("ic_array_id", "ic_solver_array_id"),
				when("type=USERSUB", deck.AttrSpec{Name: "num_state", Type: deck.Int, Required: true, Positive: true}),
				deck.AttrSpec{Name: "num_output", Type: deck.Int, Default: "6"},
				flag("is_static_hold"),
				ref("i_marker_id", "Reference_Marker"),
				required(deck.AttrSpec{Name: "j_floating_marker_id", Alias: []string{"j_marker_id"}, Type: deck.Ref, To: []string{"Reference_Marker"}}),
				optRef("ref_marker_id", "Reference_Marker"),
				when("type=LINEAR", ref("a_matrix_id", "Reference_Matrix")),
				when("type=LINEAR", optRef("b_matrix_id", "Reference_Matrix")),
				when("type=LINEAR", optRef("c_matrix_id", "Reference_Matrix")),
				when("type=LINEAR", optRef("d_matrix_id", "Reference_Matrix")),
				deck.UserSubAttrs("type=USERSUB", 4),
			),
		},
		phase: forces,
		build: buildStateEqn,
	})
}

// stateEqn is a state equation while it is built.
type stateEqn struct {
	n, m   int // states, inputs
	x, u   []system.Call
	ic     []float64
	output [6]system.Output
}

func buildStateEqn(b *builder, e *deck.Element) {
	if e.Int("num_output") != 6 {
		e.Errorf("num_output", "B070", "a force has exactly 6 outputs (FX FY FZ TX TY TZ), not %d", e.Int("num_output"))
		return
	}
	q := &stateEqn{}
	for k := range q.output {
		q.output[k] = system.None
	}
	if !b.inputsOf(e, q) {
		return
	}
	var a [][]float64
	if e.Enum("type") == "LINEAR" {
		if a = b.named(e, "a_matrix_id", -1, -1); a == nil {
			return
		}
		if len(a) != len(a[0]) {
			e.Errorf("a_matrix_id", "B044", "the state matrix is %d × %d; it must be square", len(a), len(a[0]))
			return
		}
		q.n = len(a)
	} else {
		q.n = e.Int("num_state")
	}
	if !b.statesOf(e, q) {
		return
	}
	law, out := system.LawIdx(-1), 0
	if a != nil {
		law = b.linear(e, q, a)
	} else {
		law = b.stateRoutine(e, q)
	}
	if law < 0 {
		return
	}
	b.finishStates(e, q, law, out)
}

// inputsOf makes the calls of the input array's components.
func (b *builder) inputsOf(e *deck.Element, q *stateEqn) bool {
	id := e.Ref("u_array_id")
	if id == 0 {
		return true
	}
	u := b.arrayOf(e, "u_array_id", "U")
	if u == nil {
		return false
	}
	v, ok := b.sys.Values["ARYVAL"][id]
	q.m = v.Length
	for k := range q.m {
		q.u = append(q.u, system.Call{Name: "ARYVAL", Args: []int{id, k + 1}})
	}
	return ok
}

// arrayOf returns the array that an attribute names, checked for its type.
func (b *builder) arrayOf(e *deck.Element, name, kind string) *deck.Element {
	a := b.deck.Find("Reference_Array", e.Ref(name))
	if a == nil {
		return nil
	}
	if a.Enum("type") != kind {
		e.Errorf(name, "B071", "array %d is of type %s, wanted %s", a.ID(), a.Enum("type"), kind)
		return nil
	}
	return a
}

// statesOf checks the arrays of states and initial values; missing initial
// values are zeros.
func (b *builder) statesOf(e *deck.Element, q *stateEqn) bool {
	x := b.arrayOf(e, "x_array_id", "X")
	if x == nil {
		return false
	}
	if x.Has("num_element") && x.Int("num_element") != q.n {
		e.Errorf("x_array_id", "B072", "array %d has %d elements, the equation has %d states", x.ID(), x.Int("num_element"), q.n)
		return false
	}
	for k := range q.n {
		q.x = append(q.x, system.Call{Name: "ARYVAL", Args: []int{x.ID(), k + 1}})
	}
	if y := e.Ref("y_array_id"); y != 0 {
		if a := b.arrayOf(e, "y_array_id", "Y"); a != nil && a.Has("num_element") && a.Int("num_element") != 6 {
			e.Errorf("y_array_id", "B072", "array %d has %d elements, a force has 6 outputs", y, a.Int("num_element"))
		}
	}
	q.ic = make([]float64, q.n)
	if e.Ref("ic_array_id") == 0 {
		return true
	}
	ic := b.arrayOf(e, "ic_array_id", "IC")
	if ic == nil {
		return false
	}
	v := ic.TextReals()
	if len(v) != q.n {
		e.Errorf("ic_array_id", "B072", "array %d has %d numbers, the equation has %d states", ic.ID(), len(v), q.n)
		return false
	}
	copy(q.ic, v)
	return true
}

// finishStates adds the states, their arrays and the force.
func (b *builder) finishStates(e *deck.Element, q *stateEqn, law system.LawIdx, out int) {
	x := system.NewValue(q.n)
	x.State = b.sys.AddStates(system.StateGroup{
		Name: e.Kind, ID: e.ID(), IC: q.ic, Law: law, Out: out, Hold: e.Bool("is_static_hold"),
	})
	b.sys.SetValue("ARYVAL", e.Ref("x_array_id"), x)
	if y := e.Ref("y_array_id"); y != 0 {
		v := system.NewValue(6)
		v.Law, v.Out = q.output[0].Law, q.output[0].Out
		if v.Law < 0 {
			v.Const = make([]float64, 6)
		}
		b.sys.SetValue("ARYVAL", y, v)
	}
	b.sys.AddForce(system.Force{
		Element: e.Kind, ID: e.ID(), Direction: system.Axes,
		I: b.placed(e, "i_marker_id"), J: b.marker(e, "j_floating_marker_id"), Ref: b.placed(e, "ref_marker_id"),
		Comp: q.output,
	}, "YFORCE")
}

// linear adds x' = A x + B u and y = C x + D u. The outputs depend only on
// those inputs whose column of D is not zero.
func (b *builder) linear(e *deck.Element, q *stateEqn, a [][]float64) system.LawIdx {
	bm := b.named(e, "b_matrix_id", q.n, q.m)
	c := b.named(e, "c_matrix_id", 6, q.n)
	d := b.named(e, "d_matrix_id", 6, q.m)
	rows := make([][]float64, q.n)
	in := append([]system.Call{}, q.x...)
	for i := range rows {
		rows[i] = append([]float64{}, a[i]...)
		if bm != nil {
			rows[i] = append(rows[i], bm[i]...)
		}
	}
	if bm != nil {
		in = append(in, q.u...)
	}
	law := b.sys.AddLaw(system.LinearMap(e.Title(), in, rows))
	y := b.sys.AddLaw(outputLaw(e.Title(), q, c, d))
	for k := range q.output {
		q.output[k] = system.Output{Law: y, Out: k}
	}
	return law
}

func outputLaw(owner string, q *stateEqn, c, d [][]float64) system.LawSpec {
	rows := make([][]float64, 6)
	var in []system.Call
	add := func(call system.Call, m [][]float64, col int) {
		used := false
		for i := range rows {
			used = used || m != nil && m[i][col] != 0
		}
		if !used {
			return
		}
		in = append(in, call)
		for i := range rows {
			rows[i] = append(rows[i], m[i][col])
		}
	}
	for k, call := range q.x {
		add(call, c, k)
	}
	for k, call := range q.u {
		add(call, d, k)
	}
	return system.LinearMap(owner, in, rows)
}

// stateRoutine adds YFOSUB and the partial-derivative routines that are named.
func (b *builder) stateRoutine(e *deck.Element, q *stateEqn) system.LawIdx {
	dims := map[string]int{"nstate": q.n, "ninput": q.m, "noutpt": 6}
	r := b.routine(e, usersub.YFOSUB, dims)
	if r == nil {
		return -1
	}
	r.Given = map[string][]system.Call{"states": q.x, "input": q.u}
	r.Order = []string{"states", "input"}
	for k, p := range []system.ExactPartial{
		{Sig: usersub.YFOXX, Out: "stated", In: "states"}, {Sig: usersub.YFOXU, Out: "stated", In: "input"},
		{Sig: usersub.YFOYX, Out: "output", In: "states"}, {Sig: usersub.YFOYU, Out: "output", In: "input"},
	} {
		name := e.Str("usrsub_der" + itoa(k+1) + "_name")
		if name == "" {
			continue
		}
		ref, _ := e.Routine(usersub.YFOSUB.Name)
		ref.Function, ref.Named = name, true
		if p.Sub = b.open(&ref, p.Sig); p.Sub != nil {
			r.Exact = append(r.Exact, p)
		}
	}
	law := b.sys.AddLaw(r.Spec())
	for k := range q.output {
		q.output[k] = system.Output{Law: law, Out: q.n + k}
	}
	return law
}
