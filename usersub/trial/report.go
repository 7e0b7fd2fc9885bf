package trial

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Outcome of a check.
type Outcome uint8

const (
	Passed Outcome = iota
	Failed
	Broken  // the routine failed: exception, exit, lost process
	Skipped // could not be judged, the message says why
)

func (o Outcome) String() string { return [...]string{"ok", "FAILED", "ERROR", "skipped"}[o] }

// Case is one check of one row.
type Case struct {
	Check   string // values finite queries repeat order dflag partials agreement
	Row     string
	Outcome Outcome
	Message string
	Err     error // of a Broken case
}

// Report is the outcome of a trial.
type Report struct {
	Routine string // PFOSUB
	Name    string // of the implementation
	Cases   []Case
}

func (r *Report) addCase(check, row string, o Outcome, format string, args ...any) {
	r.Cases = append(r.Cases, Case{Check: check, Row: row, Outcome: o, Message: fmt.Sprintf(format, args...)})
}

// CountCases returns how many cases ended so.
func (r *Report) CountCases(o Outcome) int {
	n := 0
	for _, c := range r.Cases {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// RoutineErrors are the errors of the routine itself.
func (r *Report) RoutineErrors() []error {
	var list []error
	for _, c := range r.Cases {
		if c.Err != nil {
			list = append(list, c.Err)
		}
	}
	return list
}

// Text is the report for people: a line for each check with all rows, then what
// went wrong.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s\n", r.Routine, r.Name)
	var order []string
	count := map[string]*[4]int{}
	for _, c := range r.Cases {
		if count[c.Check] == nil {
			count[c.Check] = &[4]int{}
			order = append(order, c.Check)
		}
		count[c.Check][c.Outcome]++
	}
	for _, check := range order {
		n := count[check]
		fmt.Fprintf(&b, "  %-10s %d ok", check, n[Passed])
		for _, o := range []Outcome{Failed, Broken, Skipped} {
			if n[o] > 0 {
				fmt.Fprintf(&b, ", %d %v", n[o], o)
			}
		}
		b.WriteString("\n")
	}
	for _, c := range r.Cases {
		if c.Outcome != Passed {
			fmt.Fprintf(&b, "%v %s, %s: %s\n", c.Outcome, c.Check, c.Row, strings.ReplaceAll(c.Message, "\n", "\n  "))
		}
	}
	fmt.Fprintf(&b, "%d checks: %d ok, %d failed, %d errors, %d skipped\n",
		len(r.Cases), r.CountCases(Passed), r.CountCases(Failed), r.CountCases(Broken), r.CountCases(Skipped))
	return b.String()
}

// The elements of a JUnit file.
type (
	suites struct {
		XMLName xml.Name `xml:"testsuites"`
		Suite   suite    `xml:"testsuite"`
	}
	suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	testcase struct {
		Class   string `xml:"classname,attr"`
		Name    string `xml:"name,attr"`
		Failure *note  `xml:"failure"`
		Error   *note  `xml:"error"`
		Skipped *note  `xml:"skipped"`
	}
	note struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as XML that continuous integration understands.
func (r *Report) WriteJUnit(w io.Writer) error {
	s := suite{Name: r.Routine + " in " + r.Name, Tests: len(r.Cases), Failures: r.CountCases(Failed),
		Errors: r.CountCases(Broken), Skipped: r.CountCases(Skipped)}
	for _, c := range r.Cases {
		t := testcase{Class: r.Routine + "." + c.Check, Name: c.Row}
		first, _, _ := strings.Cut(c.Message, "\n")
		n := &note{first, c.Message}
		switch c.Outcome {
		case Failed:
			t.Failure = n
		case Broken:
			t.Error = n
		case Skipped:
			t.Skipped = n
		}
		s.Cases = append(s.Cases, t)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suites{Suite: s}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
