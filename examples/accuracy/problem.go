package main

// problem is a deck whose solution is known, with the bounds that the
// benchmark page sets, or that we set where it sets none.
type problem struct {
	name, source string // source of the reference figures
	deck         string // below examples/, as is reference
	reference    string // CSV, with the time in the first column
	until        float64
	tight        map[string]string // attributes of Param_Transient in the tight run
	places       []column          // coordinates and angles
	loads        []column          // forces; errors count in the largest value of them all
	def, fine    float64           // bounds of places in the deck's own settings and in tight ones, 0: none
	ours         bool              // these bounds are not from the benchmark page
	load         float64           // bound of loads, 0: none
	also         []check
}

// column is a column of requests.csv and that of the reference.
type column struct{ got, want string }

// check is a figure of a run with a bound of its own.
type check struct {
	name      string
	def, fine float64 // bounds, 0: reported without one
	of        func(r *result) (float64, error)
}

func columnsOfSameNames(names ...string) (c []column) {
	for i := 0; i+1 < len(names); i += 2 {
		c = append(c, column{names[i], names[i+1]})
	}
	return c
}

func newToleranceAttributes(t string) map[string]string { return map[string]string{"integr_tol": t} }

var loads = columnsOfSameNames("4.F1", "fx", "4.F2", "fy", "4.F3", "fz")

// newPublishedAdamsCase returns one of the cases with published Adams tables.
func newPublishedAdamsCase(name, file string) problem {
	return problem{name: "one body, " + name, source: "30 digits, Adams tables", deck: "one-body/" + file + ".xml",
		reference: "one-body/" + file + ".csv", tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y", "1.Z", "z"),
		loads: loads, def: 1e-4, fine: 1e-6, load: 1e-3}
}

func newAndrewsProblem(name string, until float64, tight map[string]string, also ...check) problem {
	return problem{name: name, source: "30 digits, IVP test set", deck: "andrews/andrews.xml", reference: "andrews/expected.csv",
		until: until, tight: tight, def: 1e-3, fine: 1e-6, also: also,
		places: columnsOfSameNames("1.F1", "beta", "1.F2", "Theta", "1.F3", "gamma", "1.F4", "Phi", "1.F5", "delta", "1.F6", "Omega", "1.F7", "epsilon")}
}

// problems are those of the benchmark page in its order, then others of the
// examples.
var problems = []problem{
	{name: "A01 planar pendulum, 10 s", source: "closed form", deck: "pendulum/pendulum.xml", reference: "pendulum/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y"), loads: columnsOfSameNames("3.F1", "tension"), def: 1e-3, fine: 1e-6, load: 1e-3,
		// the page's criterion of 5e-5 J goes with the finer of its two settings
		also: []check{{"energy, J", 0, 5e-5, newEnergyDriftCheck(1, 9.81)}}},
	{name: "A02 four-bars, N = 2, 10 s", source: "closed form", deck: "four-bar/four-bar.xml", reference: "four-bar/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y"), def: 1e-3, fine: 1e-5,
		// cranks and couplers on the parallelogram branch: 3·1/3 + 2 kg, 3·1/2 + 2 kg
		also: []check{{"energy, J", 0.1, 0.1, newEnergyDriftCheck(3, 3.5*9.81)}}},
	newAndrewsProblem("A03 Andrews' squeezer, 0.03 s", 0.03, newToleranceAttributes("1E-8")),
	newAndrewsProblem("A03, 0.05 s", 0.05, newToleranceAttributes("1E-9"), check{"point F, m", 0, 0, newLargestErrorCheck("3.X", "fx", "3.Y", "fy")}),
	{name: "heavy top, 2 s", source: "30 digits", deck: "heavy-top/heavy-top.xml", reference: "heavy-top/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y", "1.Z", "z"), loads: columnsOfSameNames("3.F1", "fx", "3.F2", "fy", "3.F3", "fz"),
		def: 1e-3, fine: 1e-6},
	{name: "slider-crank of IDA, 10 s", source: "30 digits, IDA", deck: "slider-crank/slider-crank.xml", reference: "slider-crank/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "q", "1.F2", "x", "1.F3", "p"), def: 1e-3, fine: 1e-6},
	{name: "LuGre stick-slip, 25 s", source: "16 digits, Exudyn", deck: "lugre-stick-slip/lugre-stick-slip.xml", reference: "lugre-stick-slip/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x"), loads: columnsOfSameNames("1.F4", "friction"), def: 1e-3, fine: 1e-6},
	{name: "bead on a catenary, 5 s", source: "25 digits", deck: "catenary/catenary.xml", reference: "catenary/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y"), def: 1e-3, fine: 1e-6},
	{name: "damped oscillator, free and forced, 5 s", source: "closed form", deck: "spring-mass/spring-mass.xml", reference: "spring-mass/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x_free", "2.F1", "x_forced"), def: 1e-3, fine: 1e-6, ours: true},
	{name: "chain of ten masses, frequencies", source: "closed form", deck: "accuracy/decks/chain-eigenvalues.xml",
		also: []check{{"rad/s, relative", 1e-9, 0, frequencyError}}},
	{name: "chain of ten masses, 5 s", source: "closed form", deck: "spring-mass/chain.xml", reference: "spring-mass/chain-expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x1", "2.F1", "x5"), def: 1e-3, fine: 1e-6, ours: true},
	{name: "bouncing ball by a stiff contact, 8.4 s", source: "closed form of the law", deck: "accuracy/decks/bouncing-ball.xml",
		reference: "accuracy/decks/bouncing-ball.csv", tight: newToleranceAttributes("1E-10"), places: columnsOfSameNames("1.F1", "height_law"), def: 1e-3, fine: 1e-6, ours: true,
		also: []check{{"from restitution, m", 1e-3, 1e-3, newLargestErrorCheck("1.F1", "height_rigid")}}},
	{name: "block on 20°, slides back, 2 s", source: "closed form, Coulomb", deck: "accuracy/decks/block-20.xml", reference: "accuracy/decks/block-20.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x"), def: 1e-3, fine: 1e-3, ours: true},
	{name: "block on 15°, stays, 10.5 s", source: "closed form, Coulomb", deck: "accuracy/decks/block-15.xml", reference: "accuracy/decks/block-15.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x"), def: 1e-3, fine: 1e-3, ours: true,
		also: []check{{"creep in 10 s, m", 1e-3, 1e-3, newColumnDriftCheck("1.F1", 0.5, 10.5)}}},
	{name: "the same, friction by STEP", source: "closed form, Coulomb", deck: "accuracy/decks/block-15-step.xml", reference: "accuracy/decks/block-15.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "x"), def: 1e-3, fine: 1e-3, ours: true,
		also: []check{{"creep in 10 s, m", 1e-3, 1e-3, newColumnDriftCheck("1.F1", 0.5, 10.5)}}},
	newPublishedAdamsCase("revolute, 5 s", "revolute"),
	newPublishedAdamsCase("spherical", "spherical"),
	newPublishedAdamsCase("universal", "universal"),
	newPublishedAdamsCase("cylindrical", "cylindrical"),
	newPublishedAdamsCase("distance", "distance"),
	newPublishedAdamsCase("spring-damper", "spring"),
	newPublishedAdamsCase("nonlinear spring", "springcb"),
	{name: "pendulum with LuGre friction, 5 s", source: "order 8 at 1e-12", deck: "lugre-pendulum/lugre-pendulum-expr.xml", reference: "lugre-pendulum/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.F1", "angle"), loads: columnsOfSameNames("3.F2", "tz"), def: 1e-3, fine: 1e-5, ours: true, load: 1e-2},
	{name: "bead on a one-sided line, 2 s", source: "order 8 at 3e-14", deck: "line/line.xml", reference: "line/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Y", "y"), def: 1e-3, fine: 1e-6, ours: true},
	{name: "bead between two lines, 1 s, mm", source: "Radau at 1e-12", deck: "two-lines/two-lines.xml", reference: "two-lines/expected.csv",
		tight: newToleranceAttributes("1E-8"), places: columnsOfSameNames("1.X", "x", "1.Z", "z"), def: 5e-2, fine: 1e-3, ours: true},
}
