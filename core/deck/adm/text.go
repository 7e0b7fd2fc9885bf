package adm

import (
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// text is a stretch of a statement whose characters know where they are in
// the file. A line break before a continuation line with a leading comma is
// one '\n', which is at the place of the comma.
type text struct {
	src  *deck.Source
	s    string
	base int        // place of s[0] if segs is nil
	segs []deck.Seg // else as in deck.Attr.Map; the first is at 0
	// computed is set for a text that is not in the file: all of it belongs
	// to the place [base,end).
	computed bool
	end      int
}

// fileOffset returns the place in the file of s[i].
func (t text) fileOffset(i int) int {
	if t.computed {
		return t.base
	}
	if t.segs == nil {
		return t.base + i
	}
	n := sort.Search(len(t.segs), func(k int) bool { return t.segs[k].At > i })
	g := t.segs[max(n-1, 0)]
	return g.Src + i - g.At
}

// substring returns the stretch s[i:j].
func (t text) substring(i, j int) text {
	out := text{src: t.src, s: t.s[i:j], base: t.fileOffset(i), computed: t.computed, end: t.end}
	if t.segs == nil {
		return out
	}
	for k := sort.Search(len(t.segs), func(k int) bool { return t.segs[k].At > i }); k < len(t.segs) && t.segs[k].At < j; k++ {
		if out.segs == nil {
			out.segs = []deck.Seg{{At: 0, Src: out.base}}
		}
		out.segs = append(out.segs, deck.Seg{At: t.segs[k].At - i, Src: t.segs[k].Src})
	}
	return out
}

// trimmed removes blanks and line breaks at both ends.
func (t text) trimmed() text {
	i, j := 0, len(t.s)
	for i < j && t.s[i] <= ' ' {
		i++
	}
	for i < j && t.s[j-1] <= ' ' {
		j--
	}
	return t.substring(i, j)
}

// fileSpan returns the range of the file that the stretch covers.
func (t text) fileSpan() deck.Span {
	if t.computed {
		return deck.Span{Src: t.src, Start: t.base, End: t.end}
	}
	lo := t.fileOffset(0)
	if len(t.s) == 0 {
		return deck.Span{Src: t.src, Start: lo, End: lo}
	}
	hi := t.fileOffset(len(t.s)-1) + 1
	for _, g := range t.segs { // entries that were put together may come in any order
		lo = min(lo, g.Src)
		if g.At > 0 {
			hi = max(hi, t.fileOffset(g.At-1)+1)
		}
	}
	return deck.Span{Src: t.src, Start: lo, End: max(lo, hi)}
}

// withoutLineBreaks returns the stretch with line breaks made blanks.
func (t text) withoutLineBreaks() text {
	t.s = strings.ReplaceAll(t.s, "\n", " ")
	return t
}

// textJoiner puts a text together from characters with their places.
type textJoiner struct {
	src  *deck.Source
	b    strings.Builder
	segs []deck.Seg
	next int   // place that continues the last stretch
	from *text // the first computed text, whose place is that of the whole
}

// addString appends characters that follow each other in the file from place on.
func (j *textJoiner) addString(s string, place int) {
	if s == "" {
		return
	}
	if j.segs == nil || place != j.next {
		j.segs = append(j.segs, deck.Seg{At: j.b.Len(), Src: place})
	}
	j.b.WriteString(s)
	j.next = place + len(s)
}

// addText appends a stretch.
func (j *textJoiner) addText(t text) {
	if t.computed && j.from == nil {
		j.from = &t
	}
	if t.segs == nil {
		j.addString(t.s, t.base)
		return
	}
	for k, g := range t.segs {
		end := len(t.s)
		if k+1 < len(t.segs) {
			end = t.segs[k+1].At
		}
		j.addString(t.s[g.At:end], g.Src)
	}
}

// joinedText returns what has been put together.
func (j *textJoiner) joinedText() text {
	t := text{src: j.src, s: j.b.String(), segs: j.segs}
	if j.from != nil {
		t.base, t.end, t.computed, t.segs = j.from.base, j.from.end, true, nil
		return t
	}
	if len(j.segs) > 0 {
		t.base = j.segs[0].Src
	}
	if len(j.segs) <= 1 {
		t.segs = nil
	}
	return t
}
