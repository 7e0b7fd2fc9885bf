package adm

import (
	"math"
	"strconv"
	"strings"
)

// Axes of markers that angles or points cannot give to the last digit are behind !MS#, where
// Adams does not see them, beside the angles that it reads:
//
//	MARKER/3, PART=2, REULER=...
//	!MS#,AXES_X=0.8, 0.6, 0
//	!MS#,AXES_Z=0, 0, 1
//
// AXES_XP is a point on the x axis where that alone is given.

var axisWords = [3]string{"AXES_X", "AXES_Y", "AXES_Z"}

const xPointWord = "AXES_XP"

// axesArgs are the arguments for exact axes.
func axesArgs() []argSpec {
	var out []argSpec
	for _, n := range append(axisWords[:], xPointWord) {
		out = append(out, argSpec{name: n, form: asNumbers, least: 3})
	}
	return out
}

// exactAxes takes the axes behind !MS#. They count only where they agree with what Adams reads: a deck
// that was changed by hand means the latter.
func (e *emitter) exactAxes(origin, z, x string) bool {
	var at, v [3]float64
	var axes [3][3]float64
	var has [3]bool
	var given *arg
	if !e.point3(e.argument(origin), &at) {
		return false
	}
	for j, n := range axisWords {
		if a := e.argument(n); a != nil && e.point3(a, &axes[j]) {
			has[j], given = true, a
		}
	}
	if a := e.argument(xPointWord); a != nil && e.point3(a, &v) {
		axes[0], has[0], given = minus(v, at), true, a
	}
	if given == nil {
		return false
	}
	if want, ok := e.statedAxes(at, z, x); ok {
		for j, axis := range complete(axes, has) {
			if d := minus(axis, want[j]); !(math.Sqrt(dot(d, d)) < 1e-6) {
				e.warn(given.name, "W643", "the axes behind !MS# are not those of the statement and are ignored").Help = "remove these lines"
				return false
			}
		}
	}
	for j, n := range axisWords {
		if a := e.argument(n); a != nil {
			c := strconv.Itoa(j)
			e.spread(a, []string{"a0" + c, "a1" + c, "a2" + c})
		}
	}
	if a := e.argument(xPointWord); a != nil {
		e.spread(a, each("xp_", xyz...))
	}
	return true
}

// statedAxes returns the axes that REULER or points give; ok is false where there are neither.
func (e *emitter) statedAxes(at [3]float64, z, x string) (axes [3][3]float64, ok bool) {
	za, xa := e.argument(z), e.argument(x)
	if za != nil {
		var has [3]bool
		for j, a := range map[int]*arg{0: xa, 2: za} {
			var v [3]float64
			if a != nil && e.point3(a, &v) {
				axes[j], has[j] = minus(v, at), true
			}
		}
		return complete(axes, has), has[2]
	}
	a := e.argument("REULER")
	if a == nil {
		return axes, false
	}
	var angle [3]float64
	for k, v := range entries(a.val) {
		text, degrees := strings.CutSuffix(strings.ToUpper(v.s), "D")
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || k > 2 {
			return axes, false
		}
		if degrees {
			f *= math.Pi / 180
		}
		angle[k] = f
	}
	return fromEuler(angle), true
}

// fromEuler returns the axes of body-fixed 3-1-3 angles: the columns of Rz(ψ) Rx(θ) Rz(φ).
func fromEuler(a [3]float64) [3][3]float64 {
	s1, c1 := math.Sincos(a[0])
	s2, c2 := math.Sincos(a[1])
	s3, c3 := math.Sincos(a[2])
	return [3][3]float64{
		{c1*c3 - s1*c2*s3, s1*c3 + c1*c2*s3, s2 * s3},
		{-c1*s3 - s1*c2*c3, -s1*s3 + c1*c2*c3, s2 * c3},
		{s1 * s2, -c1 * s2, c2},
	}
}

// axes writes direction cosines, or a point on x alone, with all digits: as angles that Adams reads, and
// behind !MS# as they are. Programs have the latter alone.
func (p *statementWriter) axes(axes *[3][3]float64, has [3]bool, xPoint bool) {
	if !p.own {
		p.add(Numbers, "REULER", numbers(eulerAngles(complete(*axes, has))))
	}
	if xPoint {
		p.add(Numbers, xPointWord, numbers([3]float64{p.e.Real("xp_x"), p.e.Real("xp_y"), p.e.Real("xp_z")}))
		return
	}
	for j, n := range axisWords {
		if has[j] {
			p.add(Numbers, n, numbers(axes[j]))
		}
	}
}
