package wire

import (
	"slices"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// queryList is the solver's copy of the list of foreseen queries that one handle
// has in the plugin.
type queryList struct {
	query  []usersub.Query
	values []int32 // number of values of each query
	flag   []int32

	// The list of a frame that was searched last, and how many queries of it: lists grow at their end or
	// give way to others, so that one which is the same array begins with the same queries.
	known *usersub.Query
	upTo  int
}

func (k *queryList) addQuery(q usersub.Query, n int, flag int32) {
	k.query = append(k.query, q)
	k.values = append(k.values, int32(n))
	k.flag = append(k.flag, flag)
}

// isPrefixOf reports whether the list is the beginning of the queries of a.
func (k *queryList) isPrefixOf(a *usersub.QueryAnswers) bool {
	n := len(k.query)
	if n > len(a.Asked) {
		return false
	}
	if n == 0 || n == k.upTo && k.known == &a.Asked[0] {
		return true
	}
	for i := range k.query {
		p, q := &k.query[i], &a.Asked[i]
		if k.values[i] != a.At[i+1]-a.At[i] || p.Ary != q.Ary || p.Name != q.Name ||
			!slices.Equal(p.Par, q.Par) {
			return false
		}
	}
	k.known, k.upTo = &a.Asked[0], n
	return true
}

// packAnswers puts the answers a into m, with what the plugin needs to know of their
// queries, and takes over the queries.
func (k *queryList) packAnswers(m *wirepb.Call, a *usersub.QueryAnswers) {
	m.Forget, m.Learned, m.Flags = false, m.Learned[:0], m.Flags[:0]
	m.Answers = a.Value // sent before a changes
	if !k.isPrefixOf(a) {
		m.Forget = true
		*k = queryList{}
	}
	for i := len(k.query); i < len(a.Asked); i++ {
		q, n := &a.Asked[i], len(a.AnswerValues(i))
		m.Learned = append(m.Learned, &wirepb.Question{
			Ary: q.Ary, Name: q.Name, Par: q.Par, Values: uint32(n)})
		k.addQuery(*q, n, 0)
	}
	if !equalInts(k.flag, a.Flag) {
		m.Flags = append(m.Flags, a.Flag...)
		copy(k.flag, a.Flag)
	}
}

// hasSameQueries reports whether a has the queries of the list and no others, with the flags that the plugin knows.
func (k *queryList) hasSameQueries(a *usersub.QueryAnswers) bool {
	return len(k.query) == len(a.Asked) && k.isPrefixOf(a) && equalInts(k.flag, a.Flag)
}

// unpackAnswers brings the queries and answers of f up to date. It returns
// false if the values of m do not fit the queries.
func unpackAnswers(f *usersub.Frame, m *wirepb.Call) bool {
	a := &f.QueryAnswers
	if m.Forget {
		*a = usersub.QueryAnswers{}
	}
	for _, q := range m.Learned {
		if q.Values > maxAnswer {
			return false
		}
		a.AddAnswer(usersub.Query{Ary: q.Ary, Name: q.Name, Par: q.Par}, 0, make([]float64, q.Values)...)
	}
	if len(m.Answers) != len(a.Value) || len(m.Flags) != 0 && len(m.Flags) != len(a.Flag) {
		return false
	}
	copy(a.Value, m.Answers)
	if len(m.Flags) > 0 {
		copy(a.Flag, m.Flags)
	}
	return true
}
