package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// assignArguments replaces values of a statement by those that are given from outside the deck, as SPRINGDAMPER/3.K=2000.
func (r *reader) assignArguments(st *statement) {
	id, err := strconv.Atoi(st.id.s)
	if st.spec.id && err != nil {
		return
	}
	is := func(name string) bool {
		sp, _ := resolvePrefix(name, r.language.index, r.language.names)
		return sp == st.spec
	}
	r.builder.ApplyStatementAssignments(id, is, func(argument string, a *deck.Assignment) bool {
		sp, _ := resolvePrefix(argument, st.spec.keys, st.spec.keyNames)
		if sp == nil {
			return false
		}
		name := text{src: a.NameSpan.Src, s: sp.name, base: a.NameSpan.Start, end: a.NameSpan.End, computed: true}
		val := text{src: a.ValueSpan.Src, s: a.Value, base: a.ValueSpan.Start, end: a.ValueSpan.End, computed: a.ValueSpan.Text() != a.Value}
		for i := range st.args {
			if st.args[i].spec == sp {
				st.args[i].name, st.args[i].val = name, val
				return true
			}
		}
		st.args = append(st.args, arg{sp, name, val})
		return true
	})
}

// ExplainName says which part of the name of an argument is not there.
func (r *reader) ExplainName(statement string, id int, argument string) (why, help string) {
	l := r.language
	sp, several := resolvePrefix(statement, l.index, l.names)
	if sp == nil {
		if why = "there is no statement " + statement; several != nil {
			return statement + " may mean " + joinWithOr(several), "write more of the name"
		}
		if n, ok := deck.NearestName(statement, l.names); ok {
			help = "did you mean " + n + "?"
		}
		return why, help
	}
	ids := r.ids[sp.name]
	if sp.id && !slices.Contains(ids, id) {
		if len(ids) > 0 {
			help = "the first one is " + sp.name + "/" + strconv.Itoa(ids[0])
		}
		return "the deck has no " + sp.name + "/" + strconv.Itoa(id), help
	}
	help = "its arguments with values: " + strings.Join(sp.keyNames, ", ")
	if n, ok := deck.NearestName(argument, sp.keyNames); ok {
		help = "did you mean " + n + "?"
	}
	return sp.name + " has no argument " + argument + " with a value", help
}
