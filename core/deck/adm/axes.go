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

// emitExactAxes takes the axes behind !MS#. They count only where they agree with what Adams reads: a deck
// that was changed by hand means the latter.
func (e *elementEmitter) emitExactAxes(origin, z, x string) bool {
	var at, v [3]float64
	var axes [3][3]float64
	var has [3]bool
	var given *arg
	if !e.readPoint(e.argumentNamed(origin), &at) {
		return false
	}
	for j, n := range axisWords {
		if a := e.argumentNamed(n); a != nil && e.readPoint(a, &axes[j]) {
			has[j], given = true, a
		}
	}
	if a := e.argumentNamed(xPointWord); a != nil && e.readPoint(a, &v) {
		axes[0], has[0], given = subtract3(v, at), true, a
	}
	if given == nil {
		return false
	}
	if want, ok := e.axesFromArguments(at, z, x); ok {
		for j, axis := range completeAxes(axes, has) {
			if d := subtract3(axis, want[j]); !(math.Sqrt(dot3(d, d)) < 1e-6) {
				e.addWarningAt(given.name, "W643", "the axes behind !MS# are not those of the statement and are ignored").Help = "remove these lines"
				return false
			}
		}
	}
	for j, n := range axisWords {
		if a := e.argumentNamed(n); a != nil {
			c := strconv.Itoa(j)
			e.distributeEntries(a, []string{"a0" + c, "a1" + c, "a2" + c})
		}
	}
	if a := e.argumentNamed(xPointWord); a != nil {
		e.distributeEntries(a, expandNames("xp_", xyz...))
	}
	return true
}

// axesFromArguments returns the axes that REULER gives, or the points of the arguments zName and xName, seen from at; ok is false where there are neither.
func (e *elementEmitter) axesFromArguments(at [3]float64, zName, xName string) (axes [3][3]float64, ok bool) {
	za, xa := e.argumentNamed(zName), e.argumentNamed(xName)
	if za != nil {
		var has [3]bool
		for j, a := range map[int]*arg{0: xa, 2: za} {
			var v [3]float64
			if a != nil && e.readPoint(a, &v) {
				axes[j], has[j] = subtract3(v, at), true
			}
		}
		return completeAxes(axes, has), has[2]
	}
	a := e.argumentNamed("REULER")
	if a == nil {
		return axes, false
	}
	var angle [3]float64
	for k, v := range splitEntries(a.val) {
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
	return axesFromEuler313(angle), true
}

// axesFromEuler313 returns the axes of body-fixed 3-1-3 angles: the columns of Rz(ψ) Rx(θ) Rz(φ).
func axesFromEuler313(a [3]float64) [3][3]float64 {
	s1, c1 := math.Sincos(a[0])
	s2, c2 := math.Sincos(a[1])
	s3, c3 := math.Sincos(a[2])
	return [3][3]float64{
		{c1*c3 - s1*c2*s3, s1*c3 + c1*c2*s3, s2 * s3},
		{-c1*s3 - s1*c2*c3, -s1*s3 + c1*c2*c3, s2 * c3},
		{s1 * s2, -c1 * s2, c2},
	}
}

// writeAxes writes direction cosines, or a point on x alone, with all digits: as angles that Adams reads, and
// behind !MS# as they are. Programs have the latter alone.
func (p *statementWriter) writeAxes(axes *[3][3]float64, has [3]bool, xPoint bool) {
	if !p.own {
		p.addWord(Numbers, "REULER", numbersText(eulerAngles(completeAxes(*axes, has))))
	}
	if xPoint {
		p.addWord(Numbers, xPointWord, numbersText([3]float64{p.e.Real("xp_x"), p.e.Real("xp_y"), p.e.Real("xp_z")}))
		return
	}
	for j, n := range axisWords {
		if has[j] {
			p.addWord(Numbers, n, numbersText(axes[j]))
		}
	}
}
