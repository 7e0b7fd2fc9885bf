package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// polynomial is a routine 3 u + 2 u³ + 0.7 v + 0.1 u v of two inputs u and v and of Given
// arguments of those names, which also knows that it is; without a value where u is above
// most.
type polynomial struct {
	sub
	most    float64
	program bool // it says which program it is
}

type knownFunction struct {
	fn   *expr.Function
	work *expr.Work
}

type knownProgram struct{ knownFunction }

func (k *knownProgram) Program(bool) (*expr.Function, *expr.Work) { return k.fn, k.work }

func (k *knownFunction) Jumps() bool { return k.fn.HasBranches() }

func (k *knownFunction) Eval(out, in []float64, time float64, _ bool) bool {
	return k.fn.Eval(k.work, time, in, out)
}

func (k *knownFunction) Partials(dst, dt, in []float64, time float64) bool {
	return k.fn.Grad(k.work, time, in, dst, dt)
}

func (k *polynomial) Compile(*usersub.Frame, []usersub.Input, usersub.State) (usersub.Compiled, error) {
	b := expr.NewFunctionBuilder(2)
	u, v := b.Measure(0), b.Measure(1)
	br := b.Branch(expr.Greater, u, b.Const(k.most))
	b.EndWithoutValue()
	br.End()
	sum := b.Op("+", b.Op("*", b.Const(3), u), b.Op("*", b.Const(2), b.Op("*", u, b.Op("*", u, u))))
	sum = b.Op("+", b.Op("+", sum, b.Op("*", b.Const(0.7), v)), b.Op("*", b.Op("*", b.Const(0.1), u), v))
	f := knownFunction{fn: b.Finish([]expr.Value{sum})}
	f.work = f.fn.NewWork()
	if k.program {
		return &knownProgram{f}, nil
	}
	return &f, nil
}

// knownSpring is a model with one spring that has such a law; inParts gives it two forces,
// so that it is not a step of its own.
func knownSpring(t *testing.T, k *polynomial, inParts bool) *State {
	calls := func(f *usersub.Frame, _ func(string, ...int) float64) error {
		u, v := f.RealArgNamed("disp")[0], f.RealArgNamed("velo")[0]
		sum := 3*u + 2*(u*(u*u))
		sum += 0.7 * v
		f.RealArgNamed("force")[0] = sum + 0.1*u*v
		return nil
	}
	k.sub = calls
	m := newModel(41)
	i, j := m.marker(m.body(Rigid)), m.marker(m.body(Rigid))
	r := routineOf(k, usersub.SPDSUB, 5)
	r.Given = map[string][]Call{"disp": {{Name: "DM", Args: []int{i, j}}}, "velo": {{Name: "VR", Args: []int{i, j}}}}
	r.Order, r.Less, r.Tension = []string{"disp", "velo"}, map[string]float64{"disp": 0.3, "velo": -0.2}, true
	law := m.AddLaw(r.LawSpec())
	f := Force{Element: "Force_SpringDamper", ID: 5, Direction: Line, I: m.at(i), J: m.at(j),
		Comp: [6]Output{{Law: law}, None, None, None, None, None}}
	m.AddForce(f, "SPDP")
	if inParts { // two forces of one law are no spring
		f.ID = 6
		m.AddForce(f, "SPDP")
	}
	return m.state(t)
}

// TestEvaluatedInPlace: a routine that is one program is evaluated in place, as a step of
// its own and as any law, with the bits of the call and of the function behind its interface;
// every evaluation counts as a call, and so does each that had no value and was called.
func TestEvaluatedInPlace(t *testing.T) {
	for _, inParts := range []bool{false, true} {
		for _, most := range []float64{math.Inf(1), 2.05, 1.9} {
			fast := knownSpring(t, &polynomial{most: most, program: true}, inParts)
			slow := knownSpring(t, &polynomial{most: most}, inParts)
			called := knownSpring(t, &polynomial{most: most}, inParts)
			called.interpreted = true
			if l := fast.routines[0]; l.inline.fn == nil || slow.routines[0].inline.fn != nil {
				t.Fatal("which is evaluated in place")
			}
			if got := len(fast.plan.spring) == 1; got == inParts {
				t.Fatal("steps of springs:", len(fast.plan.spring))
			}
			law := fast.plan.law[0].out
			lent, without := false, 0
			for k := range 1000 {
				p := fast.DeckPoint()
				p.Q[0] += 0.3 * math.Sin(float64(k))
				p.V[1] += math.Cos(3 * float64(k))
				for _, s := range []*State{fast, slow, called} {
					evaluated(t, s, p)
				}
				if fast.m[fast.plan.law[0].in[0]]-0.3 > most {
					without++
				}
				a, b, c := fast.m[law], slow.m[law], called.m[law]
				if math.Float64bits(a) != math.Float64bits(b) || a != c {
					t.Fatalf("evaluation %d: %v in place, %v by the function, %v called", k, a, b, c)
				}
				lent = lent || fast.routines[0].inline.left > 0
			}
			if lent == (most < 2) || (without == 0) == (most < 3) || most < 2 && without < 1000 {
				t.Errorf("up to %g: %d of 1000 without a value, in place: %v", most, without, lent)
			}
			n := called.Profiles()[0].Calls
			if without == 0 {
				n-- // the first call is made twice, for outputs that are never written
			}
			if a, b := fast.Profiles()[0].Calls, slow.Profiles()[0].Calls; a != n || b != n {
				t.Errorf("%d calls in place, %d by the function, %d called", a, b, n)
			}
		}
	}
}

// bent is the routine x² sin t - y e^x of two queries x and y, which is a program.
type bent struct {
	sub
	without bool // it keeps that to itself
}

func (k *bent) Compile(f *usersub.Frame, _ []usersub.Input, _ usersub.State) (usersub.Compiled, error) {
	if k.without || len(f.Asked) < 2 {
		return nil, errRarelyDefined
	}
	b := expr.NewFunctionBuilder(2)
	x, y := b.Measure(0), b.Measure(1)
	v := b.Op("-", b.Op("*", b.Op("*", x, x), b.Op("SIN", b.Time())), b.Op("*", y, b.Op("EXP", x)))
	fn := knownFunction{fn: b.Finish([]expr.Value{v})}
	fn.work = fn.fn.NewWork()
	return &knownProgram{fn}, nil
}

// TestRowOfProgram: a constraint by a routine that is a program has the residuals of the
// expression, second rates to rounding where differences are good to 1e-8, and its iteration
// matrix: second partials are exact, too.
func TestRowOfProgram(t *testing.T) {
	worst := 0.0
	for seed := range uint64(10) {
		m := newModel(970 + seed)
		for range 3 {
			m.body(Rigid)
		}
		i, j, k := m.marker(1), m.marker(2), m.marker(3)
		p := compiled(t, fmt.Sprintf("DX(%[1]d,%[2]d)**2*SIN(TIME)-DM(%[2]d,%[3]d)*EXP(DX(%[1]d,%[2]d))", i, j, k))
		g, err := m.NewExpressionConstraintRow("Constraint_General", 1, p, m.at(i))
		if err != nil {
			t.Fatal(err)
		}
		rows := []int{m.AddRows(g)}
		for n, without := range []bool{false, true} {
			rows = append(rows, m.AddRows(m.NewRoutineConstraintRow(routineOf(&bent{programSub(p), without}, usersub.GCOSUB, 10+n), m.at(i), NoMarker)))
		}
		s := m.state(t)
		at := m.anywhere(s)
		r := evaluated(t, s, at)
		a, b, c := m.Rows[rows[0]].rowOwner().At, m.Rows[rows[1]].rowOwner().At, m.Rows[rows[2]].rowOwner().At
		at.L[b] = at.L[a]
		for level, v := range map[string][]float64{"position": r.Pos, "velocity": r.Vel, "acceleration": r.Acc} {
			if !close(v[a], v[b], 1e-13) {
				t.Errorf("seed %d %s: expression %.17g, program %.17g", seed, level, v[a], v[b])
			}
		}
		worst = max(worst, math.Abs(r.Acc[a]-r.Acc[c]))
		h := m.Rows[rows[1]].(*GeneralConstraint)
		g.fn.evalSecondPartials(s, g)
		h.fn.evalSecondPartials(s, h)
		for n, want := range g.second.h {
			if !close(h.second.h[n], want, 1e-12) {
				t.Errorf("seed %d: second partial %d is %g, %g", seed, n, h.second.h[n], want)
			}
		}
	}
	if worst < 1e-12 {
		t.Error("differences are as good: the test shows nothing")
	}
}
