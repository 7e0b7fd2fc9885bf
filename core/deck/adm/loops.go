package adm

import (
	"regexp"
	"strconv"
)

var varval = regexp.MustCompile(`(?i)\bVARVAL\s*\(\s*([0-9]+)\s*\)`)

// selfDependentVariables returns the ids of the variables whose expressions depend on
// themselves, directly or through other variables.
func selfDependentVariables(list []*statement) map[int]bool {
	of := map[int]string{}
	for _, st := range list {
		if st.spec.name != "VARIABLE" {
			continue
		}
		if id, err := strconv.Atoi(st.id.s); err == nil && st.argumentNamed("FUNCTION") != nil {
			of[id] += " " + st.argumentNamed("FUNCTION").val.s
		}
	}
	return selfDependentExpressions(of)
}

// selfDependentExpressions is loops for expressions by id.
func selfDependentExpressions(of map[int]string) map[int]bool {
	g := graph{next: map[int][]int{}, order: map[int]int{}, low: map[int]int{}, on: map[int]bool{}, loop: map[int]bool{}}
	for id, text := range of {
		for _, m := range varval.FindAllStringSubmatch(text, -1) {
			if to, err := strconv.Atoi(m[1]); err == nil {
				g.next[id] = append(g.next[id], to)
			}
		}
	}
	for id := range g.next {
		if g.order[id] == 0 {
			g.visitNode(id)
		}
	}
	return g.loop
}

// graph finds circles as strongly connected components (R. Tarjan,
// Depth-first search and linear graph algorithms, 1972).
type graph struct {
	next  map[int][]int
	order map[int]int // number of the visit, from 1
	low   map[int]int // smallest number that can be reached
	on    map[int]bool
	stack []int
	loop  map[int]bool
}

func (g *graph) visitNode(id int) {
	g.order[id] = len(g.order) + 1
	g.low[id] = g.order[id]
	g.stack, g.on[id] = append(g.stack, id), true
	for _, to := range g.next[id] {
		switch {
		case to == id:
			g.loop[id] = true
		case g.order[to] == 0:
			g.visitNode(to)
			g.low[id] = min(g.low[id], g.low[to])
		case g.on[to]:
			g.low[id] = min(g.low[id], g.order[to])
		}
	}
	if g.low[id] != g.order[id] {
		return
	}
	for single := g.stack[len(g.stack)-1] == id; ; {
		top := g.stack[len(g.stack)-1]
		g.stack, g.on[top] = g.stack[:len(g.stack)-1], false
		g.loop[top] = g.loop[top] || !single
		if top == id {
			return
		}
	}
}
