// Package pystmt reads models that are Python programs: the statement form,
// PFORCE(1, FUNCTION="…", PENALTY=1e4), the object form of module msolve, and the
// item form of module exudyn.
//
// The program runs in an interpreter that is handed in. Its statements are
// recorded with the places in the file of their keywords, and made elements by
// the tables of package adm. The two other forms are modules in Python (lib)
// that record the same statements.
package pystmt

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Program is a script with what it may call. It is an alias of a plain struct,
// so that interpreters need not import this package.
type Program = struct {
	File    string            // absolute path
	Text    []byte            // in UTF-8
	Modules map[string]string // texts of modules that it may import, by name
	Natives []string          // functions that are there without an import and answered by Call
	Implied []string          // modules among them whose names are there without an import
	Tracked []string          // classes and functions whose calls have a site, too
	// Call answers a call of one of Natives. Values are nil, bool, int64, float64,
	// string, []any, or something else with a method RegisterRoutine() string: a function
	// that can be loaded as a routine of this name from File. site is 0 if it is
	// not known. An error becomes an exception.
	Call func(name string, site int, args []any, keys []string, vals []any) (any, error)
}

// Site is a call in a file, or an assignment to an attribute, as byte offsets
// [start,end) in its text.
type Site = struct {
	File string
	Name [2]int   // of the function, or of the attribute
	Args [][2]int // arguments by position
	Keys []struct {
		Name      string
		At, Value [2]int
	}
}

// Interpreter runs programs.
//
// A call of one of Tracked carries the keyword __site__, an assignment to an
// attribute of an object that has a dict _sites notes its site there. When the
// program has ended, the function _finish of each module of Modules that it
// has imported is called. What goes wrong is an error that may have the methods
// of fault.
type Interpreter interface {
	Execute(p Program) error
	Site(n int) Site
}

// fault is what the error of an interpreter may report: where it happened, the
// calls that led there, the outermost first, and what to do.
type fault interface {
	error
	Place() (file string, line, col int) // col 0 for the whole line
	Calls() []struct {
		File string
		Line int
		Func string
	}
	Hint() string
}

// Results are those of a simulation.
type Results interface {
	// Times are the output times.
	Times() []float64
	// Column is component k, from 0, of a request at these times, nil if there is
	// none.
	Column(request, k int) []float64
}

// Options report how a program runs.
type Options struct {
	Interpreter Interpreter
	// Solve runs a model whose results the program requests. If it is nil, such a
	// query ends the reading of the program.
	Solve func(*deck.Model) (Results, error)
	// Freedom counts the degrees of freedom of a model at its start; nil as with Solve.
	Freedom func(*deck.Model) (int, error)
	// Eigenvalues are those of a model whose command is a linear analysis, in rad per time: of a conjugate pair that with
	// the positive imaginary part; nil as with Solve.
	Eigenvalues func(*deck.Model) ([]complex128, error)
	// Assigned are values that take the place of those of parameters and attributes.
	Assigned []*deck.Assignment
}

// ReadFile reads the program at path. An error means that the file cannot be
// opened; problems of the model are in Model.Diags.
func ReadFile(path string, table deck.Table, o Options) (*deck.Model, error) {
	text, err := deck.ReadRegularFile(path)
	if err != nil {
		if pe, ok := err.(*os.PathError); ok {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return Read(&deck.Source{Name: path, Text: text, Assigned: o.Assigned}, dir, table, o), nil
}

// Read runs a program and returns its model. It never returns nil. dir is the
// absolute folder of the program.
func Read(src *deck.Source, dir string, table deck.Table, o Options) *deck.Model {
	s := newProgramRun(src, dir, table, o)
	return s.runProgram()
}
