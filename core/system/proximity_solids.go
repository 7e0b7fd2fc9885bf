package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/shape"
)

// findNearestSolids returns where the pairs of solids are nearer than bound and the nearest; nil if none are.
func (l *proximityLaw) findNearestSolids(r *relMotion, bound float64) (near shape.Touch, of *SolidPair) {
	near.Gap = bound
	for k := range l.Solids {
		x := &l.Solids[k]
		if t, ok := x.findNearest(&l.finder, r, near.Gap); ok && t.Gap < near.Gap {
			near, of = t, x
		}
	}
	return near, of
}

// findNearest returns where a pair is the nearest, if that is nearer than bound, in J's axes.
func (x *SolidPair) findNearest(finder *shape.NearestFinder, r *relMotion, bound float64) (shape.Touch, bool) {
	i := shape.Pose{P: r.d, R: r.r}
	i = i.Compose(&x.OfI)
	return finder.FindNearestOrDeepest(x.I, &i, x.J, &x.OfJ, bound)
}

// nearestSurfacePoints returns the places on I's and on J's surface.
func nearestSurfacePoints(t *shape.Touch) (onI, onJ vec) {
	return t.P.AddScaled(t.Gap/2, t.N), t.P.AddScaled(-t.Gap/2, t.N)
}

// proximityStep is the difference of poses by the size of the pair; places that move by more than mostPlaceChange times as much jump.
const (
	proximityStep   = 1e-6
	mostPlaceChange = 1e3
)

// setSolidPartials differentiates what Eval gives of a pair of solids that are apart: the distance by its gradient n, and n across the arm for a rotation. Places, and
// depths of an overlap, are differenced. Between parallel faces the places may jump: differences over a jump are left out.
func (l *proximityLaw) setSolidPartials(dst []float64, width int, t *shape.Touch, x *SolidPair, r, j *relMotion) {
	arm := t.P.Sub(r.d)
	onI, onJ := nearestSurfacePoints(t)
	h := proximityStep * math.Max(arm.Norm(), math.Min(shape.BoundingRadius(x.I), shape.BoundingRadius(x.J)))
	difference := func(eval func(*shape.Touch) wrench, add func(c int, f, t vec)) {
		_ = r.differencePose(t.P, h, proximityStep, func(at *relMotion) (w wrench, _ error) { // without errors
			if near, ok := x.findNearest(&l.finder, at, math.Inf(1)); ok {
				w = eval(&near)
			}
			return w, nil
		}, add)
	}
	addGap := func(c int, f, _ vec) { dst[width+c] += f.X }
	if t.Gap > 0 {
		var gap [6]wrench
		turn := arm.Cross(t.N)
		for k := range 3 {
			gap[k].F.X, gap[3+k].F.X = t.N.At(k), turn.At(k)
		}
		r.addPoseDerivatives(&gap, vec{}, addGap)
	} else {
		difference(func(near *shape.Touch) wrench { return wrench{F: vec{X: near.Gap}} }, addGap)
	}
	difference(func(near *shape.Touch) (w wrench) {
		i, j := nearestSurfacePoints(near)
		w = wrench{F: i.Sub(onI), T: j.Sub(onJ)}
		if most := mostPlaceChange * h; w.F.Norm() > most || w.T.Norm() > most {
			return wrench{}
		}
		return w
	}, func(c int, f, t vec) {
		l.storePointChanges(dst, width, c, j.r.Mul(f).Add(pointPartial(dst, width, c, 2)), j.r.Mul(t).Add(pointPartial(dst, width, c, 5)))
	})
	for c := range nPose {
		change := unitInputChange(c)
		l.storePointChanges(dst, width, nRelative+c, change.d.Add(change.r.Mul(onI)), change.d.Add(change.r.Mul(onJ)))
	}
}

// pointPartial returns what a column has of the partials at an output and the two that follow.
func pointPartial(dst []float64, width, c, row int) vec {
	return vec{X: dst[row*width+c], Y: dst[(row+1)*width+c], Z: dst[(row+2)*width+c]}
}
