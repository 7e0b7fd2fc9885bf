// Package spline interpolates tables of numbers, curves y(x) and surfaces
// y(x, z), with exact derivatives. It knows numbers only.
package spline

// Method is how a curve runs between its points.
type Method uint8

const (
	Akima   Method = iota // AKISPL: local cubics, continuous slope
	Cubic                 // CUBSPL: natural cubic spline, continuous curvature
	Fit                   // FITSPL: quadratic B-spline through the points, continuous slope
	Quintic               // QUISPL: natural quintic spline, four continuous derivatives
	Linear                // LINSPL: straight lines
	nMethods
)

// methods are the names of the methods in the expression language, how many
// points each needs, and how it makes the polynomials.
var methods = [nMethods]struct {
	name  string
	least int
	make  func(x, y []float64) *piecewisePolynomial
}{
	Akima:   {"AKISPL", 4, fitAkima},
	Cubic:   {"CUBSPL", 4, fitNaturalCubic},
	Fit:     {"FITSPL", 4, fitQuadratic},
	Quintic: {"QUISPL", 6, fitNaturalQuintic},
	Linear:  {"LINSPL", 2, joinByLines},
}

// Least is the least number of points that all methods but QUISPL can do with.
const Least = 4

// FunctionNames lists the functions of the expression language that interpolate.
func FunctionNames() []string {
	names := make([]string, nMethods)
	for m := range methods {
		names[m] = methods[m].name
	}
	return names
}

// MethodOfFunction returns the method of interpolation of a function of expressions: CUBSPL, AKISPL and so on; false for others.
func MethodOfFunction(name string) (Method, bool) {
	for m := range methods {
		if methods[m].name == name {
			return Method(m), true
		}
	}
	return 0, false
}

func (m Method) String() string { return methods[m].name }
