package subtest

import "github.com/trammel-mbd/trammel/sdk/usersub"

// Case is one reference routine with the arguments it is tried with.
type Case struct {
	Name     string
	Sig      *usersub.Sig
	Define   func(*usersub.Frame, usersub.State) error
	Par      []float64
	Dims     map[string]int
	Set      func(*usersub.Frame) // fills states and inputs, nil if there are none
	Optional bool                 // a language may be unable to express it
	Fails    bool                 // the call returns an error
	Counts   bool                 // the value counts calls: COUNTR
}

// Cases returns the reference routines of the package comment.
func Cases() []Case {
	y := map[string]int{"nstate": 2, "ninput": 7, "noutpt": 6}
	return []Case{
		{Name: "CATENA", Sig: usersub.PFOSUB, Define: evalCatenary, Par: []float64{9}},
		{Name: "PARSUM", Sig: usersub.PFOSUB, Define: evalParameterSum, Par: []float64{0.5, -2, 1e-3, 7, 11}},
		{Name: "FLAGSN", Sig: usersub.SFOSUB, Define: evalFlags},
		{Name: "LUGARY", Sig: usersub.ARYSUB, Define: evalLuGreArray, Par: []float64{1001, Joint},
			Dims: map[string]int{"nvalue": 7}},
		{Name: "LUGYFO", Sig: usersub.YFOSUB, Define: evalLuGreStateEquation, Dims: y, Set: setFrictionInputs,
			Par: []float64{1001, 100, 0.31625, 0.0004, 1, 5, 1.5, 1.25, 0.5, 0.3, 0}},
		{Name: "COLXX", Sig: usersub.YFOXX, Define: evalColumnXX, Dims: y, Set: setFrictionInputs, Par: []float64{3}},
		{Name: "COLXU", Sig: usersub.YFOXU, Define: evalColumnXU, Dims: y, Set: setFrictionInputs},
		{Name: "BUSHNG", Sig: usersub.GFOSUB, Define: evalBushing, Par: []float64{11, 12, 100, 2, 0.5}},
		{Name: "EIGHTS", Sig: usersub.REQSUB, Define: evalEightResults, Par: []float64{4, 5, 1, 2, 3, 4, 5, 6, 7, 8}},
		{Name: "LATERQ", Sig: usersub.PFOSUB, Define: evalLaterQuery, Par: []float64{9, 3}},
		{Name: "UNKNWN", Sig: usersub.VARSUB, Define: evalUnknownMeasure},
		{Name: "SPELNG", Sig: usersub.VARSUB, Define: evalMeasureSpellings, Par: []float64{8}},
		{Name: "MANYQS", Sig: usersub.VARSUB, Define: evalManyQueries, Par: []float64{70}},
		{Name: "EVENTS", Sig: usersub.VARSUB, Define: evalEvents},
		{Name: "MODINF", Sig: usersub.ARYSUB, Define: evalModelInfo, Par: []float64{Joint},
			Dims: map[string]int{"nvalue": 4}},
		{Name: "COUNTR", Sig: usersub.VARSUB, Counts: true},
		{Name: "BEYOND", Sig: usersub.PFOSUB, Define: evalBeyondParameters, Par: []float64{6}, Optional: true},
		{Name: "UNSETS", Sig: usersub.VFOSUB, Define: evalUnsetOutput, Optional: true},
		{Name: "FAILUR", Sig: usersub.VARSUB, Define: failAlways, Optional: true, Fails: true},
	}
}

// Frame returns a new frame with the arguments of the case.
func (c *Case) Frame(id int) *usersub.Frame {
	f := usersub.NewFrame(c.Sig, c.Sig.Element, id, c.Par, c.Dims)
	if c.Set != nil {
		c.Set(f)
	}
	return f
}

func setFrictionInputs(f *usersub.Frame) {
	copy(f.RealArgNamed("states"), []float64{0.0021, -0.0013})
	copy(f.RealArgNamed("input"), []float64{0.37, 3.1, -4.2, 1.7, 0.6, -0.9, 0.1})
}
