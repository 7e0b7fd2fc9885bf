package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_StateEqn", Doc: "x' = F(x,u,t), y = G(x,u,t); the six outputs act as force and torque on I's body at I",
			Attrs: joinAttrs(
				stateAttrs("FX FY FZ TX TY TZ", "6", requiredAttr),
				&deck.AttrSpec{Name: "num_output", Type: deck.Int, Default: "6", Doc: "number of outputs, which is 6"},
				markerAttr("i_marker_id", "marker where force and torque act"),
				withAliases(markerAttr("j_floating_marker_id", "marker whose body takes the reaction, at the origin of I"), "j_marker_id"),
				optionalMarkerAttr("ref_marker_id", "marker along whose axes the outputs are; global axes if missing"),
				bodyIDAttrs(),
			),
		},
		phase: forces,
		build: buildStateEqn,
	})
}

// stateAttrs are the attributes that state equations share.
// needed marks what the equation must give.
func stateAttrs(outputs, nOutputs string, needed func(*deck.AttrSpec) *deck.AttrSpec) []deck.AttrSpec {
	array := func(name, doc string) *deck.AttrSpec {
		return withAliases(optionalReferenceAttr(name+"_array_id", doc, arrayKind), name+"_solver_array_id")
	}
	matrix := func(name, doc string) *deck.AttrSpec {
		return withCondition("type=LINEAR", optionalReferenceAttr(name+"_matrix_id", doc, matrixKind))
	}
	return joinAttrs(
		requiredAttr(choiceAttr("type", "", "how F and G are given: by matrices, or by a routine", "LINEAR", "USERSUB")),
		needed(array("x", "array of type X that holds the states")),
		array("y", "array of type Y that holds the outputs "+outputs),
		array("u", "array of type U that holds the inputs"),
		array("ic", "array of type IC that holds the states at the start; zeros if missing"),
		withCondition("type=USERSUB", needed(positiveIntegerAttr("num_state", "number of states"))),
		flagAttr("is_static_hold", "static analyses keep the states instead of making their rates zero"),
		requiredAttr(matrix("a", "A of x' = A x + B u, states × states")),
		matrix("b", "B of x' = A x + B u, states × inputs"),
		matrix("c", "C of y = C x + D u, "+nOutputs+" × states"),
		matrix("d", "D of y = C x + D u, "+nOutputs+" × inputs"),
		deck.UserSubAttrs("type=USERSUB", 4),
	)
}

// nOutputs is the number of outputs of a state equation that is a force: FX FY
// FZ TX TY TZ.
const nOutputs = 6

// stateEqn is a state equation while it is built.
type stateEqn struct {
	family
	n, m   int // states, inputs
	x, u   []system.Call
	ic     []float64
	law    system.LawIdx // of the rates, its first n outputs
	output []system.Output
	// discrete is the number of states that change at sample times only.
	discrete int
}

// family is what the kinds of state equations differ in.
type family struct {
	sig     *usersub.Sig    // its routine
	partial [4]*usersub.Sig // the routines of ∂F/∂x, ∂F/∂u, ∂G/∂x, ∂G/∂u
	p       int             // outputs, anySize where the matrices report
	what    string          // "a force" has so many outputs
	effect  string          // what is zero without outputs
}

func buildStateEqn(b *builder, e *deck.Element) {
	ok := b.allMarkersExist(e, "i_marker_id", "j_floating_marker_id", "ref_marker_id")
	if e.Int("num_output") != nOutputs {
		e.AddErrorf("num_output", "B070", "a force has exactly 6 outputs (FX FY FZ TX TY TZ), not %d", e.Int("num_output"))
		ok = false
	}
	q := &stateEqn{family: family{
		usersub.YFOSUB, [4]*usersub.Sig{usersub.YFOXX, usersub.YFOXU, usersub.YFOYX, usersub.YFOYU}, nOutputs, "a force", "the force is zero",
	}}
	if ok = b.setStateEquationInputs(e, q) && ok; !ok {
		return
	}
	if b.addStateEquations(e, q) {
		b.addStates(e, q)
		b.sys.AddForce(system.Force{
			Element: e.Kind, ID: e.ID(), Direction: system.Axes,
			I: b.nonFloatingMarkerIndex(e, "i_marker_id"), J: b.markerIndex(e, "j_floating_marker_id"), Ref: b.nonFloatingMarkerIndex(e, "ref_marker_id"),
			Comp: [nOutputs]system.Output(q.output),
		}, "YFORCE")
	}
}

// addStateEquations adds the laws of rates and outputs; false if they cannot be had, as
// reported.
func (b *builder) addStateEquations(e *deck.Element, q *stateEqn) bool {
	switch e.Enum("type") {
	case "LINEAR":
		return b.checkHasStates(e) && b.addLinearStateEquations(e, q)
	case "USERSUB":
		q.n = e.Int("num_state")
		if q.sig == usersub.GSESUB && b.usesSeparatePartRoutines(e) {
			return b.bindStateOutputAndInitialArrays(e, q) && b.addSeparatePartRoutines(e, q)
		}
		if !b.checkHasStates(e) {
			return false
		}
		return q.n > 0 && b.bindStateOutputAndInitialArrays(e, q) && b.addStateRoutine(e, q)
	}
	return false // reported
}

// setStateEquationInputs sets q.u to the calls of the input array's components.
func (b *builder) setStateEquationInputs(e *deck.Element, q *stateEqn) bool {
	id := e.Ref("u_array_id")
	if id == 0 {
		return true
	}
	if b.findReferencedArray(e, "u_array_id", "U") == nil {
		return false
	}
	v := b.sys.Values["ARYVAL"][id]
	q.m = v.Length
	for k := range q.m {
		q.u = append(q.u, system.Call{Name: "ARYVAL", Args: []int{id, k + 1}})
	}
	return true
}

// bindStateOutputAndInitialArrays checks the arrays of states, outputs and initial values, and makes
// the calls of the states. Missing initial values are zeros.
func (b *builder) bindStateOutputAndInitialArrays(e *deck.Element, q *stateEqn) bool {
	ok := b.bindStateAndOutputArrays(e, q)
	return b.fillInitialStates(e, "ic_array_id", q.ic, "states") && ok
}

// fillInitialStates sets dst to the numbers of the array of type IC that an attribute names; they are left alone without one.
func (b *builder) fillInitialStates(e *deck.Element, name string, dst []float64, what string) bool {
	if e.Ref(name) == 0 {
		return true
	}
	ic := b.findReferencedArray(e, name, "IC")
	if ic == nil {
		return false
	}
	v := ic.TextReals()
	if len(v) != len(dst) {
		e.AddErrorf(name, "B072", "array %d has %d numbers, the equation has %d %s", ic.ID(), len(v), len(dst), what)
		return false
	}
	copy(dst, v)
	return true
}

// bindStateAndOutputArrays checks the arrays of states and outputs and makes the calls of the
// states, which start from zero.
func (b *builder) bindStateAndOutputArrays(e *deck.Element, q *stateEqn) bool {
	ok := true
	if q.n > 0 || e.Ref("x_array_id") != 0 {
		x := b.findReferencedArray(e, "x_array_id", "X")
		if x == nil {
			return false
		}
		ok = b.checkArraySize(e, "x_array_id", x, q.n, "the equation has %d states")
		for k := range q.n {
			q.x = append(q.x, system.Call{Name: "ARYVAL", Args: []int{x.ID(), k + 1}})
		}
	}
	if e.Ref("y_array_id") != 0 {
		y := b.findReferencedArray(e, "y_array_id", "Y")
		ok = y != nil && b.checkArraySize(e, "y_array_id", y, q.p, q.what+" has %d outputs") && ok
	}
	q.ic = make([]float64, q.n)
	return ok
}

// checkArraySize checks the size that an array declares, if it does.
func (b *builder) checkArraySize(e *deck.Element, name string, array *deck.Element, n int, wanted string) bool {
	if !array.Has("num_element") || array.Int("num_element") == n || b.faults.of[array] {
		return true
	}
	e.AddErrorf(name, "B072", "array %d has %d elements, "+wanted, array.ID(), array.Int("num_element"), n)
	return false
}

// addStateRoutine adds the routine and the partial-derivative routines that are named.
func (b *builder) addStateRoutine(e *deck.Element, q *stateEqn) bool {
	dims := map[string]int{"nstate": q.n, "ninput": q.m, "noutpt": q.p}
	r := b.loadRoutine(e, q.sig, dims)
	if r == nil {
		return false
	}
	r.Given = map[string][]system.Call{"states": q.x, "input": q.u}
	r.Order = []string{"states", "input"}
	r.Member["NI"], r.Member["NO"] = q.m, q.p
	for k, p := range []system.ExactPartial{
		{Out: "stated", In: "states"}, {Out: "stated", In: "input"},
		{Out: "output", In: "states"}, {Out: "output", In: "input"},
	} {
		if p.In == "input" && q.m == 0 || p.Out == "output" && q.p == 0 {
			continue
		}
		p.Sig = q.partial[k]
		if p.Sub = b.loadPartialRoutine(e, k+1, q.sig, p.Sig); p.Sub != nil {
			r.Exact = append(r.Exact, p)
		}
	}
	q.law = b.sys.AddLaw(r.LawSpec())
	q.setOutputsFromLaw(q.law, q.n)
	return true
}

// setOutputsFromLaw takes the outputs of a law, from output first on.
func (q *stateEqn) setOutputsFromLaw(law system.LawIdx, first int) {
	for k := range q.p {
		q.output = append(q.output, system.Output{Law: law, Out: first + k})
	}
}

// addStates adds the states and their arrays.
func (b *builder) addStates(e *deck.Element, q *stateEqn) {
	x := system.NewUnboundValue(q.n)
	if x.Const = []float64{}; q.n > 0 {
		x.State = b.sys.AddStates(system.StateGroup{
			Name: e.Kind, ID: e.ID(), IC: q.ic, Law: q.law, Hold: e.Bool("is_static_hold"),
		})
	}
	if e.Ref("x_array_id") != 0 {
		b.bindArrayToEquation(e, "x_array_id", x)
	}
	if e.Ref("y_array_id") == 0 {
		return
	}
	y := system.NewUnboundValue(q.p)
	if q.p > 0 {
		y.Law, y.Out = q.output[0].Law, q.output[0].Out
	}
	b.bindArrayToEquation(e, "y_array_id", y)
}
