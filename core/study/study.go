// Package study plans many runs of one deck with different values of its parameters, distributes them over workers and collects their
// results. A study is a folder: the plan, claims of workers on parts of it, and their results are files, which any number of processes on any
// number of machines may share. No process is started here.
package study

import (
	"fmt"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Study is a study file.
type Study struct {
	Deck     string // path as written, relative to the folder of the file
	Commands string // file of commands of an Adams model, "" without
	Seed     uint64

	Run        RunSettings
	Parameters []*Parameter
	// Correlations are those of values that the design draws; pairs without one are not correlated.
	Correlations []Correlation
	Design       Design
	Responses    []*Response
	// Failures is the share of failed runs beyond which a study stops; NaN: it does not.
	Failures float64
	Engine   Engine

	Source *deck.Source // the file
	Diags  *deck.Diags  // what is wrong with it
}

// RunSettings are those of the command run.
type RunSettings struct {
	End      float64 // NaN for what the deck says
	Steps    int     // output steps; 0 for what the deck says
	DT       float64 // time between outputs; 0 for what the deck says
	MaxWall  float64 // limit of a run in s; 0 for none
	Isolate  string
	Python   string
	Engine   string // python_engine
	CallTime string // call_timeout
}

// Parameter is what varies: a parameter of the deck or an attribute of an element.
type Parameter struct {
	Name   string // of the column of results: name or path
	Values []Value
	Range  []float64 // from, to; nil without
	Points int       // of Range in a grid
	Dist   string    // "" without
	Args   []float64 // of Dist
	Span   deck.Span // of the name
}

// Value is a value of a parameter, a number or a text.
type Value struct {
	Number float64
	Text   string
	IsText bool
}

// Number returns a value that is a number.
func Number(x float64) Value { return Value{Number: x} }

// Text returns a value that is a text.
func Text(s string) Value { return Value{Text: s, IsText: true} }

// String returns the value as a deck has it: numbers with the fewest digits that give the same number back.
func (v Value) String() string {
	if v.IsText {
		return v.Text
	}
	return strconv.FormatFloat(v.Number, 'g', -1, 64)
}

// Design says which values the runs have.
type Design struct {
	Kind   string
	Runs   int    // of designs that draw values
	File   string // of list
	Levels int    // of morris
	Span   deck.Span
}

// Kinds of designs.
const (
	Grid       = "grid"
	List       = "list"
	MonteCarlo = "montecarlo"
	LHS        = "lhs"
	Sobol      = "sobol"
	Morris     = "morris"
)

var designKinds = []string{Grid, List, MonteCarlo, LHS, Sobol, Morris}

// Engine says what starts the workers.
type Engine struct {
	Kind    string
	Workers int     // 0 for one a processor core
	Lease   float64 // s after which a worker that shows no sign of life has lost what it claimed

	// Command lines of the engine template. {workers}, {command}, {dir} and {id} are replaced.
	Submit, Status, Cancel string
	JobID                  string // regular expression whose first group finds the id in what Submit prints
	Options                []string
}

// Kinds of engines.
const (
	Local    = "local"
	Slurm    = "slurm"
	Template = "template"
)

var engineKinds = []string{Local, Slurm, Template}

// defaultLease is the lease in s.
const defaultLease = 60

// IsFailureLimitReached reports whether so many failures of done runs, of planned ones, stop a study.
func (s *Study) IsFailureLimitReached(failed, done, planned int) bool {
	return !math.IsNaN(s.Failures) && done >= min(planned, earliestStop) && float64(failed) > s.Failures*float64(done)
}

// earliestStop is the number of runs that must be done before a share of failures means something.
const earliestStop = 20

// Error is a study file with errors, which are in Study.Diags.
type Error struct{ File string }

func (e *Error) Error() string { return fmt.Sprintf("%s has errors", e.File) }
