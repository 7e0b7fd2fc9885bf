package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	array := func(name, doc string) *deck.AttrSpec {
		return requiredAttr(withAliases(optionalReferenceAttr(name+"_array_id", doc, arrayKind), name+"_solver_array_id"))
	}
	list := func(name, doc string) *deck.AttrSpec {
		return &deck.AttrSpec{Name: name, Type: deck.Reals, Required: true, Unit: "1", Doc: doc}
	}
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Control_SISO", Doc: "a transfer function y = G(s) u, G = Σ b s^i / Σ a s^i, from rest; states and output are read by ARYVAL",
			Attrs: joinAttrs(
				array("x", "array of type X that holds the states: as many as the degree of the denominator"),
				array("y", "array of type Y that holds the output"),
				array("u", "array of type U that holds the input"),
				flagAttr("is_static_hold", "static analyses keep the states instead of making their rates zero"),
				positiveIntegerAttr("num_numerator_coef", "number of coefficients b"),
				list("numerator_coef", "coefficients b0 b1 ... of rising powers of s"),
				positiveIntegerAttr("num_denominator_coef", "number of coefficients a"),
				list("denominator_coef", "coefficients a0 a1 ... of rising powers of s"),
			),
		},
		phase: equations,
		build: buildTransferFunction,
	})
}

// buildTransferFunction makes the transfer function of degree n, divided by a_n, the states of its
// controllable form, x_i = s^(i-1) u / Σ a s^i,
//
//	x_i' = x_{i+1},  x_n' = u - Σ a_{i-1} x_i,  y = Σ (b_{i-1} - b_n a_{i-1}) x_i + b_n u.
func buildTransferFunction(b *builder, e *deck.Element) {
	num, den := b.readPolynomial(e, "numerator_coef"), b.readPolynomial(e, "denominator_coef")
	switch {
	case b.faults.of[e]:
		return
	case len(den) == 0:
		e.AddErrorf("denominator_coef", "B104", "the denominator is zero")
		return
	case len(num) > len(den):
		e.AddErrorf("numerator_coef", "B104", "the numerator is of degree %d, higher than that of the denominator, %d", len(num)-1, len(den)-1)
		return
	}
	n := len(den) - 1
	q := &stateEqn{family: family{p: 1, what: "a transfer function"}, n: n}
	if !b.setStateEquationInputs(e, q) || !b.bindStateAndOutputArrays(e, q) {
		b.faults.addFaultyElement(e)
		return
	}
	if q.m != 1 {
		e.AddErrorf("u_array_id", "B072", "a transfer function has one input, the array has %d", q.m)
		return
	}
	lead := den[n]
	bn := 0.0
	if len(num) > n {
		bn = num[n] / lead
	}
	all := append(append([]system.Call{}, q.x...), q.u...)
	q.law = b.sys.AddLaw(newLinearMapLaw(e.KindID(), n, all, func(i, j int) float64 {
		switch {
		case i == n-1 && j == n:
			return 1
		case i == n-1:
			return -den[j] / lead
		case j == i+1:
			return 1
		}
		return 0
	}))
	q.setOutputsFromLaw(b.sys.AddLaw(newLinearMapLaw(e.KindID(), 1, all, func(_, j int) float64 {
		switch {
		case j == n:
			return bn
		case j < len(num):
			return num[j]/lead - bn*den[j]/lead
		}
		return -bn * den[j] / lead
	})), 0)
	b.addStates(e, q)
}

// readPolynomial returns the coefficients of an attribute without the zeros at its
// end, checked against the number that the element gives.
func (b *builder) readPolynomial(e *deck.Element, name string) []float64 {
	c := e.Reals(name)
	if n := "num_" + name; e.Has(n) && e.Int(n) != len(c) && !b.faults.of[e] {
		e.AddErrorf(n, "B104", "says %d, but there are %d coefficients", e.Int(n), len(c))
	}
	for len(c) > 0 && c[len(c)-1] == 0 {
		c = c[:len(c)-1]
	}
	return c
}
