package system

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// WrongPartial is a partial derivative that a law or a routine for partials gives and that differences of
// the law contradict.
type WrongPartial struct {
	Owner      string // of the law: "Force_StateEqn 2"
	Output     int    // from 1
	Input      string // "DX(20,10)", or "time"
	Given      float64
	Difference float64 // by central differences
}

func (w WrongPartial) String() string {
	return fmt.Sprintf("%s: the partial derivative of output %d with respect to %s is given as %.6g, differences of the law give %.6g",
		w.Owner, w.Output, w.Input, w.Given, w.Difference)
}

// How partials are compared with differences: at the inputs of the point and at others near it, up to
// partialReach of their size away; a difference quotient counts if quotients with both step sizes, on both sides,
// agree within partialAgree of the larger of them and of the output's change.
const (
	partialPoints = 4
	partialReach  = 0.25
	partialStep   = 1e-5 // of the size of the input
	partialAgree  = 1e-3 // between quotients: more is a kink, or curvature that is too strong
	partialWrong  = 1e-2 // of the partial
	partialNoise  = 1e-5 // of the largest effect of any input on the output
)

// CheckPartials compares the partial derivatives of every law with differences of the law, at the inputs of
// point p and near them, and returns those that are wrong, one for each output and input. Laws whose partials
// are differences themselves are left out, and so are places where the law has a kink or jumps. The state is
// good for nothing else afterwards.
func (s *State) CheckPartials(p *integrate.Point) ([]WrongPartial, error) {
	if err := s.EvaluateForResults(p); err != nil {
		return nil, err
	}
	var found []WrongPartial
	random := rand.New(rand.NewPCG(1, 2))
	for i := range s.plan.law {
		if n := &s.plan.law[i]; n.n > 0 && len(n.in) > 0 && s.hasOwnPartials(n.law) {
			c := partialCheck{s: s, n: n, random: random, given: slices.Clone(n.val)}
			found = append(found, c.comparePartials(s.sys.Laws[i].Owner)...)
		}
	}
	return found, nil
}

// outputReporter is a law whose outputs from Reported on are for results and events only: they have no partials.
type outputReporter interface{ FirstReportedOutput() int }

// hasOwnPartials reports whether a law gives partials that are not differences of its values.
func (s *State) hasOwnPartials(l Law) bool {
	r, ok := l.(*routineLaw)
	return !ok || len(r.exact) > 0 || r.usesCompiledFunction(s)
}

// partialCheck compares the partials of one law along directions in the space of its inputs: each input by
// itself, but the nine entries of a rotation matrix together, which turn about three axes.
type partialCheck struct {
	s      *State
	n      *lawNode
	random *rand.Rand
	given  []float64 // the inputs at the point
	size   []float64 // of each input
	along  []partialDirection
}

// partialDirection is a change of one input, or of a rotation matrix.
type partialDirection struct {
	name string
	size float64
	in   []int     // inputs that change
	by   []float64 // by how much
}

func (c *partialCheck) comparePartials(owner string) []WrongPartial {
	c.size = make([]float64, len(c.n.in))
	for k, v := range c.given {
		c.size[k] = math.Max(math.Abs(v), c.s.sys.leastInputScale())
	}
	turning := c.chooseDirections()
	outputs := c.n.n
	if r, ok := c.n.law.(outputReporter); ok {
		outputs = r.FirstReportedOutput()
	}
	var found []WrongPartial
	seen := map[[2]int]bool{}
	for round := range partialPoints {
		in := slices.Clone(c.given)
		for k := range in {
			if round > 0 && !turning[k] {
				in[k] += partialReach * c.size[k] * (2*c.random.Float64() - 1)
			}
		}
		out := c.evalLaw(in)
		if out == nil {
			continue
		}
		part := c.evalPartials(in, out)
		if part == nil {
			continue
		}
		for k := range c.along {
			found = append(found, c.wrongPartialsAlong(owner, in, part, k, outputs, seen)...)
		}
	}
	return found
}

// wrongPartialsAlong lists the partials of the first outputs at in that disagree with the difference quotients along direction k, each pair of
// output and direction once.
func (c *partialCheck) wrongPartialsAlong(owner string, in, part []float64, k, outputs int, seen map[[2]int]bool) (found []WrongPartial) {
	quotient, ok := c.differenceQuotients(in, &c.along[k])
	if !ok {
		return nil
	}
	cols := len(c.n.in)
	for o := range outputs {
		given, largest := c.directionalDerivative(part[o*cols:(o+1)*cols], k)
		if d := quotient[o]; !math.IsNaN(d) && !seen[[2]int{o, k}] && c.isWrong(given, d, largest, c.along[k].size) && c.isSameOnBothSides(in, given, largest, k, o) {
			seen[[2]int{o, k}] = true
			found = append(found, WrongPartial{owner, o + 1, c.along[k].name, given, d})
		}
	}
	return found
}

// chooseDirections fills along and returns which inputs are entries of rotation matrices.
func (c *partialCheck) chooseDirections() (rotationInputs map[int]bool) {
	inputs := c.n.law.Inputs()
	turning := map[int]bool{}
	for k := range inputs {
		if turning[k] {
			continue
		}
		entries, ok := rotationMatrixInputs(inputs, k)
		if !ok {
			c.along = append(c.along, partialDirection{inputs[k].String(), c.size[k], []int{k}, []float64{1}})
			continue
		}
		var r mat
		col := [3]*vec{&r.A, &r.B, &r.C}
		for i, at := range entries {
			turning[at] = true
			v := c.given[at]
			switch i / 3 { // entries by rows
			case 0:
				col[i%3].X = v
			case 1:
				col[i%3].Y = v
			case 2:
				col[i%3].Z = v
			}
		}
		for axis := range 3 {
			d := partialDirection{name: fmt.Sprintf("a rotation about axis %d of %v", axis+1, inputs[k].Args), size: 1, in: entries[:], by: make([]float64, 9)}
			for i := range d.by {
				d.by[i] = spatial.UnitAxis(axis).Cross(*col[i%3]).At(i / 3)
			}
			c.along = append(c.along, d)
		}
	}
	return turning
}

// rotationMatrixInputs returns where the entries of the rotation matrix are whose first one is input k, by rows.
func rotationMatrixInputs(inputs []Call, k int) (at [9]int, ok bool) {
	if inputs[k].Name != "uxx" {
		return at, false
	}
	for i := range at {
		name := "u" + "xyz"[i/3:i/3+1] + "xyz"[i%3:i%3+1]
		if at[i] = slices.IndexFunc(inputs, func(c Call) bool { return c.Name == name && slices.Equal(c.Args, inputs[k].Args) }); at[i] < 0 {
			return at, false
		}
	}
	return at, true
}

// directionalDerivative returns the derivative along direction k by a row of partials, and the largest effect of any direction.
func (c *partialCheck) directionalDerivative(row []float64, k int) (given, largest float64) {
	for j := range c.along {
		d, sum := &c.along[j], 0.0
		for i, at := range d.in {
			sum += row[at] * d.by[i]
		}
		largest = math.Max(largest, math.Abs(sum)*d.size)
		if j == k {
			given = sum
		}
	}
	return given, largest
}

// isWrong reports whether a derivative differs from d by more than rounding and curvature explain.
func (c *partialCheck) isWrong(given, d, largest, size float64) bool {
	return !(math.Abs(given-d)*size <= partialWrong*math.Max(math.Abs(given), math.Abs(d))*size+partialNoise*largest)
}

// isSameOnBothSides reports whether the given partial has the same value on both sides: where several kinks meet, differences
// may settle though no derivative exists.
func (c *partialCheck) isSameOnBothSides(in []float64, given, largest float64, k, o int) bool {
	cols := len(c.n.in)
	for _, side := range [2]float64{-1, 1} {
		x := c.movedInputs(in, &c.along[k], side*partialStep*c.along[k].size)
		part := c.evalPartials(x, c.evalLaw(x))
		if part == nil {
			return false
		}
		if there, _ := c.directionalDerivative(part[o*cols:(o+1)*cols], k); c.isWrong(there, given, largest, c.along[k].size) {
			return false
		}
	}
	return true
}

// evalPartials returns the partials of the law, nil where it fails.
func (c *partialCheck) evalPartials(in, out []float64) []float64 {
	part, dt := make([]float64, c.n.n*len(c.n.in)), make([]float64, c.n.n)
	if out == nil || c.n.law.Partials(part, dt, in, out, true, c.s) != nil {
		return nil
	}
	return part
}

// movedInputs returns the inputs moved by h along a direction.
func (c *partialCheck) movedInputs(in []float64, along *partialDirection, h float64) []float64 {
	x := slices.Clone(in)
	for i, k := range along.in {
		x[k] += h * along.by[i]
	}
	return x
}

// evalLaw returns the outputs of the law, nil where it fails or is not finite.
func (c *partialCheck) evalLaw(in []float64) []float64 {
	out := make([]float64, c.n.n)
	if c.n.law.Eval(out, in, c.s) != nil {
		return nil
	}
	for _, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	}
	return out
}

// differenceQuotients returns difference quotients of the outputs along a direction; NaN where they do not settle.
func (c *partialCheck) differenceQuotients(in []float64, along *partialDirection) (quotients []float64, ok bool) {
	h := partialStep * along.size
	var at [5][]float64
	for j := range at {
		if at[j] = c.evalLaw(c.movedInputs(in, along, float64(j-2)*h)); at[j] == nil {
			return nil, false
		}
	}
	d := make([]float64, c.n.n)
	for o := range d {
		left, right := (at[2][o]-at[0][o])/(2*h), (at[4][o]-at[2][o])/(2*h)
		near := (at[3][o] - at[1][o]) / (2 * h)
		scale := math.Max(math.Abs(left), math.Abs(right))
		noise := 1e-13 * math.Max(math.Abs(at[2][o]), math.Abs(at[4][o])) / h
		d[o] = near
		if math.Abs(left-right) > partialAgree*scale+noise || math.Abs(near-(left+right)/2) > partialAgree*scale+noise || noise > partialAgree*scale && scale > 0 {
			d[o] = math.NaN()
		}
	}
	return d, true
}
