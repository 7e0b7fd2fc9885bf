package draw

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// principalAxes returns the principal axes and moments of a tensor xx, yy, zz, xy, yz, xz.
func principalAxes(i [6]float64) (axes [3]spatial.Vec, moments [3]float64) {
	axes = [3]spatial.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	moments = [3]float64{i[0], i[1], i[2]}
	if i[3] == 0 && i[4] == 0 && i[5] == 0 {
		return axes, moments
	}
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(3, []float64{i[0], i[3], i[5], i[3], i[1], i[4], i[5], i[4], i[2]}), true) {
		return axes, moments
	}
	var v mat.Dense
	e.VectorsTo(&v)
	for k, m := range e.Values(nil) {
		moments[k] = m
		axes[k] = spatial.Vec{X: v.At(0, k), Y: v.At(1, k), Z: v.At(2, k)}
	}
	return axes, moments
}

// nonNegativeSqrt is the square root, 0 below 0.
func nonNegativeSqrt(x float64) float64 { return math.Sqrt(max(x, 0)) }
