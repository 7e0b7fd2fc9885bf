package usersub

import "strings"

// State is the way back into the solver. Marker id 0, or a missing trailing
// marker, is the global frame. A query never runs a user subroutine.
type State interface {
	// SysFnc returns the value of a scalar measure and an error flag: 0 fine,
	// otherwise the name, its arguments or an id is unknown and the value 0.
	SysFnc(name string, par []int32) (value float64, errflg int32)
	// SysAry evaluates a vector measure: it sets dst and returns
	// the number of values. When dst is too short, only len(dst) are set.
	SysAry(name string, par []int32, dst []float64) (n int, errflg int32)
	// ModFnc returns an attribute of a model element as text and what kind of
	// value it is: 0/1 logical, 2 integer, 3 integers, 4 real, 5 reals, 6 text;
	// -1 unknown element, -2 unknown id, -3 unknown attribute.
	ModFnc(element string, id int32, attribute string) (text string, kindOrError int32)
}

// Query is one query of a routine.
type Query struct {
	Ary  bool   // SYSARY rather than SYSFNC
	Name string // upper case, no blanks
	Par  []int32
}

// CanonicalMeasure returns a routine's spelling of a measure name as the solver
// knows it: upper case, blank padding and terminating zeros removed.
func CanonicalMeasure(name string) string {
	if i := strings.IndexByte(name, 0); i >= 0 {
		name = name[:i]
	}
	return strings.ToUpper(strings.TrimSpace(name))
}

// QueryAnswers are the queries of a routine with their values, in the order
// first asked. Query i has the values Value[At[i]:At[i+1]]. Queries are added at the end, or all
// of Answers is exchanged: what is in Asked and At stays, so that implementations need not search it in each call.
type QueryAnswers struct {
	Asked []Query
	At    []int32
	Value []float64
	Flag  []int32 // error flag of each query
}

// FindQuery returns the place of a query, or -1. It does not allocate.
func (a *QueryAnswers) FindQuery(isVector bool, name string, par []int32) int {
	for i := range a.Asked {
		if a.Asked[i].matches(isVector, name, par) {
			return i
		}
	}
	return -1
}

func (q *Query) matches(isVector bool, name string, par []int32) bool {
	if q.Ary != isVector || len(q.Par) != len(par) || q.Name != name {
		return false
	}
	for k, v := range par {
		if q.Par[k] != v {
			return false
		}
	}
	return true
}

// AnswerValues returns the values of query i.
func (a *QueryAnswers) AnswerValues(i int) []float64 { return a.Value[a.At[i]:a.At[i+1]] }

// AddAnswer appends a query with its values and returns its place.
func (a *QueryAnswers) AddAnswer(q Query, flag int32, values ...float64) int {
	if len(a.At) == 0 {
		a.At = append(a.At, 0)
	}
	a.Asked = append(a.Asked, q)
	a.Value = append(a.Value, values...)
	a.At = append(a.At, int32(len(a.Value)))
	a.Flag = append(a.Flag, flag)
	return len(a.Asked) - 1
}
