package integrate

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/effort.csv again")

// trial is a run whose effort and errors are on record.
type trial struct {
	model, method, setting string
	opt                    Options
}

// trialModels are the problems of the trials, each with its end and the distance of outputs.
var trialModels = map[string]struct {
	make    func() (*toy, *Point)
	end, dt float64
}{
	"pendulum": {pendulum, 3, 0.05},
	"top":      {top, 0.3, 0.01},
	"crank":    {crank, 3, 0.1},
	"forced":   {func() (*toy, *Point) { return oscillator(true) }, 2, 0.05},
	"lugre":    {lugre, 14, 0.25},
	"relax":    {func() (*toy, *Point) { return vanDerPol(1e-2) }, 2, 0.02},
	"kinetics": {robertson, 40, 2},
	"stop":     {stop, 2, 0.02},
	"drag":     {func() (*toy, *Point) { return dragged(false) }, 3, 0.05},
	"rubbed":   {func() (*toy, *Point) { return dragged(true) }, 3, 0.05},
	"chirp":    {chirp, 3, 0.05},
}

// stop is a mass of 1 on a spring of 100, with a stop at 0.05 whose stiffness is 1e4: a law with a kink.
func stop() (*toy, *Point) {
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] + 100*p.Q[0] + 1e4*math.Max(0, p.Q[0]-0.05)
		return nil
	})
	s := NewPoint(&p.n)
	s.V[0] = 1
	return p, s
}

// dragged is the pendulum with a resistance that grows with its speed or, rubbed, with the force in its pivot, as an
// algebraic unknown reports, and with a state that follows a speed.
func dragged(rubbed bool) (*toy, *Point) {
	p := newToy(Layout{NQ: 2, NV: 2, NX: 1, NY: 1, NL: 1}, func(r *Residual, p *Point) error {
		x, y := p.Q[0], p.Q[1]
		r.V[0] = p.A[0] - x*p.L[0] + p.Y[0]*p.V[0]
		r.V[1] = p.A[1] + 9.81 - y*p.L[0] + p.Y[0]*p.V[1]
		r.Y[0] = p.Y[0] - 0.02*math.Hypot(p.V[0], p.V[1])
		if rubbed {
			r.Y[0] = p.Y[0] - 0.02*math.Sqrt(1+p.L[0]*p.L[0])
		}
		r.X[0] = p.XDot[0] - 5*(p.V[1]-p.X[0])
		r.Pos[0] = (x*x + y*y - 1) / 2
		r.Vel[0] = x*p.V[0] + y*p.V[1]
		r.Acc[0] = x*p.A[0] + y*p.A[1] + p.V[0]*p.V[0] + p.V[1]*p.V[1]
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0] = -1
	return p, s
}

// chirp is q" = -25 q with a row that moves a second mass by t³/8, and a state that is driven ever faster.
func chirp() (*toy, *Point) {
	p := newToy(Layout{NQ: 2, NV: 2, NX: 1, NL: 1, QScale: []float64{1, 2}}, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] + 25*(p.Q[0]-p.Q[1]) + 0.1*p.V[0]
		r.V[1] = 3*p.A[1] + 25*(p.Q[1]-p.Q[0]) - p.L[0]
		r.X[0] = p.XDot[0] + p.X[0] - 1e-2*math.Sin(4*p.T*p.T)
		r.Pos[0] = p.Q[1] - p.T*p.T*p.T/8
		r.Vel[0] = p.V[1] - 3*p.T*p.T/8
		r.Acc[0] = p.A[1] - 3*p.T/4
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0], s.X[0] = 0.1, 1e-2
	return p, s
}

// trials lists the runs: each method on models that are its business, and each setting on one where it matters.
func trials() (all []trial) {
	add := func(model, method, setting string, tol float64, set func(*Options)) {
		o := Options{Tol: tol, HMax: 0.2, Interpolate: true}
		if set != nil {
			set(&o)
		}
		all = append(all, trial{model, method, setting, o})
	}
	for _, method := range controlled {
		tight := 1e-6
		if method == "HHT" {
			tight = 1e-5
		}
		for _, model := range []string{"pendulum", "top", "crank", "forced", "drag", "chirp", "relax", "stop"} {
			add(model, method, "1e-4", 1e-4, nil)
			add(model, method, fmt.Sprint(tight), tight, nil)
		}
		if method != "ABAM" && method != "DOP853" {
			add("lugre", method, "1e-4", 1e-4, nil)
			add("kinetics", method, "1e-4", 1e-4, func(o *Options) { o.HMax = 10 })
			add("relax", method, "loose states", 1e-4, func(o *Options) { o.RelTol = -1 })
		}
		add("pendulum", method, "outputs", 1e-4, func(o *Options) { o.Interpolate = false })
		add("pendulum", method, "short", 1e-4, func(o *Options) { o.HMax = 0.004 })
		add("pendulum", method, "speeds", 1e-4, func(o *Options) { o.VelCtrl, o.VelTolFactor = true, 50 })
		if method == "ABAM" || method == "HHT" || method == "RADAU" || method == "DOP853" {
			add("rubbed", method, "1e-4", 1e-4, nil)
		}
		add("drag", method, "motion", 1e-3, func(o *Options) { o.MotionTol = 1e-4 })
		add("chirp", method, "motion", 1e-3, func(o *Options) { o.MotionTol, o.MotionSpeeds = 1e-5, true })
		add("top", method, "dear", 1e-4, func(o *Options) { o.DearPartials = true })
		add("top", method, "partials", 1e-4, func(o *Options) { o.JacobEval = 1 })
		add("crank", method, "first step", 1e-5, func(o *Options) { o.H0 = 1e-3 })
		add("crank", method, "iterations", 1e-5, func(o *Options) { o.MinIt, o.MaxIt = 2, 3 })
		add("crank", method, "rows", 1e-5, func(o *Options) { o.ConstrTol, o.RowRate = 1e-6, 0.05 })
		add("forced", method, "exact", 1e-4, func(o *Options) { o.NewtonTol = 1e-15 })
		add("forced", method, "sizes", 1e-6, func(o *Options) { o.RelAbs = 10 })
		add("stop", method, "least", 1e-5, func(o *Options) { o.HMin = 1e-4 })
	}
	for _, method := range []string{"DSTIFF", "ABAM", "VSTIFF", "MSTIFF"} {
		for _, k := range []int{2, 3, 4} {
			add("pendulum", method, fmt.Sprint("order ", k), 1e-4, func(o *Options) { o.MaxOrder = k })
		}
	}
	for _, k := range []int{5, 9, 13} {
		for _, model := range []string{"pendulum", "drag", "relax", "lugre"} {
			add(model, "RADAU", fmt.Sprint("order ", k), 1e-5, func(o *Options) { o.MaxOrder = k })
		}
	}
	for _, index := range []int{2, 1} {
		for _, model := range []string{"pendulum", "top", "drag", "chirp"} {
			add(model, "DSTIFF", fmt.Sprint("index ", index), 1e-5, func(o *Options) { o.Index = index })
			add(model, "DSTIFF", fmt.Sprint("index ", index, " speeds"), 1e-4, func(o *Options) { o.Index, o.VelCtrl, o.VelTolFactor = index, true, 10 })
		}
	}
	for _, model := range []string{"pendulum", "top", "drag", "forced"} {
		for _, index := range []int{3, 2, 1} {
			add(model, "CSTIFF", fmt.Sprint("index ", index), 1e-4, func(o *Options) { o.Index, o.HMax = index, 0.004 })
		}
		add(model, "CSTIFF", "outputs", 1e-4, func(o *Options) { o.HMax, o.MaxOrder, o.Interpolate = 0.003, 3, false })
		for _, method := range []string{"HHT", "NEWMARK"} {
			add(model, method, "fixed", 1e-4, func(o *Options) { o.FixedStep = 0.003 })
		}
		add(model, "HHT", "alpha", 1e-5, func(o *Options) { o.Alpha = -0.3 })
		add(model, "HHT", "no alpha", 1e-5, func(o *Options) { o.AlphaSet = true })
		add(model, "HHT", "coefficients", 1e-5, func(o *Options) { o.Gamma, o.Beta = 0.6, 0.35 })
		for _, method := range []string{"RK4", "VERLET"} {
			add(model, method, "outputs", 1e-4, func(o *Options) { o.HMax, o.Interpolate = 0.004, false })
			add(model, method, "fixed", 1e-4, func(o *Options) { o.FixedStep = 0.003 })
		}
	}
	return all
}

// effort is what a run takes, and how far it is from the solution: places and states, speeds and their like, loads.
type effort struct {
	counts [8]int
	errors [3]float64
}

// efforts is what an effort may be: rounding of the last place, which differs between machines and with the order of a sum, makes
// steps a few more or less, and errors larger or smaller.
type efforts struct{ least, most effort }

var effortColumns = []string{"model", "method", "setting", "steps", "rejected", "evaluations", "partials", "factorizations", "iterations", "order", "jumps",
	"places", "speeds", "loads"}

// solutions are those of the models, at their outputs.
type solutions map[string][]*Point

func (s solutions) of(t *testing.T, model string) []*Point {
	if s[model] == nil {
		m := trialModels[model]
		p, start := m.make()
		run(t, "RADAU", p, consistent(t, p, start), Options{Tol: 1e-10, RelTol: 1e-10, HMax: 0.2, HMin: 1e-12, ConstrTol: 1e-13}, m.end, m.dt, func(pt *Point) {
			at := NewPoint(&p.n)
			at.Copy(pt)
			s[model] = append(s[model], at)
		})
	}
	return s[model]
}

// take runs the trial, with laws at places rounded at random for seeds above 0.
func (c *trial) take(t *testing.T, want []*Point, seed uint64) (e effort) {
	m := trialModels[c.model]
	p, start := m.make()
	consistent(t, p, start)
	if seed > 0 {
		p.eval = rounded(p, seed)
	}
	i := 0
	st := run(t, c.method, p, start, c.opt, m.end, m.dt, func(pt *Point) {
		w := want[i]
		i++
		for k, set := range [3][][2][]float64{{{pt.Q, w.Q}, {pt.X, w.X}}, {{pt.V, w.V}, {pt.XDot, w.XDot}}, {{pt.A, w.A}, {pt.L, w.L}, {pt.Y, w.Y}}} {
			for _, pair := range set {
				for j, v := range pair[0] {
					e.errors[k] = math.Max(e.errors[k], math.Abs(v-pair[1][j]))
				}
			}
		}
	})
	e.counts = [8]int{st.Steps, st.Rejected, st.Evaluations, st.Jacobians, st.Factorizations, st.NewtonIterations, st.Order, st.Jumps}
	return e
}

// rounded is the evaluation of p at places that differ by about a unit in the last place.
func rounded(p *toy, seed uint64) func(*Residual, *Point) error {
	r, at, inner := rand.New(rand.NewPCG(seed, 1)), NewPoint(&p.n), p.eval
	return func(res *Residual, pt *Point) error {
		at.Copy(pt)
		for _, x := range [][]float64{at.Q, at.V, at.A, at.X, at.XDot, at.Y, at.L} {
			for i := range x {
				x[i] *= 1 + 0x1p-53*float64(r.IntN(3)-1)
			}
		}
		return inner(res, at)
	}
}

// TestEffort compares what runs take, and their errors, with the spread on record: a wrong coefficient, sign or rule for steps shows
// here long before results are wrong. A change of a method that is meant continues record by
//
//	go test ./core/integrate -run TestEffort -update
//
// and the difference of its table reports what it gave: what still holds stays as it is.
func TestEffort(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the record is of a machine that rounds after each operation")
	}
	const file, seeds = "testdata/effort.csv", 16
	known, err := readEfforts(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	s := solutions{}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(effortColumns)
	look := func(row []string, take func(seed uint64) effort) {
		got, name := take(0), strings.Join(row, ",")
		was, ok := known[name]
		switch {
		case ok && was.hold(got):
			w.Write(append(row, was.text()...))
			return
		case !*update:
			t.Errorf("%s: %d %.3e, on record are %d %.3e to %d %.3e", name, got.counts, got.errors, was.least.counts, was.least.errors, was.most.counts, was.most.errors)
			return
		}
		of := efforts{got, got}
		for seed := uint64(1); seed < seeds; seed++ {
			of.extend(take(seed))
		}
		w.Write(append(row, of.text()...))
	}
	for _, c := range trials() {
		look([]string{c.model, c.method, c.setting}, func(seed uint64) effort { return c.take(t, s.of(t, c.model), seed) })
	}
	for _, c := range hardTrials() {
		look(c.name(), func(seed uint64) effort { return c.take(t, seed) })
	}
	for _, c := range searches() {
		look(c.name(), func(seed uint64) effort { return c.take(t, seed) })
	}
	if w.Flush(); *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (a *efforts) extend(e effort) {
	for i, n := range e.counts {
		a.least.counts[i], a.most.counts[i] = min(a.least.counts[i], n), max(a.most.counts[i], n)
	}
	for i, x := range e.errors {
		a.least.errors[i], a.most.errors[i] = min(a.least.errors[i], x), max(a.most.errors[i], x)
	}
}

// hold reports whether an effort lies in the spread or, above and below it, within a width of it and a little more.
func (a efforts) hold(e effort) bool {
	for i, n := range e.counts {
		low, high := float64(a.least.counts[i]), float64(a.most.counts[i])
		if f, off := float64(n), high-low+2+0.03*high; f < low-off || f > high+off {
			return false
		}
	}
	for i, x := range e.errors {
		low, high := a.least.errors[i]+tinyError, a.most.errors[i]+tinyError
		if f := 1.5 * high / low; x+tinyError < low/f || x+tinyError > high*f {
			return false
		}
	}
	return true
}

// tinyError is an error that rounding makes.
const tinyError = 1e-9

func (a *efforts) text() (row []string) {
	for i, n := range a.least.counts {
		row = append(row, fmt.Sprintf("%d %d", n, a.most.counts[i]))
	}
	for i, x := range a.least.errors {
		row = append(row, fmt.Sprintf("%.2e %.2e", x, a.most.errors[i]))
	}
	return row
}

func readEfforts(file string) (map[string]efforts, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	all := map[string]efforts{}
	for _, row := range rows[1:] {
		var e efforts
		for i, cell := range row[3:] {
			if k := i - len(e.least.counts); k < 0 {
				_, err = fmt.Sscan(cell, &e.least.counts[i], &e.most.counts[i])
			} else {
				_, err = fmt.Sscan(cell, &e.least.errors[k], &e.most.errors[k])
			}
			if err != nil {
				return nil, err
			}
		}
		all[strings.Join(row[:3], ",")] = e
	}
	return all, nil
}
