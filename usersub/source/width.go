package source

import (
	"regexp"
	"strconv"
	"strings"
)

// sequence is what columns 73 to 80 hold in sources that were once cards: a number, perhaps behind letters.
var sequence = regexp.MustCompile(`^[A-Za-z]{0,6} *(\d{1,8}) *$`)

// cutLongLines decides where the lines of a source of fixed form end. Text behind column 72 is read, as compilers do that are given
// lines of any length, unless all of it is numbers of lines that rise. A lone & in column 73, which marks a line for both forms, is
// taken away.
func (f *fortranConverter) cutLongLines() {
	var labels []int // lines
	last, others := -1, 0
	for i, s := range f.text {
		if len(s) <= 72 || f.isComment(s) || strings.Contains(s, "\t") {
			continue
		}
		over := strings.TrimRight(s[72:], " ")
		m := make([]byte, len(s))
		switch {
		case over == "":
		case over == "&":
			f.setLine(i, s[:72])
		case classifyLine(s, m, 0, false) == 0 && m[72] == comment:
		case sequence.MatchString(over):
			n, _ := strconv.Atoi(sequence.FindStringSubmatch(over)[1])
			if n <= last {
				others++
			}
			last = n
			labels = append(labels, i)
		default:
			others++
		}
	}
	if len(labels) < 2 || others > 0 {
		return
	}
	f.addNote(labels[0], 72, "columns 73 to 80 hold numbers of lines and are not read")
	for _, i := range labels {
		f.setLine(i, f.text[i][:72])
	}
}
