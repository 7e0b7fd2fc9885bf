package element

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	freedom := func(k string) *deck.AttrSpec {
		return withSpellings(choiceAttr("freedom_"+k, "", "freedom of joint "+k+": R turns about z, T slides along z; needed for cylindrical joints", "R", "T"),
			"ROTATION", "R", "ROTATIONAL", "R", "TRANSLATION", "T", "TRANSLATIONAL", "T")
	}
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Constraint_Coupler", Doc: "couples the displacements of two or three joints: Σ c q is constant, or a COUSUB is kept zero",
			Attrs: joinAttrs(
				referenceAttr("joint1_id", "first joint", jointKind), freedom("1"),
				referenceAttr("joint2_id", "second joint", jointKind), freedom("2"),
				optionalReferenceAttr("joint3_id", "third joint", jointKind), freedom("3"),
				&deck.AttrSpec{Name: "coefficients", Alias: []string{"coeffs"}, Type: deck.Reals, Unit: "1", Doc: "factors c of the displacements"},
				flagAttr("is_virtual", "compliant (virtual) constraint; not supported: constraints are always rigid"),
				deck.UserSubAttrs("", 2),
			),
		},
		phase: motions,
		build: buildCoupler,
	})
}

// couplerDisplacement is one displacement of a coupler: its measure and its value in the
// deck.
type couplerDisplacement struct {
	call system.Call
	at   float64
}

func buildCoupler(b *builder, e *deck.Element) {
	var q []couplerDisplacement
	for k, name := range [3]string{"joint1_id", "joint2_id", "joint3_id"} {
		if e.Ref(name) == 0 && k == 2 {
			break
		}
		c, ok := b.coupledDisplacement(e, name, "freedom_"+itoa(k+1))
		if !ok {
			b.faults.addFaultyElement(e)
			return
		}
		q = append(q, c)
	}
	warnVirtualUnsupported(e, "the coupler")
	if namesRoutine(e, usersub.COUSUB) {
		if e.Has("coefficients") {
			e.AddWarningf("coefficients", "B081", "the user subroutine is taken, the coefficients are ignored")
		}
		b.addCouplerRoutine(e, q)
		return
	}
	b.addCoupler(e, q)
}

// coupledDisplacement returns the displacement of a joint along the freedom.
func (b *builder) coupledDisplacement(e *deck.Element, name, freedom string) (couplerDisplacement, bool) {
	j := b.deck.FindElement(jointKind, e.Ref(name))
	if j == nil || !b.allMarkersExist(j, "i_marker_id", "j_marker_id") {
		return couplerDisplacement{}, false // reported
	}
	t, want := j.Enum("type"), e.Enum(freedom)
	turns, slides := t == "REVOLUTE" || t == "CYLINDRICAL", t == "TRANSLATIONAL" || t == "CYLINDRICAL"
	switch {
	case b.faults.of[j] && system.JointKinds[t] == nil:
		return couplerDisplacement{}, false // reported
	case !turns && !slides:
		e.AddErrorf(name, "B080", "a %s joint cannot be coupled; a revolute, translational or cylindrical one can", t)
		return couplerDisplacement{}, false
	case want == "" && turns && slides:
		e.AddErrorf(name, "B080", "%s R or T is needed: a %s joint can turn and slide", freedom, t)
		return couplerDisplacement{}, false
	case want == "R" && !turns, want == "T" && !slides:
		e.AddErrorf(freedom, "B080", "a %s joint has no freedom of type %s", t, want)
		return couplerDisplacement{}, false
	}
	im, jm := j.Ref("i_marker_id"), j.Ref("j_marker_id")
	fi, fj := b.frames[im], b.frames[jm]
	if fi == nil || fj == nil {
		return couplerDisplacement{}, false // reported
	}
	if want == "R" || want == "" && turns {
		return couplerDisplacement{system.Call{Name: "AZ", Args: []int{im, jm}}, math.Atan2(fi.rot.A.Dot(fj.rot.B), fi.rot.A.Dot(fj.rot.A))}, true
	}
	return couplerDisplacement{system.Call{Name: "DZ", Args: []int{im, jm, jm}}, fi.pos.Sub(fj.pos).Dot(fj.rot.C)}, true
}

// addCoupler adds Σ c (q - q0) = 0 with the displacements q0 of the deck.
func (b *builder) addCoupler(e *deck.Element, q []couplerDisplacement) {
	c := e.Reals("coefficients")
	switch {
	case b.faults.of[e]:
		return
	case !e.Has("coefficients"):
		e.AddErrorf("", "B082", "coefficients or a user subroutine (COUSUB) are missing")
		return
	case len(c) != len(q):
		e.AddErrorf("coefficients", "B082", "there are %d coefficients for %d joints", len(c), len(q))
		return
	}
	var text strings.Builder
	sum := 0.0
	for k := range q {
		fmt.Fprintf(&text, "(%s)*%s+", formatNumber(c[k]), q[k].call)
		sum += c[k] * q[k].at
	}
	fmt.Fprintf(&text, "(%s)", formatNumber(-sum))
	p, errs := expr.Compile(text.String(), system.MeasureTable{})
	if len(errs) > 0 {
		panic("element: the expression of a coupler: " + errs[0].Msg)
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() { b.addExpressionConstraintRow(e, p, system.NoMarker, system.NoMarker) })
	})
}

// addCouplerRoutine adds COUSUB with COUXX and COUXX2 where they are named.
func (b *builder) addCouplerRoutine(e *deck.Element, q []couplerDisplacement) {
	r := b.loadRoutine(e, usersub.COUSUB, map[string]int{"ndisp": len(q)})
	if r == nil {
		return
	}
	r.Given, r.Order = map[string][]system.Call{"disp": nil}, []string{"disp"}
	for k := range q {
		r.Given["disp"] = append(r.Given["disp"], q[k].call)
	}
	for k, sig := range [2]*usersub.Sig{usersub.COUXX, usersub.COUXX2} {
		p := system.ExactPartial{Sub: b.loadPartialRoutine(e, k+1, usersub.COUSUB, sig), Sig: sig, Out: "phi", In: "disp"}
		switch {
		case p.Sub == nil:
		case k == 0:
			r.Exact = append(r.Exact, p)
		default:
			r.Second = &p
		}
	}
	b.rows = append(b.rows, func() { b.sys.AddRows(b.sys.NewRoutineConstraintRow(r, system.NoMarker, system.NoMarker)) })
}
