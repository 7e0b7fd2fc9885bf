package plugins

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// Crash is the report of a worker that was lost in a call.
type Crash struct {
	Element  string          `json:"element"`
	Routine  string          `json:"routine"`
	Kind     string          `json:"kind"`
	File     string          `json:"file"` // library or script
	Time     Number          `json:"time"` // simulated
	Message  string          `json:"message"`
	Status   string          `json:"status"` // of the process: "signal: segmentation fault (core dumped)"
	Pid      int             `json:"pid"`
	At       string          `json:"at"` // wall clock, RFC 3339
	Enforced string          `json:"enforced"`
	Core     string          `json:"core,omitempty"` // file with the memory of the process
	Again    bool            `json:"started_again"`
	Call     []Value         `json:"arguments"` // inputs of the last call, in the order of C
	Answers  []AnsweredQuery `json:"answers"`   // that it got or was sent
	Output   string          `json:"output"`    // last lines
}

// Value is an argument of a call.
type Value struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// AnsweredQuery is the answer to a query.
type AnsweredQuery struct {
	Query  string   `json:"question"` // SYSFNC or SYSARY
	Name   string   `json:"name"`
	Par    []int32  `json:"par"`
	Values []Number `json:"values"`
	Flag   int32    `json:"errflg,omitempty"`
}

// Number is a real that may be infinite or none, which JSON lacks: then it is a text.
type Number float64

// MarshalJSON writes NaN and infinities as strings.
func (n Number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(v)
}

func toNumbers(v []float64) []Number {
	list := make([]Number, len(v))
	for i, x := range v {
		list[i] = Number(x)
	}
	return list
}

// sendCrashReport hands the report of a crash on.
func (s *isolatedRoutine) sendCrashReport(f *usersub.Frame, d *processEnd, restarting bool) {
	w := s.worker
	if w.crashed == nil || d.reported {
		return
	}
	d.reported = true
	c := &Crash{Element: s.elementName(f), Routine: s.ref.Function, Kind: s.sig.Name, File: w.name, Time: Number(f.Time()),
		Message: d.Message, Status: d.Status, Pid: d.pid, At: time.Now().Format(time.RFC3339Nano),
		Core: d.core, Again: restarting, Call: listInputValues(f), Answers: listAnsweredQueries(&f.QueryAnswers), Output: d.tail}
	if p := w.process; p != nil && !w.plugin {
		c.Enforced = p.about.Doc
	} else if p != nil {
		c.Enforced = p.confined
	}
	d.report = w.crashed(c)
}

// listInputValues lists the inputs of a frame.
func listInputValues(f *usersub.Frame) []Value {
	list := []Value{}
	for i := range f.Sig.Args {
		a := &f.Sig.Args[i]
		if a.Out {
			continue
		}
		var v any
		switch a.Kind {
		case usersub.Int:
			v = scalarOrList(f.Ints(i), a.Len)
		case usersub.Real:
			v = scalarOrList(toNumbers(f.Reals(i)), a.Len)
		case usersub.Text:
			v = scalarOrList(f.Text[f.ArgOffset(i):f.ArgOffset(i)+f.Len(i)], a.Len)
		}
		list = append(list, Value{a.Name, v})
	}
	return list
}

// scalarOrList is a scalar where the argument is one.
func scalarOrList[T any](v []T, length string) any {
	if length == "" && len(v) == 1 {
		return v[0]
	}
	return v
}

func listAnsweredQueries(a *usersub.QueryAnswers) []AnsweredQuery {
	list := []AnsweredQuery{}
	for i, q := range a.Asked {
		x := AnsweredQuery{Query: "SYSFNC", Name: q.Name, Par: q.Par, Values: toNumbers(a.AnswerValues(i)), Flag: a.Flag[i]}
		if q.Ary {
			x.Query = "SYSARY"
		}
		list = append(list, x)
	}
	return list
}
