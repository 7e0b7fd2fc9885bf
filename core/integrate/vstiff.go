package integrate

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

func init() { registerMethod(traits.VSTIFF, func() Method { return new(vstiff) }) }

// vstiff is BDF of orders 1 to 5 for the ordinary differential equations that remain
// when constraints are solved for accelerations: the unknowns and formulas of dstiff,
// with rows G a + γ = 0 within the step and a projection of positions and speeds in the
// metric of the factored matrix at its end. It is dstiff in index 1.
//
// Why no partition into independent coordinates? It would have to be changed where it
// becomes singular, and costs a dense elimination; the projection is onto the same
// manifold, symmetric in all coordinates, and moves by less than the local error.
type vstiff struct{ dstiff }

func (m *vstiff) Init(p Problem, start *Point, opt *Options) error {
	o := *opt
	o.Index = 1
	return m.dstiff.Init(p, start, &o)
}

// useAccelerationRows sets rows to the acceleration level. What the projection leaves must not show
// in the error test.
func (d *dstiff) useAccelerationRows() {
	d.ofRates = true
	d.rowTol = d.lowIndexRowTolerance()
}

// projectNext projects positions and speeds of next.
func (m *dstiff) projectNext() error {
	if m.n.NL == 0 {
		return nil
	}
	p, w, last := m.next, m.stepControl.w, math.Inf(1)
	for range accelMaxIt {
		if e := w.evaluateResiduals(p); e != nil {
			return e
		}
		d := w.update
		rows := w.solveRowCorrection(d, w.res.Pos, rowRounding*math.Max(1, maxAbs(p.Q)), m.rowTol)
		if rows > 1 {
			copy(m.tangent, d.A)
			m.applyTangentUpdate()
		}
		speeds := w.solveRowCorrection(d, w.res.Vel, rowRounding*math.Max(1, maxAbs(p.V)), 10*m.rowTol)
		if speeds > 1 {
			addScaled(p.V, 1, d.A)
		}
		rows = math.Max(rows, speeds)
		if rows <= 1 {
			return nil
		}
		if rows > w.slow*last {
			m.renew = true
			if e := m.factorIfNeeded(); e != nil {
				return e
			}
			rows = math.Inf(1)
		}
		last = rows
	}
	return markErrorAsRetry(w.newFailedSolveError(p, m.rowTol, 10*m.rowTol))
}
