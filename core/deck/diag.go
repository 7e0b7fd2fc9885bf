package deck

import (
	"fmt"
	"slices"
	"sort"
)

// Severity reports how bad a problem is: an Error keeps the deck from running.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// RelatedSpan is another place that a problem has to do with.
type RelatedSpan struct {
	Span Span
	Msg  string
}

// Diag is one problem of a deck. Code is short and stays the same from one
// version to the next; its letter is that of the usual severity.
type Diag struct {
	Severity Severity
	Code     string
	Span     Span
	Msg      string
	Help     string // what to do, or ""
	Notes    []RelatedSpan
}

// AddNote adds another place to the problem.
func (d *Diag) AddNote(span Span, format string, args ...any) *Diag {
	d.Notes = append(d.Notes, RelatedSpan{span, fmt.Sprintf(format, args...)})
	return d
}

// Diags collects the problems of a deck.
type Diags struct {
	List []*Diag
	seen map[string]int // problems by code
}

// mostAlike bounds the problems of one code that are listed.
const mostAlike = 1000

func (ds *Diags) addDiag(s Severity, span Span, code, format string, args []any) *Diag {
	d := &Diag{Severity: s, Code: code, Span: span, Msg: format}
	if len(args) > 0 {
		d.Msg = fmt.Sprintf(format, args...)
	}
	if ds.seen == nil {
		ds.seen = map[string]int{}
	}
	ds.seen[code]++
	switch n := ds.seen[code]; {
	case n <= mostAlike:
		ds.List = append(ds.List, d)
	case n == mostAlike+1:
		ds.List = append(ds.List, &Diag{Severity: Note, Code: code, Span: span, Msg: fmt.Sprintf("from here on there are more problems of the kind %s; they are not listed", code)})
	}
	return d
}

// AddErrorf adds an error and returns it, so that Help and Notes can be set.
// Without args the format is taken as it stands.
func (ds *Diags) AddErrorf(span Span, code, format string, args ...any) *Diag {
	return ds.addDiag(Error, span, code, format, args)
}

// AddWarningf adds a warning.
func (ds *Diags) AddWarningf(span Span, code, format string, args ...any) *Diag {
	return ds.addDiag(Warning, span, code, format, args)
}

// AddNotef adds a note.
func (ds *Diags) AddNotef(span Span, code, format string, args ...any) *Diag {
	return ds.addDiag(Note, span, code, format, args)
}

// Count returns how many problems have the severity.
func (ds *Diags) Count(s Severity) int {
	n := 0
	for _, d := range ds.List {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// DropWarningsAndNotes removes warnings and notes with one of the codes. Errors stay.
func (ds *Diags) DropWarningsAndNotes(codes []string) {
	if len(codes) > 0 {
		ds.List = slices.DeleteFunc(ds.List, func(d *Diag) bool { return d.Severity != Error && slices.Contains(codes, d.Code) })
	}
}

// HasErrors reports whether one of the problems is an error.
func (ds *Diags) HasErrors() bool { return ds.Count(Error) > 0 }

// Sort orders the problems by file and position; those of one place stay in
// the order in which they were found, and those that are nowhere come first.
func (ds *Diags) Sort() {
	name := func(s Span) string {
		if s.Src == nil {
			return ""
		}
		return s.Src.Name
	}
	sort.SliceStable(ds.List, func(i, j int) bool {
		a, b := ds.List[i].Span, ds.List[j].Span
		if na, nb := name(a), name(b); na != nb {
			return na < nb
		}
		return a.Start < b.Start
	})
}
