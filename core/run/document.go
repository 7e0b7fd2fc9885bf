package run

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Values of Document.Status.
const (
	Running     = "running" // until the run is closed
	OK          = "ok"
	Failed      = "failed"
	Interrupted = "interrupted"
)

// Document is what run.json holds: the outcome of a run and its figures.
type Document struct {
	Status   string   `json:"status"`
	ExitCode int      `json:"exit_code"` // -1 while running
	Error    *Failure `json:"error"`     // null without one

	Version    string `json:"version"`
	Deck       string `json:"deck"` // absolute path
	DeckSHA256 string `json:"deck_sha256"`
	// Parameters are those of the deck, Assigned what --set and --params gave to attributes.
	Parameters []ParameterInfo  `json:"parameters,omitempty"`
	Assigned   []AssignmentInfo `json:"assigned,omitempty"`

	DOF            *int    `json:"dof"`      // null before the start
	EndTime        float64 `json:"end_time"` // simulated time reached
	Steps          int     `json:"steps"`
	Rejected       int     `json:"rejected"`
	Evaluations    int     `json:"evaluations"`
	Jacobians      int     `json:"jacobians"`
	Factorizations int     `json:"factorizations"`
	WallS          float64 `json:"wall_s"`
	// EnergyDrift is the largest change of the energy that forces and motions
	// do not account for, relative to the largest energy; null when it cannot
	// be computed.
	EnergyDrift *float64 `json:"energy_drift"`
	// ConstraintViolation is the largest error of a position row at an output
	// time, in the deck's length unit or rad.
	ConstraintViolation float64 `json:"constraint_violation"`
	// NonSmooth is what the analyses by NSC took; nil without any.
	NonSmooth *NonSmoothInfo `json:"nonsmooth,omitempty"`
	// Redundant are the rows that were taken out because they depend on others, by element,
	// and Reactions how those of their joints are reported; neither without any.
	Redundant []string `json:"redundant,omitempty"`
	Reactions string   `json:"reactions,omitempty"`

	// Assembly reports the assemblies at the start and after changes of the model, up to a hundred.
	Assembly []AssemblyInfo `json:"assembly,omitempty"`

	// Analyses are those that were carried out, up to a thousand.
	Analyses []AnalysisInfo `json:"analyses,omitempty"`

	// Linear are the linear analyses.
	Linear []LinearInfo `json:"linear,omitempty"`

	// Columns are those of requests.csv, without the time.
	Columns []ColumnInfo `json:"columns,omitempty"`

	// Results are the tables of a run that has loaded further models; a run of one
	// model has requests.csv and leaves this out.
	Results  []ResultInfo  `json:"results,omitempty"`
	Routines []RoutineInfo `json:"routines"`
	// Recording is the file into which calls were recorded, nil without one.
	Recording *RecordingInfo `json:"recording,omitempty"`
	Warnings  []string       `json:"warnings"`
	// Findings counts what the warnings of the watch on the run are about; nil without any.
	Findings *Findings `json:"findings,omitempty"`
	// Events are those of sensors, constraints and contacts, up to a thousand of each kind.
	Events []EventInfo `json:"events"`
}

// AnalysisInfo is what run.json says about one analysis. Of those of rest it reports what the search
// took and what it left: the largest residual of any equation, and the largest force
// or torque that is not balanced, each in deck units.
type AnalysisInfo struct {
	Kind       string  `json:"kind"` // assembly, static, quasi-static, kinematic, transient, linear
	Start      float64 `json:"start"`
	End        float64 `json:"end"` // reached
	Method     string  `json:"method,omitempty"`
	Iterations int     `json:"iterations,omitempty"`
	Residual   float64 `json:"residual,omitempty"`
	Imbalance  float64 `json:"imbalance,omitempty"`
	Relaxed    bool    `json:"relaxed,omitempty"`  // a motion without damping was needed
	Unstable   bool    `json:"unstable,omitempty"` // an equilibrium is
}

// Failure says where and why a run ended. File, line and column are those of the deck, where the error has a place there.
type Failure struct {
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"`
	Col     int      `json:"col,omitempty"`
	Time    *float64 `json:"time"` // simulated; null before the start
	Element string   `json:"element"`
	Routine string   `json:"routine"`
	Message string   `json:"message"`
}

// RoutineInfo is what a run says about the routine of one element. Routine is the
// name of the function that is called, as the deck gives it, or else the
// standard one: so it is in Failure too. Kind is what the element calls: PFOSUB.
// Symbol is the name under which the function was found.
type RoutineInfo struct {
	Element        string      `json:"element"`
	Routine        string      `json:"routine"`
	Kind           string      `json:"kind"`
	Symbol         string      `json:"symbol"`
	Implementation string      `json:"supplier"`
	Isolated       bool        `json:"isolated,omitempty"`  // it ran in a worker, a process of its own
	Confined       string      `json:"confined,omitempty"`  // what is enforced there
	Transport      string      `json:"transport,omitempty"` // how calls reach its process: memory, pipe, grpc
	Note           string      `json:"note,omitempty"`      // which of several interpreters it is and why
	File           string      `json:"file"`
	SHA256         string      `json:"sha256"`
	Calls          int         `json:"calls"`  // with those of the set-up and for differences
	TimeS          float64     `json:"time_s"` // in these calls: measured, from some thousand calls on estimated
	Share          float64     `json:"share"`  // of the wall time of the run; 0 while it runs
	Queries        []QueryInfo `json:"questions"`
}

// RecordingInfo is a file with calls of routines.
type RecordingInfo struct {
	File  string `json:"file"`
	Calls int    `json:"calls"`
	Bytes int64  `json:"bytes"`
}

// QueryInfo is a query of a routine.
type QueryInfo struct {
	Name string  `json:"name"`
	Args []int32 `json:"args"`
}

// NewDocument returns the document of a run that has begun.
func NewDocument() Document {
	return Document{Status: Running, ExitCode: -1, Routines: []RoutineInfo{}, Warnings: []string{}, Events: []EventInfo{}}
}

// ListRoutines lists the routines of a model that has not run yet.
func ListRoutines(m *element.Model) []RoutineInfo {
	all := []RoutineInfo{}
	for _, r := range m.ListRoutines() {
		all = append(all, newRoutineInfo(r.Element, r.Sub, r.Sig, 0, 0, nil))
	}
	return all
}

func routineInfoOf(p *system.Profile) RoutineInfo {
	x := newRoutineInfo(p.Routine.OwnerTitle(), p.Sub, p.Sig, p.Calls, p.Seconds, p.Queries)
	x.Implementation = p.Implementation()
	return x
}

// newRoutineInfo is what run.json says about a routine of an element; seconds is the time that its calls took.
func newRoutineInfo(owner string, s *usersub.Routine, sig *usersub.Sig, calls int, seconds float64, asked []usersub.Query) RoutineInfo {
	return RoutineInfo{
		Element: owner, Routine: (&system.Profile{Sub: s, Sig: sig}).Name(), Kind: sig.Name, Symbol: s.Symbol, Implementation: s.Implementation, Note: s.Note,
		Isolated: s.Isolated, Confined: s.Confined, Transport: s.Transport,
		File: s.File, SHA256: s.SHA256, Calls: calls, TimeS: seconds, Queries: queryInfos(asked),
	}
}

func queryInfos(asked []usersub.Query) []QueryInfo {
	all := make([]QueryInfo, len(asked))
	for i, q := range asked {
		all[i] = QueryInfo{Name: q.Name, Args: q.Par}
	}
	return all
}

// setRoutineTimeShares sets the part of the wall time that each routine took. Times of many calls are
// estimated from some, so on a busy machine their sum may pass the whole: it is then the whole.
func (d *Document) setRoutineTimeShares() {
	spent := 0.0
	for i := range d.Routines {
		spent += d.Routines[i].TimeS
	}
	for i := range d.Routines {
		if d.WallS > 0 {
			d.Routines[i].Share = d.Routines[i].TimeS / max(d.WallS, spent)
		}
	}
}

// JSON returns the document as it stands in run.json, ending in a newline.
func (d *Document) JSON() ([]byte, error) {
	c := *d
	c.EnergyDrift = finiteOrNil(d.EnergyDrift)
	// JSON has no infinity; what is not even a number is no better.
	if !(c.ConstraintViolation <= math.MaxFloat64) {
		c.ConstraintViolation = math.MaxFloat64
	}
	if c.Routines == nil {
		c.Routines = []RoutineInfo{}
	}
	if c.Warnings == nil {
		c.Warnings = []string{}
	}
	if c.Events == nil {
		c.Events = []EventInfo{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(&c)
	return b.Bytes(), err
}

// finiteOrNil drops what JSON has no numbers for.
func finiteOrNil(v *float64) *float64 {
	if v == nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return nil
	}
	return v
}

// clone returns a copy that shares nothing that changes.
func (d *Document) clone() *Document {
	c := *d
	c.Results = append([]ResultInfo(nil), d.Results...)
	c.Columns = append([]ColumnInfo(nil), d.Columns...)
	c.Analyses = append([]AnalysisInfo(nil), d.Analyses...)
	c.Assembly = append([]AssemblyInfo(nil), d.Assembly...)
	if d.Findings != nil {
		f := *d.Findings
		c.Findings = &f
	}
	c.Linear = append([]LinearInfo(nil), d.Linear...)
	c.Redundant = append([]string(nil), d.Redundant...)
	c.Routines = append([]RoutineInfo{}, d.Routines...)
	c.Warnings = append([]string{}, d.Warnings...)
	c.Events = append([]EventInfo{}, d.Events...)
	return &c
}
