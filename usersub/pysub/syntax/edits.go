package syntax

import (
	"slices"
	"strings"
)

// edit replaces the bytes [from,to) of a script. One that shuts what another
// opened reports where that was, plus one: of those at one place the innermost
// comes first, and all of them before what opens there.
type edit struct {
	from, to int
	text     string
	shuts    int
}

// newBlankEdit replaces bytes by blanks, so that nothing behind them moves.
func newBlankEdit(text string, from, to int) edit {
	return edit{from: from, to: to, text: strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text[from:to])}
}

// positionMap reports where what is in an edited text was before.
type positionMap struct {
	runs        []run
	lines, olds []int // bytes before each line, in the new and the old text
}

// run is a piece of the new text; an edited one stands for a single place of
// the old text.
type run struct {
	at, old int
	kept    bool
}

// applyEdits makes the edits, which do not overlap.
func applyEdits(text string, edits []edit) (string, *positionMap) {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.shuts - a.shuts
	})
	var b strings.Builder
	p := &positionMap{}
	at := 0
	add := func(s string, old int, kept bool) {
		if s != "" {
			p.runs = append(p.runs, run{b.Len(), old, kept})
			b.WriteString(s)
		}
	}
	for _, e := range edits {
		if e.from < at {
			continue
		}
		add(text[at:e.from], at, true)
		add(e.text, e.from, len(e.text) == e.to-e.from)
		at = e.to
	}
	add(text[at:], at, true)
	p.lines, p.olds = lineStarts(b.String()), lineStarts(text)
	return b.String(), p
}

func lineStarts(text string) []int {
	list := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			list = append(list, i+1)
		}
	}
	return list
}

// originalPosition returns where a place, line from 1 and byte column from 0, was. A nil
// positionMap moves nothing.
func (p *positionMap) originalPosition(line, col int) (int, int) {
	if p == nil || line < 1 || line > len(p.lines) || len(p.runs) == 0 {
		return line, col
	}
	at := p.lines[line-1] + col
	i, found := slices.BinarySearchFunc(p.runs, at, func(r run, at int) int { return r.at - at })
	if !found {
		i = max(i-1, 0)
	}
	was := p.runs[i].old
	if p.runs[i].kept {
		was += at - p.runs[i].at
	}
	j, found := slices.BinarySearch(p.olds, was)
	if !found {
		j--
	}
	return j + 1, was - p.olds[j]
}
