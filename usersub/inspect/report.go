package inspect

// Kind is what a file is.
type Kind string

const (
	Library Kind = "library" // shared library of this or another system
	Script  Kind = "script"  // Python source
	Program Kind = "program" // executable: a plugin, perhaps
	Object  Kind = "object"  // object file or archive: to be linked
	Other   Kind = "other"
)

// Report is what is known of a file.
type Report struct {
	File     string    `json:"file"`
	Kind     Kind      `json:"kind"`
	Loads    bool      `json:"loads"`
	Problems []Problem `json:"problems"` // why it would not load, the first is the main one

	Format   string   `json:"format,omitempty"` // ELF PE Mach-O WebAssembly
	Bits     int      `json:"bits,omitempty"`
	Arch     string   `json:"architecture,omitempty"`
	System   string   `json:"system,omitempty"`
	Compiler []string `json:"compiler,omitempty"`
	Dialect  string   `json:"dialect,omitempty"` // ms fortran adams mixed, as in usrsub_dialect; "" when nothing reports

	Routines   []Routine `json:"routines"`
	Candidates []string  `json:"candidates"` // other functions, for usrsub_fnc_name
	Utilities  []Use     `json:"utilities"`
	Undefined  []string  `json:"undefined"` // symbols that nobody defines
	Needs      []Need    `json:"needs"`
	GLIBC      string    `json:"glibc_needed,omitempty"`
	HostGLIBC  string    `json:"glibc_here,omitempty"`
	RunPath    []string  `json:"run_path"`
	Notes      []string  `json:"notes"`
}

// Problem is a reason why a file would not load.
type Problem struct {
	Reason string `json:"reason"`
	Hint   string `json:"hint,omitempty"`
	Detail string `json:"detail,omitempty"` // several lines: a traceback
}

// Routine is an exported function with the name of a user subroutine.
type Routine struct {
	Symbol  string `json:"symbol"`
	Routine string `json:"routine"` // PFOSUB
	Element string `json:"element"` // Force_Penalty
	Dialect string `json:"dialect,omitempty"`
}

// Use is a utility that a library calls.
type Use struct {
	Symbol string `json:"symbol"`
	Status Status `json:"status"`
}

// Need is a shared library that another one needs.
type Need struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"` // "" when it was not found
	Note string `json:"note,omitempty"` // what it is, where no path is given
	By   string `json:"by,omitempty"`   // the library that needs it, "" for the file itself
	Why  string `json:"why,omitempty"`  // why a file with that name was passed over
}

func newReport(path string) *Report {
	return &Report{File: path, Kind: Other, Problems: []Problem{}, Routines: []Routine{}, Candidates: []string{},
		Utilities: []Use{}, Undefined: []string{}, Needs: []Need{}, RunPath: []string{}, Notes: []string{}}
}

// AddLoadProblem adds a reason why the file would not load.
func (r *Report) AddLoadProblem(p Problem) {
	r.Problems = append(r.Problems, p)
	r.Loads = false
}

func (r *Report) addRefusalReason(reason, hint string) {
	r.AddLoadProblem(Problem{Reason: reason, Hint: hint})
}

// setLoadsUnlessRefused sets Loads when nothing speaks against it.
func (r *Report) setLoadsUnlessRefused() *Report {
	r.Loads = len(r.Problems) == 0
	return r
}
