package deck

import "testing"

func TestSourceAt(t *testing.T) {
	for _, text := range []string{"ab\nçde\r\n\nx", bom + "ab\nçde\r\n\nx"} {
		s := &Source{Name: "a.py", Text: []byte(text)}
		for _, c := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 1}, {4, 1}} {
			if at := s.SpanAt(c[0], c[1]); at.Line() != c[0] || at.Col() != c[1] {
				t.Errorf("%q: %v is at %s", text, c, at)
			}
		}
		if s.SpanAt(0, 1) != (Span{}) || s.SpanAt(5, 1) != (Span{}) {
			t.Error("a line that is not there has a place")
		}
		if at := s.SpanAt(1, 99); at.Line() != 1 {
			t.Errorf("a column that is not there is at %s", at)
		}
	}
}
